import { TICKET_PRIORITIES, TICKET_SORTS } from '@atalaya/contract/choices';
import { TICKET_STATUSES } from '@atalaya/contract/ticket-states';
import { usePermissions } from '../../platform/use-permissions.ts';
import {
  choiceField,
  dayField,
  idField,
  pageField,
  patternField,
  textField,
  useUrlState,
} from '../../shared/url-state.ts';
import { type TicketListState } from './tickets.api.ts';

const fields = {
  page: pageField(),
  search: textField(),
  status: choiceField(TICKET_STATUSES, null),
  priority: choiceField(TICKET_PRIORITIES, null),
  /** A person, or these words. */
  assigned: patternField(/^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
  organization: idField(),
  created_from: dayField(),
  created_to: dayField(),
  resolved_from: dayField(),
  resolved_to: dayField(),
  bin: choiceField(['true'], null),
  sort: choiceField(TICKET_SORTS, 'created_at'),
  order: choiceField(['asc', 'desc'], 'desc'),
};

/** Filters, sort and page of the list, in the address; what one may not filter by is not there. */
export function useTicketFilters() {
  const { may, role } = usePermissions();
  const [state, setState] = useUrlState(fields);
  const allowed: TicketListState = {
    ...state,
    organization: role === 'super_admin' ? state.organization : '',
    bin: may('tickets.delete') ? state.bin : null,
  };
  return [allowed, setState] as const;
}
