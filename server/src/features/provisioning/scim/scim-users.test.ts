import { HELD_KINDS } from '@atalaya/contract/offboarding-kinds';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { FURNISHED, furnish, leftOf } from '../../offboarding/testing/furnish.ts';
import { ENTERPRISE_SCHEMA, USER_SCHEMA, connectProvider, newUser, patchOf } from './testing/provider.ts';
import type { Provider, Resource } from './testing/provider.ts';

let database: TestDatabase;
let server: TestServer;
let ours: Cast;
let theirs: Cast;
let password_hash: string;
let provider: Provider;
beforeAll(async () => {
  database = await openTestDatabase(12);
  server = await startTestServer({ database });
  password_hash = await server.platform.accounts.hashPassword('contraseña larga');
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  [ours, theirs] = [await server.makeCast(), await server.makeCast()];
  await query('update organizations set max_users = -1');
  provider = await connectProvider(server, ours);
});

const query = async <T>(text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows as T[];
type Profile = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  is_active: boolean;
  organization_id: string | null;
  job_title: string | null;
};
const profileOf = async (email: string) =>
  (await query<Profile>('select * from profiles where email = $1', [email]))[0];
const colleague = (values: Parameters<TestServer['makePerson']>[0] = {}) =>
  server.makePerson({ organization_id: ours.organization.id, password_hash, ...values });
const told = (values: object = {}) => provider.done('POST', '/Users', newUser(values));
const refusal = async (...sent: Parameters<Provider['send']>) => {
  const answer = await provider.send(...sent);
  return { statusCode: answer.statusCode, ...answer.json<{ scimType?: string; detail?: string }>() };
};

describe('who may ask', () => {
  // SCIM1
  test('a token of the connection, until it is revoked; of two at once each works', async () => {
    const path = `/api/connections/${provider.connection.id}/provisioning`;
    const asAdmin = (method: 'GET' | 'POST' | 'DELETE', url: string) =>
      server.send({ method, url, cookie: ours.admin.cookie, ...(method === 'POST' ? { payload: {} } : {}) });
    type Told = { tokens: { id: string; prefix: string; last_used_at: string | null }[]; base_url: string };
    const before = (await asAdmin('GET', path)).json<Told>();
    expect(before).toMatchObject({ tokens: [{ prefix: provider.token.slice(0, 12), last_used_at: null }] });
    expect(before.base_url).toBe(new URL('/scim/v2', server.platform.config.publicUrl).href);
    const second = (await asAdmin('POST', `${path}/tokens`)).json<{ token: string }>();
    expect((await asAdmin('POST', `${path}/tokens`)).json()).toMatchObject({
      code: 'provisioning.too_many_tokens',
    });
    const withToken = async (token: string) =>
      (await provider.send('GET', '/Users', undefined, { authorization: `Bearer ${token}` })).statusCode;
    expect([await withToken(provider.token), await withToken(second.token)]).toEqual([200, 200]);
    const used = (await asAdmin('GET', path)).json<Told>().tokens;
    expect(used.every(({ last_used_at }) => last_used_at !== null)).toBe(true);
    await asAdmin('DELETE', `${path}/tokens/${used[0]?.id ?? ''}`);
    expect([await withToken(provider.token), await withToken(second.token)]).toEqual([401, 200]);
    const stored = await query<{ kept: string }>('select scim_tokens::text as kept from scim_tokens');
    expect(stored.some(({ kept }) => kept.includes(second.token))).toBe(false);
  });

  // SCIM1
  test('nobody else: no token, another text, a session, an API key', async () => {
    const asked = async (headers: Record<string, string>) => {
      const answer = await server.app.inject({ method: 'GET', url: '/scim/v2/Users', headers });
      return [
        answer.statusCode,
        answer.headers['www-authenticate'],
        answer.json<{ schemas: string[] }>().schemas,
      ];
    };
    const refused = [401, 'Bearer realm="SCIM"', ['urn:ietf:params:scim:api:messages:2.0:Error']];
    expect(await asked({})).toEqual(refused);
    expect(await asked({ authorization: `Bearer scim_${'a'.repeat(43)}` })).toEqual(refused);
    expect(await asked({ cookie: ours.admin.cookie })).toEqual(refused);
  });

  // SCIM1
  test('a connection that is removed takes its tokens with it, and leaves its people', async () => {
    const user = newUser();
    await provider.done('POST', '/Users', user);
    const url = `/api/connections/${provider.connection.id}`;
    await server.send({ method: 'DELETE', url, cookie: ours.admin.cookie });
    expect((await provider.send('GET', '/Users')).statusCode).toBe(401);
    expect(await profileOf(user.userName)).toMatchObject({ is_active: true });
  });
});

