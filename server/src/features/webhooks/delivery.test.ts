import { randomUUID, verify, createPublicKey } from 'node:crypto';
import type { Delivery, Webhook } from '@atalaya/contract/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import { openScene } from './testing/scene.ts';
import type { Made, Scene } from './testing/scene.ts';
import { openWebhookWorker } from './webhooks.worker.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
// There is room for so many in an organization.
beforeEach(() => scene.query('delete from webhook_endpoints'));

const asAdmin = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  scene.server.send({
    method,
    url: `/api/webhooks${path}`,
    cookie: scene.ours.admin.cookie,
    ...(payload ? { payload } : {}),
  });
const path = (how: string) => `/${how}/${randomUUID()}`;
/** Of events that the tests alone cause. */
const quiet = { nouns: ['plan'] };
const addAt = (at: string): Promise<Made> => scene.add(at, quiet);
const ping = ({ item }: Made) => asAdmin('POST', `/${item.id}/test`, {});
const logOf = async ({ item }: Made) =>
  (await asAdmin('GET', `/${item.id}/deliveries`)).json<{ items: Delivery[] }>().items;
const open = async ({ item }: Made, { id }: Delivery) =>
  (await asAdmin('GET', `/${item.id}/deliveries/${id}`)).json<Delivery & { body: string; answer: string }>();
const nowOf = async ({ item }: Made) =>
  (await asAdmin('GET', '')).json<{ items: Webhook[] }>().items.find(({ id }) => id === item.id);
const due = ({ item }: Made) =>
  scene.query(`update webhook_deliveries set due_at = now() where endpoint_id = $1 and state = 'waiting'`, [
    item.id,
  ]);
const failed = (problem: string, status: number | null) => ({
  state: 'waiting',
  attempts: 1,
  problem,
  status,
});

