import { isDay } from '@atalaya/contract/days';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf, call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';
import { type StateOf, pageField, readState, textField } from '../../shared/url-state.ts';

export type ListedEntry = Answer<'listAudit'>['items'][number];
export type AuditEntry = Omit<ListedEntry, 'parts'>;
export type Joining = NonNullable<Answer<'listAudit'>['joining']>;
/** One change as it is opened: with the names of the ids in it. */
export type OpenEntry = Answer<'readAuditEntry'>;

/** What narrows the list by a control of its own; days are 'YYYY-MM-DD', both included. */
export const shownFilterFields = {
  actor: textField(),
  action: textField(),
  organization: textField(),
  from: textField(),
  to: textField(),
};
export type ShownFilters = StateOf<typeof shownFilterFields>;
/** `object`: whose history, by id, as other screens link to it; `request`: what one request did. */
const filterFields = { ...shownFilterFields, object: textField(), request: textField() };
/** `entry`: the change that is open. */
export const auditFields = { ...filterFields, page: pageField(), entry: textField() };
type AuditFilters = StateOf<typeof filterFields>;

/** Midnight, here, of a day and so many days later; '' for what is no day. */
function midnight(day: string, later = 0): string {
  const date = new Date(`${day}T00:00:00`);
  if (!isDay(day) || date.getFullYear() < 1971) return '';
  date.setDate(date.getDate() + later);
  return date.toISOString();
}

/** The filters as the server takes them: what is not set is left out. */
export function sentFilters(filters: AuditFilters) {
  const sent = {
    actor: filters.actor.trim(),
    action: filters.action,
    object_id: filters.object,
    request_id: filters.request,
    organization_id: filters.organization,
    from: midnight(filters.from),
    to: midnight(filters.to, 1),
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
}

/** Nothing is left out. */
export const ANYTHING: AuditFilters = readState(filterFields, {});

export function auditQuery(filters: AuditFilters, page: number) {
  const query = { ...sentFilters(filters), page };
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => call('listAudit', { query, signal }),
    placeholderData: keepPreviousData,
    // Every action on another screen since the last read is a new line here.
    staleTime: 0,
  });
}

export function auditEntryQuery(id: string) {
  return queryOptions({
    queryKey: ['audit', 'one', id],
    queryFn: ({ signal }) => call('readAuditEntry', { params: { id }, signal }),
  });
}

/** Where the browser downloads what matches from. */
export const exportAddress = (filters: AuditFilters) =>
  addressOf('/api/audit/export', { query: sentFilters(filters) });
