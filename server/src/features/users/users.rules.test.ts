import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@atalaya/contract/errors';
import { ROLES, ranksAtLeast } from '@atalaya/contract/roles';
import type { User } from '@atalaya/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../platform/testing/fingerprint.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;

beforeAll(async () => {
  server = await startTestServer();
  ours = await server.makeCast();
  theirs = await server.makeCast();
  await server.database.pool.query('update organizations set max_users = -1');
});
afterAll(() => server.close());

type Person = { id: string; cookie: string };
const answerOf = async (method: 'POST' | 'PATCH' | 'DELETE', by: Person, url: string, payload?: object) => {
  const answer = await server.send({ method, url, cookie: by.cookie, ...(payload ? { payload } : {}) });
  return answer.statusCode < 300 ? 'done' : answer.json<{ code: string }>().code;
};
const create = (by: Person, values: object) => {
  const person = { first_name: 'Ana', last_name: 'Rey', email: `ana-${unique()}@example.test`, role: 'user' };
  return answerOf('POST', by, '/api/users', { ...person, ...values });
};
const update = (by: Person, id: string, values: object) =>
  answerOf('PATCH', by, `/api/users/${id}`, { version: 1, ...values });
const remove = (by: Person, id: string, query = '') => answerOf('DELETE', by, `/api/users/${id}${query}`);
const bulk = (by: Person, action: object, chosen: object, more: object = {}) =>
  answerOf('POST', by, '/api/users/bulk', { action, chosen, ...more });
const colleague = (values: object = {}) =>
  server.makePerson({ organization_id: ours.organization.id, ...values });
const find = async (id: string) => {
  const url = `/api/users/${id}`;
  return (await server.send({ method: 'GET', url, cookie: ours.super_admin.cookie })).json<User>();
};

describe('rank', () => {
  const table = ROLES.flatMap((actor) =>
    ROLES.flatMap((role) =>
      (['create', 'update', 'bulk', 'delete'] as const).map((way) => [actor, way, role] as const),
    ),
  );

  // T10
  test.each(table)('%s may %s (to or of) %s only up to their own role', async (actor, way, role) => {
    const by = ours[actor];
    const organization_id = role === 'super_admin' ? null : ours.organization.id;
    const outcome = await {
      create: () => create(by, { role, ...(actor === 'super_admin' ? { organization_id } : {}) }),
      update: async () => update(by, (await colleague()).id, { role }),
      bulk: async () => bulk(by, { type: 'change_role', role }, { ids: [(await colleague()).id] }),
      delete: async () => remove(by, (await server.makePerson({ role, organization_id })).id),
    }[way]();
    // A person whom an admin may not see does not exist for them.
    const refusal = way === 'delete' ? 'object.not_found' : 'user.rank_too_low';
    const expected = ranksAtLeast(actor, role) ? 'done' : refusal;
    expect(outcome).toBe(actor === 'user' ? 'session.forbidden' : expected);
  });

  test('whoever becomes a super_admin leaves their organization', async () => {
    const person = await colleague();
    expect(await update(ours.super_admin, person.id, { role: 'super_admin' })).toBe('done');
    expect(await find(person.id)).toMatchObject({ role: 'super_admin', organization: null });
  });
});

describe('oneself', () => {
  // T12
  test.each([
    ['deleting', (by: Person) => remove(by, by.id)],
    ['deactivating', (by: Person) => update(by, by.id, { is_active: false })],
    ['changing the role of', (by: Person) => update(by, by.id, { role: 'user' })],
    [
      'deleting, among others,',
      async (by: Person) => bulk(by, { type: 'delete' }, { ids: [by.id, (await colleague()).id] }),
    ],
    [
      'deactivating, among others,',
      async (by: Person) => bulk(by, { type: 'deactivate' }, { ids: [(await colleague()).id, by.id] }),
    ],
    [
      'changing the role of, among others,',
      async (by: Person) => bulk(by, { type: 'change_role', role: 'user' }, { ids: [by.id] }),
    ],
  ])('%s oneself is refused and changes nothing', async (_, attempt) => {
    for (const role of ['admin', 'super_admin'] as const) {
      const by = await server.makePerson({
        role,
        organization_id: role === 'admin' ? ours.organization.id : null,
      });
      const active = async () => (await find(by.id)).is_active;
      expect(await attempt(by)).toBe('user.self_forbidden');
      expect(await find(by.id)).toMatchObject({ role, version: 1 });
      expect(await active()).toBe(true);
    }
  });

  test('changing the own name, or naming the role one has, is no such change', async () => {
    const by = await colleague({ role: 'admin' });
    expect(await update(by, by.id, { first_name: 'Otra', role: 'admin', is_active: true })).toBe('done');
  });
});

