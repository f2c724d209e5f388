import type { ReactNode, RefObject, SubmitEvent } from 'react';
import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { TextInput } from './text-input.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** The question, naming the thing. */
  title: ReactNode;
  /** What follows from it. */
  consequence?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** A name that must be typed before one can confirm. */
  typeToConfirm?: { label: string; name: string } | undefined;
  /** Off for a question whose answer destroys nothing. */
  destructive?: boolean | undefined;
  /** While the answer is carried out, the dialog can neither be confirmed again nor left. */
  busy?: boolean | undefined;
}

/** Asks before something that is hard to undo. The harmless answer comes first, and so has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onCancel, title, consequence, cancelLabel, typeToConfirm, busy = false } = props;
  const cancel = useRef<HTMLButtonElement>(null);

  return (
    <Modal
      open={open}
      onClose={busy ? () => undefined : onCancel}
      role="alertdialog"
      size="sm"
      // Not a link in the consequence, though it comes first.
      initialFocus={typeToConfirm ? undefined : cancel}
      title={title}
      description={consequence}
      closeLabel={cancelLabel}
      showCloseButton={false}
    >
      <Answers {...props} cancel={cancel} />
    </Modal>
  );
}

/** Lives as long as the dialog is open, so what was typed is forgotten with it. */
function Answers({ cancel, ...props }: ConfirmDialogProps & { cancel: RefObject<HTMLButtonElement | null> }) {
  const { onConfirm, onCancel, confirmLabel, cancelLabel, typeToConfirm, destructive = true, busy } = props;
  const [typed, setTyped] = useState('');
  const blocked = typeToConfirm !== undefined && typed.trim() !== typeToConfirm.name.trim();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!blocked && !busy) onConfirm();
  }

  return (
    <form onSubmit={submit}>
      {typeToConfirm ? (
        <TextInput
          label={typeToConfirm.label}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          className="mb-4"
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button ref={cancel} variant="outline" onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button type="submit" variant={destructive ? 'danger' : 'primary'} disabled={blocked} busy={busy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
