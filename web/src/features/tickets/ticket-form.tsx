import { TICKET_PRIORITIES } from '@atalaya/contract/choices';
import { TICKET_DESCRIPTION_MAX, TICKET_TITLE_MAX } from '@atalaya/contract/limits';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import { type ReactNode, useEffect } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { filledField } from '../../shared/filled-field.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { useStaleForm } from '../../shared/use-stale-form.ts';
import { OrganizationPicker } from '../organizations/organizations.face.ts';
import { AttachArea, AttachButton, AttachedFiles } from './ticket-files/attachments-field.tsx';
import { AssigneeSelect, NOBODY } from './assignee-select.tsx';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import { StaleTicket } from './stale-ticket.tsx';
import { type TicketValues, valuesOf } from './ticket-values.ts';
import { ticketsTexts } from './tickets.es.ts';
import { type Attachments, useAttachments } from './ticket-files/use-attachments.ts';
import { useRequestId } from '../../shared/use-request-id.ts';
import { type TicketDetail, createTicket, updateTicket, useTicketChanged } from './tickets.api.ts';

type TicketFormProps = {
  /** Null: a new one. */
  ticket: TicketDetail | null;
  /** Opens the ticket that has been created. */
  onOpen?: (id: string) => void;
  onClose: () => void;
};

/** 'Crear Ticket', or the title, description and priority of one that is there. */
export function TicketForm({ ticket, onOpen, onClose }: TicketFormProps) {
  const t = useTexts(ticketDetailTexts);
  const changed = useTicketChanged();
  // The ticket as it was when the form opened: what is edited must not change while the person types.
  const form = useForm<TicketValues>({ mode: 'onTouched', defaultValues: valuesOf(ticket) });
  const { stored, stale, onError } = useStaleForm(form, ticket, valuesOf);
  const attachments = useAttachments(null);
  const chosen = attachments.files.length;
  useEffect(() => form.setValue('files', chosen, { shouldDirty: true }), [form, chosen]);
  const send = useSend(stored, attachments);
  return (
    <FormDialog
      form={form}
      title={ticket ? t('form.editTitle', { number: String(ticket.number) }) : t('form.createTitle')}
      submitLabel={ticket ? t('form.save') : t('form.create')}
      size="lg"
      canSubmit={!stale && attachments.isReady}
      send={send}
      codeFields={{ 'ticket.not_assignable': 'assigned_to' }}
      onError={onError}
      onSent={(answer) => {
        changed(answer);
        if (ticket) notify.success(t('form.updated'));
        else
          notify.success(t('form.created', { number: String(answer.number) }), {
            action: { label: t('form.see'), onClick: () => onOpen?.(answer.id) },
          });
        onClose();
      }}
      onClose={onClose}
    >
      {stale ? <StaleTicket {...stale} /> : null}
      <Fields form={form} attachments={ticket ? null : attachments} />
    </FormDialog>
  );
}

/** A new ticket as a whole; of one that is there what changed, with the version that the person has seen. */
function useSend(stored: TicketDetail | null, { ids }: Attachments) {
  const { may } = usePermissions();
  const request = useRequestId();
  return ({ title, description, priority, organization_id, assigned_to }: TicketValues) => {
    if (!stored) {
      const sent = {
        title,
        description,
        priority,
        ...(organization_id ? { organization_id: organization_id.value } : {}),
        ...(may('tickets.assign') ? { assigned_to: assigned_to === NOBODY ? null : assigned_to } : {}),
        attachments: ids,
      };
      return createTicket({ ...sent, request_id: request.of(sent) });
    }
    return updateTicket(stored.id, {
      version: stored.version,
      ...(title === stored.title ? {} : { title }),
      ...(description === stored.description ? {} : { description }),
      ...(priority === stored.priority ? {} : { priority }),
    });
  };
}

type FieldsProps = {
  form: UseFormReturn<TicketValues>;
  /** Of a new ticket; null: it is there already. */
  attachments: Attachments | null;
};

function Fields({ form, attachments }: FieldsProps) {
  const t = useTexts(ticketDetailTexts);
  const list = useTexts(ticketsTexts);
  const { errors } = form.formState;
  const filled = (value: string) => value.trim() !== '' || t('form.missing');
  return (
    <>
      <TextInput
        label={t('form.title')}
        required
        {...filledField(form, 'title', { max: TICKET_TITLE_MAX, missing: t('form.missing') })}
      />
      {attachments ? <OrganizationField form={form} /> : null}
      <Described attachments={attachments}>
        <Textarea
          label={t('form.description')}
          required
          rows={5}
          maxLength={TICKET_DESCRIPTION_MAX}
          hint={t('form.descriptionHint')}
          error={errors.description?.message}
          className="[&_textarea]:max-h-[50dvh]"
          {...form.register('description', { validate: filled })}
        />
      </Described>
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="priority"
          render={({ field, fieldState }) => (
            <Select
              label={t('form.priority')}
              value={field.value}
              onValueChange={field.onChange}
              error={fieldState.error?.message}
              options={TICKET_PRIORITIES.toReversed().map((value) => ({
                value,
                label: list(`priority.${value}`),
              }))}
            />
          )}
        />
        {attachments ? <AssigneeField form={form} /> : null}
      </div>
    </>
  );
}

/** The description, with the files that go with it. */
function Described({ attachments, children }: { attachments: Attachments | null; children: ReactNode }) {
  if (!attachments) return children;
  return (
    <AttachArea attachments={attachments}>
      {children}
      <AttachedFiles attachments={attachments} />
      <div className="mt-2">
        <AttachButton attachments={attachments} />
      </div>
    </AttachArea>
  );
}

/** Whose ticket it is: a super_admin says. Who could have it depends on that. */
function OrganizationField({ form }: { form: UseFormReturn<TicketValues> }) {
  const t = useTexts(ticketDetailTexts);
  const { profile } = useSession();
  if (profile.role !== 'super_admin') return null;
  return (
    <Controller
      control={form.control}
      name="organization_id"
      rules={{ required: t('form.organizationMissing') }}
      render={({ field, fieldState }) => (
        <OrganizationPicker
          value={field.value}
          onValueChange={(value) => {
            field.onChange(value);
            form.setValue('assigned_to', NOBODY);
          }}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

function AssigneeField({ form }: { form: UseFormReturn<TicketValues> }) {
  const t = useTexts(ticketDetailTexts);
  const { role, may } = usePermissions();
  const organization = form.watch('organization_id');
  if (!may('tickets.assign')) return null;
  const isWaiting = role === 'super_admin' && organization === null;
  return (
    <Controller
      control={form.control}
      name="assigned_to"
      render={({ field, fieldState }) => (
        <AssigneeSelect
          organization_id={organization?.value ?? null}
          value={field.value}
          onChange={field.onChange}
          disabled={isWaiting}
          hint={isWaiting ? t('form.assignHint') : undefined}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
