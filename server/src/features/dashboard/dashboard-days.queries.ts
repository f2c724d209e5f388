import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DashboardSeries } from '@atalaya/contract/dashboard';
import type { Db } from '../../platform/database/database.ts';
import { readSettings } from '../../platform/settings/settings.queries.ts';
import { number, text } from '../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../platform/database/rows.ts';

/** Whose rows: a person's own, or those that the transaction sees. Days are of the zone. */
export type Reach = { zone: string; organization_id: string | null; profile_id: string | null };

/** The zone of an organization (the system's where there is none), and the day that it is there. */
export async function findDay(
  db: Db,
  organization_id: string | null,
): Promise<{ zone: string; today: string }> {
  const { time_zone: zone } = await readSettings(db, organization_id);
  const { rows } = await rowsOf({ day: text })`select to_char(${today(zone)}, 'YYYY-MM-DD') as day`.execute(
    db,
  );
  return { zone, today: onlyRow(rows).day };
}

/** Today's date in a zone. */
export const today = (zone: string) => sql`(now() at time zone ${zone}::text)::date`;

/** The instant at which the day that many days ago began in a zone. */
export const startOfDay = (zone: string, daysAgo: number) =>
  sql`((${today(zone)} - ${sql.lit(daysAgo)})::timestamp at time zone ${zone}::text)`;

/**
 * The last `count` days of a zone with what was counted on each; `counted` selects `day` (date) and `value`, and
 * need not name a day with nothing.
 */
async function lastDays(
  db: Db,
  zone: string,
  count: number,
  counted: RawBuilder<unknown>,
): Promise<DashboardSeries['days']> {
  const { rows } = await rowsOf({ day: text, value: number })`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(c.value, 0)::bigint as value
    from generate_series(${today(zone)} - ${sql.lit(count - 1)}, ${today(zone)}, interval '1 day') as d (day)
    left join (${counted}) c on c.day = d.day::date
    order by d.day`.execute(db);
  return rows;
}

const WEEK = 7;
const MONTH = 30;

/** Website Views: screens shown on each of the last 7 days. */
export async function readViews(db: Db, { zone }: Reach): Promise<DashboardSeries> {
  const counted = sql`select day, sum(visits) as value from page_visits
    where day > ${today(zone)} - ${sql.lit(WEEK)} group by day`;
  return { days: await lastDays(db, zone, WEEK, counted), currency: null };
}

/** Daily Sales: payments received on each of the last 30 days, in cents of the currency of the latest. */
export async function readDailySales(db: Db, { zone }: Reach): Promise<DashboardSeries> {
  const currency = await mainCurrency(db);
  const counted = sql`select paid_on as day, sum(amount_cents) as value from payments
    where paid_on > ${today(zone)} - ${sql.lit(MONTH)} and currency = ${currency} group by paid_on`;
  return { days: await lastDays(db, zone, MONTH, counted), currency };
}

/** Tickets opened on each of the last 30 days. */
export async function readOpened(db: Db, reach: Reach): Promise<DashboardSeries> {
  return ticketsPerDay(db, reach, 'created_at');
}

/** Completed Tasks: tickets resolved on each of the last 30 days. */
export async function readCompleted(db: Db, reach: Reach): Promise<DashboardSeries> {
  return ticketsPerDay(db, reach, 'resolved_at');
}

async function ticketsPerDay(
  db: Db,
  reach: Reach,
  column: 'created_at' | 'resolved_at',
): Promise<DashboardSeries> {
  const { zone } = reach;
  const at = sql.ref(column);
  const counted = sql`select (${at} at time zone ${zone}::text)::date as day, count(*) as value from tickets
    where deleted_at is null and ${at} >= ${startOfDay(zone, MONTH - 1)} and ${written(reach)}
      and organization_id not in (select id from organizations where deleted_at is not null) group by 1`;
  return { days: await lastDays(db, zone, MONTH, counted), currency: null };
}

/** Written by the person where the reach is their own. */
export const written = ({ profile_id }: Reach) =>
  profile_id === null ? sql`true` : sql`created_by = ${profile_id}::uuid`;

/** Money of several currencies is never added up: figures are of the one that was invoiced last. */
export async function mainCurrency(db: Db): Promise<string> {
  const { rows } = await rowsOf(columnsOf('invoices', 'currency'))`
    select currency from invoices order by issued_on desc, id desc limit 1`.execute(db);
  return rows[0]?.currency ?? 'USD';
}
