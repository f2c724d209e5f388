import { sql } from 'kysely';
import type { ErrorBody } from '@atalaya/contract/errors';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { TransferResource } from '@atalaya/contract/transfers';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { isEndedKey } from '../../platform/accounts/session.queries.ts';
import { boolean, json, nullable, number } from '../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../platform/database/rows.ts';
import type { RowOf } from '../../platform/database/columns.ts';

type Refused = NonNullable<ErrorBody['refused']>;

/** An import, an export or a change of many as stored. */
const transferRow = {
  ...columnsOf(
    'transfers',
    'id',
    'organization_id',
    'created_by',
    'kind',
    'resource',
    'step',
    'state',
    'request',
    'file_name',
    'processed',
    'total',
    'valid',
    'invalid',
    'applied',
    'cursor',
    'problem',
    'attempts',
    'created_at',
    'expires_at',
  ),
  /** Of a change that failed: what may not be changed. */
  refused: nullable(json<Refused>()),
  expired: boolean,
  /** Of an import that is over, or a change that is done. */
  can_undo: boolean,
};
export type TransferRow = RowOf<typeof transferRow>;

const columns = sql`t.id, t.organization_id, t.created_by, t.kind, t.resource, t.step, t.state, t.request,
  t.file_name, t.processed, t.total, t.valid, t.invalid, t.applied, t.cursor, t.problem, t.attempts, t.refused,
  t.expires_at <= now() as expired, t.created_at, t.expires_at,
  exists (select 1 from undos u where u.id = t.id and u.request_id is not null and u.undone_at is null
    and u.expires_at > now()) as can_undo`;

export type NewTransfer = Pick<
  TransferRow,
  'organization_id' | 'created_by' | 'kind' | 'step' | 'file_name'
> & {
  resource: TransferResource;
  state: TransferRow['state'];
  request: object;
  total: number | null;
  /** Days until it goes, by the database's clock. */
  days: number;
  /** Of the file that is imported; 0 of an export. */
  bytes: number;
  /** By which it goes on; null: a session. */
  api_key_id: string | null;
};

export async function insertTransfer(db: Db, row: NewTransfer): Promise<TransferRow> {
  const { rows } = await rowsOf(transferRow)`
    insert into transfers as t (organization_id, created_by, kind, resource, step, state, request, file_name,
      total, bytes, api_key_id, expires_at)
    values (${row.organization_id}, ${row.created_by}, ${row.kind}, ${row.resource}, ${row.step}, ${row.state},
      ${JSON.stringify(row.request)}, ${row.file_name}, ${row.total}, ${row.bytes},
      ${row.api_key_id}, now() + make_interval(days => ${row.days}))
    returning ${columns}`.execute(db);
  return onlyRow(rows);
}

