import { KEY_SCOPES, scopeOfPermission } from '@atalaya/contract/key-scopes';
import { may } from '@atalaya/contract/permissions';
import type { Permission } from '@atalaya/contract/permissions';
import type { Route } from '@atalaya/contract/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, allRoutes } from '../../../platform/testing/contract-walk.ts';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { verifyAudit } from '../../audit/verify.service.ts';

let database: TestDatabase;
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ database });
  cast = await server.makeCast();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const make = (cookie: string, body: object = {}, on = server) =>
  on.send({
    method: 'POST',
    url: '/api/profile/api-keys',
    payload: { name: 'Integración', scopes: ['users:read'], expires_in_days: 30, ...body },
    cookie,
  });
const keyOf = async (person: { cookie: string }, scopes: readonly string[] = ['users:read'], on = server) =>
  (await make(person.cookie, { scopes }, on)).json<{ key: { id: string; prefix: string }; token: string }>();
/** A program: no cookie and no Origin. */
const call = (
  token: string,
  request: { method?: 'GET' | 'POST' | 'PATCH'; url: string; payload?: object },
  on = server,
) => on.app.inject({ ...request, headers: { authorization: `Bearer ${token}` } });
const users = { url: '/api/users' };
const list = async (cookie: string) =>
  (await server.send({ url: '/api/profile/api-keys', cookie })).json().items;

