import type { Role } from '@atalaya/contract/roles';
import { usePermissions } from '../../platform/use-permissions.ts';
import { readState, useUrlState } from '../../shared/url-state.ts';
import { type TicketListState, ticketListFields } from './tickets.api.ts';

/** Without what this role may not filter by. */
const allowed = (state: TicketListState, role: Role) => ({
  ...state,
  organization: role === 'super_admin' ? state.organization : '',
});

/** Filters, sort and page of the list, in the address. */
export function useTicketAddress() {
  const { role } = usePermissions();
  const [state, setState] = useUrlState(ticketListFields);
  return [allowed(state, role), setState] as const;
}

/** The same from an address that is on its way. */
export const readTicketAddress = (search: Record<string, unknown>, role: Role) =>
  allowed(readState(ticketListFields, search), role);
