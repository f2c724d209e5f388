import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/**
 * Counts one more under a key, in one atomic statement: the window starts with the first and is fixed.
 * The count stops one above `max`, so that hammering costs no more than being refused.
 */
export async function countOne(
  db: Kysely<Tables>,
  key: string,
  max: number,
  seconds: number,
): Promise<{ taken: number; seconds_left: number }> {
  const { rows } = await sql<{ taken: number; seconds_left: number }>`
    insert into rate_limits as r (key, taken, resets_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      taken = case when r.resets_at <= clock_timestamp() then 1 else least(r.taken + 1, ${max}::int + 1) end,
      resets_at = case when r.resets_at <= clock_timestamp() then excluded.resets_at else r.resets_at end
    returning taken, ceil(extract(epoch from resets_at - clock_timestamp()))::int as seconds_left`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('an upsert always returns its row');
  return row;
}

/** How many are counted under a key in its present window. */
export async function takenOf(db: Kysely<Tables>, key: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select taken from rate_limits where key = ${key} and resets_at > clock_timestamp()`.execute(db);
  return rows[0]?.taken ?? 0;
}

/** Takes one back: what turned out right does not count. */
export async function uncountOne(db: Kysely<Tables>, key: string): Promise<void> {
  await sql`update rate_limits set taken = greatest(taken - 1, 0) where key = ${key}`.execute(db);
}

/** Forgets the windows that are over. */
export async function deleteOldCounts(db: Kysely<Tables>): Promise<void> {
  await sql`delete from rate_limits where resets_at < now()`.execute(db);
}
