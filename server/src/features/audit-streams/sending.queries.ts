import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Sink } from '@atalaya/contract/audit-streams';
import { STREAM_ALARM_MINUTES, STREAM_BATCHES_KEPT } from '@atalaya/contract/limits';
import { json } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf, selected } from '../../platform/database/rows.ts';
import { newLanes } from '../../platform/records/audit-lanes.queries.ts';

const taken = columnsOf(
  'audit_streams',
  'id',
  'organization_id',
  'shape',
  'sealed_secrets',
  'turn',
  'attempts',
  'batch_max',
  'refused_id',
  'passed_over_id',
  'anchor_number',
);
const takenStream = { ...taken, sink: json<Sink>() };
export type TakenStream = RowOf<typeof takenStream>;

const columns = sql`${selected('e', taken)}, e.sink`;

export type Turn = {
  count: number;
  /** Those that fail have workers of their own. */
  failing: boolean;
  lease_seconds: number;
};

/**
 * Takes streams that are due and have something to send, which no other process does for `lease_seconds` then. One that is
 * off, or of an organization in the bin, is left.
 */
export async function takeStreams(
  db: Kysely<Tables>,
  { count, failing, lease_seconds }: Turn,
): Promise<TakenStream[]> {
  const { rows } = await rowsOf(takenStream)`
    with due as (
      select e.id from audit_streams e
      where e.is_on and e.due_at <= now() and (e.failing_since is not null) = ${failing}
        and not exists (select from organizations o where o.id = e.organization_id and o.deleted_at is not null)
        and (exists (select from ${newLanes('stream')}) or exists (select from audit_anchors a
          where a.number > e.anchor_number and (e.organization_id is null or a.organization_id = e.organization_id)))
      order by e.due_at limit ${count} for update of e skip locked
    )
    update audit_streams e set due_at = now() + make_interval(secs => ${lease_seconds}), turn = e.turn + 1
    from due where e.id = due.id returning ${columns}`.execute(db);
  return rows;
}

/** The same stream, held until the transaction ends; null where it is gone, or was changed or taken by another since. */
export async function holdTaken(db: SystemDb, { id, turn }: TakenStream): Promise<TakenStream | null> {
  const { rows } = await rowsOf(takenStream)`
    select ${columns} from audit_streams e where e.id = ${id} and e.turn = ${turn} for update`.execute(db);
  return rows[0] ?? null;
}

/** It has taken what was sent. */
export async function noteTaken(
  db: SystemDb,
  id: string,
  { batch_max, has_sent, anchor_number }: { batch_max: number; has_sent: boolean; anchor_number: number },
): Promise<void> {
  await sql`update audit_streams set due_at = now(), attempts = 0, batch_max = ${batch_max}, anchor_number = ${anchor_number}, failing_since = null,
      problem = null, status = null, answer = null, refused_id = null, passed_over_id = null,
      sent_at = case when ${has_sent}::boolean then now() else sent_at end
    where id = ${id}`.execute(db);
}

type Failed = Pick<TakenStream, 'batch_max' | 'refused_id'> & {
  problem: string;
  status: number | null;
  answer: string | null;
  pause_seconds: number;
};

/** It has not. */
export async function noteFailed(
  db: SystemDb,
  id: string,
  { problem, status, answer, pause_seconds, batch_max, refused_id }: Failed,
): Promise<void> {
  await sql`update audit_streams set due_at = now() + make_interval(secs => ${pause_seconds}), attempts = attempts + 1,
      batch_max = ${batch_max}, failing_since = coalesce(failing_since, now()), problem = ${problem}, status = ${status},
      answer = ${answer}, refused_id = ${refused_id}
    where id = ${id}`.execute(db);
}

export type NewBatch = {
  records: number;
  bytes: number;
  first_id: string | null;
  last_id: string | null;
  problem: string | null;
  status: number | null;
  answer: string | null;
  duration_ms: number;
};

/** Keeps what became of a batch, and of a stream the newest. */
export async function insertBatch(
  db: SystemDb,
  { id, organization_id }: Pick<TakenStream, 'id' | 'organization_id'>,
  batch: NewBatch,
): Promise<void> {
  await sql`insert into audit_stream_batches (stream_id, organization_id, records, bytes, first_id, last_id, problem,
      status, answer, duration_ms)
    values (${id}, ${organization_id}, ${batch.records}, ${batch.bytes}, ${batch.first_id}, ${batch.last_id},
      ${batch.problem}, ${batch.status}, ${batch.answer}, ${batch.duration_ms})`.execute(db);
  await sql`delete from audit_stream_batches where stream_id = ${id} and id < (
    select b.id from audit_stream_batches b where b.stream_id = ${id}
    order by b.id desc limit 1 offset ${STREAM_BATCHES_KEPT - 1})`.execute(db);
}

const alarmed = columnsOf('audit_streams', 'id', 'organization_id', 'name');
export type Alarmed = RowOf<typeof alarmed>;

/**
 * Since when a stream is behind: since it fails, or by its oldest entry that waits, of those that were written since it has
 * been sending. What is sent again of before is no lag.
 */
const behind = sql`audit_streams e cross join lateral audit_stream_lag(e.id) l
  cross join lateral (select e.is_on and (
    coalesce(e.failing_since < now() - make_interval(mins => ${STREAM_ALARM_MINUTES}), false)
    or coalesce(l.oldest_at >= e.begun_at and l.oldest_at < now() - make_interval(mins => ${STREAM_ALARM_MINUTES}), false)
  ) as is_behind) b
  where not exists (select from organizations o where o.id = e.organization_id and o.deleted_at is not null)`;

/** Notes which have come to be behind, or are no more: each once, in one process of those that look at once. */
export async function switchAlarms(db: SystemDb, to: 'behind' | 'caught_up'): Promise<Alarmed[]> {
  const { rows } = await rowsOf(alarmed)`
    with found as (
      select e.id from ${behind} and b.is_behind = ${to === 'behind'} and (e.alarmed_at is null) = ${to === 'behind'}
      for update of e skip locked
    )
    update audit_streams e set alarmed_at = case when ${to === 'behind'} then now() end
    from found where e.id = found.id returning ${selected('e', alarmed)}`.execute(db);
  return rows;
}
