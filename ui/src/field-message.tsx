import { CircleAlert } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { afterPress } from './press.ts';

export interface FieldMessageProps {
  id: string;
  error?: string | undefined;
  hint?: string | undefined;
}

/** A field is checked as it is left, which may be by a press on a button below: that does not move away until it is let go. */
function useOnceReleased<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useLayoutEffect(() => afterPress(() => setShown(value)), [value]);
  return shown;
}

/** The line below a field: the error, else the hint, else none. */
export function FieldMessage({ id, error, hint }: FieldMessageProps) {
  const shown = useOnceReleased(error);
  if (shown) {
    return (
      <p id={id} className="mt-1 flex items-start gap-1 text-sm text-danger-ink">
        <CircleAlert size={14} className="mt-0.75 shrink-0" aria-hidden />
        <span>{shown}</span>
      </p>
    );
  }
  if (!hint) return null;
  return (
    <p id={id} className="mt-1 text-sm text-muted">
      {hint}
    </p>
  );
}
