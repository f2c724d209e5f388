import { randomUUID } from 'node:crypto';
import type { User, userRoutes } from '@atalaya/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../platform/testing/fingerprint.ts';
import { queuedMails } from '../../platform/testing/mails.ts';
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

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (cookie: string | undefined, method: Method, url: string, payload?: object) =>
  server.send({ method, url, ...(cookie ? { cookie } : {}), ...(payload ? { payload } : {}) });
const list = async (cookie: string, query: string) =>
  (await send(cookie, 'GET', `/api/users?${query}`)).json<{ items: User[]; total: number }>();
const read = async (cookie: string, id: string) =>
  (await send(cookie, 'GET', `/api/users/${id}`)).json<User>();
const newUser = (values: object = {}) => ({
  first_name: 'Ana',
  last_name: 'Núñez',
  email: `nueva-${unique()}@example.test`,
  role: 'user',
  ...values,
});
const colleague = (values: object = {}) =>
  server.makePerson({ organization_id: ours.organization.id, ...values });

/** Every route about people, called on a person: what it needs, and what it answers when it works. */
const CALLS: Record<
  keyof typeof userRoutes,
  (cookie: string | undefined, id: string) => ReturnType<typeof send>
> = {
  listUsers: (cookie) => send(cookie, 'GET', '/api/users'),
  readUser: (cookie, id) => send(cookie, 'GET', `/api/users/${id}`),
  createUser: (cookie) => send(cookie, 'POST', '/api/users', newUser()),
  updateUser: (cookie, id) => send(cookie, 'PATCH', `/api/users/${id}`, { version: 1, first_name: 'Eva' }),
  deleteUser: (cookie, id) => send(cookie, 'DELETE', `/api/users/${id}`),
  restoreUser: (cookie, id) => send(cookie, 'POST', `/api/users/${id}/restore`, {}),
  changeUsers: (cookie, id) =>
    send(cookie, 'POST', '/api/users/bulk', { action: { type: 'deactivate' }, chosen: { ids: [id] } }),
  sendUserReset: (cookie, id) => send(cookie, 'POST', `/api/users/${id}/password-reset`, {}),
};
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];
const ON_ONE = NAMES.filter((name) => name !== 'listUsers' && name !== 'createUser');

test('whoever is inactive gets no link, and whoever asks for one is told why', async () => {
  const person = await colleague();
  const { pool } = server.database;
  await pool.query('update profiles set is_active = false where id = $1', [person.id]);
  const reply = await CALLS.sendUserReset(ours.admin.cookie, person.id);
  expect(reply.json()).toMatchObject({ code: 'user.inactive' });
  const { rows } = await pool.query(`select action from audit_log where object_id = $1`, [person.id]);
  expect(rows).toEqual([]);
});

describe('every route', () => {
  test.each(NAMES)('%s works for an admin', async (name) => {
    const person = await colleague();
    if (name === 'restoreUser') await CALLS.deleteUser(ours.admin.cookie, person.id);
    expect((await CALLS[name](ours.admin.cookie, person.id)).statusCode).toBeLessThan(300);
  });

  test.each(NAMES)('%s answers 401 to nobody', async (name) => {
    expect((await CALLS[name](undefined, ours.user.id)).statusCode).toBe(401);
  });

  test.each(NAMES.filter((name) => name !== 'readUser'))('%s answers 403 to a user', async (name) => {
    expect((await CALLS[name](ours.user.cookie, ours.user.id)).statusCode).toBe(403);
  });

  // T15
  test.each(NAMES)('%s answers 403 to somebody without organization', async (name) => {
    expect((await CALLS[name](ours.stranger.cookie, ours.stranger.id)).statusCode).toBe(403);
  });

  // T2
  test.each(ON_ONE)('%s knows nobody of another organization, and changes nothing', async (name) => {
    const before = await fingerprint(server.database);
    const answers = await Promise.all(
      [theirs.admin.id, theirs.user.id, ours.super_admin.id, randomUUID()].map((id) =>
        CALLS[name](ours.admin.cookie, id),
      ),
    );
    const bodies = answers.map((answer) => {
      const { request_id, ...body } = answer.json<{ request_id: string; code: string }>();
      expect(request_id).toBeTruthy();
      return { status: answer.statusCode, body };
    });
    for (const body of bodies) expect(body).toEqual({ status: 404, body: { code: 'object.not_found' } });
    expect(await fingerprint(server.database)).toBe(before);
  });
});

