import { TICKET_PRIORITIES } from '@atalaya/contract/choices';
import type { Role } from '@atalaya/contract/roles';
import { TICKET_SIDES, TICKET_STATUS_FILTERS } from '@atalaya/contract/ticket-states';
import { Button } from '@atalaya/ui/button';
import { LifeBuoy, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ListTransfers } from '../transfers/transfers.face.ts';
import { BinButton, BinPlace, useShowsBin } from '../bin/bin.face.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { OrganizationFilter } from '../organizations/organizations.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { readState, textField, useUrlState } from '../../shared/url-state.ts';
import { NEWEST_FIRST, useListScreen } from '../../shared/use-list-screen.ts';
import { usePhone, useTight } from '../../shared/use-phone.ts';
import { AssigneeFilter } from './assignee-filter.tsx';
import { FilterButton } from './filter-button.tsx';
import { TicketBulkActions } from './ticket-bulk-actions.tsx';
import { ticketColumns } from './ticket-columns.tsx';
import { TicketCounters } from './ticket-counters.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import {
  type TicketFilters,
  type TicketListState,
  sentFilters,
  ticketFilterFields,
  ticketListFields,
  ticketsQuery,
} from './tickets.api.ts';
import { ticketsTexts } from './tickets.es.ts';
import { useLiveTickets } from './use-live-tickets.ts';

/** `ticket`: which is open, by id, or 'new'; `view`: which part of it, the next one starts anew. */
const screenFields = { ticket: textField(), view: textField() };
const VIEW = {
  name: 'tickets',
  hideable: ['organization', 'priority', 'status', 'waits_for', 'assigned_to', 'created_at', 'updated_at'],
};

export const readAhead: ReadAhead = ({ client, search, session }) => {
  const { id, role } = session.profile;
  return client.query(ticketsQuery(allowed(readState(ticketListFields, search), role), id));
};

/** 'Tickets de Soporte'. */
export function TicketsPage() {
  const t = useTexts(ticketsTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const [{ ticket }, setScreen] = useUrlState(screenFields);
  const [state] = useListAddress();
  const isBin = useShowsBin() && may('tickets.delete');
  const isTight = useTight();
  useLiveTickets();
  const open = (id: string) => setScreen({ ticket: id, view: '' });
  /** An answer may come late: another ticket that was opened since stays. */
  const close = (id: string) => setScreen((now) => (now.ticket === id ? { ticket: '', view: '' } : {}));
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {isBin ? null : (
              <ListTransfers
                exported={
                  may('tickets.export')
                    ? () => ({ resource: 'tickets', filters: sentFilters(state, profile.id) })
                    : null
                }
                imported={may('transfers.use') && may('tickets.create') ? 'tickets' : null}
              />
            )}
            {may('tickets.delete') && !isBin && !isTight ? <BinButton /> : null}
            {may('tickets.create') ? (
              <Button icon={<Plus size={16} />} onClick={() => open('new')}>
                <span className="max-sm:sr-only">{t('create')}</span>
              </Button>
            ) : null}
          </>
        }
      />
      {isBin ? <BinPlace type="ticket" /> : <TicketList onOpen={open} />}
      {ticket === '' || (ticket === 'new' && !may('tickets.create')) ? null : (
        <TicketDialog id={ticket} onOpen={open} onClose={() => close(ticket)} />
      )}
    </>
  );
}

/** Filters, sort and page of the list, in the address. */
function useListAddress() {
  const { role } = usePermissions();
  const [state, setState] = useUrlState(ticketListFields);
  return [allowed(state, role), setState] as const;
}

/** Without what one may not filter by. */
const allowed = (state: TicketListState, role: Role) => ({
  ...state,
  organization: role === 'super_admin' ? state.organization : '',
});

/** Counters over the filtered list, and the list. */
function TicketList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTexts(ticketsTexts);
  const { profile } = useSession();
  const { may, role } = usePermissions();
  const [state, setState] = useListAddress();
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
        filters={<FilterButtons state={state} onChange={filter} />}
        further={{
          controls: <FurtherFilters state={state} onChange={filter} />,
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

type FiltersProps = { state: TicketFilters; onChange: (change: Partial<TicketFilters>) => void };

function FilterButtons({ state, onChange }: FiltersProps) {
  const t = useTexts(ticketsTexts);
  const { may, role } = usePermissions();
  const isTight = useTight();
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
      {role === 'super_admin' ? (
        // Who can have tickets depends on whose they are.
        <OrganizationFilter
          id={state.organization}
          className="w-full sm:w-48"
          onChange={(organization) => onChange({ organization, ...(isPerson ? { assigned: '' } : {}) })}
        />
      ) : null}
      {may('tickets.delete') && isTight ? <BinButton /> : null}
    </>
  );
}

/** Behind 'Más filtros': for whom tickets wait, and who has them. */
function FurtherFilters({ state, onChange }: FiltersProps) {
  const t = useTexts(ticketsTexts);
  const { may, role } = usePermissions();
  return (
    <>
      <FilterButton
        name={t('filters.waits')}
        named={(value) => t('filters.waitsFor', { value })}
        all={t('filters.allWaits')}
        value={state.waits_for}
        onChange={(waits_for) => onChange({ waits_for })}
        options={TICKET_SIDES.map((value) => ({ value, label: t(`waits.${role}.${value}`) }))}
      />
      {may('tickets.assign') ? (
        <AssigneeFilter
          value={state.assigned}
          organization={state.organization}
          onChange={(assigned) => onChange({ assigned })}
        />
      ) : null}
    </>
  );
}
