import type { ComponentProps } from 'react';
import { useId } from 'react';
import { FieldMessage } from './field-message.tsx';

export interface TextareaProps extends ComponentProps<'textarea'> {
  label: string;
  hideLabel?: boolean | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  /** Goes to the outer element. */
  className?: string | undefined;
}

/** Several lines of text; grows with what is written. Further props go to the textarea. */
export function Textarea(props: TextareaProps) {
  const { label, hideLabel, error, hint, className, id: givenId, ...textarea } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const messageId = `${id}-message`;
  const hasMessage = Boolean(error ?? hint);

  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
      </label>
      <textarea
        rows={4}
        aria-invalid={error ? true : undefined}
        aria-describedby={hasMessage ? messageId : undefined}
        {...textarea}
        id={id}
        className="field-box field-sizing-content min-h-20 w-full px-3 py-2"
      />
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
}
