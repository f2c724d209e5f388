import { Popover as Primitive } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';

export interface PopoverProps {
  open: boolean;
  onClose: () => void;
  /** The button that opens and closes it: it stands below, and the focus goes back there. */
  anchor: RefObject<HTMLElement | null>;
  /** The dialog's name. */
  title: string;
  /** At the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
  /** Goes to the panel: its width. */
  className?: string | undefined;
}

/** A panel below a button, for what is looked at in passing; the page beside it stays usable. */
export function Popover({ open, onClose, anchor, title, action, children, className }: PopoverProps) {
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // The button itself closes what it has opened: closed before, its click would open it again.
        const isOnAnchor = event.target instanceof Node && anchor.current?.contains(event.target) === true;
        if (!next && (event.type.startsWith('key') || !isOnAnchor)) onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Positioner anchor={anchor} align="end" sideOffset={6} className="z-50">
          <Primitive.Popup
            finalFocus={anchor}
            className={classNames(
              'flex max-h-[min(36rem,var(--available-height))] max-w-(--available-width) flex-col overflow-hidden rounded-lg bg-raised text-ink shadow-float outline-none',
              className ?? 'w-80',
            )}
          >
            <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
              <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
              {action}
            </div>
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
