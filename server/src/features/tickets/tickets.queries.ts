import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { TicketFilters, TicketListQuery } from '@atalaya/contract/tickets';
import type { Db } from '../../platform/database/database.ts';
import { nullable, number, oneOf, text, uuid } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import type { Rows } from '../../platform/database/row-types.ts';
import { columnList, columnsOf, rowsOf, selected } from '../../platform/database/rows.ts';
import { fieldsWith } from '../../platform/records/fields.ts';
import {
  assigned,
  matching,
  orderOf,
  placed,
  reached,
  replyGeneration,
  unresolved,
  waitsFor,
} from './ticket-filters.queries.ts';
import type { Reach } from './ticket-filters.queries.ts';
import { TICKET_FIELDS } from './tickets.fields.ts';

/** A ticket as stored, with the names that belong to it as they are now, or as they were. */
const own = columnsOf('tickets', ...fieldsWith(TICKET_FIELDS, 'listed'));
const ticketRow = {
  ...own,
  organization_name: ROWS.organizations.name,
  assigned_name: nullable(text),
  created_by_name: text,
  waits_for: nullable(oneOf('customer', 'staff')),
  /** Of the addresses for answers by mail that count now. */
  reply_generation: number,
};
export type TicketRow = RowOf<typeof ticketRow>;

const columns = sql`${selected('t', own)}, o.name as organization_name, ${assigned} as assigned_name,
  coalesce(full_name(c.first_name, c.last_name), t.created_by_name) as created_by_name,
  ${waitsFor} as waits_for, ${replyGeneration} as reply_generation`;
/** Tickets of an organization in the bin are out of sight with it. */
const source = sql`from tickets t join organizations o on o.id = t.organization_id and o.deleted_at is null`;
const people = sql`left join profiles a on a.id = t.assigned_to left join profiles c on c.id = t.created_by`;

const ticketCounts = {
  total: number,
  open: number,
  in_progress: number,
  resolved: number,
  urgent: number,
};
export type TicketCounts = RowOf<typeof ticketCounts>;

/** One page, and the exact counts over all that match. */
export async function listTickets(db: Db, reach: Reach, query: TicketListQuery) {
  const where = await matching(db, reach, query, query.bin ? 'bin' : 'listed');
  const [rows, counts] = await Promise.all([readPage(db, where, query), countWhere(db, where)]);
  return { rows, counts };
}

/** The ids of the page come first, by an index where the order has one: of what is skipped nothing else is read. */
async function readPage(db: Db, where: RawBuilder<unknown>, query: TicketListQuery): Promise<TicketRow[]> {
  const order = orderOf(query);
  const { rows } = await rowsOf(ticketRow)`
    select ${columns}
    from (select t.id ${source} ${people} where ${where} order by ${order}
      limit ${PAGE_SIZE} offset ${(query.page - 1) * PAGE_SIZE}) page
    join tickets t on t.id = page.id join organizations o on o.id = t.organization_id ${people}
    order by ${order}`.execute(db);
  return rows;
}

/** How many match, exactly. */
export async function countTickets(db: Db, reach: Reach, filters: TicketFilters): Promise<number> {
  return (await countWhere(db, await matching(db, reach, filters))).total;
}

/** Joined to its organization each ticket would cost a quarter more: those in the bin are few. */
async function countWhere(db: Db, where: RawBuilder<unknown>): Promise<TicketCounts> {
  const { rows } = await rowsOf(ticketCounts)`select count(*)::int as total,
      (count(*) filter (where t.status = 'open'))::int as open,
      (count(*) filter (where t.status = 'in_progress'))::int as in_progress,
      (count(*) filter (where t.status = 'resolved'))::int as resolved,
      (count(*) filter (where t.priority = 'urgent' and ${unresolved}))::int as urgent
    from tickets t where t.organization_id not in (select id from organizations where deleted_at is not null)
      and ${where}`.execute(db);
  return rows[0] ?? { total: 0, open: 0, in_progress: 0, resolved: 0, urgent: 0 };
}

/** Some of those that match, newest first by their numbers, below a number: the next page of an export. */
export async function listTicketsBelow(
  db: Db,
  reach: Reach,
  filters: TicketFilters,
  below: number | null,
  limit: number,
): Promise<TicketRow[]> {
  const next = below === null ? sql`true` : sql`t.number < ${below}`;
  const where = await matching(db, reach, filters);
  const { rows } = await rowsOf(ticketRow)`select ${columns} ${source} ${people}
    where ${where} and ${next} order by t.number desc limit ${limit}`.execute(db);
  return rows;
}

/** The ids of all that match, lowest first. */
export async function listTicketIds(db: Db, reach: Reach, filters: TicketFilters): Promise<string[]> {
  const where = await matching(db, reach, filters);
  const { rows } = await rowsOf({ id: uuid })`
    select t.id ${source} where ${where} order by t.id`.execute(db);
  return rows.map((row) => row.id);
}

