import type { Kysely } from 'kysely';
import { instant } from './columns.ts';
import { rowsOf } from './rows.ts';
import type { Database } from './database.ts';
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
  const [row] = rows;
  if (!row) throw new Error('a select without a table always returns its row');
  return row.instant;
}
