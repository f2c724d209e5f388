import { sql } from 'kysely';
import { BIN_DAYS } from '@atalaya/contract/limits';
import type { TicketEvent, TicketStatus } from '@atalaya/contract/ticket-states';
import type { TicketPriority } from '@atalaya/contract/choices';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { assignments, columnsOf, rowsOf } from '../../platform/database/rows.ts';
import { fieldsWith } from '../../platform/records/fields.ts';
import { replyGeneration } from './ticket-filters.queries.ts';
import { TICKET_FIELDS } from './tickets.fields.ts';
import type { TicketRow } from './tickets.queries.ts';

const touched = sql`version = version + 1, updated_at = now()`;

const OF_FORM = fieldsWith(TICKET_FIELDS, 'form');

/** Stores what 'Editar' may change of a ticket whose row is locked. */
export async function saveTicket(db: Db, ticket: TicketRow): Promise<void> {
  await sql`update tickets set ${assignments(OF_FORM, ticket)}, ${touched}
    where id = ${ticket.id}`.execute(db);
}

export async function setPriority(db: Db, ids: string[], priority: TicketPriority): Promise<void> {
  await sql`update tickets set priority = ${priority}, ${touched} where id = any(${ids}::uuid[])`.execute(db);
}

/** Assigns tickets to a person; null takes them from their assignee. */
export async function setAssignee(
  db: Db,
  ids: string[],
  assignee: { id: string; name: string } | null,
): Promise<void> {
  await sql`update tickets set assigned_to = ${assignee?.id ?? null}, assigned_name = ${assignee?.name ?? null},
      ${touched}
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Into the bin, or back out of it. */
export async function setInBin(db: Db, id: string, in_bin: boolean): Promise<void> {
  await sql`update tickets set deleted_at = case when ${in_bin} then now() end, ${touched}
    where id = ${id}`.execute(db);
}

/**
 * Moves locked tickets on by what has happened to them, and keeps their times by the database's clock. Time that
 * passes while the customer has the word (after the staff's answer, once resolved, while closed) is a pause: it is
 * added up when the pause ends, and left out of the resolution time.
 */
export async function advance(
  db: Db,
  ids: string[],
  event: Exclude<TicketEvent, 'note'>,
  status: TicketStatus,
): Promise<void> {
  const answered = event === 'staff_reply' || event === 'resolve';
  const ends = ['customer_reply', 'resolve', 'close', 'reopen'].includes(event);
  const opens = event === 'customer_reply' || event === 'reopen';
  const pause = sql`case when ${ends} then
    greatest(0, coalesce(floor(extract(epoch from clock.now - coalesce(closed_at, waiting_since))), 0)) else 0 end`;
  const waited = sql`(waited_seconds + ${pause})::int`;
  await sql`
    update tickets t set status = ${status}, ${touched},
      reply_generation = case when ${event === 'reopen'} then ${replyGeneration} else reply_generation end,
      first_response_at = case when ${answered} then coalesce(first_response_at, clock.now)
        else first_response_at end,
      waited_seconds = ${waited},
      waiting_since = case when ${event === 'resolve'} then clock.now
        when ${event === 'staff_reply'} then coalesce(waiting_since, clock.now)
        when ${ends} then null else waiting_since end,
      resolved_at = case when ${event === 'resolve'} then clock.now when ${opens} and status = 'resolved'
        or ${event === 'reopen'} then null else resolved_at end,
      resolution_seconds = case when ${event === 'resolve'}
        then greatest(0, floor(extract(epoch from clock.now - created_at))::int - ${waited})
        when ${opens} and status = 'resolved' or ${event === 'reopen'} then null else resolution_seconds end,
      closed_at = case when ${event === 'close'} then clock.now when ${event === 'reopen'} then null
        else closed_at end
    from (select clock_timestamp() as now) clock
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Deletes for good some of what has been in the bin for its 30 days; none that another instance is deleting. */
export async function purgeTickets(db: SystemDb, limit: number) {
  const { rows } = await rowsOf(columnsOf('tickets', 'id', 'organization_id'))`
    delete from tickets where id in (select id from tickets
      where deleted_at < now() - make_interval(days => ${BIN_DAYS})
      order by deleted_at limit ${limit} for update skip locked)
    returning id, organization_id`.execute(db);
  return rows;
}
