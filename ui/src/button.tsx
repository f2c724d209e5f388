import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonSize = 'sm' | 'md' | 'lg';
export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'success'
  | 'warning'
  | 'danger'
  | 'info'
  | 'neutral'
  | 'ghost'
  | 'outline'
  | 'link';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Square, for a button that shows an icon alone; give it an aria-label. */
  iconOnly?: boolean | undefined;
  className?: string | undefined;
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  /** Shown before the text; replaced by a spinner while busy. */
  icon?: ReactNode;
  /** Takes no clicks, keeps the focus and tells assistive technology so. */
  busy?: boolean | undefined;
  /** Whole euros shown after the text, in the Spanish format without decimals. */
  budget?: number | undefined;
}

const heights: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 px-2.5 text-sm',
  md: 'h-9 gap-2 px-3 text-base',
  lg: 'h-11 gap-2 px-4 text-lg',
};

const squares: Record<ButtonSize, string> = { sm: 'size-8', md: 'size-9', lg: 'size-11' };

const filled =
  'hover:brightness-95 disabled:bg-hover disabled:bg-none disabled:text-muted disabled:brightness-100';
const plain = 'disabled:opacity-50';

/** An icon alone, as at the end of every row: it comes forward when it is pointed at. */
const quiet = `text-muted hover:bg-hover hover:text-ink ${plain}`;

const variants: Record<ButtonVariant, string> = {
  primary: `fill-primary ${filled}`,
  secondary: `bg-primary-soft text-primary-ink ${filled}`,
  success: `bg-success text-on-status ${filled}`,
  warning: `bg-warning text-on-status ${filled}`,
  danger: `bg-danger text-on-status ${filled}`,
  info: `bg-info text-on-status ${filled}`,
  neutral: `bg-hover text-ink ${filled}`,
  ghost: `text-ink hover:bg-hover ${plain}`,
  outline: `border border-line-strong/50 bg-surface text-ink hover:bg-hover ${plain}`,
  link: `text-primary-ink underline-offset-4 hover:underline ${plain}`,
};

const euros = new Intl.NumberFormat('es-ES', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});

/** The classes of a button, for a link that shall look like one. */
export function buttonClass({ variant = 'primary', size = 'md', iconOnly, className }: ButtonLook): string {
  return classNames(
    'press inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none transition',
    'disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
    iconOnly ? `press-square ${squares[size]}` : heights[size],
    iconOnly && variant === 'ghost' ? quiet : variants[variant],
    className,
  );
}

/** A push button; `type` is button unless told. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    iconOnly,
    className,
    icon,
    busy = false,
    budget,
    children,
    onClick,
    ...rest
  } = props;

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={buttonClass({ variant, size, iconOnly, className })}
      onClick={click}
    >
      {busy ? <Spinner /> : icon}
      {iconOnly && busy ? null : children}
      {budget === undefined ? null : <span className="tabular-nums"> {euros.format(budget)}</span>}
    </button>
  );
}
