import { Eye, EyeOff } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { FieldMessage } from './field-message.tsx';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size'> {
  label: string;
  /** For a field whose purpose is plain from its place, a search box: the label is read out only. */
  hideLabel?: boolean | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  /** Decoration inside the field, before the text. */
  icon?: ReactNode;
  /** Something small inside the field, after the text. */
  trailing?: ReactNode;
  /** With both names a password field gets a button that shows what was typed. */
  visibilityLabels?: { show: string; hide: string } | undefined;
  /** Goes to the outer element. */
  className?: string | undefined;
}

/** One line of text with its label and, below, an error or a hint. Further props go to the input. */
export function TextInput(props: TextInputProps) {
  const { label, hideLabel, error, hint, icon, visibilityLabels, className, ...rest } = props;
  const { trailing, type = 'text', id: givenId, ...input } = rest;
  const ownId = useId();
  const [visible, setVisible] = useState(false);
  const id = givenId ?? ownId;
  const messageId = `${id}-message`;
  const hasMessage = Boolean(error ?? hint);
  const toggle = visibilityLabels && (
    <VisibilityToggle labels={visibilityLabels} visible={visible} onToggle={() => setVisible(!visible)} />
  );
  const after = toggle ?? trailing;

  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
      </label>
      <div className="relative">
        {icon ? <FieldIcon>{icon}</FieldIcon> : null}
        <input
          aria-invalid={error ? true : undefined}
          aria-describedby={hasMessage ? messageId : undefined}
          {...input}
          id={id}
          type={visibilityLabels && visible ? 'text' : type}
          className={classNames('field-box h-9 w-full px-3', icon ? 'pl-9' : '', after ? 'pr-10' : '')}
        />
        {after ? <div className="absolute inset-y-0 right-0 flex items-center pr-1">{after}</div> : null}
      </div>
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
}

function FieldIcon({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 left-0 flex items-center pl-3 text-muted"
    >
      {children}
    </span>
  );
}

interface VisibilityToggleProps {
  labels: { show: string; hide: string };
  visible: boolean;
  onToggle: () => void;
}

function VisibilityToggle({ labels, visible, onToggle }: VisibilityToggleProps) {
  const Icon = visible ? EyeOff : Eye;
  return (
    <button
      type="button"
      aria-label={visible ? labels.hide : labels.show}
      onClick={onToggle}
      className="press-around relative grid size-7 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
