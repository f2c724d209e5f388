import type { Role } from '@atalaya/contract/roles';
import type { Translate } from '../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../shared/list-sort.tsx';
import { TicketAge } from './ticket-age.tsx';
import { PriorityBadge, StatusBadge } from './ticket-looks.tsx';
import type { ticketsEs } from './tickets.es.ts';
import type { Ticket } from './tickets.api.ts';

/**
 * The columns of the table. On a phone the last change is in the card of a list that is sorted by it, in the place of
 * whose turn it is and without its name: the line has no room for more.
 */
export function ticketColumns(
  t: Translate<typeof ticketsEs>,
  role: Role,
  showsChange: boolean,
): ListColumn<Ticket>[] {
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
      render: ({ organization: { name } }) => <NameInTwoLines name={name} />,
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
      card: 'first',
      width: '8rem',
      sortedAs: [t('status.open'), t('status.closed')],
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'waits_for',
      title: t('columns.waits_for'),
      card: showsChange ? 'none' : 'second',
      width: '8rem',
      sortedAs: [t(`waits.${role}.customer`), t(`waits.${role}.staff`)],
      render: ({ waits_for }) =>
        waits_for ? t(`waits.${role}.${waits_for}`) : <span className="text-muted cards:hidden">—</span>,
    },
    {
      key: 'assigned_to',
      title: t('columns.assigned_to'),
      plain: true,
      card: 'none',
      sortedAs: 'text',
      render: ({ assigned_to }) =>
        assigned_to ? (
          <NameInTwoLines name={assigned_to.name} />
        ) : (
          <span className="text-muted">{t('unassigned')}</span>
        ),
    },
    {
      key: 'created_at',
      title: t('columns.created_at'),
      plain: true,
      card: 'none',
      width: '10.5rem',
      sortedAs: 'date',
      render: ({ created_at }) => <TicketAge value={created_at} />,
    },
    {
      key: 'updated_at',
      title: t('columns.updated_at'),
      plain: showsChange,
      card: showsChange ? 'second' : 'none',
      width: '10.5rem',
      sortedAs: 'date',
      render: ({ updated_at }) => (
        <span data-whole>
          <TicketAge value={updated_at} />
        </span>
      ),
    },
  ];
}

/** As wide as its column lets it be; in a card its number comes before its title. */
function TicketName({ ticket }: { ticket: Ticket }) {
  return (
    <span className="block w-44 min-w-full cards:flex cards:w-full cards:flex-row-reverse cards:justify-end cards:gap-2 print:w-auto">
      <span title={ticket.title} className="block truncate font-medium">
        {ticket.title}
      </span>
      <span className="block text-sm text-muted tabular-nums">#{ticket.number}</span>
    </span>
  );
}

/** In a card it has one line. What is cut off is its tooltip; no long word makes the table wider. */
function NameInTwoLines({ name }: { name: string }) {
  return (
    <span
      title={name}
      className="line-clamp-2 w-20 min-w-full wrap-break-word cards:block cards:w-auto cards:min-w-0 cards:truncate print:w-auto"
    >
      {name}
    </span>
  );
}
