import { randomUUID } from 'node:crypto';
import { PAGE_SIZE, WEBHOOKS_MAX } from '@atalaya/contract/limits';
import type { Delivery, Resend, Webhook, webhookRoutes } from '@atalaya/contract/webhooks';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { chosenOrganization } from '../../platform/core/chosen-organization.ts';
import type { WhichOrganization } from '../../platform/core/chosen-organization.ts';
import { AppError } from '../../platform/core/errors.ts';
import { RefusedAddress, requireMayFetch } from '../../platform/core/guarded-fetch.ts';
import { untilDone } from '../../platform/database/chunks.ts';
import { instantOf } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import { openSigner } from '../../platform/signing/signing-keys.ts';
import { lockOrganization } from '../seats/seats.rules.ts';
import {
  deleteOldDeliveries,
  findDelivery,
  insertDeliveries,
  listDeliveries as listRows,
  requeueDelivery,
  requeueFailed,
} from './deliveries.queries.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import { beginReplay } from './fan-out.queries.ts';
import { testOf } from './webhook-event.ts';
import { makeSecret, publicKeyText, sealSecret } from './webhook-secret.ts';
import {
  countWebhooks,
  deleteWebhook as deleteRow,
  findWebhook,
  insertWebhook,
  listWebhooks as listEndpoints,
  lockSystemWebhooks,
  lockWebhook,
  replaceSecret,
  saveWebhook,
} from './webhooks.queries.ts';
import type { WebhookRow } from './webhooks.queries.ts';
import { changeOf, valuesOf } from './webhooks.rules.ts';

type Routes = typeof webhookRoutes;

/** Those of an organization; of the system where a super_admin names none. @throws object.not_found */
export async function listWebhooks(platform: Platform, actor: Actor, which: WhichOrganization) {
  const organization_id = chosenOrganization(actor, which);
  const { public_key } = await openSigner(platform);
  return platform.database.readAs(actor, 'list the webhooks of any organization', async (db) => ({
    items: (await listEndpoints(db, organization_id, WEBHOOKS_MAX)).map(toWebhook),
    public_key: publicKeyText(public_key),
  }));
}

/** @throws object.not_found, webhook.too_many, webhook.address_refused */
export async function createWebhook(
  platform: Platform,
  by: By,
  which: WhichOrganization,
  body: z.output<Routes['createWebhook']['body']>,
) {
  const organization_id = chosenOrganization(by.actor, which);
  const values = { ...body, url: requireAddress(platform, body.url) };
  return platform.database.withActor(by.actor, 'add a webhook of any organization', async (db) => {
    await lockOwner(db, organization_id);
    if ((await countWebhooks(db, organization_id)) >= WEBHOOKS_MAX)
      throw new AppError('webhook.too_many', { params: { max: WEBHOOKS_MAX } });
    const [id, secret] = [randomUUID(), makeSecret()];
    const sealed_secret = sealSecret(platform, id, secret);
    await insertWebhook(db, { id, organization_id, sealed_secret, ...values });
    const made = await getWebhook(db, id);
    await recordChange(db, by, { ...changeOf(made, 'created'), after: valuesOf(made) });
    return { item: toWebhook(made), secret };
  });
}

/** Endpoints are counted by one at a time. @throws object.not_found */
async function lockOwner(db: Db, organization_id: string | null): Promise<void> {
  if (organization_id === null) await lockSystemWebhooks(db);
  else await lockOrganization(db, organization_id);
}

/** @throws object.not_found, object.stale, webhook.address_refused */
export async function updateWebhook(
  platform: Platform,
  by: By,
  id: string,
  { version, ...changed }: z.output<Routes['updateWebhook']['body']>,
): Promise<Webhook> {
  const url = changed.url === undefined ? undefined : requireAddress(platform, changed.url);
  return platform.database.withActor(by.actor, 'change a webhook of any organization', async (db) => {
    const before = await lockedWebhook(db, id);
    if (before.version !== version) throw new AppError('object.stale', { current: toWebhook(before) });
    await saveWebhook(db, id, {
      url: url ?? before.url,
      description: changed.description ?? before.description,
      nouns: changed.nouns === undefined ? before.nouns : changed.nouns,
      payload: changed.payload ?? before.payload,
      is_on: changed.is_on ?? before.is_on,
    });
    const after = await getWebhook(db, id);
    const values = { before: valuesOf(before), after: valuesOf(after) };
    await recordChange(db, by, { ...changeOf(after, 'updated'), ...values });
    return toWebhook(after);
  });
}

/** @throws object.not_found */
export async function deleteWebhook(platform: Platform, by: By, id: string): Promise<void> {
  await platform.database.withActor(by.actor, 'remove a webhook of any organization', async (db) => {
    const before = await lockedWebhook(db, id);
    await deleteRow(db, id);
    await recordChange(db, by, { ...changeOf(before, 'deleted'), before: valuesOf(before) });
  });
}

