import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { PAGE_SIZE, WEBHOOK_FAILING_DAYS, WEBHOOK_LOG_DAYS } from '@atalaya/contract/limits';
import type { DeliveryState } from '@atalaya/contract/webhook-choices';
import { boolean, nullable, number } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import type { Tables } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import { isServed } from './webhooks.queries.ts';

const deliveryRow = {
  ...columnsOf(
    'webhook_deliveries',
    'id',
    'event_id',
    'event_type',
    'state',
    'attempts',
    'status',
    'problem',
    'duration_ms',
    'attempted_at',
    'created_at',
  ),
  next_try_at: nullable(ROWS.webhook_deliveries.due_at),
};
export type DeliveryRow = RowOf<typeof deliveryRow>;

const columns = sql`d.id, d.event_id, d.event_type, d.state, d.attempts, d.status, d.problem, d.duration_ms,
  d.attempted_at, d.created_at, case when d.state = 'waiting' then d.due_at end as next_try_at`;

type Filters = { page: number; state?: DeliveryState | undefined; type?: string | undefined };

/** A page of the log of an endpoint, newest first, and how much there is. */
export async function listDeliveries(db: Db, endpoint_id: string, { page, state, type }: Filters) {
  const matching = sql`d.endpoint_id = ${endpoint_id} and (${state ?? null}::text is null or d.state = ${state ?? null})
    and (${type ?? null}::text is null or d.event_type = ${type ?? null}
      or split_part(d.event_type, '.', 1) = ${type ?? null})`;
  const { rows } = await rowsOf(deliveryRow)`
    select ${columns} from webhook_deliveries d where ${matching}
    order by d.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db);
  const counted = await rowsOf({ total: number })`
    select count(*)::int as total from webhook_deliveries d where ${matching}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

const openDelivery = { ...deliveryRow, ...columnsOf('webhook_deliveries', 'body', 'answer') };

export async function findDelivery(db: Db, endpoint_id: string, id: string) {
  const { rows } = await rowsOf(openDelivery)`
    select ${columns}, d.body, d.answer from webhook_deliveries d
    where d.endpoint_id = ${endpoint_id} and d.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export type NewDelivery = { event_id: string; event_type: string; body: string };
type Receiver = { id: string; organization_id: string | null };

const inserted = ({ id, organization_id }: Receiver, events: readonly NewDelivery[]) => sql`
  insert into webhook_deliveries as d (endpoint_id, organization_id, event_id, event_type, body)
  select ${id}, ${organization_id}::uuid, e.event_id, e.event_type, e.body
  from rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
    as (event_id uuid, event_type text, body text)) with ordinality as e (event_id, event_type, body, place)
  order by e.place`;

/** Has events wait for an endpoint, in their order; one that it has already is left as it is. */
export async function insertDeliveries(db: Db, receiver: Receiver, events: NewDelivery[]): Promise<void> {
  await sql`${inserted(receiver, events)} on conflict (endpoint_id, event_id) do nothing`.execute(db);
}

/** The same; one that it has already waits again, if it does not yet. */
export async function insertAgain(db: Db, receiver: Receiver, events: NewDelivery[]): Promise<void> {
  await sql`${inserted(receiver, events)}
    on conflict (endpoint_id, event_id) do update set state = 'waiting', attempts = 0, due_at = now()
    where d.state <> 'waiting'`.execute(db);
}

/** Has one wait again, also one that waits for a later try; whether there is one. */
export async function requeueDelivery(db: Db, endpoint_id: string, id: string): Promise<boolean> {
  const { rows } = await rowsOf(columnsOf('webhook_deliveries', 'id'))`
    update webhook_deliveries set state = 'waiting', attempts = 0, due_at = now()
    where endpoint_id = ${endpoint_id} and id = ${id} returning id`.execute(db);
  return rows.length === 1;
}

/** Has all that failed since a moment wait again; how many. */
export async function requeueFailed(db: Db, endpoint_id: string, since: string): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    with queued as (update webhook_deliveries set state = 'waiting', attempts = 0, due_at = now()
      where endpoint_id = ${endpoint_id} and state = 'failed' and attempted_at >= ${since} returning id)
    select count(*)::int as total from queued`.execute(db);
  return rows[0]?.total ?? 0;
}

const takenDelivery = {
  ...columnsOf('webhook_deliveries', 'id', 'endpoint_id', 'organization_id', 'event_id', 'body', 'attempts'),
  ...columnsOf('webhook_endpoints', 'url', 'sealed_secret', 'former_secret'),
};
export type TakenDelivery = RowOf<typeof takenDelivery>;

