import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';

let server: TestServer;
let cast: Cast;

beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());

const change = (cookie: string | undefined, payload: object) =>
  server.send({ method: 'PATCH', url: '/api/profile', payload, ...(cookie ? { cookie } : {}) });

const versionOf = async (cookie: string): Promise<number> =>
  (await server.send({ url: '/api/session', cookie })).json().session.profile.version;

test.each(['super_admin', 'admin', 'user', 'stranger'] as const)(
  '%s changes what is their own, and it is audited',
  async (who) => {
    const { id, cookie } = cast[who];
    const version = await versionOf(cookie);
    const answer = await change(cookie, { version, first_name: '  Zoé ', theme: 'darkProfessional' });
    expect(answer.statusCode).toBe(200);
    const changed = await change(cookie, { language: 'en' });
    const session = changed.json<{ session: object }>().session;
    expect(session).toMatchObject({
      profile: { id, first_name: 'Zoé', theme: 'darkProfessional', language: 'en', version: version + 2 },
    });
    const read = await server.send({ method: 'GET', url: '/api/session', cookie });
    expect(read.json()).toEqual({ session });
    const audited = await server.database.pool.query(
      `select actor_profile_id, organization_id, after->>'first_name' as first_name from audit_log
       where object_id = $1 and action = 'profile.updated' order by id`,
      [id],
    );
    const entry = { actor_profile_id: id, organization_id: cast[who].organization_id, first_name: 'Zoé' };
    expect(audited.rows).toEqual([entry, entry]);
  },
);

test('nobody who is not signed in has a profile', async () => {
  expect((await change(undefined, { version: 1, first_name: 'Eva' })).statusCode).toBe(401);
});

// T8
test.each(['email', 'role', 'is_active', 'organization_id', 'user_id', 'avatar_url', 'version'])(
  'refuses to change the own %s',
  async (field) => {
    expect((await change(cast.admin.cookie, { [field]: 'x' })).statusCode).toBe(400);
  },
);

test('people of a canceled organization still change their own profile', async () => {
  const { id: organization_id } = await server.makeOrganization({ subscription_status: 'canceled' });
  const { cookie } = await server.makePerson({ organization_id, role: 'admin' });
  expect((await change(cookie, { language: 'es' })).statusCode).toBe(200);
});

test('of two who change the same person the second is told what the first has stored', async () => {
  const { organization_id } = cast.admin;
  const { id, cookie } = await server.makePerson({ organization_id, role: 'user', last_name: 'Ruiz' });
  const version = await versionOf(cookie);
  const names = { first_name: 'Eva', last_name: 'Gil' };
  const byAdmin = await server.send({
    method: 'PATCH',
    url: `/api/users/${id}`,
    payload: { version, ...names },
    cookie: cast.admin.cookie,
  });
  expect(byAdmin.statusCode).toBe(200);
  const late = await change(cookie, { version, first_name: 'Ana', last_name: 'Ruiz' });
  const stored = { profile: { id, ...names, version: version + 1 } };
  expect([late.statusCode, late.json()]).toMatchObject([
    409,
    { code: 'object.stale', current: { session: stored } },
  ]);
  const read = await server.send({ url: '/api/session', cookie });
  expect(read.json()).toMatchObject({ session: stored });
  // With what they have seen now they may overwrite it; the other way round it is refused alike.
  expect((await change(cookie, { version: version + 1, first_name: 'Ana' })).statusCode).toBe(200);
  const second = await server.send({
    method: 'PATCH',
    url: `/api/users/${id}`,
    payload: { version: version + 1, ...names },
    cookie: cast.admin.cookie,
  });
  expect(second.json().code).toBe('object.stale');
});

test.each([{ first_name: 'Ana' }, { last_name: 'Gil' }])('refuses %j without the version', async (names) => {
  const answer = await change(cast.user.cookie, names);
  expect(answer.json()).toMatchObject({
    code: 'request.invalid',
    fields: [{ field: 'body.version', code: 'required' }],
  });
});

// V1, V2
test('refuses a name that is too long only once it is composed', async () => {
  const answer = await change(cast.admin.cookie, { version: 1, first_name: '\u0958'.repeat(80) });
  expect(answer.json()).toMatchObject({
    code: 'request.invalid',
    fields: [{ field: 'body.first_name', code: 'too_long', params: { max: 80 } }],
  });
});
