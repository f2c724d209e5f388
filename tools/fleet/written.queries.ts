import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SystemDb } from '../../server/src/platform/database/database.ts';
import type { Tables } from '../../server/src/platform/database/tables.ts';

/** Which of these rows are stored. */
export async function storedOf(
  db: SystemDb,
  table: 'tickets' | 'profiles' | 'invoices',
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** How often each of these people was changed. */
export async function versionsOf(db: SystemDb, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from profiles where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Organizations that have more people than seats, and how many have as many. */
export async function countSeats(db: SystemDb): Promise<{ over: number; full: number }> {
  const { rows } = await sql<{ over: number; full: number }>`
    select count(*) filter (where used_seats > max_users)::int as over,
      count(*) filter (where used_seats = max_users)::int as full
    from organization_seats where max_users >= 0`.execute(db);
  return rows[0] ?? { over: 0, full: 0 };
}

/** Tickets with this beginning of a title, how many of their titles differ, and the messages in them. */
export async function countTickets(
  db: SystemDb,
  beginning: string,
): Promise<{ tickets: number; titles: number; messages: number; answered: number }> {
  const { rows } = await sql<{ tickets: number; titles: number; messages: number; answered: number }>`
    select count(distinct t.id)::int as tickets, count(distinct t.title)::int as titles,
      count(m.id)::int as messages, count(distinct m.ticket_id)::int as answered
    from tickets t left join ticket_messages m on m.ticket_id = t.id
    where starts_with(t.title, ${beginning})`.execute(db);
  return rows[0] ?? { tickets: 0, titles: 0, messages: 0, answered: 0 };
}

/** Whether a process is doing the job of this transfer: the queue says so at once, what it does is not to be seen yet. */
export async function isJobActive(db: Kysely<Tables>, transfer_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs.job where state = 'active' and data->>'id' = ${transfer_id}`.execute(db);
  return rows.length > 0;
}