describe('organizations', () => {
  // T7
  test('an admin neither adds to nor moves into or out of another organization', async () => {
    const person = await colleague();
    for (const organization_id of [theirs.organization.id, randomUUID()]) {
      expect(await create(ours.admin, { organization_id })).toBe('session.forbidden');
      expect(await update(ours.admin, person.id, { organization_id })).toBe('session.forbidden');
    }
    expect(await update(ours.admin, person.id, { organization_id: null })).toBe('session.forbidden');
    expect(await find(person.id)).toMatchObject({ organization: { id: ours.organization.id }, version: 1 });
  });

  test('a super_admin moves people, where there is a seat', async () => {
    const full = await server.makeOrganization({ max_users: 1 });
    await server.makePerson({ organization_id: full.id });
    const person = await colleague();
    const into = (organization_id: string) => update(ours.super_admin, person.id, { organization_id });
    expect(await into(full.id)).toBe('organization.seats_full');
    expect(await into(randomUUID())).toBe('object.not_found');
    expect(await into(theirs.organization.id)).toBe('done');
    expect(await find(person.id)).toMatchObject({ organization: { id: theirs.organization.id } });
  });

  test('losing the last admin asks for confirmation', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const last = await server.makePerson({ role: 'admin', organization_id });
    const by = ours.super_admin;
    expect(await update(by, last.id, { role: 'user' })).toBe('user.last_admin');
    expect(await update(by, last.id, { organization_id: ours.organization.id })).toBe('user.last_admin');
    expect(await remove(by, last.id)).toBe('user.last_admin');
    expect(await bulk(by, { type: 'deactivate' }, { ids: [last.id] })).toBe('user.last_admin');
    expect(await remove(by, last.id, '?confirm_last_admin=true')).toBe('done');
  });

  test('seats are checked when people are added, activated, restored; a freed one can be taken', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: 2 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const second = await server.makePerson({ organization_id });
    const idle = await server.makePerson({ organization_id, is_active: false });
    expect(await create(boss, {})).toBe('organization.seats_full');
    expect(await create(boss, { is_active: false })).toBe('done');
    expect(await update(boss, idle.id, { is_active: true })).toBe('organization.seats_full');
    expect(await bulk(boss, { type: 'activate' }, { ids: [idle.id, second.id] })).toBe(
      'organization.seats_full',
    );
    expect(await remove(boss, second.id)).toBe('done');
    expect(await update(boss, idle.id, { is_active: true })).toBe('done');
    expect(await answerOf('POST', boss, `/api/users/${second.id}/restore`, {})).toBe(
      'organization.seats_full',
    );
  });
});

