import { TICKET_PRIORITIES, TICKET_SORTS } from '@atalaya/contract/choices';
import { TICKET_SIDES, TICKET_STATUS_FILTERS } from '@atalaya/contract/ticket-states';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';
import {
  type StateOf,
  choiceField,
  dayField,
  idField,
  patternField,
  textField,
} from '../../shared/url-state.ts';
import { listFields } from '../../shared/use-list-screen.ts';

export type Ticket = Answer<'listTickets'>['items'][number];
export type TicketDetail = Answer<'readTicket'>;
export type TicketMessage = TicketDetail['messages'][number];
export type TicketAttachment = TicketDetail['attachments'][number];
export type TicketHistory = TicketDetail['history'][number];
export type Assignee = Answer<'listTicketAssignees'>['items'][number];
export type CannedReply = Answer<'listCannedReplies'>['items'][number];

/** What the list of tickets is narrowed by, as the address holds it: nothing reads as something empty. */
export const ticketFilterFields = {
  search: textField(),
  status: choiceField(TICKET_STATUS_FILTERS, null),
  priority: choiceField(TICKET_PRIORITIES, null),
  waits_for: choiceField(TICKET_SIDES, null),
  /** A person, or these words. */
  assigned: patternField(/^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
  organization: idField(),
  created_from: dayField(),
  created_to: dayField(),
  resolved_from: dayField(),
  resolved_to: dayField(),
};
export const ticketListFields = listFields(ticketFilterFields, TICKET_SORTS, 'created_at');
export type TicketFilters = StateOf<typeof ticketFilterFields>;
export type TicketListState = StateOf<typeof ticketListFields>;

/** How often an open ticket is read again, in milliseconds, should live events not reach the browser at all. */
const REFRESH_MS = 60_000;

/** The filters as the server takes them: what is not set is left out. `self`: the id of who asks. */
export function sentFilters(filters: TicketFilters, self: string) {
  const { search, status, priority, waits_for, assigned, organization } = filters;
  const { created_from, created_to, resolved_from, resolved_to } = filters;
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(status ? { status } : {}),
    ...(priority ? { priority } : {}),
    ...(waits_for ? { waits_for } : {}),
    ...(assigned ? { assigned_to: assigned === 'me' ? self : assigned } : {}),
    ...(organization ? { organization_id: organization } : {}),
    ...(created_from ? { created_from } : {}),
    ...(created_to ? { created_to } : {}),
    ...(resolved_from ? { resolved_from } : {}),
    ...(resolved_to ? { resolved_to } : {}),
  };
}

export type SentFilters = ReturnType<typeof sentFilters>;

export function ticketsQuery(state: TicketListState, self: string) {
  const { page, sort, order } = state;
  const query = { ...sentFilters(state, self), page, sort, order };
  return queryOptions({
    queryKey: ['tickets', 'list', query],
    queryFn: ({ signal }) => call('listTickets', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One ticket, read again every minute while its tab is visible. */
export function ticketQuery(id: string) {
  return queryOptions({
    queryKey: ['tickets', 'one', id],
    queryFn: ({ signal }) => call('readTicket', { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}

/** What was said before a message, and what was done before a line of the history: the newest of it, oldest first. */
export const readOlderMessages = (id: string, before: string) =>
  call('listTicketMessages', { params: { id }, query: { before } });
export const readOlderHistory = (id: string, before: string) =>
  call('listTicketHistory', { params: { id }, query: { before } });

export function assigneesQuery(organization_id: string | null) {
  const query = organization_id === null ? {} : { organization_id };
  return queryOptions({
    queryKey: ['tickets', 'assignees', query],
    queryFn: ({ signal }) => call('listTicketAssignees', { query, signal }),
  });
}

export const cannedRepliesQuery = queryOptions({
  queryKey: ['canned-replies'],
  queryFn: ({ signal }) => call('listCannedReplies', { signal }),
});

/** Takes over what a change has answered, and reads again what lists it. */
export function useTicketChanged() {
  const client = useQueryClient();
  return (ticket?: TicketDetail) => {
    if (ticket) client.setQueryData(['tickets', 'one', ticket.id], ticket);
    void client.invalidateQueries({ queryKey: ['tickets', 'list'] });
    void client.invalidateQueries({ queryKey: ['tickets', 'assignees'] });
  };
}

/** Reads one ticket again, after a refusal that says that it has changed. */
export function useReadAgain() {
  const client = useQueryClient();
  return (id: string) => void client.invalidateQueries({ queryKey: ['tickets', 'one', id] });
}

type Change = (id: string) => Promise<TicketDetail>;

/** Any change of one ticket whose answer is the changed ticket. */
export function useChangeTicket(id: string) {
  const changed = useTicketChanged();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (change: Change) => change(id),
    onSuccess: (ticket) => changed(ticket),
    onError: () => readAgain(id),
  });
}

/** Where a file of a ticket is. */
export const fileAddress = (id: string, file_id: string, size?: 'small') =>
  addressOf('/api/tickets/{id}/files/{file_id}', { params: { id, file_id }, query: { size } });

export const discardFile = (id: string) => call('discardTicketFile', { params: { id } });

export const createTicket = (body: CallParts<'createTicket'>['body']) => call('createTicket', { body });

export const updateTicket = (id: string, body: CallParts<'updateTicket'>['body']) =>
  call('updateTicket', { params: { id }, body });

export const assignTicket = (id: string, body: CallParts<'assignTicket'>['body']) =>
  call('assignTicket', { params: { id }, body });

export const replyToTicket = (id: string, body: CallParts<'replyToTicket'>['body']) =>
  call('replyToTicket', { params: { id }, body });

export const startTicket: Change = (id) => call('startTicket', { params: { id }, body: {} });

/** Moves a ticket on; the message goes into the conversation, where there is one. */
export function moveTicket(
  move: 'resolve' | 'close' | 'reopen',
  id: string,
  message: string,
): Promise<TicketDetail> {
  if (move === 'resolve') return call('resolveTicket', { params: { id }, body: { message } });
  const body = message.trim() === '' ? {} : { message };
  return call(move === 'close' ? 'closeTicket' : 'reopenTicket', { params: { id }, body });
}

export function useDeleteTicket() {
  const changed = useTicketChanged();
  return useMutation({
    mutationFn: (id: string) => call('deleteTicket', { params: { id } }),
    onSettled: () => changed(),
  });
}

export type BulkAction = CallParts<'changeTickets'>['body']['action'];
export type Chosen = CallParts<'changeTickets'>['body']['chosen'];

/** @param skip_refused without those that the action is not for */
export const changeTickets = (action: BulkAction, chosen: Chosen, skip_refused: boolean) =>
  call('changeTickets', { body: { action, chosen, ...(skip_refused ? { skip_refused: true } : {}) } });