describe('two organizations', () => {
  // SCIM3
  test('never see each other, nor two connections of one', async () => {
    const user = await told();
    const group = await provider.done('POST', '/Groups', {
      displayName: 'Jefes',
      members: [{ value: user.id }],
    });
    for (const cast of [theirs, ours]) {
      const other = await connectProvider(server, cast);
      for (const [method, payload] of [
        ['GET'],
        ['PUT', newUser()],
        ['PATCH', patchOf({ op: 'remove', path: 'title' })],
        ['DELETE'],
      ] as const) {
        expect((await other.send(method, `/Users/${user.id}`, payload)).statusCode).toBe(404);
        const body =
          method === 'PUT' ? { displayName: 'X' } : payload && patchOf({ op: 'remove', path: 'members' });
        expect((await other.send(method, `/Groups/${group.id}`, body)).statusCode).toBe(404);
      }
      for (const path of [
        '/Users',
        '/Groups',
        '/Users?filter=userName pr',
        '/Groups?filter=members.value pr',
      ])
        expect(await other.done('GET', path)).toMatchObject({ totalResults: 0, Resources: [] });
      // A member of whom only the other provider knows is no member here.
      const theirs_group = await other.done('POST', '/Groups', {
        displayName: 'Jefes',
        members: [{ value: user.id }],
      });
      expect(theirs_group['members']).toEqual([{ value: user.id }]);
    }
    expect(await provider.done('GET', `/Users/${user.id}`)).toMatchObject({ groups: [{ value: group.id }] });
  });

  // SCIM3
  test('an address of another organization, of a super_admin or of a person told of already is refused alike', async () => {
    const taken = await told();
    const stranger = await server.makePerson({ organization_id: theirs.organization.id });
    const addresses = [stranger.email, ours.super_admin.email, taken['userName'] as string];
    const refused: object[] = [];
    for (const userName of addresses) {
      const before = await profileOf(userName);
      const emails = [{ value: userName, primary: true }];
      refused.push(await refusal('POST', '/Users', newUser({ userName: unique(), emails })));
      expect(await profileOf(userName)).toEqual(before);
    }
    expect(refused[0]).toMatchObject({ statusCode: 409, scimType: 'uniqueness' });
    expect(refused).toEqual(refused.map(() => refused[0]));
  });
});

describe('a person who comes', () => {
  // SCIM4
  test('is added with a seat, the role of the connection and an audit entry, and comes back as sent', async () => {
    const user = newUser({
      title: 'Jefa',
      [ENTERPRISE_SCHEMA]: { department: 'Compras', manager: '17' },
      password: 'x',
    });
    const answer = await provider.send('POST', '/Users', user);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      201,
      'application/scim+json; charset=utf-8',
    ]);
    const made = answer.json<Resource & { meta: { location: string; version: string } }>();
    const { password: _, ...shown } = user as typeof user & { password: string };
    expect(made).toMatchObject({
      ...shown,
      schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
      [ENTERPRISE_SCHEMA]: { department: 'Compras', manager: { value: '17' } },
    });
    expect(made).not.toHaveProperty('password');
    expect(answer.headers).toMatchObject({ location: made.meta.location, etag: made.meta.version });
    expect(made.meta.location).toMatch(new RegExp(`/scim/v2/Users/${made.id}$`));
    const profile = await profileOf(user.userName);
    expect(profile).toMatchObject({ first_name: 'Ana', last_name: 'Ruiz', role: 'user', job_title: 'Jefa' });
    expect(profile?.organization_id).toBe(ours.organization.id);
    const entries = await query(
      `select action, organization_id, actor_profile_id from audit_log where object_id = $1`,
      [profile?.id],
    );
    expect(entries).toEqual([
      { action: 'user.created', organization_id: ours.organization.id, actor_profile_id: null },
    ]);
  });

  test('who is there already is told of from then on, and keeps role and account', async () => {
    const person = await colleague({ role: 'admin' });
    const user = await told({
      userName: unique(),
      emails: [{ value: person.email }],
      name: { givenName: 'Eva', familyName: 'Gil' },
    });
    expect(user['active']).toBe(true);
    expect(await profileOf(person.email)).toMatchObject({ id: person.id, role: 'admin', first_name: 'Eva' });
  });

  // SCIM5
  test('and finds no seat is refused with a reason, leaves nothing, and rings once for the admins', async () => {
    await query(
      'update organizations set max_users = (select used_seats from organization_seats where organization_id = id) where id = $1',
      [ours.organization.id],
    );
    const user = newUser();
    for (let times = 0; times < 2; times += 1)
      expect(await refusal('POST', '/Users', user)).toMatchObject({
        statusCode: 403,
        scimType: 'seatsFull',
        detail: expect.stringContaining('seat'),
      });
    expect(await profileOf(user.userName)).toBeUndefined();
    expect(await provider.done('GET', '/Users')).toMatchObject({ totalResults: 0 });
    const bells = await query(
      'select profile_id from notifications where event = $1 and organization_id = $2',
      ['connection.seats_full', ours.organization.id],
    );
    expect(bells).toEqual([{ profile_id: ours.admin.id }]);
    expect((await provider.send('POST', '/Users', newUser({ active: false }))).statusCode).toBe(201);
  });

  test('what cannot be is refused with a reason', async () => {
    const { userName } = newUser();
    expect(await refusal('POST', '/Users', newUser({ userName: undefined }))).toMatchObject({
      statusCode: 400,
      scimType: 'invalidValue',
    });
    expect(await refusal('POST', '/Users', newUser({ active: 'perhaps' }))).toMatchObject({
      statusCode: 400,
      scimType: 'invalidValue',
    });
    expect(await refusal('POST', '/Users', newUser({ userName: 'x', emails: [] }))).toMatchObject({
      statusCode: 400,
      scimType: 'invalidValue',
    });
    expect(await refusal('POST', '/Users', newUser({ title: 'a\u0000b' }))).toMatchObject({
      statusCode: 400,
      scimType: 'invalidValue',
    });
    expect(await refusal('POST', '/Users', newUser({ name: { givenName: 'a'.repeat(81) } }))).toMatchObject({
      statusCode: 400,
    });
    await told({ userName });
    expect(await refusal('POST', '/Users', newUser({ userName: userName.toUpperCase() }))).toMatchObject({
      statusCode: 409,
      scimType: 'uniqueness',
    });
    expect(await refusal('POST', '/Users', [])).toMatchObject({ statusCode: 400, scimType: 'invalidSyntax' });
  });
});

