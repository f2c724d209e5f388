import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> {
  label: ReactNode;
  hideLabel?: boolean | undefined;
  hint?: string | undefined;
  /** Goes to the outer element. */
  className?: string | undefined;
}

const track =
  'relative h-5 w-9 shrink-0 appearance-none rounded-full border border-line-strong bg-sunken transition-colors ' +
  'before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-line-strong ' +
  'before:transition-[translate] checked:border-primary checked:bg-primary checked:before:translate-x-4 ' +
  'checked:before:bg-on-primary disabled:cursor-not-allowed disabled:opacity-50';

/** On or off, at once; inside a form that is saved later use a Checkbox. Further props go to the input. */
export function Switch({ label, hideLabel, hint, className, id: givenId, ...input }: SwitchProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={classNames('flex items-start gap-3', className)}>
      <input
        {...input}
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox tells it itself
        role="switch"
        aria-describedby={hint && `${id}-hint`}
        className={track}
      />
      <span className="min-w-0">
        <label htmlFor={id} className={hideLabel ? 'sr-only' : 'block'}>
          {label}
        </label>
        {hint ? (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        ) : null}
      </span>
    </div>
  );
}
