import { sql } from 'kysely';
import type { SystemDb } from '../../../platform/database/database.ts';
import { json, text } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import type { Point } from './declaration.ts';

const declarationRow = {
  ...columnsOf('declarations', 'id', 'version', 'hash', 'name', 'signed_at'),
  points: json<Point[]>(),
  /** Of the calendar of the books. */
  signed_on: text,
};
export type DeclarationRow = RowOf<typeof declarationRow>;

/** Those that were signed, newest first. */
export async function listDeclarations(db: SystemDb): Promise<DeclarationRow[]> {
  const { rows } = await rowsOf(declarationRow)`
    select id, version, hash, name, signed_at, points, billing_day(signed_at)::text as signed_on
    from declarations order by id desc`.execute(db);
  return rows;
}

/** Stores one; false where exactly this was signed already. */
export async function insertDeclaration(
  db: SystemDb,
  { points, ...row }: Pick<DeclarationRow, 'version' | 'hash' | 'name' | 'points'> & { signed_by: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into declarations (version, points, hash, name, signed_by)
    values (${row.version}, ${JSON.stringify(points)}::jsonb, ${row.hash}, ${row.name}, ${row.signed_by})
    on conflict (hash) do nothing returning id`.execute(db);
  return rows.length === 1;
}

/** The major version of the database. */
export async function readDatabaseVersion(db: SystemDb): Promise<string> {
  const { rows } = await rowsOf({ version: text })`
    select (current_setting('server_version_num')::int / 10000)::text as version`.execute(db);
  return rows[0]?.version ?? '';
}
