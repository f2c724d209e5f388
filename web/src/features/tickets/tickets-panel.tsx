import { Button } from '@atalaya/ui/button';
import { DataTable, type DataTableSort } from '@atalaya/ui/data-table';
import { EmptyState } from '@atalaya/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { LifeBuoy, Search } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { useLastPage } from '../../shared/use-last-page.ts';
import { useSelected } from '../../shared/use-selected.ts';
import { useTableView } from '../../shared/use-table-view.ts';
import { ticketColumns } from './ticket-columns.tsx';
import { TicketCounters } from './ticket-counters.tsx';
import { TicketsBulkBar } from './tickets-bulk-bar.tsx';
import { type ListFilters, NO_FILTERS, TicketsFilterBar, isFiltered } from './tickets-filter-bar.tsx';
import { ticketsTexts } from './tickets.es.ts';
import { type Ticket, type TicketSort, sentFilters, ticketsQuery } from './tickets.api.ts';
import { useTicketFilters } from './use-ticket-filters.ts';

const HIDEABLE = ['organization', 'priority', 'status', 'assigned_to', 'created_at'];

/** Counters, filters in the address, the table, the bulk bar. */
export function TicketsPanel({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTexts(ticketsTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const [state, setState] = useTicketFilters();
  const [selected, setSelected] = useSelected({ ...sentFilters(state, profile.id), bin: state.bin });
  const [view, setView] = useTableView('tickets', HIDEABLE);
  const isBin = state.bin !== null;
  const list = useQuery(ticketsQuery(state, profile.id));
  const columns = useMemo(() => ticketColumns(t, isBin), [t, isBin]);
  const rows = list.data?.items ?? [];
  const total = list.data?.total ?? 0;

  useLastPage(list, state.page, (page) => setState({ page }, { replace: true }));

  const filter = (change: Partial<ListFilters>, options?: { replace: boolean }) =>
    setState({ ...change, page: 1 }, options);

  return (
    <section aria-label={t('table')}>
      <TicketCounters counters={list.data?.counters} loading={list.isPending} />
      <TicketsFilterBar
        state={state}
        onChange={filter}
        columns={columns}
        view={view}
        onViewChange={setView}
      />
      <div className="rounded-lg border border-line bg-surface">
        {selected.size > 0 ? (
          <TicketsBulkBar
            selected={selected}
            filters={state}
            rows={rows}
            total={total}
            onDone={() => setSelected(new Set())}
          />
        ) : null}
        {list.isError && !list.data ? (
          <LoadFailed title={t('loadFailed')} onRetry={list.refetch} />
        ) : (
          <DataTable<Ticket>
            columns={columns}
            rows={rows}
            loading={list.isPending}
            busy={list.isPlaceholderData}
            density={view.density}
            hiddenColumns={view.hidden}
            sort={sortOf(state)}
            onSortChange={({ key, direction }) =>
              setState({ sort: key as TicketSort, order: direction, page: 1 })
            }
            {...(may('tickets.bulk') && !isBin ? { selected, onSelectedChange: setSelected } : {})}
            onOpenRow={isBin ? undefined : (ticket) => onOpen(ticket.id)}
            texts={{
              label: t('table'),
              loading: t('loading'),
              selectAll: t('selectAll'),
              selectRow: (ticket) => t('selectOne', { number: String(ticket.number) }),
              empty: (
                <NoTickets
                  filtered={isFiltered(state)}
                  inBin={isBin}
                  onClear={() => filter(NO_FILTERS)}
                  onCreate={may('tickets.create') ? () => onOpen('new') : undefined}
                />
              ),
            }}
          />
        )}
        <ListPages
          label={t('pages.label')}
          page={state.page}
          total={total}
          onPageChange={(page) => setState({ page })}
        />
      </div>
    </section>
  );
}

/** Newest first is how the list comes: no column is marked for it. */
function sortOf({ sort, order }: { sort: TicketSort; order: 'asc' | 'desc' }): DataTableSort | null {
  return sort === 'created_at' && order === 'desc' ? null : { key: sort, direction: order };
}

type NoTicketsProps = {
  filtered: boolean;
  inBin: boolean;
  onClear: () => void;
  /** Absent: not allowed. */
  onCreate: (() => void) | undefined;
};

function NoTickets({ filtered, inBin, onClear, onCreate }: NoTicketsProps) {
  const t = useTexts(ticketsTexts);
  if (!filtered)
    return (
      <EmptyState
        icon={<LifeBuoy size={20} />}
        title={t('emptyAtAll')}
        description={t('emptyAtAllHint')}
        action={onCreate ? <Button onClick={onCreate}>{t('create')}</Button> : null}
      />
    );
  return (
    <EmptyState
      icon={<Search size={20} />}
      title={t(inBin ? 'bin.empty' : 'empty')}
      action={
        <Button variant="outline" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      }
    />
  );
}
