import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { DateAndTime } from '../../shared/date-and-time.tsx';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import { ticketsTexts } from './tickets.es.ts';
import type { TicketDetail } from './tickets.api.ts';

/** Whose ticket it is, since when, and who has it. */
export function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const t = useTexts(ticketDetailTexts);
  const words = useTexts(ticketsTexts);
  const { role } = usePermissions();
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-lg border border-line p-4 text-sm sm:grid-cols-5">
      <Fact name={t('organization')}>{ticket.organization.name}</Fact>
      <Fact name={t('createdBy')}>{ticket.created_by.name}</Fact>
      <Fact name={t('createdAt')}>
        <DateAndTime value={ticket.created_at} />
      </Fact>
      <Fact name={t('assignedTo')}>
        {ticket.assigned_to?.name ?? <span className="text-muted">{t('unassigned')}</span>}
      </Fact>
      <Fact name={words('columns.waits_for')}>
        {/* Its two lines are kept: what is below must not move while the person reads. */}
        <span className="block min-h-10">
          {ticket.waits_for ? (
            words(`waits.${role}.${ticket.waits_for}`)
          ) : (
            <span className="text-muted">{t('waitsForNone')}</span>
          )}
          {ticket.waiting_since ? (
            <span className="block font-normal text-muted">
              <DateAndTime value={ticket.waiting_since} />
            </span>
          ) : null}
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
