import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { AssigneeSelect, NOBODY } from './assignee-select.tsx';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import {
  type TicketDetail,
  assignTicket,
  assigneesQuery,
  useReadAgain,
  useTicketChanged,
} from './tickets.api.ts';

type Values = { assigned_to: string };

/** Assigns a ticket to a person, to oneself at a click, or to no user. */
export function AssignDialog({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const t = useTexts(ticketDetailTexts);
  const changed = useTicketChanged();
  const readAgain = useReadAgain();
  const { profile } = useSession();
  // Of when the dialog opened: where another person has changed the ticket since, the server refuses once.
  const [version, setVersion] = useState(ticket.version);
  const people = useQuery(assigneesQuery(ticket.organization.id));
  const form = useForm<Values>({ defaultValues: { assigned_to: ticket.assigned_to?.id ?? NOBODY } });
  // Its place is kept until that is known.
  const canHaveIt = people.data?.items.some(({ id }) => id === profile.id) ?? true;
  return (
    <FormDialog
      form={form}
      title={t('assign.title', { number: String(ticket.number) })}
      submitLabel={t('assign.submit')}
      codeFields={{ 'ticket.not_assignable': 'assigned_to' }}
      // The form keeps open with the ticket's new version: sent again, it overwrites what the other person saved.
      onError={(error) => {
        if (isApiError(error, 'object.stale')) setVersion((error.current as TicketDetail).version);
        readAgain(ticket.id);
        return false;
      }}
      send={({ assigned_to }) =>
        assignTicket(ticket.id, {
          version,
          assigned_to: assigned_to === NOBODY ? null : assigned_to,
        })
      }
      onSent={(answer) => {
        changed(answer);
        notify.success(t(answer.assigned_to ? 'assign.done' : 'assign.removed'));
        onClose();
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="assigned_to"
        render={({ field, fieldState }) => (
          <AssigneeSelect
            organization_id={ticket.organization.id}
            value={field.value}
            onChange={field.onChange}
            current={ticket.assigned_to}
            error={fieldState.error?.message}
          />
        )}
      />
      {canHaveIt && ticket.assigned_to?.id !== profile.id ? (
        <span className={people.isPending ? 'invisible' : ''}>
          <Button
            variant="secondary"
            size="sm"
            onClick={(event) => {
              form.setValue('assigned_to', profile.id, { shouldDirty: true });
              event.currentTarget.form?.requestSubmit();
            }}
          >
            {t('assign.me')}
          </Button>
        </span>
      ) : null}
    </FormDialog>
  );
}
