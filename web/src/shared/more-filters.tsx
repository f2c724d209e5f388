import { Button } from '@atalaya/ui/button';
import { Popover } from '@atalaya/ui/popover';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';

export type FurtherFilters = {
  controls: ReactNode;
  /** How many of them are set. */
  count: number;
};

/** 'Más filtros (n)': a button, and below it the filters that a bar of one row has no room for. */
export function MoreFilters({ controls, count }: FurtherFilters) {
  const t = useTexts(listsTexts);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="outline"
        icon={<SlidersHorizontal size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filters.more', { count })}
      </Button>
      <Popover
        open={isOpen}
        onClose={() => setOpen(false)}
        anchor={button}
        title={t('filters.more', { count: 0 })}
        className="w-72"
      >
        <div className="grid gap-3 p-4">{controls}</div>
      </Popover>
    </>
  );
}
