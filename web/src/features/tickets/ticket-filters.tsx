import { TICKET_PRIORITIES } from '@atalaya/contract/choices';
import { TICKET_SIDES, TICKET_STATUS_FILTERS } from '@atalaya/contract/ticket-states';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { BinButton } from '../bin/bin.face.ts';
import { OrganizationFilter } from '../organizations/organizations.face.ts';
import { useTight } from '../../shared/use-phone.ts';
import { AssigneeFilter } from './assignee-filter.tsx';
import { FilterButton } from './filter-button.tsx';
import type { TicketFilters as Filters } from './tickets.api.ts';
import { ticketsTexts } from './tickets.es.ts';

type TicketFiltersProps = { state: Filters; onChange: (change: Partial<Filters>) => void };

/** Beside the search: status, priority, organization, and on narrow screens the way to the bin. */
export function TicketFilters({ state, onChange }: TicketFiltersProps) {
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
export function FurtherTicketFilters({ state, onChange }: TicketFiltersProps) {
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