// WH6
test('receivers written with standardwebhooks and with svix believe what is sent, and nothing changed', async () => {
  const made = await addAt(path('ok'));
  await ping(made);
  await scene.worker.runDue();
  const [received] = scene.receiver.of(new URL(made.item.url).pathname);
  const headers = received!.headers as Record<string, string>;
  for (const Checked of [StandardWebhook, Svix]) {
    const checked = new Checked(made.secret);
    expect(() => checked.verify(received!.body, headers)).not.toThrow();
    expect(() => checked.verify(`${received!.body} `, headers)).toThrow(/signature/i);
    expect(() => new Checked('whsec_QUJD').verify(received!.body, headers)).toThrow(/signature/i);
  }
  const { public_key } = (await asAdmin('GET', '')).json<{ public_key: string }>();
  const raw = Buffer.from(public_key.replace('whpk_', ''), 'base64');
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
  const signature = headers['webhook-signature']!.split(' ').find((one) => one.startsWith('v1a,'))!;
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${received!.body}`;
  const isTrue = (of: string) =>
    verify(null, Buffer.from(of), key, Buffer.from(signature.slice(4), 'base64'));
  expect([isTrue(content), isTrue(`${content} `)]).toEqual([true, false]);
});

// WH7
test('after a rotation both secrets are signed with for a day, and then the new one alone; none is in the database', async () => {
  const made = await addAt(path('ok'));
  const rotated = (await asAdmin('POST', `/${made.item.id}/secret`, {})).json<Made>();
  expect(rotated.secret).not.toBe(made.secret);
  const believed = async () => {
    await ping(made);
    await scene.worker.runDue();
    const last = scene.receiver.of(new URL(made.item.url).pathname).at(-1)!;
    return [made.secret, rotated.secret].map((secret) => {
      try {
        new StandardWebhook(secret).verify(last.body, last.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });
  };
  expect(await believed()).toEqual([true, true]);
  await scene.query(`update webhook_endpoints set former_until = now() where id = $1`, [made.item.id]);
  expect(await believed()).toEqual([false, true]);
  const rows = await scene.query<{ row: string }>(
    `select e::text || encode(e.sealed_secret, 'escape') || encode(e.former_secret, 'escape') as row
     from webhook_endpoints e where id = $1`,
    [made.item.id],
  );
  for (const secret of [made.secret, rotated.secret]) expect(rows[0]?.row).not.toContain(secret.slice(6));
});

// WH8
test.each([
  ['hang', 'timeout', null],
  ['drip', 'timeout', null],
  ['reset', 'connection', null],
  ['fails', 'status', 500],
  ['away', 'redirect', 302],
])('a receiver that does so is tried again, and its log says so: %s', async (how, problem, status) => {
  const made = await addAt(path(how));
  await ping(made);
  await scene.worker.runDue();
  const [delivery] = await logOf(made);
  expect(delivery).toMatchObject(failed(problem, status));
  expect(scene.receiver.received.some((one) => one.path === '/ok/inside')).toBe(false);
  // What a receiver repeats of secrets is not kept, nor what the database cannot keep.
  const kept = how === 'fails' ? 'whsec_… v1,…  no' : null;
  expect((await open(made, delivery!)).answer || null).toBe(kept);
  scene.receiver.answers(new URL(made.item.url).pathname, 204);
  await due(made);
  await scene.worker.runDue();
  expect(await logOf(made)).toMatchObject([{ state: 'delivered', attempts: 2, status: 204, problem: null }]);
  const ids = scene.receiver.of(new URL(made.item.url).pathname).map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
});

// WH9
test('an address that leads inside is refused as it is typed, and as its name is looked up', async () => {
  for (const url of [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://[::ffff:169.254.169.254]/',
    'https://10.0.0.1/x',
    'https://ana:secreto@example.com/',
    'file:///etc/passwd',
    'no address',
  ]) {
    const answer = await asAdmin('POST', '', { url });
    expect([url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      url,
      400,
      'webhook.address_refused',
    ]);
  }
  const made = await addAt(path('ok'));
  // A name of this machine that the operator does not allow.
  await scene.query('update webhook_endpoints set url = $2 where id = $1', [
    made.item.id,
    `https://localhost:${scene.receiver.host.split(':')[1]}/ok/inside`,
  ]);
  await ping(made);
  await scene.worker.runDue();
  expect(await logOf(made)).toMatchObject([failed('address', null)]);
});

