import { Button } from '@atalaya/ui/button';
import { Drawer } from '@atalaya/ui/drawer';
import { afterPress } from '@atalaya/ui/press';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';

/** 'Filtros (n)': a button, and behind it what a window with little room has none for. */
export function FilterSheet({ count, children }: { count: number; children: ReactNode }) {
  const t = useTexts(listsTexts);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    // What is just being typed is handed on first.
    (document.activeElement as HTMLElement | null)?.blur();
    afterPress(() => setOpen(false));
  };
  return (
    <>
      <Button
        variant="outline"
        icon={<SlidersHorizontal size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('filters.open', { count })}
      </Button>
      <Drawer
        open={isOpen}
        onClose={close}
        side="right"
        title={t('filters.title')}
        closeLabel={t('filters.close')}
      >
        <div className="grid gap-3 px-4 pb-4 *:ml-0! *:w-full!">{children}</div>
      </Drawer>
    </>
  );
}
