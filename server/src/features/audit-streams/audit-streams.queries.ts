import { sql } from 'kysely';
import type { Sink } from '@atalaya/contract/audit-streams';
import type { StreamSecret } from '@atalaya/contract/audit-stream-choices';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import { instant, json, nullable, number } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { columnsOf, rowsOf, selected } from '../../platform/database/rows.ts';

const kept = columnsOf(
  'audit_streams',
  'id',
  'organization_id',
  'name',
  'secrets',
  'shape',
  'is_on',
  'due_at',
  'failing_since',
  'problem',
  'status',
  'answer',
  'refused_id',
  'sent_at',
  'alarmed_at',
  'version',
  'created_at',
  'updated_at',
);
const streamRow = { ...kept, sink: json<Sink>(), waiting: number, oldest_at: nullable(instant) };
export type StreamRow = RowOf<typeof streamRow>;

const columns = sql`${selected('e', kept)}, e.sink, l.waiting, l.oldest_at`;
const streams = sql`audit_streams e cross join lateral audit_stream_lag(e.id) l`;

/** The streams of an organization, or of the system; the oldest first. */
export async function listStreams(
  db: Db,
  organization_id: string | null,
  limit: number,
): Promise<StreamRow[]> {
  const { rows } = await rowsOf(streamRow)`
    select ${columns} from ${streams} where e.organization_id is not distinct from ${organization_id}::uuid
    order by e.created_at, e.id limit ${limit}`.execute(db);
  return rows;
}

export async function countStreams(db: Db, organization_id: string | null): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from audit_streams
    where organization_id is not distinct from ${organization_id}::uuid`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Streams of the system have no row that could be locked while they are counted. */
export async function lockSystemStreams(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.audit streams of the system'))`.execute(db);
}

export async function findStream(db: Db, id: string): Promise<StreamRow | null> {
  const { rows } = await rowsOf(streamRow)`
    select ${columns} from ${streams} where e.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The same, its row locked until the transaction ends. */
export async function lockStream(db: Db, id: string): Promise<StreamRow | null> {
  const { rows } = await rowsOf(streamRow)`
    select ${columns} from ${streams} where e.id = ${id} for update of e`.execute(db);
  return rows[0] ?? null;
}

export async function findSealedSecrets(db: Db, id: string): Promise<Buffer | null> {
  const { rows } = await rowsOf(columnsOf('audit_streams', 'sealed_secrets'))`
    select sealed_secrets from audit_streams where id = ${id}`.execute(db);
  return rows[0]?.sealed_secrets ?? null;
}

type Values = Pick<StreamRow, 'name' | 'sink' | 'shape'> & {
  secrets: StreamSecret[];
  sealed_secrets: Buffer;
};

export async function insertStream(
  db: Db,
  {
    id,
    organization_id,
    starts_at,
    ...values
  }: Values & { id: string; organization_id: string | null; starts_at: string },
): Promise<void> {
  const { name, sink, shape, secrets, sealed_secrets } = values;
  await sql`insert into audit_streams (id, organization_id, name, sink, shape, secrets, sealed_secrets, starts_at)
    values (${id}, ${organization_id}, ${name}, ${JSON.stringify(sink)}::jsonb, ${shape}, ${secrets}, ${sealed_secrets},
      ${starts_at}::timestamptz)`.execute(db);
}

/** Who is changed or switched on is tried at once; who is off is behind nothing. */
export async function saveStream(
  db: Db,
  id: string,
  { name, sink, shape, secrets, sealed_secrets, is_on }: Values & Pick<StreamRow, 'is_on'>,
): Promise<void> {
  await sql`update audit_streams set name = ${name}, sink = ${JSON.stringify(sink)}::jsonb, shape = ${shape},
      secrets = ${secrets}, sealed_secrets = ${sealed_secrets},
      begun_at = case when ${is_on}::boolean and not is_on then now() else begun_at end,
      failing_since = case when ${is_on}::boolean = is_on then failing_since end,
      alarmed_at = case when ${is_on}::boolean then alarmed_at end,
      is_on = ${is_on}, attempts = 0, batch_max = default, turn = turn + 1, due_at = now(),
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

/** Has it begin anew: a trigger puts its cursors there. */
export async function restartStream(db: Db, id: string, starts_at: string): Promise<void> {
  await sql`update audit_streams set starts_at = ${starts_at}::timestamptz, begun_at = now(), refused_id = null,
      passed_over_id = null, attempts = 0, batch_max = default, turn = turn + 1, due_at = now(),
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

/** Leaves out the entry that is refused: whether it is that one. */
export async function passOver(db: Db, id: string, entry_id: string): Promise<boolean> {
  const { rows } = await rowsOf(columnsOf('audit_streams', 'id'))`
    update audit_streams set passed_over_id = refused_id, refused_id = null, attempts = 0, turn = turn + 1, due_at = now(),
      version = version + 1, updated_at = now()
    where id = ${id} and refused_id = ${entry_id} returning id`.execute(db);
  return rows.length === 1;
}

export async function deleteStream(db: Db, id: string): Promise<void> {
  await sql`delete from audit_streams where id = ${id}`.execute(db);
}

const batchRow = columnsOf(
  'audit_stream_batches',
  'id',
  'records',
  'bytes',
  'first_id',
  'last_id',
  'problem',
  'status',
  'answer',
  'duration_ms',
  'created_at',
);
export type BatchRow = RowOf<typeof batchRow>;

/** A page of what a sink was sent, newest first, and how much there is. */
export async function listBatches(db: Db, stream_id: string, page: number) {
  const { rows } = await rowsOf(batchRow)`
    select ${selected('b', batchRow)} from audit_stream_batches b where b.stream_id = ${stream_id}
    order by b.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db);
  const counted = await rowsOf({ total: number })`
    select count(*)::int as total from audit_stream_batches b where b.stream_id = ${stream_id}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
