import { TICKET_STATUSES } from '@atalaya/contract/ticket-states';
import { choiceField, pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { PRIORITIES } from './tickets.api.ts';

const SORTS = ['number', 'organization', 'priority', 'status', 'assigned_to', 'created_at'] as const;

const fields = {
  page: pageField(),
  search: textField(),
  status: choiceField(TICKET_STATUSES, null),
  priority: choiceField(PRIORITIES, null),
  assigned: choiceField(['me', 'none'], null),
  sort: choiceField(SORTS, 'created_at'),
  order: choiceField(['asc', 'desc'], 'desc'),
};

/** Filters, sort and page of the list, in the address. */
export const useTicketFilters = () => useUrlState(fields);
