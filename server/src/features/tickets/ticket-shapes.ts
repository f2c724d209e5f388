import type { CannedReply } from '@atalaya/contract/canned-replies';
import { scopeOf } from '@atalaya/contract/permissions';
import type { TicketAttachment, TicketMessage } from '@atalaya/contract/ticket-messages';
import { TICKET_CHANGES } from '@atalaya/contract/tickets';
import type { Ticket, TicketDetail, TicketHistory } from '@atalaya/contract/tickets';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { fieldsWith, pick } from '../../platform/records/fields.ts';
import type { CannedReplyRow } from './canned-replies/canned-replies.queries.ts';
import type { HistoryRow, MessageRow, Readable } from './ticket-conversation/ticket-messages.queries.ts';
import type { Reach } from './ticket-filters.queries.ts';
import { TICKET_FIELDS } from './tickets.fields.ts';
import type { TicketRow } from './tickets.queries.ts';

/** Whose tickets the actor reaches: their own, their organization's, or those of all. */
export function reachOf(actor: Actor): Reach {
  const scope = scopeOf(actor.role, 'tickets.read');
  if (scope !== 'all' && !actor.organization_id) throw new AppError('organization.required');
  return {
    organization_id: scope === 'all' ? null : actor.organization_id,
    created_by: scope === 'own' ? actor.profile_id : null,
  };
}

/** Internal notes are for those who may write them. */
export const readableBy = (actor: Actor): Readable =>
  scopeOf(actor.role, 'messages.internal') ? 'all' : 'public';

/** Who asks and who helps: super_admins and the assignee help; the author asks. */
export function sideOf(actor: Actor, ticket: Pick<TicketRow, 'assigned_to' | 'created_by'>) {
  if (actor.role === 'super_admin' || ticket.assigned_to === actor.profile_id) return 'staff';
  if (ticket.created_by === actor.profile_id) return 'customer';
  return actor.role === 'admin' ? 'staff' : 'customer';
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** A stored ticket as a row of the list. */
export function toTicket(row: TicketRow): Ticket {
  const { id, number, title, priority, status, version } = row;
  const { first_response_seconds, resolution_seconds, waited_seconds } = row;
  return {
    id,
    number,
    title,
    priority,
    status,
    organization: { id: row.organization_id, name: row.organization_name },
    assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name ?? '' },
    created_by: { id: row.created_by, name: row.created_by_name },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    first_response_at: iso(row.first_response_at),
    resolved_at: iso(row.resolved_at),
    closed_at: iso(row.closed_at),
    first_response_seconds,
    resolution_seconds,
    waits_for: row.waits_for,
    waiting_since: iso(row.waiting_since),
    waited_seconds,
    deleted_at: iso(row.deleted_at),
    version,
  };
}

/** A ticket with all that belongs to it. */
export function toDetail(
  row: TicketRow,
  messages: { rows: MessageRow[]; total: number },
  history: { rows: HistoryRow[]; total: number },
  attachments: TicketAttachment[],
): TicketDetail {
  return {
    ...toTicket(row),
    description: row.description,
    attachments,
    messages: messages.rows.map(toMessage),
    messages_total: messages.total,
    history: history.rows.flatMap(toHistory),
    history_total: history.total,
  };
}

export function toMessage(row: MessageRow): TicketMessage {
  const { id, body, visibility, side, author_id, author_name, attachments } = row;
  return {
    id,
    body,
    visibility,
    side,
    author: { id: author_id, name: author_name },
    attachments,
    created_at: row.created_at.toISOString(),
  };
}

export function toHistory(row: HistoryRow): TicketHistory[] {
  const change = TICKET_CHANGES.find((each) => `ticket.${each}` === row.action);
  if (!change) return [];
  const { id, actor } = row;
  const values = { before: toValues(row.before), after: toValues(row.after) };
  const is_described_anew = 'description' in (row.before ?? {}) && 'description' in (row.after ?? {});
  return [{ id, change, actor, created_at: row.created_at.toISOString(), ...values, is_described_anew }];
}

/** The stored snapshot names the person both by id and by name: the screens get the name. */
function toValues(stored: HistoryRow['before']): TicketHistory['after'] {
  const { title, priority, status, assigned_name } = (stored ?? {}) as Partial<Snapshot>;
  return {
    ...(title === undefined ? {} : { title }),
    ...(priority === undefined ? {} : { priority }),
    ...(status === undefined ? {} : { status }),
    ...(assigned_name === undefined ? {} : { assigned_to: assigned_name }),
  };
}

const AUDITED = fieldsWith(TICKET_FIELDS, 'audited');
export type Snapshot = Pick<TicketRow, (typeof AUDITED)[number]>;

/** What the audit log keeps of a whole ticket. */
export const snapshotOf = (row: Snapshot): Snapshot => pick(row, AUDITED);

/** What the audit log keeps of a change: the fields that differ, as they were and as they are. */
export function differenceOf(before: Snapshot, after: Snapshot) {
  const changed = AUDITED.filter((name) => before[name] !== after[name]);
  return { before: pick(before, changed), after: pick(after, changed) };
}

export function toCannedReply(row: CannedReplyRow): CannedReply {
  const { id, title, body, version } = row;
  return { id, title, body, updated_at: row.updated_at.toISOString(), version };
}
