import type { Delivery, Webhook, webhookRoutes } from '@atalaya/contract/webhooks';
import { WEBHOOKS_MAX } from '@atalaya/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { forgetOldDeliveries } from './webhooks.service.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;
beforeAll(async () => {
  server = await startTestServer();
  [ours, theirs] = [await server.makeCast(), await server.makeCast()];
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Made = { item: Webhook; secret: string };
const send = (cookie: string | undefined, method: Method, path: string, payload?: object) =>
  server.send({
    method,
    url: `/api/webhooks${path}`,
    ...(cookie ? { cookie } : {}),
    ...(payload ? { payload } : {}),
  });
const asAdmin = (method: Method, path: string, payload?: object) =>
  send(ours.admin.cookie, method, path, payload);
const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[];

async function make(values: object = {}): Promise<Made> {
  await query('delete from webhook_endpoints where organization_id = $1', [ours.organization.id]);
  const made = await asAdmin('POST', '', { url: 'https://hooks.example.com/in?key=1', ...values });
  expect(made.statusCode).toBe(201);
  return made.json<Made>();
}
const ping = async ({ item }: Made) => (await asAdmin('POST', `/${item.id}/test`, {})).json<Delivery>();

type Call = (cookie: string | undefined, made: Made, delivery: Delivery) => ReturnType<typeof send>;
const CALLS: Record<keyof typeof webhookRoutes, Call> = {
  listWebhooks: (cookie, { item }) => send(cookie, 'GET', `?organization_id=${item.organization_id}`),
  createWebhook: (cookie, { item }) =>
    send(cookie, 'POST', `?organization_id=${item.organization_id}`, { url: 'https://example.com/' }),
  updateWebhook: (cookie, { item }) => send(cookie, 'PATCH', `/${item.id}`, { version: 1, is_on: false }),
  deleteWebhook: (cookie, { item }) => send(cookie, 'DELETE', `/${item.id}`),
  rotateWebhookSecret: (cookie, { item }) => send(cookie, 'POST', `/${item.id}/secret`, {}),
  testWebhook: (cookie, { item }) => send(cookie, 'POST', `/${item.id}/test`, {}),
  listWebhookDeliveries: (cookie, { item }) => send(cookie, 'GET', `/${item.id}/deliveries`),
  readWebhookDelivery: (cookie, { item }, { id }) => send(cookie, 'GET', `/${item.id}/deliveries/${id}`),
  resendWebhook: (cookie, { item }, { id }) =>
    send(cookie, 'POST', `/${item.id}/resend`, { what: 'one', delivery_id: id }),
};
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

// WH14
describe('every route', () => {
  test.each(NAMES)(
    '%s: an admin and a super_admin may; 401, 403; another organization’s is not there',
    async (name) => {
      const statusFor = async (cookie?: string) => {
        const made = await make();
        return (await CALLS[name](cookie, made, await ping(made))).statusCode;
      };
      expect(await statusFor()).toBe(401);
      expect(await statusFor(ours.user.cookie)).toBe(403);
      expect(await statusFor(theirs.admin.cookie)).toBe(404);
      expect(await statusFor(ours.admin.cookie)).toBeLessThan(300);
      expect(await statusFor(ours.super_admin.cookie)).toBeLessThan(300);
    },
  );
});

// WH7, WH14
test('an endpoint shows its secret once, and each change is in the audit log without address or secret', async () => {
  const made = await make({ description: 'Almacén', nouns: ['user'], payload: 'full' });
  expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const { id } = made.item;
  const list = await asAdmin('GET', '');
  expect(list.json()).toMatchObject({ items: [made.item], public_key: expect.stringMatching(/^whpk_/) });
  expect(list.body).not.toContain(made.secret);
  const changed = await asAdmin('PATCH', `/${id}`, { version: 1, nouns: null, is_on: false });
  expect(changed.json()).toMatchObject({ nouns: null, is_on: false, off_reason: 'paused', version: 2 });
  const stale = await asAdmin('PATCH', `/${id}`, { version: 1, payload: 'thin' });
  expect([stale.statusCode, stale.json()]).toMatchObject([
    409,
    { code: 'object.stale', current: { version: 2 } },
  ]);
  const rotated = (await asAdmin('POST', `/${id}/secret`, {})).json<Made>();
  expect(rotated.item.former_until).not.toBeNull();
  await asAdmin('DELETE', `/${id}`);
  const entries = await query<{ action: string; row: string }>(
    'select action, a::text as row from audit_log a where object_id = $1 order by id',
    [id],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.updated',
    'webhook.secret_rotated',
    'webhook.deleted',
  ]);
  const kept = JSON.stringify(entries);
  expect(kept).toContain('Almacén');
  for (const hidden of ['key=1', made.secret.slice(6), rotated.secret.slice(6)])
    expect(kept).not.toContain(hidden);
});

test('those of the system are a super_admin’s, and no admin sees them', async () => {
  const { cookie } = ours.super_admin;
  const made = (await send(cookie, 'POST', '', { url: 'https://siem.example.com/' })).json<Made>();
  expect(made.item.organization_id).toBeNull();
  const ids = async (who: string) =>
    (await send(who, 'GET', '')).json<{ items: Webhook[] }>().items.map(({ id }) => id);
  expect(await ids(cookie)).toEqual([made.item.id]);
  expect(await ids(ours.admin.cookie)).not.toContain(made.item.id);
  expect((await asAdmin('DELETE', `/${made.item.id}`)).statusCode).toBe(404);
  expect((await send(cookie, 'DELETE', `/${made.item.id}`)).statusCode).toBe(204);
});

test('an organization has so many endpoints, also of those that are added at once', async () => {
  await query('delete from webhook_endpoints where organization_id = $1', [ours.organization.id]);
  const all = await Promise.all(
    Array.from({ length: WEBHOOKS_MAX + 3 }, () => asAdmin('POST', '', { url: 'https://example.com/' })),
  );
  expect(all.filter(({ statusCode }) => statusCode === 201)).toHaveLength(WEBHOOKS_MAX);
  expect(all.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
});

test('the log is filtered by state and by event, and is kept for a month', async () => {
  const made = await make();
  const [first, second] = [await ping(made), await ping(made)];
  await query(`update webhook_deliveries set state = 'failed', event_type = 'user.updated' where id = $1`, [
    first.id,
  ]);
  const found = async (filter: string) =>
    (await asAdmin('GET', `/${made.item.id}/deliveries?${filter}`))
      .json<{ items: Delivery[] }>()
      .items.map(({ id }) => id);
  expect(await found('')).toEqual([second.id, first.id]);
  expect(await found('state=failed')).toEqual([first.id]);
  expect(await found('type=user')).toEqual([first.id]);
  expect(await found('type=user.updated&state=waiting')).toEqual([]);
  expect(await found('type=webhook.ping')).toEqual([second.id]);
  await query(`update webhook_deliveries set created_at = now() - interval '31 days' where id = $1`, [
    first.id,
  ]);
  expect(await forgetOldDeliveries(server.platform)).toBe(1);
  expect(await found('')).toEqual([second.id]);
});

test.each([
  [{ what: 'one' }, 'body.delivery_id'],
  [{ what: 'all' }, 'body.since'],
  [{ what: 'failed', since: 'ayer' }, 'body.since'],
  [{ what: 'all', since: '0000-01-01T00:00:00Z' }, 'body.since'],
])('%j cannot be sent again, and says so at its field', async (body, field) => {
  const { item } = await make();
  const answer = await asAdmin('POST', `/${item.id}/resend`, body);
  expect([answer.statusCode, answer.json<{ fields: { field: string }[] }>().fields[0]?.field]).toEqual([
    400,
    field,
  ]);
});

test.each([
  [{ url: '' }, 'body.url'],
  [{ url: 'https://example.com/', nouns: [] }, 'body.nouns'],
  [{ url: 'https://example.com/', nouns: ['comet'] }, 'body.nouns.0'],
  [{ url: 'https://example.com/', payload: 'fat' }, 'body.payload'],
  [{ url: `https://example.com/${'x'.repeat(2000)}` }, 'body.url'],
])('%j is refused at its field', async (body, field) => {
  const answer = await asAdmin('POST', '', body);
  expect([answer.statusCode, answer.json<{ fields: { field: string }[] }>().fields[0]?.field]).toEqual([
    400,
    field,
  ]);
});
