import type { AuditStream, auditStreamRoutes } from '@atalaya/contract/audit-streams';
import { STREAMS_MAX } from '@atalaya/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;
beforeAll(async () => {
  server = await startTestServer();
  [ours, theirs] = [await server.makeCast(), await server.makeCast()];
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (cookie: string | undefined, method: Method, path: string, payload?: object) =>
  server.send({
    method,
    url: `/api/audit-streams${path}`,
    ...(cookie ? { cookie } : {}),
    ...(payload ? { payload } : {}),
  });
const asAdmin = (method: Method, path: string, payload?: object) =>
  send(ours.admin.cookie, method, path, payload);
const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[];

const SECRET = 'never to be seen again';
const SINK = {
  kind: 'splunk',
  url: 'https://siem.example.com/key=1',
  index: '',
  source_type: '',
  token: SECRET,
};

async function make(values: object = {}): Promise<AuditStream> {
  await query('delete from audit_streams where organization_id = $1', [ours.organization.id]);
  const made = await asAdmin('POST', '', { name: 'Splunk', sink: SINK, ...values });
  expect(made.statusCode).toBe(201);
  return made.json<AuditStream>();
}

type Call = (cookie: string | undefined, made: AuditStream) => ReturnType<typeof send>;
const CALLS: Record<keyof typeof auditStreamRoutes, Call> = {
  listAuditStreams: (cookie, { organization_id }) =>
    send(cookie, 'GET', `?organization_id=${organization_id}`),
  createAuditStream: (cookie, { organization_id }) =>
    send(cookie, 'POST', `?organization_id=${organization_id}`, { name: 'Otro', sink: SINK }),
  updateAuditStream: (cookie, { id }) => send(cookie, 'PATCH', `/${id}`, { version: 1, is_on: false }),
  deleteAuditStream: (cookie, { id }) => send(cookie, 'DELETE', `/${id}`),
  testAuditStream: (cookie, { id }) => send(cookie, 'POST', `/${id}/test`, {}),
  backfillAuditStream: (cookie, { id }) => send(cookie, 'POST', `/${id}/backfill`, { from: 'beginning' }),
  passOverRefused: async (cookie, { id }) => {
    await query('update audit_streams set refused_id = $1 where id = $2', [ours.user.id, id]);
    return send(cookie, 'POST', `/${id}/pass-over`, { entry_id: ours.user.id });
  },
  listStreamBatches: (cookie, { id }) => send(cookie, 'GET', `/${id}/batches`),
};
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

// SIEM13
describe('every route', () => {
  test.each(NAMES)(
    '%s: an admin and a super_admin may; 401, 403; another organization’s is not there',
    async (name) => {
      const statusFor = async (cookie?: string) => (await CALLS[name](cookie, await make())).statusCode;
      expect(await statusFor()).toBe(401);
      expect(await statusFor(ours.user.cookie)).toBe(403);
      expect(await statusFor(theirs.admin.cookie)).toBe(404);
      expect(await statusFor(ours.admin.cookie)).toBeLessThan(300);
      expect(await statusFor(ours.super_admin.cookie)).toBeLessThan(300);
    },
  );
});

// SIEM13
test('those of the system are a super_admin’s, and no admin sees them', async () => {
  const { cookie } = ours.super_admin;
  const made = (await send(cookie, 'POST', '', { name: 'Todo', sink: SINK })).json<AuditStream>();
  expect(made.organization_id).toBeNull();
  const ids = async (who: string) =>
    (await send(who, 'GET', '')).json<{ items: AuditStream[] }>().items.map(({ id }) => id);
  expect(await ids(cookie)).toEqual([made.id]);
  expect(await ids(ours.admin.cookie)).not.toContain(made.id);
  expect((await asAdmin('DELETE', `/${made.id}`)).statusCode).toBe(404);
  expect((await send(cookie, 'DELETE', `/${made.id}`)).statusCode).toBe(204);
});

// SIEM14
test('secrets are shown nowhere, stored sealed, and each change is in the audit log without them and the address', async () => {
  const made = await make();
  expect(made).toMatchObject({ secrets: ['token'], sink: { kind: 'splunk' }, shape: 'plain', is_on: true });
  const changed = await asAdmin('PATCH', `/${made.id}`, { version: 1, shape: 'ocsf', is_on: false });
  expect(changed.json()).toMatchObject({ shape: 'ocsf', is_on: false, version: 2, secrets: ['token'] });
  const stale = await asAdmin('PATCH', `/${made.id}`, { version: 1, name: 'Tarde' });
  expect([stale.statusCode, stale.json()]).toMatchObject([
    409,
    { code: 'object.stale', current: { version: 2 } },
  ]);
  await asAdmin('POST', `/${made.id}/backfill`, { from: 'now' });
  await asAdmin('DELETE', `/${made.id}`);
  const entries = await query<{ action: string }>(
    'select action, a::text as row from audit_log a where object_id = $1 order by id',
    [made.id],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'audit_stream.created',
    'audit_stream.updated',
    'audit_stream.restarted',
    'audit_stream.deleted',
  ]);
  const again = await make();
  const [stored] = await query<{ row: string; sealed: Buffer }>(
    'select s::text as row, sealed_secrets as sealed from audit_streams s where id = $1',
    [again.id],
  );
  const list = (await asAdmin('GET', '')).body;
  expect(stored?.sealed.includes(SECRET)).toBe(false);
  for (const text of [JSON.stringify(entries), stored?.row, list, changed.body])
    expect(text).not.toContain(SECRET);
  expect(JSON.stringify(entries)).not.toContain('key=1');
});

// SIEM14
test('secrets that are left out stay, but are sent to no other address', async () => {
  const { id } = await make();
  const patch = (version: number, sink: object) => asAdmin('PATCH', `/${id}`, { version, sink });
  const { token: _token, ...without } = SINK;
  const same = await patch(1, { ...without, url: 'https://siem.example.com/other', index: 'x' });
  expect(same.json()).toMatchObject({ secrets: ['token'], sink: { index: 'x' } });
  const elsewhere = await patch(2, { ...without, url: 'https://siem.example.net/' });
  expect([elsewhere.statusCode, elsewhere.json()]).toMatchObject([
    400,
    { fields: [{ field: 'body.sink.token', code: 'required' }] },
  ]);
  const given = await patch(2, { ...SINK, url: 'https://siem.example.net/' });
  expect(given.statusCode).toBe(200);
});

// SIEM13
test('an organization has so many streams, also of those that are added at once', async () => {
  await query('delete from audit_streams where organization_id = $1', [ours.organization.id]);
  const all = await Promise.all(
    Array.from({ length: STREAMS_MAX + 3 }, () => asAdmin('POST', '', { name: 'Uno', sink: SINK })),
  );
  expect(all.filter(({ statusCode }) => statusCode === 201)).toHaveLength(STREAMS_MAX);
  expect(all.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
});

const HTTPS = { kind: 'https', url: 'https://siem.example.com/', auth: 'none', header: '' };
const ELASTIC = {
  kind: 'elastic',
  url: 'https://siem.example.com/',
  index: 'a',
  auth: 'api_key',
  username: '',
};

test.each([
  [{ name: '', sink: SINK }, 'body.name'],
  [{ name: 'A', sink: { ...SINK, kind: 'comet' } }, 'body.sink.kind'],
  [{ name: 'A', sink: { ...SINK, token: '' } }, 'body.sink.token'],
  [{ name: 'A', sink: { ...SINK, token: 'ñ\n' } }, 'body.sink.token'],
  [{ name: 'A', sink: { ...HTTPS, auth: 'bearer' } }, 'body.sink.token'],
  [{ name: 'A', sink: { ...HTTPS, auth: 'header', token: 'x' } }, 'body.sink.header'],
  [{ name: 'A', sink: { ...HTTPS, header: 'a b' } }, 'body.sink.header'],
  [{ name: 'A', sink: { ...HTTPS, header: 'Content-Length' } }, 'body.sink.header'],
  [{ name: 'A', sink: ELASTIC }, 'body.sink.api_key'],
  [{ name: 'A', sink: { ...ELASTIC, auth: 'basic', password: 'x' } }, 'body.sink.username'],
  [{ name: 'A', sink: { ...ELASTIC, index: 'A b' } }, 'body.sink.index'],
  [{ name: 'A', sink: SINK, shape: 'round' }, 'body.shape'],
  [{ name: 'A', sink: SINK, start: { from: 'since' } }, 'body.start.since'],
  [{ name: 'A', sink: SINK, start: { from: 'since', since: '0000-01-01T00:00:00Z' } }, 'body.start.since'],
])('%j is refused at its field', async (body, field) => {
  const answer = await asAdmin('POST', '', body);
  expect([answer.statusCode, answer.json<{ fields: { field: string }[] }>().fields[0]?.field]).toEqual([
    400,
    field,
  ]);
});
