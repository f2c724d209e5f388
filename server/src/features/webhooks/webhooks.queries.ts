import { sql } from 'kysely';
import { WEBHOOK_SECRET_HOURS } from '@atalaya/contract/limits';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { number } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

const webhookRow = {
  ...columnsOf(
    'webhook_endpoints',
    'id',
    'organization_id',
    'url',
    'description',
    'nouns',
    'payload',
    'is_on',
    'off_reason',
    'failing_since',
    'former_until',
    'version',
    'created_at',
    'updated_at',
  ),
  /** At most so many as are counted. */
  waiting: number,
};
export type WebhookRow = RowOf<typeof webhookRow>;

/** Whether an endpoint `e` is told anything: it is on, and its organization, if any, is not in the bin. */
export const isServed = sql`(e.is_on and not exists (
  select from organizations o where o.id = e.organization_id and o.deleted_at is not null))`;

/** Waiting deliveries that are counted. */
const COUNTED = 1_000;

const columns = sql`e.id, e.organization_id, e.url, e.description, e.nouns, e.payload, e.is_on, e.off_reason,
  e.failing_since, case when e.former_until > now() then e.former_until end as former_until, e.version,
  e.created_at, e.updated_at,
  (select count(*)::int from (select 1 from webhook_deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' limit ${COUNTED}) w) as waiting`;

/** The endpoints of an organization, or of the system; the oldest first. */
export async function listWebhooks(
  db: Db,
  organization_id: string | null,
  limit: number,
): Promise<WebhookRow[]> {
  const { rows } = await rowsOf(webhookRow)`
    select ${columns} from webhook_endpoints e where e.organization_id is not distinct from ${organization_id}::uuid
    order by e.created_at, e.id limit ${limit}`.execute(db);
  return rows;
}

export async function countWebhooks(db: Db, organization_id: string | null): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from webhook_endpoints
    where organization_id is not distinct from ${organization_id}::uuid`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Endpoints of the system have no row that could be locked while they are counted. */
export async function lockSystemWebhooks(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.webhooks of the system'))`.execute(db);
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | null> {
  const { rows } = await rowsOf(webhookRow)`
    select ${columns} from webhook_endpoints e where e.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The same, its row locked until the transaction ends. */
export async function lockWebhook(db: Db, id: string): Promise<WebhookRow | null> {
  const { rows } = await rowsOf(webhookRow)`
    select ${columns} from webhook_endpoints e where e.id = ${id} for update of e`.execute(db);
  return rows[0] ?? null;
}

type Values = Pick<WebhookRow, 'url' | 'description' | 'nouns' | 'payload'>;

export async function insertWebhook(
  db: Db,
  {
    id,
    organization_id,
    sealed_secret,
    url,
    description,
    nouns,
    payload,
  }: Values & { id: string; organization_id: string | null; sealed_secret: Buffer },
): Promise<void> {
  await sql`insert into webhook_endpoints (id, organization_id, url, description, nouns, payload, sealed_secret)
    values (${id}, ${organization_id}, ${url}, ${description}, ${nouns}, ${payload}, ${sealed_secret})`.execute(
    db,
  );
}

/** Who is switched on has failed at nothing yet. */
export async function saveWebhook(
  db: Db,
  id: string,
  { url, description, nouns, payload, is_on }: Values & Pick<WebhookRow, 'is_on'>,
): Promise<void> {
  await sql`update webhook_endpoints set url = ${url}, description = ${description}, nouns = ${nouns},
      payload = ${payload},
      failing_since = case when ${is_on}::boolean and not is_on then null else failing_since end,
      off_reason = case when ${is_on}::boolean then null else coalesce(off_reason, 'paused') end,
      is_on = ${is_on}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

/** Puts another secret in the place of the one that there is, which is good for some hours more. */
export async function replaceSecret(db: Db, id: string, sealed_secret: Buffer): Promise<void> {
  await sql`update webhook_endpoints set former_secret = sealed_secret,
      former_until = now() + make_interval(hours => ${WEBHOOK_SECRET_HOURS}), sealed_secret = ${sealed_secret},
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await sql`delete from webhook_endpoints where id = ${id}`.execute(db);
}

/** Switches one off that is on; null where it is off already, or gone. */
export async function switchOff(
  db: SystemDb,
  id: string,
  reason: 'gone' | 'failing',
): Promise<WebhookRow | null> {
  const { rows } = await rowsOf(webhookRow)`
    update webhook_endpoints e set is_on = false, off_reason = ${reason}, version = e.version + 1, updated_at = now()
    where e.id = ${id} and e.is_on returning ${columns}`.execute(db);
  return rows[0] ?? null;
}
