import type { Database } from '../../server/src/platform/database/database.ts';

/** As the owner of the tables, past the rows that one organization may see. */
type Pool = Database['pool'];

/** Which of these rows are stored. */
export async function storedOf(
  pool: Pool,
  table: 'tickets' | 'profiles' | 'invoices',
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(`select id from ${table} where id = any($1::uuid[])`, [
    ids,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** How often each of these people was changed. */
export async function versionsOf(pool: Pool, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; version: number }>(
    'select id, version from profiles where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

type Seats = { organizations: number; over: number; full: number };

/** Organizations with a limit of seats, those that have more people than seats, and those that have as many. */
export async function countSeats(pool: Pool): Promise<Seats> {
  const { rows } = await pool.query<Seats>(
    `select count(*)::int as organizations, count(*) filter (where used_seats > max_users)::int as over,
       count(*) filter (where used_seats = max_users)::int as full
     from organization_seats where max_users >= 0`,
  );
  return rows[0] ?? { organizations: 0, over: 0, full: 0 };
}

type Tickets = { tickets: number; titles: number; messages: number; answered: number };

/** Tickets with this beginning of a title, how many of their titles differ, and the messages in them. */
export async function countTickets(pool: Pool, beginning: string): Promise<Tickets> {
  const { rows } = await pool.query<Tickets>(
    `select count(distinct t.id)::int as tickets, count(distinct t.title)::int as titles,
       count(m.id)::int as messages, count(distinct m.ticket_id)::int as answered
     from tickets t left join ticket_messages m on m.ticket_id = t.id
     where starts_with(t.title, $1)`,
    [beginning],
  );
  return rows[0] ?? { tickets: 0, titles: 0, messages: 0, answered: 0 };
}

/** Whether a process is doing the job of this transfer: the queue says so at once, what it does is not to be seen yet. */
export async function isJobActive(pool: Pool, transfer_id: string): Promise<boolean> {
  const { rows } = await pool.query(`select 1 from jobs.job where state = 'active' and data->>'id' = $1`, [
    transfer_id,
  ]);
  return rows.length > 0;
}
