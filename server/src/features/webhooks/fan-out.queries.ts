import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { WEBHOOK_LOG_DAYS } from '@atalaya/contract/limits';
import type { RowOf } from '../../platform/database/columns.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import type { Tables } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import { newLanes, sealedOrdinal, sealedRow } from '../../platform/records/audit-lanes.queries.ts';
import type { Sealed } from '../../platform/records/audit-lanes.queries.ts';
import { isServed } from './webhooks.queries.ts';

/** Deliveries of one endpoint that may wait: what is above stays in the audit log until there is room. */
const WAITING_MAX = 2_000;

const hearer = {
  ...columnsOf('webhook_endpoints', 'id', 'organization_id', 'nouns', 'payload'),
  /** After which entry it goes on with what is sent again; null: nothing is. */
  replay_id: ROWS.webhook_endpoints.replay_id,
};
export type Hearer = RowOf<typeof hearer>;

const hearing = sql`${isServed} and (select count(*) from (select 1 from webhook_deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' limit ${WAITING_MAX}) w) < ${WAITING_MAX}`;

/** Endpoints that were not told something yet, or are to be told again. */
export async function listHearers(db: Kysely<Tables>, limit: number): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('webhook_endpoints', 'id'))`
    select e.id from webhook_endpoints e
    where ${hearing} and (e.replay_until is not null or exists (select from ${newLanes('webhook')}))
    order by e.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const hearerColumns = sql`e.id, e.organization_id, e.nouns, e.payload, e.replay_id`;

export async function findHearer(db: SystemDb, id: string): Promise<Hearer | null> {
  const { rows } = await rowsOf(hearer)`
    select ${hearerColumns} from webhook_endpoints e where e.id = ${id} and ${hearing}`.execute(db);
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends; null where another process tells it something at this moment. */
export async function lockHearer(db: SystemDb, id: string): Promise<Hearer | null> {
  const { rows } = await rowsOf(hearer)`
    select ${hearerColumns} from webhook_endpoints e where e.id = ${id} for update skip locked`.execute(db);
  return rows[0] ?? null;
}

/** Has everything since a moment sent again, up to what commits now. */
export async function beginReplay(db: Db, endpoint_id: string, since: string): Promise<void> {
  await sql`update webhook_endpoints
    set replay_from = greatest(${since}::timestamptz, now() - make_interval(days => ${WEBHOOK_LOG_DAYS})),
      replay_id = '00000000-0000-0000-0000-000000000000', replay_until = now()
    where id = ${endpoint_id}`.execute(db);
}

/** The next entries of those that are sent again. */
export async function listReplayed(db: SystemDb, { id }: Hearer, limit: number): Promise<Sealed[]> {
  const { rows } = await rowsOf(sealedRow)`
    select s.audit_id, s.chain, s.lane, s.position, ${sealedOrdinal}, 0 as told
    from webhook_endpoints e
    cross join lateral (select a.id, a.created_at from audit_log a
      where (e.organization_id is null or a.organization_id = e.organization_id)
        and (a.created_at, a.id) > (e.replay_from, e.replay_id) and a.created_at <= e.replay_until
      order by a.created_at, a.id limit ${limit}) a
    join audit_seals s on s.audit_id = a.id
    where e.id = ${id} order by a.created_at, a.id`.execute(db);
  return rows;
}

/** Goes on after the last of them; there are no more where it is null. False where another process has. */
export async function moveReplay(
  db: SystemDb,
  { id, replay_id }: Hearer,
  last: string | null,
): Promise<boolean> {
  const { rows } = await rowsOf(columnsOf('webhook_endpoints', 'id'))`
    update webhook_endpoints e set replay_from = a.created_at, replay_id = a.id,
      replay_until = case when a.id is not null then e.replay_until end
    from (select 1) one left join audit_log a on a.id = ${last}::uuid
    where e.id = ${id} and e.replay_id = ${replay_id} returning e.id`.execute(db);
  return rows.length === 1;
}

const told = {
  ...columnsOf(
    'audit_entries',
    'id',
    'created_at',
    'organization_id',
    'actor_profile_id',
    'actor_email',
    'action',
    'object_type',
    'object_id',
    'before',
    'after',
    'api_key_id',
  ),
};
export type ToldEntry = RowOf<typeof told>;

/** Entries as their reader may see them. */
export async function listTold(db: Db, ids: readonly string[]): Promise<ToldEntry[]> {
  const { rows } = await rowsOf(told)`
    select id, created_at, organization_id, actor_profile_id, actor_email, action, object_type, object_id, before,
      after, api_key_id
    from audit_entries where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}