/** One's own, newest first, how many, and how many of them are under way. */
export async function listTransfers(db: Db, created_by: string, page: number) {
  // An import that was never carried out is nothing that was done.
  const mine = sql`t.created_by = ${created_by} and t.expires_at > now() and t.step in ('export', 'apply', 'change')`;
  const [list, counted] = await Promise.all([
    rowsOf(transferRow)`select ${columns} from transfers t where ${mine}
      order by t.created_at desc, t.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number, running: number })`select count(*)::int as total,
        count(*) filter (where t.state in ('queued', 'running'))::int as running
      from transfers t where ${mine}`.execute(db),
  ]);
  const { total = 0, running = 0 } = counted.rows[0] ?? {};
  return { rows: list.rows, total, running };
}

/** One of one's own that has not expired, or null. */
export async function findTransfer(db: Db, created_by: string, id: string): Promise<TransferRow | null> {
  const { rows } = await rowsOf(transferRow)`select ${columns} from transfers t
    where t.id = ${id} and t.created_by = ${created_by} and t.expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/** The stored files of an export in their order: one for each page, so that only a download reads this long list. */
export async function listFiles(db: Db, id: string): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('transfers', 'files'))`
    select files from transfers where id = ${id}`.execute(db);
  return rows[0]?.files ?? [];
}

/** What takes a transfer back is locked before the transfer, as a batch of an import does: else the two deadlock. */
async function lockUndo(db: Db, id: string): Promise<void> {
  await sql`select from undos where id = ${id} for no key update`.execute(db);
}

/** The same as findTransfer, its row locked until the transaction ends. */
export async function lockTransfer(db: Db, created_by: string, id: string): Promise<TransferRow | null> {
  await lockUndo(db, id);
  const { rows } = await rowsOf(transferRow)`select ${columns} from transfers t
    where t.id = ${id} and t.created_by = ${created_by} and t.expires_at > now()
    for no key update`.execute(db);
  return rows[0] ?? null;
}

const work = {
  ...columnsOf('transfers', 'created_by', 'organization_id', 'step', 'total'),
  /** It was begun by an API key, which is over or revoked. */
  is_key_ended: boolean,
};
export type Work = RowOf<typeof work>;

/** What is to be done for whom, or null where it is over. */
export async function findWork(db: SystemDb, id: string): Promise<Work | null> {
  const { rows } = await rowsOf(work)`
    select created_by, organization_id, step, total, ${isEndedKey(sql`t.api_key_id`)} as is_key_ended
    from transfers t where id = ${id} and state in ('queued', 'running')`.execute(db);
  return rows[0] ?? null;
}

export type TransferChange = Partial<
  Pick<
    TransferRow,
    'state' | 'step' | 'processed' | 'total' | 'valid' | 'invalid' | 'applied' | 'problem' | 'attempts'
  >
> & { cursor?: unknown; file?: string; request?: object; api_key_id?: string | null };

/** Writes how far it is, unless another process moved it on from there or stopped it: false then. */
export async function advanceTransfer(
  db: Db,
  from: Pick<TransferRow, 'id' | 'processed' | 'step'>,
  change: TransferChange,
): Promise<boolean> {
  const { cursor, file, request, ...plain } = change;
  const result = await db
    .updateTable('transfers')
    .set({
      ...plain,
      updated_at: sql<Date>`now()`,
      ...(cursor === undefined ? {} : { cursor: JSON.stringify(cursor) }),
      ...(request === undefined ? {} : { request: JSON.stringify(request) }),
      ...(file === undefined ? {} : { files: sql<string[]>`files || ${file}::text` }),
    })
    .where('id', '=', from.id)
    .where('step', '=', from.step)
    .where('processed', '=', from.processed)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Puts one that is locked into another state. */
export async function setTransfer(db: Db, id: string, change: TransferChange): Promise<void> {
  const { cursor, file, request, ...plain } = change;
  await db
    .updateTable('transfers')
    .set({
      ...plain,
      updated_at: sql<Date>`now()`,
      ...(cursor === undefined ? {} : { cursor: JSON.stringify(cursor) }),
      ...(request === undefined ? {} : { request: JSON.stringify(request) }),
      ...(file === undefined ? {} : { files: sql<string[]>`files || ${file}::text` }),
    })
    .where('id', '=', id)
    .execute();
}

/** Counts one more failed attempt, in any step. @returns how many in a row */
export async function countAttempt(db: SystemDb, id: string): Promise<number> {
  const { rows } = await rowsOf(columnsOf('transfers', 'attempts'))`
    update transfers set attempts = attempts + 1 where id = ${id} returning attempts`.execute(db);
  return rows[0]?.attempts ?? 0;
}

/** Ends one that cannot succeed. `refused`: of a change, what may not be changed. */
export async function failTransfer(
  db: SystemDb,
  id: string,
  problem: string,
  refused: TransferRow['refused'] = null,
): Promise<void> {
  await lockUndo(db, id);
  await sql`update transfers set state = 'failed', problem = ${problem},
      refused = ${refused && JSON.stringify(refused)}::jsonb, updated_at = now()
    where id = ${id} and state in ('queued', 'running')`.execute(db);
  await openUndo(db, id);
}

/** Writes how far a change is that goes on in another transaction; false once it was canceled. */
export async function reportChange(db: SystemDb, id: string, processed: number): Promise<boolean> {
  const { rows } =
    await sql`update transfers set state = 'running', processed = ${processed}, updated_at = now()
    where id = ${id} and state in ('queued', 'running') returning id`.execute(db);
  return rows.length === 1;
}

/** Ends a change in its own transaction; false where it was canceled before. */
export async function markChanged(
  db: Db,
  id: string,
  { changed, refused }: { changed: number; refused: number },
): Promise<boolean> {
  const { rows } = await sql`
    update transfers set state = 'done', processed = total, applied = ${changed}, invalid = ${refused},
      updated_at = now()
    where id = ${id} and state in ('queued', 'running') returning id`.execute(db);
  return rows.length === 1;
}

/** From now on what an import brought in can be taken back: it brings in no more. */
export async function openUndo(db: Db, id: string): Promise<void> {
  await sql`
    update undos u set request_id = t.request #>> '{origin,request_id}'
    from transfers t where t.id = ${id} and u.id = t.id and t.state not in ('queued', 'running')`.execute(db);
}

/** Deletes some of those that have expired; their ids. */
export async function deleteExpired(db: SystemDb, limit: number): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('transfers', 'id'))`
    delete from transfers where id in (select id from transfers where expires_at <= now()
      order by expires_at limit ${limit} for update skip locked)
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Those of these ids that exist. */
export async function existingTransfers(db: SystemDb, ids: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf(columnsOf('transfers', 'id'))`
    select id from transfers where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}
