import type { Translate } from '../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../shared/list-sort.tsx';
import { RelativeDays } from '../../shared/relative-time.tsx';
import { RestoreTicket } from './restore-ticket.tsx';
import { TicketAge } from './ticket-age.tsx';
import { PriorityBadge, PriorityIcon, StatusBadge } from './ticket-looks.tsx';
import type { ticketsEs } from './tickets.es.ts';
import type { Ticket } from './tickets.api.ts';

/** The columns of the table; in the bin also since when, and the way back. */
export function ticketColumns(t: Translate<typeof ticketsEs>, isBin: boolean): ListColumn<Ticket>[] {
  return [
    {
      key: 'number',
      title: t('columns.ticket'),
      sortedAs: 'number',
      render: (ticket) => <TicketName ticket={ticket} />,
    },
    {
      key: 'organization',
      title: t('columns.organization'),
      plain: true,
      sortedAs: 'text',
      render: ({ organization }) => organization.name,
    },
    {
      key: 'priority',
      title: t('columns.priority'),
      plain: true,
      width: '7rem',
      sortedAs: 'number',
      render: ({ priority }) => <PriorityBadge priority={priority} />,
    },
    {
      key: 'status',
      title: t('columns.status'),
      plain: true,
      width: '8rem',
      sortedAs: [t('status.open'), t('status.closed')],
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'assigned_to',
      title: t('columns.assigned_to'),
      sortedAs: 'text',
      render: ({ assigned_to }) =>
        assigned_to ? (
          <span className="whitespace-nowrap">{assigned_to.name}</span>
        ) : (
          <span className="text-muted">{t('unassigned')}</span>
        ),
    },
    {
      key: 'created_at',
      title: t('columns.created_at'),
      width: '10rem',
      sortedAs: 'date',
      render: ({ created_at }) => <TicketAge value={created_at} />,
    },
    ...(isBin ? binColumns(t) : []),
  ];
}

function binColumns(t: Translate<typeof ticketsEs>): ListColumn<Ticket>[] {
  return [
    {
      key: 'deleted_at',
      title: t('columns.deleted_at'),
      width: '8rem',
      render: ({ deleted_at }) => (deleted_at ? <RelativeDays value={deleted_at} /> : null),
    },
    {
      key: 'restore',
      title: t('bin.restore'),
      hideTitle: true,
      width: '8rem',
      render: (ticket) => <RestoreTicket ticket={ticket} />,
    },
  ];
}

/** Never so narrow that titles cannot be told apart: between phone and desk the table scrolls. */
function TicketName({ ticket }: { ticket: Ticket }) {
  return (
    <span className="flex w-52 min-w-full items-center gap-3">
      <PriorityIcon priority={ticket.priority} />
      <span className="min-w-0">
        <span className="line-clamp-2 font-medium wrap-anywhere">{ticket.title}</span>
        <span className="block text-sm text-muted tabular-nums">#{ticket.number}</span>
      </span>
    </span>
  );
}