/** One ticket within reach that is not in the bin, or null. */
export async function findTicket(db: Db, reach: Reach, id: string): Promise<TicketRow | null> {
  const { rows } = await rowsOf(ticketRow)`select ${columns} ${source} ${people}
    where t.id = ${id} and ${reached(reach)} and t.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** These within reach that are not in the bin, in no order. */
export async function listTicketsOf(db: Db, reach: Reach, ids: string[]): Promise<TicketRow[]> {
  const { rows } = await rowsOf(ticketRow)`select ${columns} ${source} ${people}
    where t.id = any(${ids}::uuid[]) and ${reached(reach)} and t.deleted_at is null`.execute(db);
  return rows;
}

/** The id of a ticket within reach by the number that people call it by, or null. */
export async function findTicketNumbered(
  db: Db,
  reach: Reach,
  number: number,
): Promise<Pick<TicketRow, 'id' | 'reply_generation'> | null> {
  const { rows } = await rowsOf({
    ...columnsOf('tickets', 'id'),
    reply_generation: ticketRow.reply_generation,
  })`
    select t.id, ${replyGeneration} as reply_generation ${source}
    where t.number = ${number} and ${reached(reach)} and t.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** These tickets within reach, their rows locked in the order of their ids until the transaction ends. */
export async function lockTickets(
  db: Db,
  reach: Reach,
  ids: string[],
  where: 'listed' | 'bin' = 'listed',
): Promise<TicketRow[]> {
  const { rows } = await rowsOf(ticketRow)`select ${columns} ${source} ${people}
    where t.id = any(${ids}::uuid[]) and ${reached(reach)} and ${placed(where)}
    order by t.id for no key update of t`.execute(db);
  return rows;
}

/** The unresolved tickets of these people that the transaction may see, their rows locked as above. */
export async function lockUnresolvedOf(db: Db, assignees: string[]): Promise<TicketRow[]> {
  const { rows } = await rowsOf(ticketRow)`select ${columns} ${source} ${people}
    where t.assigned_to = any(${assignees}::uuid[]) and ${unresolved} and ${placed('listed')}
    order by t.id for no key update of t`.execute(db);
  return rows;
}

/** What decides whether a bulk action is for a ticket, and what names it. */
const chosenTicket = columnsOf(
  'tickets',
  'id',
  'number',
  'title',
  'status',
  'priority',
  'assigned_to',
  'organization_id',
);
export type ChosenTicket = RowOf<typeof chosenTicket>;

/** The same, without what many of them would fill the memory with. */
export async function lockChosenTickets(db: Db, reach: Reach, ids: string[]): Promise<ChosenTicket[]> {
  const { rows } = await rowsOf(chosenTicket)`
    select ${selected('t', chosenTicket)} ${source}
    where t.id = any(${ids}::uuid[]) and ${reached(reach)} and t.deleted_at is null
    order by t.id for no key update of t`.execute(db);
  return rows;
}

const ADDED = fieldsWith(TICKET_FIELDS, 'added');
export type NewTicket = Pick<Rows['tickets'], Exclude<(typeof ADDED)[number], 'request_id'>> & {
  created_by: string;
  request_id?: string | undefined;
};

/**
 * Adds tickets, numbered in their order: of each its id, or null where its author has one with the same key already.
 * One statement text for any number, so that it is prepared once.
 */
export async function insertTickets(db: Db, tickets: NewTicket[]): Promise<(string | null)[]> {
  const columns = columnList(ADDED);
  const { rows } = await rowsOf({ id: nullable(uuid) })`
    with given as materialized (
      select uuid_v7() as id, ${columns}, ordinality
      from jsonb_populate_recordset(null::tickets, ${JSON.stringify(tickets)}::jsonb) with ordinality
      order by ordinality),
    made as (
      insert into tickets (id, ${columns})
      select id, ${columns} from given order by ordinality
      on conflict (organization_id, created_by, request_id) where request_id is not null do nothing
      returning id)
    select made.id from given left join made on made.id = given.id order by given.ordinality`.execute(db);
  return rows.map(({ id }) => id);
}

/** The id of the ticket that this person has opened with this idempotency key. */
export async function getTicketOfRequest(
  db: Db,
  row: Pick<NewTicket, 'organization_id' | 'created_by' | 'request_id'>,
): Promise<string> {
  const { rows } = await rowsOf(columnsOf('tickets', 'id'))`
    select id from tickets where organization_id = ${row.organization_id} and created_by = ${row.created_by}
      and request_id = ${row.request_id ?? null}`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('no ticket has this key');
  return first.id;
}

/** Those of these organizations that are there and not in the bin. */
export async function organizationsThere(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf(columnsOf('organizations', 'id'))`
    select id from organizations where id = any(${ids}::uuid[]) and deleted_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
