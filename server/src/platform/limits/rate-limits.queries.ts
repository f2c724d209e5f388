import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/row-types.ts';
import { number } from '../database/columns.ts';
import type { RowOf } from '../database/columns.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';
import { unflushed } from '../database/unflushed.ts';

/** What is counted under a key, so many `times` at once, in a window of `seconds`. */
export type Counted = { key: string; max: number; seconds: number; times: number };
const count = {
  ...columnsOf('rate_limits', 'taken'),
  seconds_left: number,
};
export type Count = RowOf<typeof count>;

/**
 * Counts under each key, in one atomic statement: a window starts with its first and is fixed. A count stops one above
 * its `max`, so that hammering costs no more than being refused. In the order of `counted`. `is_kept`: whether it is on
 * the disk when this answers, as what guards single use has to be.
 */
export async function countEach(db: Kysely<Tables>, counted: Counted[], is_kept: boolean): Promise<Count[]> {
  // Locked in the order of their keys, so that two statements never wait for each other.
  const { rows } = await rowsOf({ ...count, ...columnsOf('rate_limits', 'key') })`
    with counted as (
      select * from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        as c (key text, max integer, seconds double precision, times integer)
    )
    insert into rate_limits as r (key, taken, resets_at)
    select key, least(times, max + 1), clock_timestamp() + make_interval(secs => seconds)
    from counted ${is_kept ? sql`` : sql`cross join ${unflushed}`} order by key
    on conflict (key) do update set
      taken = case when r.resets_at <= clock_timestamp() then excluded.taken
        else least(r.taken + excluded.taken, (select c.max + 1 from counted c where c.key = excluded.key)) end,
      resets_at = case when r.resets_at <= clock_timestamp() then excluded.resets_at else r.resets_at end
    returning key, taken, ceil(extract(epoch from resets_at - clock_timestamp()))::int as seconds_left`.execute(
    db,
  );
  return counted.map(({ key }) => {
    const row = rows.find((each) => each.key === key);
    if (!row) throw new Error('an upsert always returns its row');
    return row;
  });
}

/** Takes back what was counted under each key: what turned out right does not count. */
export async function uncountEach(
  db: Kysely<Tables>,
  counted: Pick<Counted, 'key' | 'times'>[],
): Promise<void> {
  await sql`
    with counted as (
      select r.key, c.times from rate_limits r
      join jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as c (key text, times integer) on c.key = r.key
      order by r.key for update of r
    )
    update rate_limits r set taken = greatest(r.taken - counted.times, 0) from counted where r.key = counted.key`.execute(
    db,
  );
}

/** Forgets the windows that are over. */
export async function deleteOldCounts(db: Kysely<Tables>): Promise<void> {
  await sql`delete from rate_limits where resets_at < now()`.execute(db);
}