// WH10
test('ten tries over three days with jitter, Retry-After is obeyed, and then it is given up', async () => {
  const [made, later] = [await addAt(path('fails')), await addAt(path('later'))];
  await ping(made);
  await ping(later);
  const pauses: number[] = [];
  for (let tries = 1; tries <= 10; tries++) {
    await scene.worker.runDue();
    const [{ pause } = { pause: 0 }] = await scene.query<{ pause: number }>(
      `select extract(epoch from due_at - attempted_at)::float as pause from webhook_deliveries
       where endpoint_id = $1`,
      [made.item.id],
    );
    pauses.push(pause);
    await due(made);
  }
  expect(await logOf(made)).toMatchObject([{ state: 'failed', attempts: 10, next_try_at: null }]);
  const days = pauses.slice(0, 9).reduce((sum, one) => sum + one, 0) / 86_400;
  expect(days).toBeGreaterThan(2.6);
  expect(days).toBeLessThan(3.4);
  expect(new Set(pauses.map(Math.round)).size).toBeGreaterThan(8);
  const waits = await scene.query<{ pause: number }>(
    `select extract(epoch from due_at - attempted_at)::int as pause from webhook_deliveries where endpoint_id = $1`,
    [later.item.id],
  );
  expect(waits).toEqual([{ pause: 7200 }]);
  const again = await asAdmin('POST', `/${made.item.id}/resend`, {
    what: 'failed',
    since: new Date(0).toISOString(),
  });
  expect(again.json()).toEqual({ queued: 1 });
  expect(await logOf(made)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
});

// WH11
test('an answer of 410 switches an endpoint off at once, five days of failing too, and its admins are told', async () => {
  const [gone, dying] = [await addAt(path('gone')), await addAt(path('fails'))];
  await ping(gone);
  await ping(dying);
  await scene.worker.runDue();
  expect(await nowOf(gone)).toMatchObject({ is_on: false, off_reason: 'gone' });
  expect(await nowOf(dying)).toMatchObject({ is_on: true });
  await scene.query(
    `update webhook_endpoints set failing_since = now() - interval '5 days 1 hour' where id = $1`,
    [dying.item.id],
  );
  await due(dying);
  await scene.worker.runDue();
  expect(await nowOf(dying)).toMatchObject({ is_on: false, off_reason: 'failing' });
  const told = await scene.query(
    `select n.object_id from notifications n where n.event = 'security.webhook_off' and n.profile_id = $1
     order by n.created_at`,
    [scene.ours.admin.id],
  );
  expect(told).toEqual([{ object_id: gone.item.id }, { object_id: dying.item.id }]);
  const mails = await scene.query<{ recipient: string }>(
    `select recipient from mail.queue where message ->> 'subject' in ('Webhook desactivado', 'Webhook turned off')`,
  );
  expect(mails.map(({ recipient }) => recipient)).toContain(scene.ours.admin.email);
  const actions = await scene.query(
    `select action, after ->> 'is_on' as is_on from audit_log where object_id = $1 order by id`,
    [gone.item.id],
  );
  expect(actions.at(-1)).toEqual({ action: 'webhook.switched_off', is_on: 'false' });
  // What waits for one that is off is not sent.
  await due(dying);
  const before = scene.receiver.received.length;
  await scene.worker.runDue();
  expect(scene.receiver.received).toHaveLength(before);
});

// WH12
test('endpoints that hang hold up none that answers', async () => {
  const hanging = await Promise.all(Array.from({ length: 6 }, () => addAt(path('hang'))));
  for (const made of hanging) for (let times = 0; times < 12; times++) await ping(made);
  const quick = await addAt(path('ok'));
  const patient = openWebhookWorker(scene.server.platform, 600_000);
  patient.start();
  const asked = () => hanging.flatMap(({ item }) => scene.receiver.of(new URL(item.url).pathname)).length;
  await expect.poll(asked, { timeout: 20_000 }).toBeGreaterThanOrEqual(hanging.length);
  await ping(quick);
  await expect.poll(() => logOf(quick), { timeout: 20_000 }).toMatchObject([{ state: 'delivered' }]);
  // None of those that hang was answered in the meantime.
  for (const made of hanging) expect((await logOf(made)).filter(({ status }) => status !== null)).toEqual([]);
  await patient.stop();
});

// WH13
test('what a process had taken as it died is sent by another one, with the same id', async () => {
  const made = await addAt(path('ok'));
  await ping(made);
  await scene.query(
    `update webhook_deliveries set attempts = 1, due_at = now() + interval '1 minute' where endpoint_id = $1`,
    [made.item.id],
  );
  await scene.worker.runDue();
  expect(scene.receiver.of(new URL(made.item.url).pathname)).toEqual([]);
  await due(made);
  await scene.other.runDue();
  const [delivery] = await logOf(made);
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 2 });
  expect(scene.receiver.of(new URL(made.item.url).pathname)[0]?.headers['webhook-id']).toBe(
    delivery?.event_id,
  );
});

// WH7
test('with another AUTH_SECRET nothing is sent that its receiver could not believe', async () => {
  const made = await addAt(path('ok'));
  await ping(made);
  const other = await startTestServer({
    database: scene.server.database,
    config: { ...scene.server.platform.config, authSecret: 'another secret, which is long enough as well' },
  });
  await openWebhookWorker(other.platform).runDue();
  expect(await logOf(made)).toMatchObject([{ state: 'waiting', attempts: 1, problem: 'secret' }]);
  expect(scene.receiver.of(new URL(made.item.url).pathname)).toEqual([]);
  await other.close();
});