describe('many at once', () => {
  // T13
  test('one that is not there, and nothing happens to the others', async () => {
    const mine = await colleague();
    const before = await fingerprint(server.database);
    for (const stranger of [theirs.user.id, randomUUID()])
      for (const type of ['activate', 'deactivate', 'delete', 'restore'])
        expect(await bulk(ours.admin, { type }, { ids: [mine.id, stranger] })).toBe('object.not_found');
    expect(await fingerprint(server.database)).toBe(before);
  });

  test('at most 100 ids, and each counts once', async () => {
    const ids = Array.from({ length: 101 }, () => randomUUID());
    expect(await bulk(ours.admin, { type: 'activate' }, { ids })).toBe('request.invalid');
    const person = await colleague();
    const answer = await server.send({
      method: 'POST',
      url: '/api/users/bulk',
      cookie: ours.admin.cookie,
      payload: { action: { type: 'deactivate' }, chosen: { ids: [person.id, person.id, person.id] } },
    });
    expect(answer.json()).toMatchObject({ changed: 1, unchanged: 0, ids: [person.id] });
  });

  test('all that match: exactly as many as were confirmed, each audited, sessions ended, and back again', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const people = await Promise.all([1, 2, 3].map(() => server.makePerson({ organization_id })));
    const chosen = { filters: { role: 'user' }, total: 3 };
    const payload = { action: { type: 'delete' }, chosen };
    const url = '/api/users/bulk';
    const stale = await server.send({
      method: 'POST',
      url,
      cookie: boss.cookie,
      payload: { ...payload, chosen: { ...chosen, total: 4 } },
    });
    expect(stale.json()).toMatchObject({ code: 'object.stale', params: { total: 3 } });
    const done = await server.send({ method: 'POST', url, cookie: boss.cookie, payload });
    const { changed, ids } = done.json<{ changed: number; ids: string[] }>();
    expect(changed).toBe(3);
    expect(ids.sort()).toEqual(people.map((person) => person.id).sort());
    const audited = await server.database.pool.query(
      `select count(*)::int as entries from audit_log where action = 'user.deleted' and organization_id = $1`,
      [organization_id],
    );
    expect(audited.rows).toEqual([{ entries: 3 }]);
    const asThem = await server.send({
      method: 'GET',
      url: `/api/users/${people[0]!.id}`,
      cookie: people[0]!.cookie,
    });
    expect(asThem.statusCode).toBe(401);
    expect(await bulk(boss, { type: 'restore' }, { ids })).toBe('done');
    expect(await bulk(boss, { type: 'restore' }, chosen)).toBe('request.invalid');
  });

  test('those who are so already are left as they are', async () => {
    const [active, idle] = [await colleague(), await colleague({ is_active: false })];
    const payload = { action: { type: 'activate' }, chosen: { ids: [active.id, idle.id] } };
    const answer = await server.send({
      method: 'POST',
      url: '/api/users/bulk',
      cookie: ours.admin.cookie,
      payload,
    });
    expect(answer.json()).toMatchObject({ changed: 1, unchanged: 1, ids: [idle.id] });
    expect((await find(active.id)).version).toBe(1);
  });

  // T13
  test('a refusal names each one that is refused and why; the others are changed without them when asked', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: 4 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const of = (values: object) => server.makePerson({ organization_id, is_active: false, ...values });
    const people = [await of({}), await of({}), await of({}), await of({}), await of({ is_active: true })];
    const send = (by: Person, more: object) =>
      server.send({
        method: 'POST',
        url: '/api/users/bulk',
        cookie: by.cookie,
        payload: {
          action: { type: 'activate' },
          chosen: { ids: people.map(({ id }) => id) },
          ...more,
        },
      });
    const before = await fingerprint(server.database);
    const refused = await send(boss, {});
    expect(refused.statusCode).toBe(409);
    const { code, refused: list } = refused.json<ErrorBody>();
    expect(code).toBe('organization.seats_full');
    expect(list?.total).toBe(2);
    expect(list?.rows).toHaveLength(2);
    for (const row of list?.rows ?? [])
      expect(row).toMatchObject({ code: 'organization.seats_full', name: expect.stringMatching(/\w/) });
    expect(await fingerprint(server.database)).toBe(before);
    const without = await send(boss, { skip_refused: true });
    expect(without.json()).toMatchObject({ changed: 2, unchanged: 1, refused: 2 });
    const others = list?.rows.map(({ id }) => id) ?? [];
    for (const { id } of people) expect((await find(id)).is_active).toBe(!others.includes(id));
  });

  test('different reasons are told of each: rank, oneself, the last admin', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const [boss, user] = [
      await server.makePerson({ role: 'admin', organization_id }),
      await server.makePerson({ organization_id }),
    ];
    const payload = {
      action: { type: 'change_role', role: 'user' },
      chosen: { ids: [boss.id, user.id, ours.super_admin.id] },
    };
    const cookie = ours.super_admin.cookie;
    const answer = await server.send({ method: 'POST', url: '/api/users/bulk', cookie, payload });
    const { refused } = answer.json<ErrorBody>();
    expect(new Map(refused?.rows.map(({ id, code }) => [id, code]))).toEqual(
      new Map([
        [boss.id, 'user.last_admin'],
        [ours.super_admin.id, 'user.self_forbidden'],
      ]),
    );
  });
});
