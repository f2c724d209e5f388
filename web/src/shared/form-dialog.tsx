import { Button } from '@atalaya/ui/button';
import { Modal, type ModalSize } from '@atalaya/ui/modal';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTexts } from '../platform/messages/use-texts.ts';
import { dialogsTexts } from './dialogs.es.ts';
import { FormProblem } from './form-problem.tsx';
import { DiscardDialog, UnsavedGuard } from './unsaved-guard.tsx';
import { type FormSend, useFormSend } from './use-form-send.ts';

type FormDialogProps<Values extends FieldValues, Result> = FormSend<Values, Result> & {
  title: string;
  description?: ReactNode;
  submitLabel: string;
  onClose: () => void;
  size?: ModalSize;
  /** What is to be read comes before the fields. */
  startsAtTitle?: boolean;
  /** What it sends takes something away for good. */
  danger?: boolean;
  /** What was typed has had its answer and is of no more use: leaving asks nothing. */
  settled?: boolean;
  /** Off while the form cannot be right yet. */
  canSubmit?: boolean;
  /** The fields. */
  children: ReactNode;
};

/**
 * A form in a dialog: owns sending, what the server refuses, and the question before changes are lost.
 * Mount it while it is open; `form` is made where its fields are, with `mode: 'onTouched'`.
 */
export function FormDialog<Values extends FieldValues, Result>(props: FormDialogProps<Values, Result>) {
  const {
    title,
    description,
    submitLabel,
    onClose,
    onSent,
    size,
    startsAtTitle,
    canSubmit = true,
    children,
    form,
  } = props;
  const t = useTexts(dialogsTexts);
  const id = useId();
  const [asking, setAsking] = useState(false);
  const left = useRef(false);
  const isUnsaved = form.formState.isDirty && !props.settled;
  const leave = (then: () => void) => {
    left.current = true;
    then();
  };
  const sent = (result: Result, values: Values) => leave(() => onSent(result, values));
  const { submit, problem, busy } = useFormSend({ ...props, onSent: sent });
  const close = () => (isUnsaved ? setAsking(true) : leave(onClose));
  return (
    <Modal
      open
      onClose={busy ? () => undefined : close}
      title={title}
      description={description}
      closeLabel={t('close')}
      size={size}
      startsAtTitle={startsAtTitle}
      footer={
        <>
          <Button variant="outline" onClick={close} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={props.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={!canSubmit}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {children}
        <FormProblem problem={problem} />
      </form>
      <DiscardDialog open={asking} onStay={() => setAsking(false)} onDiscard={() => leave(onClose)} />
      <UnsavedGuard when={() => isUnsaved && !left.current} />
    </Modal>
  );
}
