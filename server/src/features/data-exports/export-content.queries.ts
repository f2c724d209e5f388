import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { number } from '../../platform/database/columns.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { ExportScope, ExportSection } from './export-sections.queries.ts';

export type ExportedRow = Record<string, unknown>;

export async function countRows(db: Db, section: ExportSection, scope: ExportScope): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from ${section.from(scope)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The next `limit` rows after a cursor (null: the first), and the cursor of the last one. */
export async function readRows(
  db: Db,
  section: ExportSection,
  scope: ExportScope,
  after: string[] | null,
  limit: number,
): Promise<{ rows: ExportedRow[]; last: string[] | null }> {
  const { columns, computed = {}, written = {}, key } = section;
  const list = (parts: RawBuilder<unknown>[]) => sql.join(parts);
  const order = list(key.map(({ at }) => at));
  const values = key.map(({ as }, part) => sql`${after?.[part] ?? null}::text::${as}`);
  // The first part by itself as well: an index of another table than the rest is entered by it.
  const rest = after ? sql`and ${key[0].at} >= ${values[0]} and (${order}) > (${list(values)})` : sql``;
  const { rows } = await sql`
    select ${list(columns.map((name) => sql`${computed[name] ?? sql.ref(`t.${name}`)} as ${sql.ref(name)}`))},
      array[${list(key.map(({ at }) => sql`${at}::text`))}] as cursor
    from ${section.from(scope)} ${rest} order by ${order} limit ${limit}`.execute(db);
  // Which columns there are is the section's: no shape says it beforehand.
  const read = rows as (ExportedRow & { cursor: string[] })[];
  return {
    rows: read.map(({ cursor: _cursor, ...row }) => {
      for (const [name, write] of Object.entries(written)) row[name] = write(String(row[name]));
      return row;
    }),
    last: read.at(-1)?.cursor ?? null,
  };
}
