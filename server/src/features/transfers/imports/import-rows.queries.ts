import { ALL_IMPORT_FIELDS } from '@atalaya/contract/import-fields';
import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { ImportRow } from '@atalaya/contract/imports';
import type { Db } from '../../../platform/database/database.ts';
import { json, notNull, nullable, number, oneOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import type { TransferRow } from '../transfers.queries.ts';

/** A row of a file as stored. */
const importRowRow = {
  ...columnsOf('import_rows', 'number', 'state', 'code'),
  cells: json<string[]>(),
  field: nullable(oneOf(...ALL_IMPORT_FIELDS)),
  params: nullable(json<NonNullable<ImportRow['params']>>()),
};
export type ImportRowRow = RowOf<typeof importRowRow>;
type Import = Pick<TransferRow, 'id' | 'organization_id' | 'created_by'>;

const columns = sql`r.number, r.cells, r.state, r.code, r.field, r.params`;
const wrong = sql`r.state in ('invalid', 'failed')`;

export async function insertRows(
  db: Db,
  { id, organization_id, created_by }: Import,
  rows: { number: number; cells: string[] }[],
): Promise<void> {
  await sql`
    insert into import_rows (import_id, number, organization_id, created_by, cells)
    select ${id}, number, ${organization_id}::uuid, ${created_by}, cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (number integer, cells jsonb)`.execute(
    db,
  );
}

/** The next rows below one, in their order; `valid`: those alone that the dry run found right. */
export async function listRowsAfter(
  db: Db,
  id: string,
  after: number,
  limit: number,
  which: 'all' | 'valid' | 'wrong',
): Promise<ImportRowRow[]> {
  const chosen = { all: sql`true`, valid: sql`r.state = 'valid'`, wrong }[which];
  const { rows } = await rowsOf(importRowRow)`select ${columns} from import_rows r
    where r.import_id = ${id} and r.number > ${after} and ${chosen} order by r.number limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** One page of rows, or of those that are wrong, and how many. */
export async function listRowsOfPage(db: Db, id: string, page: number, isWrong: boolean) {
  const where = isWrong ? sql`r.import_id = ${id} and ${wrong}` : sql`r.import_id = ${id}`;
  const [list, counted] = await Promise.all([
    rowsOf(importRowRow)`select ${columns} from import_rows r where ${where}
      order by r.number limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from import_rows r where ${where}`.execute(db),
  ]);
  return { rows: list.rows, total: counted.rows[0]?.total ?? 0 };
}

export type Verdict = {
  number: number;
  state: ImportRow['state'];
  code: string | null;
  field: string | null;
  params: object | null;
  key: string | null;
  seat: string | null;
};

/** Writes what came of rows. */
export async function saveVerdicts(db: Db, id: string, verdicts: Verdict[]): Promise<void> {
  await sql`
    update import_rows r set state = v.state, code = v.code, field = v.field, params = v.params, key = v.key,
      seat = v.seat
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v (number integer, state text, code text,
      field text, params jsonb, key text, seat uuid)
    where r.import_id = ${id} and r.number = v.number`.execute(db);
}

/** The first right row above one that has each of these keys, each looked up by the index. */
export async function rowsOfKeys(
  db: Db,
  id: string,
  before: number,
  keys: string[],
): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ key: notNull(ROWS.import_rows.key), number: number })`
    select found.key, found.number from unnest(${keys}::text[]) as asked (key)
    cross join lateral (
      select r.key, min(r.number) as number from import_rows r
      where r.import_id = ${id} and r.key = asked.key and r.number < ${before} and r.state = 'valid'
      group by r.key) found`.execute(db);
  return new Map(rows.map(({ key, number }) => [key, number]));
}

/** How many seats the right rows above one take in each organization. */
export async function seatsOfRows(db: Db, id: string, before: number): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ seat: notNull(ROWS.import_rows.seat), taken: number })`
    select seat, count(*)::int as taken from import_rows
    where import_id = ${id} and seat is not null and number < ${before} and state = 'valid'
    group by seat`.execute(db);
  return new Map(rows.map(({ seat, taken }) => [seat, taken]));
}
