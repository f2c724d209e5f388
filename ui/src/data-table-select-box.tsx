import { Check, Minus } from 'lucide-react';
import { useEffect, useRef, type ChangeEvent } from 'react';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean | undefined;
  disabled?: boolean | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/**
 * A native checkbox, since a table mounts one per row and its click must tell whether Shift was held.
 * The label fills the cell, so that the whole of it can be pressed.
 */
export function SelectBox({ label, checked, indeterminate = false, disabled, onChange }: SelectBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const Mark = indeterminate ? Minus : Check;
  return (
    <label className="relative grid size-8 cursor-pointer place-items-center select-none has-disabled:cursor-not-allowed">
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        className="peer col-start-1 row-start-1 size-4 cursor-[inherit] appearance-none rounded-sm border border-line-strong bg-surface checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus disabled:opacity-40"
      />
      <Mark
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none invisible col-start-1 row-start-1 size-3 text-on-primary peer-checked:visible peer-indeterminate:visible"
      />
    </label>
  );
}
