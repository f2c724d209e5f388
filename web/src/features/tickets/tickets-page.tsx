import { TICKET_PRIORITIES, TICKET_SORTS } from '@atalaya/contract/choices';
import { TICKET_STATUS_FILTERS } from '@atalaya/contract/ticket-states';
import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { LifeBuoy, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ExportButton, ImportButton } from '../transfers/transfers.face.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { NEWEST_FIRST, listFields, listState } from '../../shared/list-state.ts';
import { OrganizationFilter } from '../organizations/organizations.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import {
  type StateOf,
  choiceField,
  dayField,
  idField,
  patternField,
  textField,
  useUrlState,
} from '../../shared/url-state.ts';
import { AssigneeFilter } from './assignee-filter.tsx';
import { FilterButton } from './filter-button.tsx';
import { TicketBulkActions } from './ticket-bulk-actions.tsx';
import { ticketColumns } from './ticket-columns.tsx';
import { TicketCounters } from './ticket-counters.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { sentFilters, ticketsQuery } from './tickets.api.ts';
import { ticketsTexts } from './tickets.es.ts';
import { useLiveTickets } from './use-live-tickets.ts';

/** `ticket`: which is open, by id, or 'new'; `view`: which part of it, the next one starts anew. */
const screenFields = { ticket: textField(), view: textField() };
const filterFields = {
  search: textField(),
  status: choiceField(TICKET_STATUS_FILTERS, null),
  priority: choiceField(TICKET_PRIORITIES, null),
  /** A person, or these words. */
  assigned: patternField(/^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
  organization: idField(),
  created_from: dayField(),
  created_to: dayField(),
  resolved_from: dayField(),
  resolved_to: dayField(),
  bin: choiceField(['true'], null),
};
const fields = listFields(filterFields, TICKET_SORTS, 'created_at');
const VIEW = {
  name: 'tickets',
  hideable: ['organization', 'priority', 'status', 'assigned_to', 'created_at'],
};

/** 'Tickets de Soporte'. */
export function TicketsPage() {
  const t = useTexts(ticketsTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const [{ ticket }, setState] = useUrlState(screenFields);
  const [state] = useListAddress();
  useLiveTickets();
  const open = (id: string) => setState({ ticket: id, view: '' });
  /** An answer may come late: another ticket that was opened since stays. */
  const close = (id: string) => setState((now) => (now.ticket === id ? { ticket: '', view: '' } : {}));
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {may('tickets.export') && !state.bin ? (
              <ExportButton what={() => ({ resource: 'tickets', filters: sentFilters(state, profile.id) })} />
            ) : null}
            {may('transfers.use') && may('tickets.create') && !state.bin ? (
              <ImportButton resource="tickets" />
            ) : null}
            {may('tickets.create') ? (
              <Button icon={<Plus size={16} />} onClick={() => open('new')}>
                {t('create')}
              </Button>
            ) : null}
          </>
        }
      />
      <TicketList onOpen={open} />
      {ticket === '' || (ticket === 'new' && !may('tickets.create')) ? null : (
        <TicketDialog id={ticket} onOpen={open} onClose={() => close(ticket)} />
      )}
    </>
  );
}

/** Filters, sort and page of the list, in the address; what one may not filter by is not there. */
function useListAddress() {
  const { may, role } = usePermissions();
  const [state, setState] = useUrlState(fields);
  const allowed = {
    ...state,
    organization: role === 'super_admin' ? state.organization : '',
    bin: may('tickets.delete') ? state.bin : null,
  };
  return [allowed, setState] as const;
}

/** Counters over the filtered list, and the list. */
function TicketList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTexts(ticketsTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const [state, setState] = useListAddress();
  const { filter, clear, isFiltered, onSort, onPage } = listState(filterFields, state, setState);
  const list = useQuery(ticketsQuery(state, profile.id));
  const isBin = state.bin !== null;
  return (
    <section aria-label={t('table')}>
      <TicketCounters
        counters={list.data?.counters}
        loading={list.isPending}
        status={state.status}
        onFilter={filter}
      />
      <ListScreen
        list={list}
        page={state.page}
        onPage={onPage}
        columns={useMemo(() => ticketColumns(t, isBin), [t, isBin])}
        sort={{ key: state.sort, direction: state.order }}
        ownOrder={NEWEST_FIRST}
        onSort={onSort}
        view={VIEW}
        search={{
          label: t('search'),
          placeholder: t('search'),
          value: state.search,
          onChange: (search) => filter({ search }, { replace: true }),
        }}
        filters={<FilterButtons state={state} onChange={filter} />}
        narrowed={{ by: { ...state, organization: '' }, onChange: filter }}
        isFiltered={isFiltered}
        onClear={clear}
        texts={{
          label: t('table'),
          loading: t('loading'),
          loadFailed: t('loadFailed'),
          pages: t('pages.label'),
          nothingFound: t(isBin ? 'bin.empty' : 'empty'),
          selectAll: t('selectAll'),
          selectRow: ({ number }) => t('selectOne', { number: String(number) }),
        }}
        empty={{
          icon: <LifeBuoy size={20} />,
          title: t('emptyAtAll'),
          description: t('emptyAtAllHint'),
          action: may('tickets.create') ? <Button onClick={() => onOpen('new')}>{t('create')}</Button> : null,
        }}
        onOpenRow={isBin ? undefined : ({ id }) => onOpen(id)}
        bulk={
          may('tickets.bulk') && !isBin
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

type Filters = StateOf<typeof filterFields>;

function FilterButtons({
  state,
  onChange,
}: {
  state: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  const t = useTexts(ticketsTexts);
  const { may, role } = usePermissions();
  const isPerson = !['', 'me', 'none'].includes(state.assigned);
  return (
    <>
      <FilterButton
        name={t('filters.status')}
        named={(value) => t('filters.statusIs', { value })}
        all={t('filters.allStatuses')}
        value={state.status}
        onChange={(status) => onChange({ status })}
        options={TICKET_STATUS_FILTERS.map((value) => ({
          value,
          label: value === 'unresolved' ? t('filters.unresolved') : t(`status.${value}`),
        }))}
      />
      <FilterButton
        name={t('filters.priority')}
        named={(value) => t('filters.priorityIs', { value })}
        all={t('filters.allPriorities')}
        value={state.priority}
        onChange={(priority) => onChange({ priority })}
        options={TICKET_PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
      />
      {may('tickets.assign') ? (
        <AssigneeFilter
          value={state.assigned}
          organization={state.organization}
          onChange={(assigned) => onChange({ assigned })}
        />
      ) : null}
      {role === 'super_admin' ? (
        // Who can have tickets depends on whose they are.
        <OrganizationFilter
          id={state.organization}
          onChange={(organization) => onChange({ organization, ...(isPerson ? { assigned: '' } : {}) })}
        />
      ) : null}
      {may('tickets.delete') ? (
        <Button
          variant={state.bin ? 'secondary' : 'outline'}
          icon={<Trash2 size={16} aria-hidden />}
          aria-pressed={state.bin !== null}
          onClick={() => onChange({ bin: state.bin ? null : 'true' })}
        >
          {t('filters.bin')}
        </Button>
      ) : null}
    </>
  );
}
