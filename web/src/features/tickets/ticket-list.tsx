import { Button } from '@atalaya/ui/button';
import { LifeBuoy } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { NEWEST_FIRST, useListScreen } from '../../shared/use-list-screen.ts';
import { usePhone } from '../../shared/use-phone.ts';
import { useTicketAddress } from './ticket-address.ts';
import { TicketBulkActions } from './ticket-bulk-actions.tsx';
import { ticketColumns } from './ticket-columns.tsx';
import { TicketCounters } from './ticket-counters.tsx';
import { FurtherTicketFilters, TicketFilters } from './ticket-filters.tsx';
import { sentFilters, ticketFilterFields, ticketsQuery } from './tickets.api.ts';
import { ticketsTexts } from './tickets.es.ts';

const VIEW = {
  name: 'tickets',
  hideable: ['organization', 'priority', 'status', 'waits_for', 'assigned_to', 'created_at', 'updated_at'],
};

/** Counters over the filtered list, and the list. */
export function TicketList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTexts(ticketsTexts);
  const { profile } = useSession();
  const { may, role } = usePermissions();
  const [state, setState] = useTicketAddress();
  const { list, screen, filter, searchBy } = useListScreen({
    filterFields: ticketFilterFields,
    state,
    setState,
    query: ticketsQuery(state, profile.id),
    topics: ['tickets'],
  });
  const showsChange = usePhone() && state.sort === 'updated_at';
  return (
    <section aria-label={t('table')}>
      <TicketCounters
        counters={list.data?.counters}
        loading={list.isPending}
        status={state.status}
        onFilter={filter}
      />
      <ListScreen
        {...screen}
        columns={useMemo(() => ticketColumns(t, role, showsChange), [t, role, showsChange])}
        ownOrder={NEWEST_FIRST}
        view={VIEW}
        search={{ label: t('search'), placeholder: t('search'), ...searchBy('search') }}
        filters={<TicketFilters state={state} onChange={filter} />}
        further={{
          controls: <FurtherTicketFilters state={state} onChange={filter} />,
          count: [state.waits_for, state.assigned].filter(Boolean).length,
        }}
        narrowed={{ by: { ...state, organization: '' }, onChange: filter }}
        texts={{
          label: t('table'),
          loading: t('loading'),
          loadFailed: t('loadFailed'),
          pages: t('pages.label'),
          nothingFound: t('empty'),
          selectAll: t('selectAll'),
          selectRow: ({ number }) => t('selectOne', { number: String(number) }),
        }}
        empty={{
          icon: <LifeBuoy size={20} />,
          title: t('emptyAtAll'),
          description: t('emptyAtAllHint'),
          action: may('tickets.create') ? <Button onClick={() => onOpen('new')}>{t('create')}</Button> : null,
        }}
        onOpenRow={({ id }) => onOpen(id)}
        bulk={
          may('tickets.bulk')
            ? {
                filters: sentFilters(state, profile.id),
                Actions: TicketBulkActions,
              }
            : undefined
        }
      />
    </section>
  );
}
