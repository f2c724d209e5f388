import { LoaderCircle } from 'lucide-react';
import { classNames } from './class-names.ts';

export interface SpinnerProps {
  /** Announced to assistive technology; without it the spinner is decoration beside a text. */
  label?: string | undefined;
  /** Width and height in pixels. */
  size?: number | undefined;
  className?: string | undefined;
}

/** Turns while something is awaited; visible only once that has lasted 300 ms. */
export function Spinner({ label, size = 16, className }: SpinnerProps) {
  return (
    <span
      role={label === undefined ? undefined : 'status'}
      className={classNames('after-a-while inline-flex shrink-0', className)}
    >
      <LoaderCircle size={size} className="motion-safe:animate-spin" aria-hidden />
      {label === undefined ? null : <span className="sr-only">{label}</span>}
    </span>
  );
}
