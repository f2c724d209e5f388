import { useState } from 'react';
import { Button } from '../button.tsx';
import { Drawer } from '../drawer.tsx';
import { Switch } from '../switch.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function DrawerExample({ t }: ExampleProps) {
  const [side, setSide] = useState<'left' | 'right'>('left');
  const [open, setOpen] = useState(false);
  const [hideTitle, setHideTitle] = useState(false);
  const show = (from: 'left' | 'right') => {
    setSide(from);
    setOpen(true);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => show('left')}>
        left
      </Button>
      <Button variant="outline" onClick={() => show('right')}>
        right
      </Button>
      <Switch
        label="hideTitle"
        checked={hideTitle}
        onChange={(event) => setHideTitle(event.target.checked)}
      />
      <Drawer
        {...{ open, side, hideTitle }}
        onClose={() => setOpen(false)}
        title={t.title}
        closeLabel={t.close}
      >
        <p className="p-4">{t.message}</p>
      </Drawer>
    </div>
  );
}
