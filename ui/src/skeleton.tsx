import { classNames } from './class-names.ts';

/** A grey place holder that shows on every surface; give it the final size by `className`, so that nothing moves when the data arrives. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div aria-hidden className={classNames('skeleton rounded-md bg-ink/8', className ?? 'h-4 w-full')} />
  );
}
