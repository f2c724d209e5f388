import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';

export interface PopoverProps {
  open: boolean;
  onClose: () => void;
  /** The button that opens and closes it: the panel is below, and the focus goes back there. It must not move. */
  anchor: RefObject<HTMLElement | null>;
  /** The dialog's name. */
  title: string;
  /** At the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
  /** Goes to the panel: its width. */
  className?: string | undefined;
}

const GAP_PX = 6;

/**
 * A panel below a button, for what is looked at in passing; the page beside it stays usable. Made of the dialog: it is
 * placed once, under a button that does not scroll.
 */
export function Popover({ open, onClose, anchor, title, action, children, className }: PopoverProps) {
  const place = (panel: HTMLElement | null) => {
    if (!panel || !anchor.current) return;
    const { bottom, right } = anchor.current.getBoundingClientRect();
    panel.style.top = `${bottom + GAP_PX}px`;
    panel.style.right = `${Math.max(document.documentElement.clientWidth - right, GAP_PX)}px`;
  };
  return (
    <Dialog.Root
      open={open}
      modal={false}
      onOpenChange={(next, { event }) => {
        // The button itself closes what it has opened: closed before, its click would open it again.
        const isOnAnchor = event.target instanceof Node && anchor.current?.contains(event.target) === true;
        if (!next && (event.type.startsWith('key') || !isOnAnchor)) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={place}
          finalFocus={anchor}
          className={classNames(
            'fixed z-50 flex max-h-[min(36rem,calc(100dvh-6rem-var(--kept-below)))] max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-lg bg-raised text-ink shadow-float outline-none',
            className ?? 'w-80',
          )}
        >
          <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
            {action}
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