/** Another secret, told once; the one before is good for a day more. @throws object.not_found */
export async function rotateSecret(platform: Platform, by: By, id: string) {
  return platform.database.withActor(by.actor, 'rotate the secret of any webhook', async (db) => {
    await lockedWebhook(db, id);
    const secret = makeSecret();
    await replaceSecret(db, id, sealSecret(platform, id, secret));
    const after = await getWebhook(db, id);
    await recordChange(db, by, {
      ...changeOf(after, 'secret_rotated'),
      after: { name: valuesOf(after).name },
    });
    return { item: toWebhook(after), secret };
  });
}

/** @throws object.not_found */
export async function testWebhook(platform: Platform, by: By, id: string): Promise<Delivery> {
  return platform.database.withActor(by.actor, 'send a test to any webhook', async (db) => {
    const row = await lockedWebhook(db, id);
    const event_id = randomUUID();
    await insertDeliveries(db, row, [testOf(event_id, row, await instantOf(db))]);
    await recordChange(db, by, { ...changeOf(row, 'tested'), after: { name: valuesOf(row).name } });
    const made = (await listRows(db, id, { page: 1 })).rows.find((one) => one.event_id === event_id);
    if (!made) throw new Error('the test was lost');
    return toDelivery(made);
  });
}

/** @throws object.not_found */
export async function listDeliveries(
  platform: Platform,
  actor: Actor,
  id: string,
  query: z.output<Routes['listWebhookDeliveries']['query']>,
) {
  return platform.database.readAs(actor, 'read what was sent to any webhook', async (db) => {
    await getWebhook(db, id);
    const { rows, total } = await listRows(db, id, query);
    return { items: rows.map(toDelivery), total, page: query.page, page_size: PAGE_SIZE };
  });
}

/** @throws object.not_found */
export async function readDelivery(platform: Platform, actor: Actor, id: string, delivery_id: string) {
  return platform.database.readAs(actor, 'read a delivery to any webhook', async (db) => {
    const row = await findDelivery(db, id, delivery_id);
    if (!row) throw new AppError('object.not_found');
    return { ...toDelivery(row), body: row.body, answer: row.answer };
  });
}

/** @throws object.not_found */
export async function resend(platform: Platform, by: By, id: string, asked: Resend) {
  return platform.database.withActor(by.actor, 'send to any webhook again', async (db) => {
    const row = await lockedWebhook(db, id);
    const queued = await queueAgain(db, id, asked);
    const { what, since } = asked;
    await recordChange(db, by, {
      ...changeOf(row, 'resent'),
      after: { name: valuesOf(row).name, what, ...(since ? { since } : {}) },
    });
    return { queued };
  });
}

async function queueAgain(
  db: Db,
  id: string,
  { what, delivery_id = '', since = '' }: Resend,
): Promise<number | null> {
  if (what === 'failed') return requeueFailed(db, id, since);
  if (what === 'all') {
    await beginReplay(db, id, since);
    return null;
  }
  if (!(await requeueDelivery(db, id, delivery_id))) throw new AppError('object.not_found');
  return 1;
}

/** Deliveries per transaction. */
const BATCH = 1_000;

/** What was sent is kept for a month. */
export function forgetOldDeliveries({ database }: Platform): Promise<number> {
  return untilDone(BATCH, () =>
    database.withSystem('forget what was sent to webhooks long ago', (db) => deleteOldDeliveries(db, BATCH)),
  );
}

/** @throws object.not_found */
async function getWebhook(db: Db, id: string): Promise<WebhookRow> {
  const found = await findWebhook(db, id);
  if (!found) throw new AppError('object.not_found');
  return found;
}

/** @throws object.not_found */
async function lockedWebhook(db: Db, id: string): Promise<WebhookRow> {
  const held = await lockWebhook(db, id);
  if (!held) throw new AppError('object.not_found');
  return held;
}

/** An address as it is kept; where its name leads is asked each time that something is sent. @throws webhook.address_refused */
function requireAddress({ config }: Platform, typed: string): string {
  try {
    const url = new URL(typed);
    requireMayFetch(config, url, true);
    return url.href;
  } catch (error) {
    if (error instanceof RefusedAddress || error instanceof TypeError)
      throw new AppError('webhook.address_refused');
    throw error;
  }
}

const toWebhook = ({ failing_since, former_until, created_at, updated_at, ...row }: WebhookRow): Webhook => ({
  ...row,
  failing_since: failing_since?.toISOString() ?? null,
  former_until: former_until?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

const toDelivery = ({ attempted_at, next_try_at, created_at, ...row }: DeliveryRow): Delivery => ({
  ...row,
  attempted_at: attempted_at?.toISOString() ?? null,
  next_try_at: next_try_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
