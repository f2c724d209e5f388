import type { Kysely } from 'kysely';
import { instant, text } from './columns.ts';
import { onlyRow, rowsOf } from './rows.ts';
import type { Database, Db } from './database.ts';
import type { Tables } from './row-types.ts';

/** The present by the clock of the database, which all processes share and which rules what has expired. */
export function presentInstant(database: Database): Promise<Date> {
  return instantAgo(database, 0);
}

/** The same inside a transaction: the instant at which it began. */
export function instantOf(db: Kysely<Tables>): Promise<Date> {
  return readInstant(db, 0);
}

/** The instant so long ago by that clock. */
export function instantAgo(database: Database, milliseconds: number): Promise<Date> {
  return readInstant(database.kysely, milliseconds);
}

async function readInstant(db: Kysely<Tables>, milliseconds: number): Promise<Date> {
  const { rows } = await rowsOf({ instant })`
    select now() - make_interval(secs => ${milliseconds / 1000}) as instant`.execute(db);
  return onlyRow(rows).instant;
}

/** Today where the books are kept (`billing_today`), by that clock: '2027-01-31'. */
export async function readToday(db: Db): Promise<string> {
  const { rows } = await rowsOf({ day: text })`select billing_today()::text as day`.execute(db);
  return onlyRow(rows).day;
}
