import { useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Popover } from '../popover.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function PopoverExample({ t }: ExampleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button ref={button} variant="outline" onClick={() => setOpen(!open)}>
        {t.title}
      </Button>
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        anchor={button}
        title={t.title}
        action={
          <Button size="sm" variant="ghost">
            {t.clear}
          </Button>
        }
      >
        <p className="p-4">{t.message}</p>
      </Popover>
    </>
  );
}
