import { useTexts } from '../../platform/messages/use-texts.ts';
import { StaleNotice } from '../../shared/stale-notice.tsx';
import type { StaleValues } from '../../shared/use-stale-form.ts';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import type { TicketValues } from './ticket-values.ts';
import { ticketsTexts } from './tickets.es.ts';

/** What another person has saved about this ticket while the form was open. */
export function StaleTicket({ stored, mine, ...choice }: StaleValues<TicketValues>) {
  const t = useTexts(ticketDetailTexts);
  const list = useTexts(ticketsTexts);
  return (
    <StaleNotice
      lines={[
        [t('form.title'), mine.title, stored.title],
        [t('form.description'), mine.description, stored.description],
        [t('form.priority'), list(`priority.${mine.priority}`), list(`priority.${stored.priority}`)],
      ]}
      {...choice}
    />
  );
}
