import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Of so many days before an end, the nearest that has come; null before all of them, and once it has ended. */
export const nearestWarning = (end: RawBuilder<unknown>, days: readonly number[]) => sql`(
  select min(d.days) from unnest(${days}::int[]) d (days)
  where ${end} > now() and ${end} <= now() + make_interval(days => d.days))`;
