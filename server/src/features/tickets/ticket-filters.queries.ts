import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { UNRESOLVED_STATUSES } from '@atalaya/contract/ticket-states';
import type { TicketFilters, TicketListQuery } from '@atalaya/contract/tickets';
import type { Db } from '../../platform/database/database.ts';
import { FOUND_BY_INDEX_MAX, containing, hasTrigram } from '../../platform/database/search-pattern.ts';
import { conditionsOnDays } from '../../platform/database/zoned-days.ts';
import { uuid } from '../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/**
 * Whose tickets the reader reaches: those of an organization in a transaction of its people alone. Row level security
 * holds the organization too, but not the author.
 */
export type Reach = { organization_id: string | null; created_by: string | null };

/** Who has a ticket, by the name they go by now, or went by. */
export const assigned = sql`coalesce(full_name(a.first_name, a.last_name), t.assigned_name)`;

/** Whether there is still something to do. */
export const unresolved = sql`t.status in (${sql.join(UNRESOLVED_STATUSES.map((status) => sql.lit(status)))})`;

/** Whose word it waits for: the clock of the resolution is stopped while that is the customer's. */
export const waitsFor = sql`case when ${unresolved}
  then case when t.waiting_since is null then 'staff' else 'customer' end end`;

/** Days for which mails of before may still be answered once their ticket is closed. */
const REPLY_DAYS = 30;
/**
 * The generation of the addresses for answers that count now, of a ticket `t`: once it has been closed for long it is the
 * next one, and opening it again keeps that.
 */
export const replyGeneration = sql`(t.reply_generation
  + case when t.closed_at < now() - make_interval(days => ${sql.lit(REPLY_DAYS)}) then 1 else 0 end)`;

const STATUS_RANK = sql`array_position(array['open', 'in_progress', 'resolved', 'closed'], t.status)`;
const PRIORITY_RANK = sql`array_position(array['low', 'medium', 'high', 'urgent'], t.priority)`;

const SORT_KEYS: Record<TicketListQuery['sort'], RawBuilder<unknown>> = {
  number: sql`t.number`,
  title: sql`t.title_search`,
  organization: sql`search_text(o.name)`,
  priority: PRIORITY_RANK,
  status: STATUS_RANK,
  waits_for: waitsFor,
  assigned_to: sql`search_text(${assigned})`,
  created_at: sql`t.created_at`,
  updated_at: sql`t.updated_at`,
};

/** Ends in the id, so that no row is shown on two pages. Tickets without an assignee, or that are over, come last. */
export function orderOf({ sort, order }: TicketListQuery) {
  const key = SORT_KEYS[sort];
  // Said of the others too, it would keep their indexes from being used.
  const last = sort === 'assigned_to' || sort === 'waits_for' ? sql` nulls last` : sql``;
  return order === 'asc' ? sql`${key}${last}, t.id` : sql`${key} desc${last}, t.id desc`;
}

export const placed = (where: 'listed' | 'bin') =>
  where === 'bin' ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`;

export function reached({ organization_id, created_by }: Reach) {
  const conditions = [sql`true`];
  if (organization_id) conditions.push(sql`t.organization_id = ${organization_id}`);
  if (created_by) conditions.push(sql`t.created_by = ${created_by}`);
  return sql.join(conditions, sql` and `);
}

/** What a ticket within reach must be to pass the filters. */
export async function matching(
  db: Db,
  reach: Reach,
  filters: TicketFilters,
  where: 'listed' | 'bin' = 'listed',
): Promise<RawBuilder<unknown>> {
  const conditions = [reached(reach), placed(where)];
  const { organization_id, status, priority, waits_for, assigned_to } = filters;
  if (organization_id) conditions.push(sql`t.organization_id = ${organization_id}`);
  if (status === 'unresolved') conditions.push(unresolved);
  else if (status) conditions.push(sql`t.status = ${status}`);
  if (priority) conditions.push(sql`t.priority = ${priority}`);
  if (waits_for) conditions.push(sql`${waitsFor} = ${waits_for}`);
  if (assigned_to === 'none') conditions.push(sql`t.assigned_to is null`);
  else if (assigned_to) conditions.push(sql`t.assigned_to = ${assigned_to}`);
  conditions.push(
    ...conditionsOnDays(sql`t.created_at`, filters.created_from, filters.created_to),
    ...conditionsOnDays(sql`t.resolved_at`, filters.resolved_from, filters.resolved_to),
  );
  const search = filters.search?.trim();
  if (search) conditions.push(await found(db, reach, search));
  return sql.join(conditions, sql` and `);
}

/**
 * Holds what was typed in title or description, or is of a company that has it in its name. Under row level security
 * no index serves the search: what an organization has of it is found beside it, where there is not too much, and the
 * few that one person wrote are read.
 */
async function found(db: Db, reach: Reach, search: string): Promise<RawBuilder<unknown>> {
  const pattern = containing(search);
  const organizations = await listOrganizationsNamed(db, pattern);
  if (reach.organization_id && organizations.includes(reach.organization_id)) return sql`true`;
  if (reach.organization_id && !reach.created_by && hasTrigram(search)) {
    const ids = await listTicketsHolding(db, pattern, FOUND_BY_INDEX_MAX + 1);
    if (ids.length <= FOUND_BY_INDEX_MAX) return sql`t.id = any(${ids}::uuid[])`;
  }
  const holds = sql`t.search like ${pattern}`;
  return organizations.length ? sql`(t.organization_id = any(${organizations}::uuid[]) or ${holds})` : holds;
}

async function listOrganizationsNamed(db: Db, pattern: RawBuilder<unknown>): Promise<string[]> {
  // Their search text holds more than the name: it serves the index.
  const { rows } = await rowsOf(columnsOf('organizations', 'id'))`
    select id from organizations where search like ${pattern} and search_text(name) like ${pattern}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

async function listTicketsHolding(db: Db, pattern: RawBuilder<unknown>, most: number): Promise<string[]> {
  const { rows } = await rowsOf({ id: uuid })`
    select id from search_ticket_texts(${pattern}, ${most}) id`.execute(db);
  return rows.map(({ id }) => id);
}