export type Turn = {
  /** Deliveries in all. */
  count: number;
  /** Those of endpoints that fail have workers of their own. */
  failing: boolean;
  /** How many of an endpoint may be taken; one where it is not named. */
  rooms: { id: string; room: number }[];
  lease_seconds: number;
};

/**
 * Takes deliveries that are due, by turns of their endpoints, so that none waits behind many of another. No other process
 * takes them for `lease_seconds`. What waits of an endpoint that is off, or of an organization in the bin, stays.
 */
export async function takeDeliveries(
  db: Kysely<Tables>,
  { count, failing, rooms, lease_seconds }: Turn,
): Promise<TakenDelivery[]> {
  const { rows } = await rowsOf(takenDelivery)`
    with recursive waiting (endpoint_id) as (
      (select endpoint_id from webhook_deliveries where state = 'waiting' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_deliveries d
        where d.state = 'waiting' and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1)
      from waiting w where w.endpoint_id is not null
    ), candidates as (
      select due.id, row_number() over (partition by e.id order by due.due_at, due.id) as turn
      from waiting w join webhook_endpoints e on e.id = w.endpoint_id
      left join jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as r (id uuid, room int) on r.id = e.id
      cross join lateral (select d.id, d.due_at from webhook_deliveries d
        where d.endpoint_id = e.id and d.state = 'waiting' and d.due_at <= now()
        order by d.due_at, d.id limit greatest(coalesce(r.room, 1), 0)) due
      where ${isServed} and (e.failing_since is not null) = ${failing}
      order by turn, due.due_at limit ${count}
    ), locked as (
      select d.id from candidates c join webhook_deliveries d on d.id = c.id
      where d.state = 'waiting' and d.due_at <= now() for update of d skip locked
    )
    update webhook_deliveries d set due_at = now() + make_interval(secs => ${lease_seconds}),
      attempts = d.attempts + 1
    from locked l, webhook_endpoints e
    where d.id = l.id and e.id = d.endpoint_id
    returning d.id, d.endpoint_id, d.organization_id, d.event_id, d.body, d.attempts, e.url, e.sealed_secret,
      case when e.former_until > now() then e.former_secret end as former_secret`.execute(db);
  return rows;
}

export type Attempt = Pick<DeliveryRow, 'state' | 'status' | 'problem'> & {
  duration_ms: number;
  answer: string | null;
  /** Until the next try. */
  pause_seconds: number;
};

/** Keeps what became of a try, unless the delivery was queued anew or taken by another process since. */
export async function saveAttempt(
  db: SystemDb,
  { id, attempts }: Pick<TakenDelivery, 'id' | 'attempts'>,
  { state, status, problem, duration_ms, answer, pause_seconds }: Attempt,
): Promise<void> {
  await sql`update webhook_deliveries set state = ${state}, status = ${status}, problem = ${problem},
      duration_ms = ${duration_ms}, answer = ${answer}, attempted_at = now(),
      due_at = now() + make_interval(secs => ${pause_seconds})
    where id = ${id} and state = 'waiting' and attempts = ${attempts}`.execute(db);
}

export async function noteWorking(db: SystemDb, endpoint_id: string): Promise<void> {
  await sql`update webhook_endpoints set failing_since = null
    where id = ${endpoint_id} and failing_since is not null`.execute(db);
}

/** Whether it has failed for too long by now. */
export async function noteFailing(db: SystemDb, endpoint_id: string): Promise<boolean> {
  await sql`update webhook_endpoints set failing_since = now()
    where id = ${endpoint_id} and failing_since is null`.execute(db);
  const { rows } = await rowsOf({ is_over: boolean })`
    select coalesce(failing_since < now() - make_interval(days => ${WEBHOOK_FAILING_DAYS}), false) as is_over
    from webhook_endpoints where id = ${endpoint_id}`.execute(db);
  return rows[0]?.is_over ?? false;
}

/** Of at most so many; how many there were. */
export async function deleteOldDeliveries(db: SystemDb, limit: number): Promise<number> {
  const { rows } = await rowsOf(columnsOf('webhook_deliveries', 'id'))`
    delete from webhook_deliveries where id in (select id from webhook_deliveries
      where created_at < now() - make_interval(days => ${WEBHOOK_LOG_DAYS}) order by created_at limit ${limit})
    returning id`.execute(db);
  return rows.length;
}
