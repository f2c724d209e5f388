import { TICKET_MESSAGE_MAX } from '@atalaya/contract/limits';
import { Textarea } from '@atalaya/ui/textarea';
import { Controller, useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { filledField } from '../../shared/filled-field.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { AssigneeSelect, NOBODY } from './assignee-select.tsx';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import type { BulkAction } from './tickets.api.ts';

type BulkDialogProps = {
  name: 'assign' | 'resolve';
  count: number;
  /** Whose tickets they are, where they are of one organization. */
  organization_id: string | null;
  send: (action: BulkAction) => Promise<void>;
  onDone: () => void;
  onClose: () => void;
};

/** The bulk actions that need to know more: whom to assign to, or with which words to resolve. */
export function BulkDialog({ name, ...props }: BulkDialogProps) {
  return name === 'assign' ? <AssignMany {...props} /> : <ResolveMany {...props} />;
}

type ManyProps = Omit<BulkDialogProps, 'name'>;

function AssignMany({ count, organization_id, send, onDone, onClose }: ManyProps) {
  const t = useTexts(ticketDetailTexts);
  const form = useForm({ defaultValues: { assigned_to: NOBODY } });
  return (
    <FormDialog
      form={form}
      title={t('bulk.assignTitle', { count })}
      submitLabel={t('assign.submit')}
      codeFields={{ 'ticket.not_assignable': 'assigned_to' }}
      send={({ assigned_to }) =>
        send({ type: 'assign', assigned_to: assigned_to === NOBODY ? null : assigned_to })
      }
      onSent={onDone}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="assigned_to"
        render={({ field, fieldState }) => (
          <AssigneeSelect
            organization_id={organization_id}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  );
}

function ResolveMany({ count, send, onDone, onClose }: ManyProps) {
  const t = useTexts(ticketDetailTexts);
  const form = useForm({ mode: 'onTouched', defaultValues: { message: '' } });
  return (
    <FormDialog
      form={form}
      title={t('bulk.resolveTitle', { count })}
      description={t('bulk.resolveHint')}
      submitLabel={t('move.resolve.submit')}
      send={({ message }) => send({ type: 'resolve', message })}
      onSent={onDone}
      onClose={onClose}
    >
      <Textarea
        label={t('move.resolve.label')}
        required
        {...filledField(form, 'message', { max: TICKET_MESSAGE_MAX, missing: t('form.missing') })}
      />
    </FormDialog>
  );
}
