import { Badge } from '@atalaya/ui/badge';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { TICKET_TONES } from '../../shared/status-tones.ts';
import { TicketAge } from '../tickets/tickets.face.ts';
import { dashboardTexts } from './dashboard.es.ts';
import type { LatestTicket } from './dashboard.api.ts';
import { PartFailed } from './part-failed.tsx';

type TicketsCardProps = { tickets: LatestTicket[] | null | undefined; onRetry: () => void };

/** The latest tickets: of the organization for an admin, their own for a user. */
export function TicketsCard({ tickets, onRetry }: TicketsCardProps) {
  const t = useTexts(dashboardTexts);
  return (
    <Card
      title={
        <Link to="/admin/tickets" className="press-around relative">
          {t('tickets.title')}
        </Link>
      }
      className="break-inside-avoid"
    >
      <div className="min-h-52">
        {tickets === undefined ? <Skeleton className="h-52 w-full" /> : null}
        {tickets === null ? <PartFailed onRetry={onRetry} /> : null}
        {tickets?.length === 0 ? <p className="text-muted">{t('tickets.empty')}</p> : null}
        <ul>
          {tickets?.map(({ id, number, title, status, created_at }) => (
            <li
              key={id}
              className="relative flex items-center gap-3 border-b border-line py-2 last:border-0 hover:bg-hover"
            >
              <div className="min-w-0 flex-1">
                <Link
                  to="/admin/tickets"
                  search={{ ticket: id }}
                  className="card-link block truncate font-medium"
                >
                  {title}
                </Link>
                <p className="text-xs text-muted">
                  {t('tickets.number', { number: `#${number}` })} · <TicketAge value={created_at} />
                </p>
              </div>
              <Badge tone={TICKET_TONES[status]} dot>
                {t(`tickets.status.${status}`)}
              </Badge>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
