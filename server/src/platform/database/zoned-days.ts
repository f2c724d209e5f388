import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

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