describe('reading', () => {
  test('a user reads themselves, and nobody else', async () => {
    expect((await send(ours.user.cookie, 'GET', `/api/users/${ours.user.id}`)).statusCode).toBe(200);
    expect((await send(ours.user.cookie, 'GET', `/api/users/${ours.admin.id}`)).statusCode).toBe(404);
  });

  // T9
  test.each(['admin', 'super_admin'] as const)('%s gets these properties and no other', async (role) => {
    const person = await read(ours[role].cookie, ours.user.id);
    const row = (await list(ours[role].cookie, `search=${ours.user.email}`)).items[0];
    const keys = [
      'id',
      'first_name',
      'last_name',
      'email',
      'phone',
      'job_title',
      'role',
      'is_active',
      'avatar_url',
      'organization',
      'has_account',
      'last_login_at',
      'created_at',
      'version',
    ];
    expect(Object.keys(person).sort()).toEqual(keys.sort());
    expect(row).toEqual(person);
  });

  // T16
  test('no list, total, search or order of ours holds anything of another organization', async () => {
    const canary = `canario${unique()}`;
    const { id: organization_id } = theirs.organization;
    await server.makePerson({
      organization_id,
      first_name: canary,
      last_name: canary,
      email: `${canary}@x.test`,
    });
    for (const query of [
      `search=${canary}`,
      'sort=name',
      'order=asc',
      `organization_id=${organization_id}`,
    ]) {
      const answer = await send(ours.admin.cookie, 'GET', `/api/users?${query}`);
      expect(answer.body.replaceAll(`search=${canary}`, '')).not.toContain(canary);
    }
    expect((await list(ours.admin.cookie, `organization_id=${organization_id}`)).total).toBe(0);
    expect((await list(ours.admin.cookie, `search=${canary}`)).total).toBe(0);
    expect((await list(ours.super_admin.cookie, `search=${canary}`)).total).toBe(1);
  });

  test('filters and totals agree, pages do not overlap, and the bin is not listed', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const people = [];
    for (let n = 0; n < 24; n++)
      people.push(await server.makePerson({ organization_id, is_active: n % 4 !== 0 }));
    await CALLS.deleteUser(boss.cookie, people[1]?.id ?? '');
    const totals = await Promise.all(
      ['', 'role=admin', 'role=user', 'status=active', 'status=inactive', 'role=user&status=active'].map(
        async (query) => (await list(boss.cookie, query)).total,
      ),
    );
    expect(totals).toEqual([24, 1, 23, 18, 6, 17]);
    for (const sort of ['name', 'email', 'role', 'status', 'last_login_at', 'created_at'])
      for (const order of ['asc', 'desc']) {
        const pages = await Promise.all(
          [1, 2].map((page) => list(boss.cookie, `sort=${sort}&order=${order}&page=${page}`)),
        );
        const ids = pages.flatMap((page) => page.items.map((item) => item.id));
        expect(new Set(ids).size, `${sort} ${order}`).toBe(24);
      }
  });

  // V4
  test('search ignores accents and case, and takes pattern signs as themselves', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const boss = await server.makePerson({
      role: 'admin',
      organization_id,
      first_name: 'Jefa',
      last_name: 'Única',
    });
    for (const last_name of ['100%', 'a_b', 'c\\d', 'axb', 'Íñiguez'])
      await server.makePerson({ organization_id, first_name: 'Persona', last_name });
    const found = async (search: string) =>
      (await list(boss.cookie, `search=${encodeURIComponent(search)}`)).items
        .map((item) => item.last_name)
        .sort();
    expect(await found('%')).toEqual(['100%']);
    expect(await found('a_b')).toEqual(['a_b']);
    expect(await found('\\')).toEqual(['c\\d']);
    expect(await found('INIGUEZ')).toEqual(['Íñiguez']);
    expect(await found('jefa unica')).toEqual(['Única']);
    expect(await found('  ')).toHaveLength(6);
  });

  // V3
  test.each(['password=x', 'sort=password', 'filters[role]=admin', 'page=0', 'page=50001', 'role[]=admin'])(
    'refuses ?%s',
    async (query) => {
      expect((await send(ours.admin.cookie, 'GET', `/api/users?${query}`)).statusCode).toBe(400);
    },
  );
});

