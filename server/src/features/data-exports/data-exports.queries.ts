import { sql } from 'kysely';
import { PAGE_SIZE, TRANSFER_DAYS } from '@atalaya/contract/limits';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { number } from '../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import type { RowOf } from '../../platform/database/columns.ts';

const dataExportRow = {
  ...columnsOf(
    'data_exports',
    'id',
    'organization_id',
    'created_by',
    'created_by_name',
    'internal',
    'state',
    'processed',
    'total',
    'bytes',
    'problem',
    'run',
    'created_at',
    'expires_at',
  ),
  organization_name: ROWS.organizations.name,
  organization_slug: ROWS.organizations.slug,
};
export type DataExportRow = RowOf<typeof dataExportRow>;

const columns = sql`e.id, e.organization_id, o.name as organization_name, o.slug as organization_slug,
  e.created_by, e.created_by_name, e.internal, e.state, e.processed, e.total, e.bytes, e.problem, e.run,
  e.created_at, e.expires_at`;
/** Outside the bin: what is in it is shown by the bin alone. */
const joined = sql`join organizations o on o.id = e.organization_id and o.deleted_at is null`;

/** Queues one; its id, or null where one of this kind is under way. */
export async function insertDataExport(
  db: Db,
  row: Pick<DataExportRow, 'organization_id' | 'created_by' | 'created_by_name' | 'internal'>,
): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('data_exports', 'id'))`
    insert into data_exports (organization_id, created_by, created_by_name, internal, expires_at)
    values (${row.organization_id}, ${row.created_by}, ${row.created_by_name}, ${row.internal},
      now() + make_interval(days => ${TRANSFER_DAYS}))
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Those of an organization (null: of all), newest first, and how many. */
export async function listDataExports(db: Db, organization_id: string | null, page: number) {
  const asked = sql`e.expires_at > now()
    and (${organization_id}::uuid is null or e.organization_id = ${organization_id}::uuid)`;
  const [list, counted] = await Promise.all([
    rowsOf(dataExportRow)`select ${columns} from data_exports e ${joined} where ${asked}
      order by e.created_at desc, e.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`
      select count(*)::int as total from data_exports e ${joined} where ${asked}`.execute(db),
  ]);
  return { rows: list.rows, total: counted.rows[0]?.total ?? 0 };
}

/** One that has not expired, or null; locked until the transaction ends. */
export async function lockDataExport(db: Db, id: string): Promise<DataExportRow | null> {
  const { rows } = await rowsOf(dataExportRow)`select ${columns} from data_exports e ${joined}
    where e.id = ${id} and e.expires_at > now() for no key update of e`.execute(db);
  return rows[0] ?? null;
}

export async function cancelDataExport(db: Db, id: string): Promise<void> {
  await sql`update data_exports set state = 'canceled', updated_at = now() where id = ${id}`.execute(db);
}

/** Begins the next run of one that waits; null where none does. */
export async function beginRun(db: SystemDb, id: string): Promise<DataExportRow | null> {
  const { rows } = await rowsOf(dataExportRow)`
    update data_exports e set state = 'running', run = run + 1, processed = 0, total = null, updated_at = now()
    from organizations o
    where e.id = ${id} and e.state = 'queued' and o.id = e.organization_id and o.deleted_at is null
    returning ${columns}`.execute(db);
  return rows[0] ?? null;
}

type Run = Pick<DataExportRow, 'id' | 'run'>;
const current = ({ id, run }: Run) => sql`id = ${id} and run = ${run} and state = 'running'`;

/** How far a run is; false once it was stopped or another began. */
export async function advanceRun(
  db: SystemDb,
  run: Run,
  { processed, total }: { processed: number; total: number },
): Promise<boolean> {
  const { rows } = await sql`
    update data_exports set processed = ${processed}, total = ${total}, updated_at = now()
    where ${current(run)} returning id`.execute(db);
  return rows.length === 1;
}

/** Ends a run with its file, which is kept from now on; false once it was stopped or another began. */
export async function finishRun(db: SystemDb, run: Run, bytes: number): Promise<boolean> {
  const { rows } = await sql`
    update data_exports set state = 'done', bytes = ${bytes}, processed = total, updated_at = now(),
      expires_at = now() + make_interval(days => ${TRANSFER_DAYS})
    where ${current(run)} returning id`.execute(db);
  return rows.length === 1;
}

/** Ends a run without a file. */
export async function failRun(db: SystemDb, run: Run, problem: string): Promise<void> {
  await sql`update data_exports set state = 'failed', problem = ${problem}, updated_at = now()
    where ${current(run)}`.execute(db);
}

/** Lets a run that failed wait for another; false once it was stopped. */
export async function waitForRun(db: SystemDb, run: Run): Promise<boolean> {
  const { rows } = await sql`update data_exports set state = 'queued', updated_at = now()
    where ${current(run)} returning id`.execute(db);
  return rows.length === 1;
}

/** Queues again what no process has worked on for so long, save where its organization is in the bin. @returns ids */
export async function requeueAbandoned(db: SystemDb, minutes: number): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('data_exports', 'id'))`
    update data_exports e set state = 'queued', updated_at = now()
    from organizations o
    where e.state in ('queued', 'running') and e.updated_at < now() - make_interval(mins => ${minutes})
      and o.id = e.organization_id and o.deleted_at is null
    returning e.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes some of those that have expired; their ids. */
export async function deleteExpired(db: SystemDb, limit: number): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('data_exports', 'id'))`
    delete from data_exports where id in (select id from data_exports where expires_at <= now()
      order by expires_at limit ${limit} for update skip locked)
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Those of these ids that exist. */
export async function existingDataExports(db: SystemDb, ids: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf(columnsOf('data_exports', 'id'))`
    select id from data_exports where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}