describe('a person who goes', () => {
  const ways: Record<string, (user: Resource) => Promise<unknown>> = {
    'active: false': ({ id }) =>
      provider.done('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false })),
    'active: "False", as Entra ID has it': ({ id }) =>
      provider.done('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' })),
    'a value without a path': ({ id }) =>
      provider.done('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } })),
    'PUT, as Okta has it': (user) => provider.done('PUT', `/Users/${user.id}`, { ...user, active: false }),
    DELETE: ({ id }) => provider.done('DELETE', `/Users/${id}`),
  };

  // SCIM6
  test.each(Object.keys(ways))(
    'by %s loses all at once, leaves a receipt, and the heir has the tickets',
    async (way) => {
      const heir = await colleague({ role: 'admin' });
      provider = await connectProvider(server, ours, { heir_id: heir.id, name: unique() });
      const person = await colleague({ role: 'admin' });
      await furnish(database, person);
      const user = await told({ userName: person.email, emails: [{ value: person.email }] });
      await ways[way]?.(user);
      expect(await leftOf(database, person)).toEqual(Object.fromEntries(HELD_KINDS.map((kind) => [kind, 0])));
      expect(await profileOf(person.email)).toMatchObject({ is_active: false });
      expect((await server.send({ url: '/api/profile/sessions', cookie: person.cookie })).statusCode).toBe(
        401,
      );
      const [receipt] = await query<{ content: string; acted_by: string }>(
        'select content, acted_by from offboarding_receipts where profile_id = $1',
        [person.id],
      );
      expect(JSON.parse(receipt?.content ?? '')).toMatchObject({
        acted_by: { kind: 'machine', name: `SCIM · ${provider.connection.name}` },
        heir: { id: heir.id },
        was_active: true,
      });
      expect(
        await query('select count(*)::int as tickets from tickets where assigned_to = $1', [heir.id]),
      ).toEqual([{ tickets: FURNISHED.ticket }]);
      const there = await provider.send('GET', `/Users/${user.id}`);
      expect(way === 'DELETE' ? there.statusCode : there.json<Resource>()['active']).toBe(
        way === 'DELETE' ? 404 : false,
      );
    },
  );

  // SCIM7
  test('is let go also where the subscription is over, and nothing else changes then', async () => {
    const [user, other] = [await told(), await told()];
    const group = await provider.done('POST', '/Groups', { displayName: 'Jefes' });
    await query(`update organizations set subscription_status = 'canceled' where id = $1`, [
      ours.organization.id,
    ]);
    const rename = patchOf({ op: 'replace', path: 'name.givenName', value: 'Eva' });
    for (const [method, path, body] of [
      ['POST', '/Users', newUser()],
      ['PATCH', `/Users/${user.id}`, rename],
      ['POST', '/Groups', { displayName: 'Otros' }],
      ['PATCH', `/Groups/${group.id}`, patchOf({ op: 'add', path: 'members', value: [{ value: user.id }] })],
      ['DELETE', `/Groups/${group.id}`, undefined],
    ] as const)
      expect(await refusal(method, path, body)).toMatchObject({
        statusCode: 403,
        detail: expect.stringContaining('subscription'),
      });
    await provider.done(
      'PATCH',
      `/Users/${user.id}`,
      patchOf({ op: 'replace', path: 'active', value: false }),
    );
    await provider.done('DELETE', `/Users/${other.id}`);
    for (const { userName } of [user, other])
      expect(await profileOf(String(userName))).toMatchObject({ is_active: false, first_name: 'Ana' });
  });

  // SCIM6
  test('comes back with a seat, and with nothing of what was ended', async () => {
    const user = await told();
    const email = user['userName'] as string;
    await provider.done('DELETE', `/Users/${user.id}`);
    const again = await told({ userName: email, emails: [{ value: email }] });
    expect(again['active']).toBe(true);
    expect(await profileOf(email)).toMatchObject({ is_active: true });
    await query('update profiles set is_active = false, deleted_at = now() where email = $1', [email]);
    expect(await provider.done('GET', `/Users/${again.id}`)).toMatchObject({ active: false });
    await provider.done(
      'PATCH',
      `/Users/${again.id}`,
      patchOf({ op: 'replace', path: 'active', value: 'True' }),
    );
    expect(await query('select is_active, deleted_at from profiles where email = $1', [email])).toEqual([
      { is_active: true, deleted_at: null },
    ]);
  });

  // SCIM7
  test('is let go also as the last admin, which all super_admins are told', async () => {
    const admin = await told({ userName: ours.admin.email, emails: [{ value: ours.admin.email }] });
    await provider.done(
      'PATCH',
      `/Users/${admin.id}`,
      patchOf({ op: 'replace', path: 'active', value: false }),
    );
    expect(await profileOf(ours.admin.email)).toMatchObject({ is_active: false });
    const alarms = await query<{ profile_id: string }>(
      `select profile_id from notifications where event = 'security.last_admin_lost' and organization_id = $1`,
      [ours.organization.id],
    );
    expect(alarms.map(({ profile_id }) => profile_id)).toContain(ours.super_admin.id);
  });

  // SCIM6
  test('with an heir who is gone leaves tickets unassigned, and is never kept', async () => {
    const heir = await colleague({ role: 'admin' });
    provider = await connectProvider(server, ours, { heir_id: heir.id });
    await query('update profiles set is_active = false where id = $1', [heir.id]);
    const user = await told();
    await provider.done('DELETE', `/Users/${user.id}`);
    expect(await profileOf(user['userName'] as string)).toMatchObject({ is_active: false });
  });

  // SCIM8
  test('fifty times while the person works: nothing is answered to them any more', async () => {
    for (let round = 0; round < 50; round += 1) {
      const person = await colleague();
      const user = await told({ userName: person.email, emails: [{ value: person.email }] });
      let isGone = false;
      const work = async () => {
        for (;;) {
          const began_after = isGone;
          const { statusCode } = await server.send({ url: '/api/profile/sessions', cookie: person.cookie });
          if (began_after) return statusCode;
        }
      };
      const working = [work(), work(), work()];
      await provider.done(
        'PATCH',
        `/Users/${user.id}`,
        patchOf({ op: 'replace', path: 'active', value: false }),
      );
      isGone = true;
      expect([round, ...(await Promise.all(working))]).toEqual([round, 401, 401, 401]);
    }
  });

  // SCIM10
  test('the total of a list is exact, however people come and go', async () => {
    const total = async () => {
      const told_of = await provider.done<{ totalResults: number }>('GET', '/Users?count=0');
      const filtered = await provider.done<{ totalResults: number }>('GET', '/Users?filter=userName pr');
      expect(told_of.totalResults).toBe(filtered.totalResults);
      return told_of.totalResults;
    };
    const [one, two, three] = await Promise.all([told(), told(), told(), told()]);
    const other = await connectProvider(server, theirs);
    await other.done('POST', '/Users', newUser());
    expect(await total()).toBe(4);
    await provider.done('DELETE', `/Users/${one.id}`);
    expect(await total()).toBe(3);
    await query('update profiles set organization_id = $2 where email = $1', [
      two['userName'],
      theirs.organization.id,
    ]);
    expect(await total()).toBe(2);
    await query('delete from profiles where email = $1', [three['userName']]);
    expect(await total()).toBe(1);
    expect(await other.done('GET', '/Users')).toMatchObject({ totalResults: 1 });
  });

  test('who goes to another organization is not known to the provider any more', async () => {
    const user = await told();
    await query('update profiles set organization_id = $2 where email = $1', [
      user['userName'],
      theirs.organization.id,
    ]);
    expect((await provider.send('DELETE', `/Users/${user.id}`)).statusCode).toBe(404);
    expect(await profileOf(user['userName'] as string)).toMatchObject({ is_active: true });
  });
});
