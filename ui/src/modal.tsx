import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import { focusableWhileScrolling } from './focusable-while-scrolling.ts';

export type ModalSize = 'sm' | 'md' | 'lg' | 'xl' | 'full';
export type ModalPosition = 'center' | 'top' | 'bottom';
export type ModalTheme = 'default' | 'apple';

export interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, at the lower end. */
  footer?: ReactNode;
  size?: ModalSize | undefined;
  position?: ModalPosition | undefined;
  theme?: ModalTheme | undefined;
  /** Name of the close button. */
  closeLabel: string;
  closeOnEscape?: boolean | undefined;
  closeOnOverlay?: boolean | undefined;
  showCloseButton?: boolean | undefined;
  /** What has the focus at first; else the first thing that can. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** The title has the focus at first: what is read from its beginning, and not to be filled in. */
  startsAtTitle?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  className?: string | undefined;
}

const sizes: Record<ModalSize, string> = {
  sm: 'max-w-sm',
  md: 'max-w-lg',
  lg: 'max-w-2xl',
  xl: 'max-w-4xl',
  full: 'h-full max-w-full',
};

const positions: Record<ModalPosition, string> = {
  center: 'items-center',
  top: 'items-start',
  bottom: 'items-end',
};

const themes: Record<ModalTheme, string> = {
  default: 'rounded-lg bg-raised',
  apple: 'rounded-xl bg-raised/90 backdrop-blur-xl',
};

/** The Enter that opened a dialog, still held down, presses nothing in it: neither its button nor its form. */
function ignoreHeldEnter(event: KeyboardEvent) {
  const isLine = event.target instanceof HTMLTextAreaElement;
  if (event.repeat && event.key === 'Enter' && !isLine) event.preventDefault();
}

const moving = 'transition duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0';

/** A dialog over the page. The page neither scrolls nor takes the focus while it is open. */
export function Modal(props: ModalProps) {
  const { open, onClose, closeOnEscape = true, closeOnOverlay = true, theme = 'default' } = props;
  const { size = 'md', position = 'center', initialFocus, startsAtTitle, role, className } = props;

  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);

  function change(next: boolean, details: Dialog.Root.ChangeEventDetails) {
    if (next) return;
    if (details.reason === 'escape-key' && !closeOnEscape) details.cancel();
    else onClose();
  }

  return (
    <Dialog.Root open={open} onOpenChange={change} disablePointerDismissal={!closeOnOverlay}>
      <Dialog.Portal>
        {/* Over a dialog, too: two panels of one colour would run into each other. */}
        <Dialog.Backdrop forceRender className={classNames('fixed inset-0 z-40 bg-overlay', moving)} />
        <Dialog.Viewport
          className={classNames(
            'fixed inset-0 bottom-(--kept-below) z-40 flex justify-center p-4',
            size !== 'full' && 'sm:p-8 short:p-2',
            positions[position],
          )}
        >
          <Dialog.Popup
            {...(role && { role })}
            initialFocus={startsAtTitle ? heading : initialFocus}
            onKeyDown={ignoreHeldEnter}
            // Where what opened it is gone, as a deleted row is, the focus would go to where it was long before.
            finalFocus={() => opener.current?.isConnected !== false}
            className={classNames(
              'relative flex max-h-full w-full flex-col shadow-modal outline-none data-starting-style:scale-98 short:overflow-y-auto',
              moving,
              sizes[size],
              themes[theme],
              className,
            )}
          >
            <ModalContent {...props} heading={heading} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ModalContent({
  title,
  description,
  children,
  footer,
  closeLabel,
  showCloseButton = true,
  theme,
  startsAtTitle,
  heading,
}: ModalProps & { heading: RefObject<HTMLHeadingElement | null> }) {
  return (
    <>
      <header
        className={classNames(
          'p-4 sm:px-6',
          showCloseButton && 'pr-14 sm:pr-14',
          theme === 'apple' && 'text-center',
        )}
      >
        <Dialog.Title
          ref={heading}
          tabIndex={startsAtTitle ? -1 : undefined}
          className="rounded-sm text-lg font-semibold"
        >
          {title}
        </Dialog.Title>
        {description ? (
          <Dialog.Description className="mt-1 text-muted">{description}</Dialog.Description>
        ) : null}
      </header>
      <div
        ref={focusableWhileScrolling}
        className="min-h-0 flex-1 overflow-y-auto px-4 pb-4 sm:px-6 short:flex-[1_0_auto] short:overflow-visible"
      >
        {children}
      </div>
      {footer ? (
        // Where there is little height a row of buttons stays in sight, and what is written in does not.
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 max-sm:*:grow sm:px-6 short:bottom-0 short:bg-inherit short:py-2 short:not-has-[textarea]:sticky">
          {footer}
        </footer>
      ) : null}
      {/* Last in the order, so that the focus starts in the content. */}
      {showCloseButton ? (
        <Dialog.Close
          aria-label={closeLabel}
          className={buttonClass({
            variant: 'ghost',
            size: 'sm',
            iconOnly: true,
            className: 'absolute top-3 right-3',
          })}
        >
          <X size={16} aria-hidden />
        </Dialog.Close>
      ) : null}
    </>
  );
}
