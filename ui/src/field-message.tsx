import { CircleAlert } from 'lucide-react';

export interface FieldMessageProps {
  id: string;
  error?: string | undefined;
  hint?: string | undefined;
}

/** The line below a field: the error, else the hint, else empty. Its place is kept, so nothing moves. */
export function FieldMessage({ id, error, hint }: FieldMessageProps) {
  if (error) {
    return (
      <p id={id} className="my-1 flex min-h-5 items-start gap-1 text-sm text-danger-ink">
        <CircleAlert size={14} className="mt-0.75 shrink-0" aria-hidden />
        <span>{error}</span>
      </p>
    );
  }
  return (
    <p id={id} className="my-1 min-h-5 text-sm text-muted">
      {hint}
    </p>
  );
}