describe('one’s own keys', () => {
  // T9
  test('are made, told once, listed without the key, and revoked', async () => {
    const made = await make(cast.admin.cookie, { scopes: ['users:read', 'users:read', 'tickets:write'] });
    expect(made.statusCode).toBe(201);
    const { key, token } = made.json();
    expect(token).toMatch(/^atl_[\w-]{43}$/);
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Integración',
      prefix: token.slice(0, 12),
      scopes: ['users:read', 'tickets:write'],
      created_at: expect.any(String),
      expires_at: expect.any(String),
      expired: false,
      last_used_at: null,
      assistant_host: null,
    });
    expect(Date.parse(key.expires_at) - Date.parse(key.created_at)).toBe(30 * 86_400_000);
    expect(await list(cast.admin.cookie)).toEqual([key]);
    expect(await list(cast.user.cookie)).toEqual([]);
    const { rows } = await sql<{ row: string }>`select k::text as row from api_keys k`.execute(
      database.kysely,
    );
    // Neither as text nor as bytes: what follows the prefix is the secret.
    const secret = token.slice(12, 36);
    for (const form of [secret, Buffer.from(secret).toString('hex')])
      expect(JSON.stringify(rows)).not.toContain(form);

    const revoke = (cookie: string) =>
      server.send({ method: 'DELETE', url: `/api/profile/api-keys/${key.id}`, cookie });
    expect((await revoke(cast.user.cookie)).statusCode).toBe(404);
    expect((await call(token, users)).statusCode).toBe(200);
    expect((await revoke(cast.admin.cookie)).statusCode).toBe(204);
    expect((await revoke(cast.admin.cookie)).statusCode).toBe(404);
    expect((await call(token, users)).json().code).toBe('api_key.invalid');
    expect(await list(cast.admin.cookie)).toEqual([]);
    const audited = await sql<{ action: string; after: object | null }>`
      select action, after from audit_log where object_id = ${key.id} order by id`.execute(database.kysely);
    expect(audited.rows.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.revoked']);
    expect(JSON.stringify(audited.rows)).not.toContain(token);
  });

  test('are for people without organization too, and grant nobody more than their role', async () => {
    expect((await make(cast.stranger.cookie)).json().code).toBe('api_key.scope_forbidden');
    expect((await make(cast.user.cookie)).statusCode).toBe(201);
    expect((await make(cast.user.cookie, { scopes: ['plans:write'] })).json().code).toBe(
      'api_key.scope_forbidden',
    );
    expect((await make(cast.super_admin.cookie, { scopes: ['plans:write'] })).statusCode).toBe(201);
    expect((await server.send({ url: '/api/profile/api-keys' })).statusCode).toBe(401);
  });

  // V1
  test.each([
    ['no scope', { scopes: [] }],
    ['a scope that is none', { scopes: ['profile:write'] }],
    ['no end', { expires_in_days: 0 }],
    ['an end after more than a year', { expires_in_days: 366 }],
    ['no name', { name: ' ' }],
  ])('are refused with %s', async (_what, body) => {
    expect((await make(cast.admin.cookie, body)).statusCode).toBe(400);
  });

  test('are twenty at most, also when they are made at once', async () => {
    const person = await server.makePerson({ role: 'super_admin' });
    const answers = await Promise.all(Array.from({ length: 23 }, () => make(person.cookie)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
  });
});

describe('a request with a key', () => {
  test('needs neither cookie nor Origin, is its person, and is audited with the key', async () => {
    const { key, token } = await keyOf(cast.admin, ['users:read', 'users:write']);
    const who = await call(token, { url: '/api/session' });
    expect(who.json().session.profile.id).toBe(cast.admin.id);
    const url = `/api/users/${cast.user.id}`;
    const { version } = (await call(token, { url })).json();
    const changed = await call(token, { method: 'PATCH', url, payload: { version, first_name: 'Eva' } });
    expect(changed.statusCode).toBe(200);
    const entries = await server.send({
      url: `/api/audit?object_id=${cast.user.id}`,
      cookie: cast.admin.cookie,
    });
    expect(entries.json().items[0]).toMatchObject({
      action: 'user.updated',
      actor: { id: cast.admin.id },
      api_key_id: key.id,
    });
    await expect(verifyAudit(database)).resolves.toMatchObject({ problems: [] });
  });

  test('never reads the cookie, and is refused where the key is none', async () => {
    const { token } = await keyOf(cast.user, ['tickets:read']);
    const send = (authorization: string) =>
      server.app.inject({ url: '/api/users', headers: { authorization, cookie: cast.admin.cookie } });
    expect((await send(`Bearer ${token}`)).statusCode).toBe(403);
    expect((await send('Bearer atl_none')).json().code).toBe('api_key.invalid');
    expect((await send('Basic Zm9vOmJhcg==')).statusCode).toBe(200);
    // A session still needs its Origin, also with an Authorization header that is no key of ours.
    const foreign = await server.app.inject({
      method: 'PATCH',
      url: '/api/profile',
      payload: { first_name: 'Otra' },
      headers: { authorization: 'Bearer other', cookie: cast.admin.cookie },
    });
    expect(foreign.json().code).toBe('request.foreign_origin');
  });

  test('finds in a search what its scopes name, and nothing else', async () => {
    const { token } = await keyOf(cast.admin, ['search:read', 'tickets:read']);
    const other = await keyOf(cast.admin, ['search:read', 'users:read']);
    const found = async (key: string) => (await call(key, { url: `/api/search?q=${cast.user.email}` })).body;
    expect(await found(other.token)).toContain(cast.user.id);
    expect(await found(token)).not.toContain(cast.user.id);
  });

  test('is noted once a minute', async () => {
    const { key, token } = await keyOf(cast.admin);
    const used = async () =>
      (await list(cast.admin.cookie)).find(({ id }: { id: string }) => id === key.id).last_used_at;
    await call(token, users);
    const first = await used();
    await call(token, users);
    expect(first).toEqual(expect.any(String));
    expect(await used()).toBe(first);
    await sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${key.id}`.execute(
      database.kysely,
    );
    await call(token, users);
    expect(Date.parse(await used())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  test('ends with the key', async () => {
    const { key, token } = await keyOf(cast.admin);
    await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${key.id}`.execute(
      database.kysely,
    );
    expect((await call(token, users)).statusCode).toBe(401);
    expect(await list(cast.admin.cookie)).toContainEqual(
      expect.objectContaining({ id: key.id, expired: true }),
    );
  });

  // S4
  test('may no more than its person may now', async () => {
    const { id: organization_id } = cast.organization;
    const person = await server.makePerson({ role: 'admin', organization_id });
    const { token } = await keyOf(person);
    await sql`update profiles set role = 'user' where id = ${person.id}`.execute(database.kysely);
    expect((await call(token, users)).json().code).toBe('session.forbidden');
  });
});

// S4
describe('the keys of a person', () => {
  test('die when they are deactivated or deleted, by any path, and stay dead', async () => {
    const there = await startTestServer();
    const here = await there.makeCast();
    const { id: organization_id } = here.organization;
    const people = [
      await there.makePerson({ role: 'user', organization_id }),
      await there.makePerson({ role: 'user', organization_id }),
    ];
    const keys = await Promise.all(people.map((person) => keyOf(person, ['tickets:read'], there)));
    const tickets = { url: '/api/tickets' };
    const statuses = async () =>
      Promise.all(keys.map(async ({ token }) => (await call(token, tickets, there)).statusCode));
    expect(await statuses()).toEqual([200, 200]);
    const send = (method: 'PATCH' | 'DELETE', n: number, payload?: object) =>
      there.send({
        method,
        url: `/api/users/${people[n]!.id}`,
        ...(payload ? { payload } : {}),
        cookie: here.admin.cookie,
      });
    expect((await send('PATCH', 0, { version: 1, is_active: false })).statusCode).toBe(200);
    expect((await send('DELETE', 1)).statusCode).toBeLessThan(300);
    expect(await statuses()).toEqual([401, 401]);
    await sql`update profiles set is_active = true, deleted_at = null`.execute(there.database.kysely);
    expect(await statuses()).toEqual([401, 401]);
    await there.close();
  });
});

// R1
test('wrong keys of one address, and calls of one key, are limited', async () => {
  const strict = await startTestServer({ database, config: { rateLimit: true } });
  const wrong = () => call('atl_wrong', users, strict);
  for (let n = 0; n < 30; n++) expect((await wrong()).statusCode).toBe(401);
  expect((await wrong()).statusCode).toBe(429);
  const { key, token } = await keyOf(cast.admin);
  expect((await call(token, users, strict)).statusCode).toBe(200);
  await sql`update rate_limits set taken = 600 where key like 'api-key-calls:%'`.execute(database.kysely);
  const refused = await call(token, users, strict);
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect(strict.log.join('')).not.toContain(token.slice(12));
  expect(key.id).toBeTruthy();
  await strict.close();
});

describe('every route', () => {
  /** Sends what no route takes, so that nothing changes wherever it gets through. */
  const knock = (token: string, route: Route) => knockWith({ authorization: `Bearer ${token}` }, route);
  const knockWith = async (headers: Record<string, string>, route: Route) => {
    const reply = await server.app.inject({
      method: route.method,
      url: addressOf(route),
      ...(route.body ? { payload: { no_such_field: 1 } } : {}),
      headers,
    });
    expect([401, 500]).not.toContain(reply.statusCode);
    return reply.statusCode === 403 ? reply.json<{ code: string }>().code : null;
  };
  /** Those of demo mode do not, here. */
  const exists = ({ route }: { route: Route }) => !route.path.startsWith('/api/development');

  /** What it answers to a key of a super_admin without its scope, and to one with all of them: the code of a 403. */
  function refusalsOf({ access, method }: Route): [without: string | null, withAll: string | null] {
    if (access === 'public' && method === 'GET') return [null, null];
    const scope = access === 'public' || access === 'signed_in' ? null : scopeOfPermission(access);
    if (scope === null) return ['api_key.forbidden', 'api_key.forbidden'];
    const isOpen = may({ role: 'super_admin', organization_id: null }, access as Permission);
    return isOpen ? ['api_key.scope_missing', null] : ['session.forbidden', 'session.forbidden'];
  }

  // T1
  test('refuses a key without its scope, and opens to one that has it', async () => {
    const person = await server.makePerson({ role: 'super_admin' });
    const full = await keyOf(person, KEY_SCOPES);
    const keys = new Map<string | null, string>();
    const without = async ({ access }: Route) => {
      const scope = access === 'public' || access === 'signed_in' ? null : scopeOfPermission(access);
      const others = KEY_SCOPES.filter((each) => each !== scope);
      if (!keys.has(scope))
        keys.set(scope, (await keyOf(await server.makePerson({ role: 'super_admin' }), others)).token);
      return keys.get(scope)!;
    };
    for (const { name, route } of allRoutes.filter(exists)) {
      const refusals = [await knock(await without(route), route), await knock(full.token, route)];
      expect([name, ...refusals]).toEqual([name, ...refusalsOf(route)]);
    }
  });

  // S7, T1
  test.each(['user', 'admin', 'super_admin'] as const)(
    'is closed to a key with every scope where it is closed to its person, a %s',
    async (role) => {
      const { origin } = server.platform.config.publicUrl;
      const person = await server.makePerson({ role: 'super_admin' });
      const { token } = await keyOf(person, KEY_SCOPES);
      const organization_id = role === 'super_admin' ? null : cast.organization.id;
      await sql`update profiles set role = ${role}, organization_id = ${organization_id}
        where id = ${person.id}`.execute(database.kysely);
      // The move has ended the key, whose reach this is about.
      await sql`update api_keys set revoked_at = null where profile_id = ${person.id}`.execute(
        database.kysely,
      );
      let refused = 0;
      for (const { name, route } of allRoutes.filter(exists)) {
        const { access } = route;
        if (access === 'public' || access === 'signed_in' || scopeOfPermission(access) === null) continue;
        const own = await knockWith({ cookie: person.cookie, origin }, route);
        if (own !== null) refused++;
        expect([name, await knock(token, route)]).toEqual([name, own]);
      }
      expect(refused > 0).toBe(role !== 'super_admin');
    },
  );

  // T1
  test('that is about keys, passwords, factors or sessions is closed to every key', () => {
    const closed = allRoutes.filter(({ route }) =>
      /\/api\/profile|api-keys|password|factor|passkey|\/sessions|provider/.test(route.path),
    );
    expect(closed.length).toBeGreaterThan(10);
    for (const { name, route } of closed) {
      const { access } = route;
      const scope = access === 'public' || access === 'signed_in' ? null : scopeOfPermission(access);
      expect([name, scope]).toEqual([name, null]);
    }
  });
});
