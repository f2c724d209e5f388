import { classNames } from './class-names.ts';

/** The keys of a shortcut, as on the keyboard: `['Ctrl', 'K']`. */
export function ShortcutHint({
  keys,
  className,
}: {
  keys: readonly string[];
  className?: string | undefined;
}) {
  return (
    <kbd className={classNames('inline-flex gap-1 font-sans text-xs text-muted', className)}>
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-5 rounded-sm border border-line bg-sunken px-1 text-center leading-4.5 font-sans"
        >
          {key}
        </kbd>
      ))}
    </kbd>
  );
}