describe('writing', () => {
  test('a created person is stored, audited and mailed a link', async () => {
    const body = newUser({ phone: ' +34 600 ', email: `  MAYUS-${unique()}@Example.TEST ` });
    const answer = await send(ours.admin.cookie, 'POST', '/api/users', body);
    expect(answer.statusCode).toBe(201);
    const created = answer.json<User>();
    expect(created).toMatchObject({
      email: body.email.trim().toLowerCase(),
      phone: '+34 600',
      has_account: false,
      organization: { id: ours.organization.id },
    });
    expect(await read(ours.admin.cookie, created.id)).toEqual(created);
    const audited = await server.database.pool.query(
      'select action, actor_profile_id, organization_id, after from audit_log where object_id = $1',
      [created.id],
    );
    expect(audited.rows[0]).toMatchObject({
      action: 'user.created',
      actor_profile_id: ours.admin.id,
      organization_id: ours.organization.id,
      after: { email: created.email },
    });
    const mails = await queuedMails(server.database, created.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Tu cuenta de Atalaya está lista']);
  });

  test('a job title is written, found, filtered by, audited, taken away, and bounded to one line', async () => {
    const word = unique();
    const body = newUser({ job_title: `  Técnica de ${word} ` });
    const created = (await send(ours.admin.cookie, 'POST', '/api/users', body)).json<User>();
    expect(created.job_title).toBe(`Técnica de ${word}`);
    const found = async (query: object) =>
      (await list(ours.admin.cookie, String(new URLSearchParams({ ...query })))).items.map(({ id }) => id);
    for (const query of [{ search: word }, { job_title: `TECNICA de ${word}` }])
      expect({ query, ids: await found(query) }).toEqual({ query, ids: [created.id] });
    expect((await list(theirs.admin.cookie, `job_title=${word}`)).total).toBe(0);
    const change = (job_title: string | null) =>
      send(ours.admin.cookie, 'PATCH', `/api/users/${created.id}`, { version: 1, job_title });
    expect((await change('dos\nlíneas')).json()).toMatchObject({
      fields: [{ field: 'body.job_title', code: 'invalid' }],
    });
    expect((await change('a'.repeat(81))).statusCode).toBe(400);
    expect((await change('')).json<User>().job_title).toBe(null);
    expect(await found({ search: word })).toEqual([]);
    const { rows } = await server.database.pool.query(
      `select before ->> 'job_title' as before, after ->> 'job_title' as after from audit_log
       where object_id = $1 order by id`,
      [created.id],
    );
    const written = `Técnica de ${word}`;
    expect(rows).toEqual([
      { before: null, after: written },
      { before: written, after: null },
    ]);
  });

  // T8
  test.each(['user_id', 'email_verified', 'deleted_at', 'id', 'organization', 'last_login_at'])(
    'refuses the unknown field %s',
    async (field) => {
      const created = await send(ours.admin.cookie, 'POST', '/api/users', newUser({ [field]: randomUUID() }));
      const body = { version: 1, [field]: randomUUID() };
      const updated = await send(ours.admin.cookie, 'PATCH', `/api/users/${ours.user.id}`, body);
      expect([created.statusCode, updated.statusCode]).toEqual([400, 400]);
    },
  );

  test('an address belongs to one person, whatever its case, in the bin too', async () => {
    const person = await colleague();
    const again = newUser({ email: person.email.toUpperCase() });
    expect((await send(theirs.admin.cookie, 'POST', '/api/users', again)).json()).toMatchObject({
      code: 'user.email_taken',
    });
    await CALLS.deleteUser(ours.admin.cookie, person.id);
    expect((await send(ours.admin.cookie, 'POST', '/api/users', again)).statusCode).toBe(409);
  });

  test('a super_admin says to which organization, unless it is another super_admin', async () => {
    const { cookie } = ours.super_admin;
    const create = async (values: object) =>
      (await send(cookie, 'POST', '/api/users', newUser(values))).json();
    expect(await create({})).toMatchObject({ code: 'user.organization_required' });
    expect(await create({ organization_id: randomUUID() })).toMatchObject({ code: 'object.not_found' });
    expect(await create({ organization_id: theirs.organization.id })).toMatchObject({
      organization: { id: theirs.organization.id },
    });
    expect(await create({ role: 'super_admin' })).toMatchObject({ role: 'super_admin', organization: null });
    expect(await create({ role: 'super_admin', organization_id: ours.organization.id })).toMatchObject({
      code: 'request.invalid',
    });
  });

  test('a stale save is refused with what is stored', async () => {
    const person = await colleague();
    const url = `/api/users/${person.id}`;
    const first = await send(ours.admin.cookie, 'PATCH', url, { version: 1, first_name: 'Primera' });
    expect(first.json()).toMatchObject({ first_name: 'Primera', version: 2 });
    const second = await send(ours.admin.cookie, 'PATCH', url, { version: 1, first_name: 'Segunda' });
    expect(second.statusCode).toBe(409);
    // The person as stored: what takes the change back is not of theirs.
    const { undo_id, ...stored } = first.json<User & { undo_id: string | null }>();
    expect(undo_id).toBeNull();
    expect(second.json()).toMatchObject({ code: 'object.stale', current: stored });
    const audited = await server.database.pool.query(
      'select before, after from audit_log where object_id = $1',
      [person.id],
    );
    expect(audited.rows).toMatchObject([
      { before: { first_name: 'Persona' }, after: { first_name: 'Primera' } },
    ]);
  });

  // T16, L1
  test.each([
    ['moved to another', 'PATCH', 'theirs'],
    ['made a super_admin', 'PATCH', null],
    ['made a super_admin in bulk', 'POST', null],
  ] as const)(
    'whoever is %s stands in the log that they leave and in that of where they go',
    async (...given) => {
      const [, method, goal] = given;
      const person = await colleague();
      const [from, to] = [ours.organization.id, goal && theirs.organization.id];
      const one = { version: 1, ...(to ? { organization_id: to } : { role: 'super_admin' }) };
      const bulk = { action: { type: 'change_role', role: 'super_admin' }, chosen: { ids: [person.id] } };
      const url = method === 'POST' ? '/api/users/bulk' : `/api/users/${person.id}`;
      const done = await send(ours.super_admin.cookie, method, url, method === 'POST' ? bulk : one);
      expect(done.statusCode).toBe(200);
      const { rows } = await server.database.pool.query(
        `select organization_id, before ->> 'organization_id' as left, after ->> 'organization_id' as entered
       from audit_log where object_id = $1 order by id`,
        [person.id],
      );
      expect(rows).toEqual([
        { organization_id: from, left: from, entered: null },
        { organization_id: to, left: to ? null : from, entered: to },
      ]);
      const log = async (cookie: string) =>
        (await send(cookie, 'GET', `/api/audit?object_id=${person.id}`)).json<{ items: object[] }>().items;
      expect(await log(ours.admin.cookie)).toHaveLength(1);
      const seen = await log(theirs.admin.cookie);
      expect(seen).toHaveLength(to ? 1 : 0);
      expect(JSON.stringify(seen)).not.toContain(from);
    },
  );

  test('deleting is undone exactly, and ends the sessions meanwhile', async () => {
    const person = await colleague({ role: 'admin' });
    const before = await read(ours.admin.cookie, person.id);
    expect((await CALLS.deleteUser(ours.admin.cookie, person.id)).statusCode).toBe(200);
    expect((await CALLS.readUser(ours.admin.cookie, person.id)).statusCode).toBe(404);
    expect((await CALLS.listUsers(person.cookie, '')).statusCode).toBe(401);
    const restored = await CALLS.restoreUser(ours.admin.cookie, person.id);
    expect(restored.json()).toEqual({ ...before, version: before.version + 2 });
    expect((await CALLS.listUsers(person.cookie, '')).statusCode).toBe(401);
    expect((await CALLS.listUsers(await server.signIn(person.email), '')).statusCode).toBe(200);
  });
});
