import { useState } from 'react';
import { Button } from '../button.tsx';
import { Drawer } from '../drawer.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function DrawerExample({ t }: ExampleProps) {
  const [side, setSide] = useState<'left' | 'right'>('left');
  const [open, setOpen] = useState(false);
  const show = (from: 'left' | 'right') => {
    setSide(from);
    setOpen(true);
  };
  return (
    <div className="flex gap-2">
      <Button variant="outline" onClick={() => show('left')}>
        left
      </Button>
      <Button variant="outline" onClick={() => show('right')}>
        right
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} side={side} title={t.title} closeLabel={t.close}>
        <p className="px-4">{t.message}</p>
      </Drawer>
    </div>
  );
}
