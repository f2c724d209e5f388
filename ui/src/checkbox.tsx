import { Check, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode;
  /** The label is read out only, as in a table. */
  hideLabel?: boolean | undefined;
  hint?: string | undefined;
  /** Some but not all of the items that it represents are chosen. */
  indeterminate?: boolean | undefined;
  /** Goes to the outer element. */
  className?: string | undefined;
}

const box =
  'field-box peer relative size-4 appearance-none rounded-sm checked:border-primary checked:bg-primary ' +
  'indeterminate:border-primary indeterminate:bg-primary disabled:opacity-50';
const mark = 'pointer-events-none absolute inset-0.5 hidden size-3 text-on-primary';

/** A box to tick, with its label. Further props go to the input. */
export function Checkbox(props: CheckboxProps) {
  const { label, hideLabel, hint, indeterminate = false, className, id: givenId, ref, ...input } = props;
  const ownId = useId();
  const own = useRef<HTMLInputElement>(null);
  const id = givenId ?? ownId;

  // After every render: a click clears it in the browser, even where React's value stays the same.
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate;
  });

  function attach(element: HTMLInputElement | null) {
    own.current = element;
    if (typeof ref === 'function') return ref(element);
    if (ref) ref.current = element;
    return undefined;
  }

  return (
    <div
      className={classNames(
        'flex items-start',
        (!hideLabel || hint) && 'gap-2 pointer-coarse:py-3',
        className,
      )}
    >
      <span className="relative mt-0.5 inline-flex size-4 shrink-0">
        <input
          {...input}
          ref={attach}
          id={id}
          type="checkbox"
          aria-describedby={hint && `${id}-hint`}
          className={box}
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className={classNames(mark, 'peer-checked:block peer-indeterminate:hidden')}
        />
        <Minus aria-hidden strokeWidth={3} className={classNames(mark, 'peer-indeterminate:block')} />
      </span>
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
