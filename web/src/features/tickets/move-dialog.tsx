import { TICKET_MESSAGE_MAX } from '@atalaya/contract/limits';
import { Textarea } from '@atalaya/ui/textarea';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import { type TicketDetail, moveTicket, useReadAgain, useTicketChanged } from './tickets.api.ts';

type MoveDialogProps = {
  move: 'resolve' | 'close' | 'reopen';
  ticket: TicketDetail;
  onClose: () => void;
};

/** 'Marcar como Resuelto', which needs a message to the customer; closing and reopening, which may have one. */
export function MoveDialog({ move, ticket, onClose }: MoveDialogProps) {
  const t = useTexts(ticketDetailTexts);
  const changed = useTicketChanged();
  const readAgain = useReadAgain();
  const form = useForm({ mode: 'onTouched', defaultValues: { message: '' } });
  const named = { number: String(ticket.number) };
  const isNeeded = move === 'resolve';
  return (
    <FormDialog
      form={form}
      title={t(`move.${move}.title`, named)}
      description={t(`move.${move}.hint`)}
      submitLabel={t(`move.${move}.submit`)}
      onError={() => {
        readAgain(ticket.id);
        return false;
      }}
      send={({ message }) => moveTicket(move, ticket.id, message)}
      onSent={(answer) => {
        changed(answer);
        notify.success(t(`move.${move}.done`));
        onClose();
      }}
      onClose={onClose}
    >
      <Textarea
        label={t(`move.${move}.label`)}
        required={isNeeded}
        maxLength={TICKET_MESSAGE_MAX}
        error={form.formState.errors.message?.message}
        {...form.register('message', {
          validate: (value) => !isNeeded || value.trim() !== '' || t('form.missing'),
        })}
      />
    </FormDialog>
  );
}
