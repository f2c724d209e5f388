import { sql } from 'kysely';
import { RATE_DAYS } from '@atalaya/contract/exchange-limits';
import type { SystemDb } from '../../../platform/database/database.ts';
import { boolean, text } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

const rateRow = { ...columnsOf('exchange_rates', 'currency', 'rate_micros', 'source'), day: text };
export type RateRow = RowOf<typeof rateRow>;

const lastRate = { ...rateRow, is_in_force: boolean };
export type LastRate = RowOf<typeof lastRate>;

/** The last rate of each currency. */
export async function listLastRates(db: SystemDb): Promise<LastRate[]> {
  const { rows } = await rowsOf(lastRate)`
    select distinct on (currency) currency, day::text as day, rate_micros, source,
      day >= billing_today() - ${RATE_DAYS}::int as is_in_force
    from exchange_rates order by currency, day desc`.execute(db);
  return rows;
}

/** The rate of exactly a day, or null. */
export async function findRateOf(db: SystemDb, currency: string, day: string): Promise<RateRow | null> {
  const { rows } = await rowsOf(rateRow)`
    select currency, day::text as day, rate_micros, source from exchange_rates
    where currency = ${currency} and day = ${day}::date`.execute(db);
  return rows[0] ?? null;
}

/** The rate in force on a day: the last one that was published until then, of some days before at most; or null. */
export async function findRateOn(db: SystemDb, currency: string, day: string): Promise<RateRow | null> {
  const { rows } = await rowsOf(rateRow)`
    select currency, day::text as day, rate_micros, source from exchange_rates
    where currency = ${currency} and day between ${day}::date - ${RATE_DAYS}::int and ${day}::date
    order by day desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Stores rates, each in the place of the one of its day. @returns how many were not there, or were others */
export async function saveRates(db: SystemDb, rates: RateRow[]): Promise<number> {
  const { rows } = await sql`
    insert into exchange_rates (currency, day, rate_micros, source)
    select currency, day, rate_micros, source
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
      as r (currency text, day date, rate_micros bigint, source text)
    on conflict (currency, day) do update set rate_micros = excluded.rate_micros, source = excluded.source,
      updated_at = now()
    where (exchange_rates.rate_micros, exchange_rates.source) <> (excluded.rate_micros, excluded.source)
    returning 1`.execute(db);
  return rows.length;
}

/** Whether it was told within a day that there is no rate of a currency. */
export async function isRateTold(db: SystemDb, currency: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from notifications where event = 'verifactu.rate_missing' and params ->> 'currency' = ${currency}
      and created_at > now() - interval '1 day' limit 1`.execute(db);
  return rows.length > 0;
}
