import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DEFAULT_TIME_ZONE } from '@atalaya/contract/dashboard';

/** Days of a zone, 'YYYY-MM-DD', the first and the last included: with daylight saving some have 23 or 25 hours. */
export type Days = { from: string; to: string; zone: string };

/** The instant at which the days begin. */
export const beginOf = ({ from, zone }: Days) => sql`(${from}::date::timestamp at time zone ${zone}::text)`;
/** The instant at which they are over. */
export const endOf = ({ to, zone }: Days) => sql`((${to}::date + 1)::timestamp at time zone ${zone}::text)`;

/** Whether an instant falls on one of the days. */
export const within = (instant: RawBuilder<unknown>, days: Days) =>
  sql`${instant} >= ${beginOf(days)} and ${instant} < ${endOf(days)}`;

/** The day on which an instant falls, as text. */
export const dayOf = (instant: RawBuilder<unknown>, zone: string) =>
  sql`to_char(${instant} at time zone ${zone}::text, 'YYYY-MM-DD')`;

/** The time zone whose days count in a transaction: that of its organization, else the system's. */
export const ownZone = sql`coalesce((select time_zone from organizations where id = current_organization_id()),
  (select time_zone from system_settings()), ${sql.lit(DEFAULT_TIME_ZONE)})`;

/** Whether an instant falls on days that a list is narrowed to; an end that is not named is open. */
export function conditionsOnDays(
  instant: RawBuilder<unknown>,
  from: string | undefined,
  to: string | undefined,
): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`${instant} >= (select ${from}::date::timestamp at time zone ${ownZone})`] : []),
    ...(to ? [sql`${instant} < (select (${to}::date + 1)::timestamp at time zone ${ownZone})`] : []),
  ];
}
