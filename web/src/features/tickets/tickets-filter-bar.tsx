import { TICKET_PRIORITIES } from '@atalaya/contract/choices';
import { TICKET_STATUSES } from '@atalaya/contract/ticket-states';
import { Button } from '@atalaya/ui/button';
import type { DataTableColumn } from '@atalaya/ui/data-table';
import { Trash2 } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { NarrowedBy } from '../../shared/narrowed-by.tsx';
import { OrganizationFilter } from '../../shared/organization-filter.tsx';
import { SearchBox } from '../../shared/search-box.tsx';
import { TableViewMenu } from '../../shared/table-view-menu.tsx';
import type { TableView } from '../../shared/use-table-view.ts';
import { AssigneeFilter } from './assignee-filter.tsx';
import { FilterButton } from './filter-button.tsx';
import { ticketsTexts } from './tickets.es.ts';
import { type Ticket, type TicketFilters, type TicketListState } from './tickets.api.ts';

/** All that narrows the list down. */
export type ListFilters = TicketFilters & Pick<TicketListState, 'bin'>;

export const NO_FILTERS: ListFilters = {
  search: '',
  status: null,
  priority: null,
  assigned: '',
  organization: '',
  created_from: '',
  created_to: '',
  resolved_from: '',
  resolved_to: '',
  bin: null,
};

export function isFiltered(state: ListFilters): boolean {
  return (Object.keys(NO_FILTERS) as (keyof ListFilters)[]).some((key) => state[key] !== NO_FILTERS[key]);
}

type TicketsFilterBarProps = {
  state: ListFilters;
  onChange: (change: Partial<ListFilters>, options?: { replace: boolean }) => void;
  columns: readonly DataTableColumn<Ticket>[];
  view: TableView;
  onViewChange: (view: TableView) => void;
};

/** Search, status, priority, assignment, and how the table looks. */
export function TicketsFilterBar(props: TicketsFilterBarProps) {
  const { state, onChange, columns, view, onViewChange } = props;
  const t = useTexts(ticketsTexts);
  return (
    <div role="search" className="mb-3 flex flex-wrap items-center gap-2 max-sm:*:grow">
      <SearchBox
        label={t('search')}
        placeholder={t('search')}
        value={state.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="min-w-48 flex-1 max-sm:-order-2 sm:max-w-xs"
      />
      <FilterButtons state={state} onChange={onChange} />
      <NarrowedBy state={{ ...state, organization: '' }} onChange={onChange} />
      {isFiltered(state) ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          {t('filters.clear')}
        </Button>
      ) : null}
      <TableViewMenu columns={columns} view={view} onChange={onViewChange} />
    </div>
  );
}

function FilterButtons({ state, onChange }: Pick<TicketsFilterBarProps, 'state' | 'onChange'>) {
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
        options={TICKET_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
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
