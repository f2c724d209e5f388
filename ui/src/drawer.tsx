import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { focusableWhileScrolling } from './focusable-while-scrolling.ts';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** The dialog's name. */
  title: string;
  /** The title is read out only. */
  hideTitle?: boolean | undefined;
  closeLabel: string;
  side?: 'left' | 'right' | undefined;
  children: ReactNode;
  /** Goes to the panel: its width or surface. */
  className?: string | undefined;
}

const sides = {
  left: 'left-0 data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
  right: 'right-0 data-starting-style:translate-x-full data-ending-style:translate-x-full',
};

/** A panel from the edge, over the page: the sidebar on phones, a record beside its list. Keeps the focus. */
export function Drawer(props: DrawerProps) {
  const { open, onClose, title, hideTitle, closeLabel, side = 'left', children, className } = props;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-overlay transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          className={classNames(
            'fixed top-0 bottom-(--kept-below) z-40 flex max-w-[calc(100vw-3rem)] flex-col shadow-modal outline-none transition-[translate] duration-normal',
            sides[side],
            className ?? 'w-80 bg-raised',
          )}
        >
          <Dialog.Close
            aria-label={closeLabel}
            // In the ink of the panel, whose ground may be any.
            className="absolute top-3 right-3 z-10 grid size-8 place-items-center rounded-md hover:bg-current/10"
          >
            <X size={16} aria-hidden />
          </Dialog.Close>
          <Dialog.Title className={hideTitle ? 'sr-only' : 'p-4 pr-14 text-lg font-semibold'}>
            {title}
          </Dialog.Title>
          <div ref={focusableWhileScrolling} className="min-h-0 flex-1 overflow-y-auto">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
