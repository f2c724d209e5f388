import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { CHANGED_GROUPS_QUEUE } from '../../connections/connections.service.ts';
import type { ChangedGroups } from '../../connections/connections.service.ts';
import { followChangedGroups } from './scim-roles.service.ts';
import { ENTERPRISE_SCHEMA, connectProvider, newUser, patchOf } from './testing/provider.ts';
import type { Provider, Resource } from './testing/provider.ts';

let server: TestServer;
let cast: Cast;
let provider: Provider;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
  await server.database.pool.query('update organizations set max_users = -1');
  provider = await connectProvider(server, cast, { groups: [{ group: 'Jefes', role: 'admin' }] });
});
afterAll(() => server.close());

type List = { totalResults: number; startIndex: number; itemsPerPage: number; Resources: Resource[] };
const list = (path: string) => provider.done<List>('GET', path);
const told = (values: object = {}) => provider.done('POST', '/Users', newUser(values));
const read = (id: string) => provider.done('GET', `/Users/${id}`);
const patch = (id: string, ...operations: object[]) =>
  provider.done('PATCH', `/Users/${id}`, patchOf(...operations));
const refusal = async (...sent: Parameters<Provider['send']>) => {
  const answer = await provider.send(...sent);
  return { statusCode: answer.statusCode, ...answer.json<{ status?: string; scimType?: string }>() };
};
const roleOf = async (user: Resource) =>
  (
    await server.database.pool.query<{ role: string }>(
      'select p.role from scim_users u join profiles p on p.id = u.profile_id where u.id = $1',
      [user.id],
    )
  ).rows[0]?.role;

describe('discovery', () => {
  test('tells what is there, by the names of the RFC', async () => {
    expect(await provider.done('GET', '/ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: true },
      etag: { supported: true },
      bulk: { supported: false },
    });
    expect((await list('/ResourceTypes')).Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    const schemas = (await list('/Schemas')).Resources;
    expect(schemas.map(({ id }) => id)).toContain(ENTERPRISE_SCHEMA);
    for (const { id } of schemas) expect(await provider.done('GET', `/Schemas/${id}`)).toMatchObject({ id });
    expect(await provider.done('GET', '/ResourceTypes/User')).toMatchObject({ endpoint: '/Users' });
    expect((await provider.send('GET', '/Schemas?filter=id pr')).statusCode).toBe(403);
  });

  // SCIM2
  test('says that bulk requests are not supported, and refuses one without doing any of it', async () => {
    const { bulk } = await provider.done<{ bulk: object }>('GET', '/ServiceProviderConfig');
    expect(bulk).toEqual({ supported: false, maxOperations: 0, maxPayloadSize: 0 });
    const { totalResults } = await list('/Users');
    const refused = await provider.send('POST', '/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [{ method: 'POST', path: '/Users', bulkId: 'one', data: newUser() }],
    });
    expect(refused.headers['content-type']).toContain('application/scim+json');
    expect(refused.json()).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '501',
      detail: 'Bulk requests are not supported: send each request alone',
    });
    expect(refused.statusCode).toBe(501);
    expect((await list('/Users')).totalResults).toBe(totalResults);
    const another = await server.send({ method: 'POST', url: '/scim/v2/Bulk', payload: {} });
    expect(another.statusCode).toBe(401);
  });
});

describe('lists', () => {
  test('are paged with the exact total, sorted, and as wide as asked', async () => {
    const other = await connectProvider(server, cast);
    const names = ['Zoe', 'ana', 'Berta', 'Álvaro', 'Carla'];
    for (const givenName of names)
      await other.done('POST', '/Users', newUser({ name: { givenName, familyName: 'X' } }));
    const page = (query: string) => other.done<List>('GET', `/Users?${query}`);
    expect(await page('startIndex=2&count=2')).toMatchObject({
      totalResults: 5,
      startIndex: 2,
      itemsPerPage: 2,
    });
    expect(await page('startIndex=6')).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] });
    expect(await page('count=0')).toMatchObject({ totalResults: 5, itemsPerPage: 0 });
    expect(await page('startIndex=-3&count=100000')).toMatchObject({ startIndex: 1, itemsPerPage: 5 });
    const sorted = async (query: string) =>
      (await page(`sortBy=name.givenName${query}`)).Resources.map(
        ({ name }) => (name as { givenName: string }).givenName,
      );
    const order = ['ana', 'Berta', 'Carla', 'Zoe', 'Álvaro'];
    expect(await sorted('')).toEqual(order);
    expect(await sorted('&sortOrder=descending')).toEqual(order.toReversed());
    expect(await sorted('&startIndex=2&count=2')).toEqual(order.slice(1, 3));
    const seen = [];
    for (let start = 1; start <= 5; start += 2)
      seen.push(...(await page(`startIndex=${start}&count=2&attributes=id`)).Resources.map(({ id }) => id));
    expect(new Set(seen).size).toBe(5);
    expect(await page('count=many').catch(String)).toContain('invalidValue');
  });

  test('of attributes that were asked for, or all but some', async () => {
    const user = await told({
      title: 'Jefa',
      [ENTERPRISE_SCHEMA]: { department: 'Compras', division: 'Sur' },
    });
    const get = (query: string) => provider.done('GET', `/Users/${user.id}?${query}`);
    expect(Object.keys(await get('attributes=userName,emails')).sort()).toEqual([
      'emails',
      'id',
      'schemas',
      'userName',
    ]);
    expect(await get('attributes=NAME.familyname')).toMatchObject({ name: { familyName: 'Ruiz' } });
    expect((await get('attributes=name.familyName'))['name']).toEqual({ familyName: 'Ruiz' });
    expect((await get(`attributes=${ENTERPRISE_SCHEMA}:department`))[ENTERPRISE_SCHEMA]).toEqual({
      department: 'Compras',
    });
    const without = await get('excludedAttributes=emails,name.givenName,id');
    expect(without).not.toHaveProperty('emails');
    expect(without).toMatchObject({ id: user.id, name: { familyName: 'Ruiz' }, title: 'Jefa' });
  });

  test('are searched by POST too, of one kind or of both', async () => {
    const user = await told({ title: unique() });
    const search = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: `title eq "${user['title'] as string}"`,
      attributes: ['title'],
    };
    for (const path of ['/Users/.search', '/.search'])
      expect(await provider.done('POST', path, search)).toMatchObject({
        totalResults: 1,
        Resources: [{ id: user.id }],
      });
    expect(await provider.done('POST', '/Groups/.search', search)).toMatchObject({ totalResults: 0 });
    const name = unique();
    await provider.done('POST', '/Groups', { displayName: name });
    await told({ displayName: name });
    const both = await provider.done<List>('POST', '/.search', {
      filter: `displayName eq "${name}"`,
      startIndex: 2,
      count: 5,
    });
    expect(both).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1 });
    expect(both.Resources[0]).toMatchObject({ meta: { resourceType: 'Group' } });
  });
});

describe('filters', () => {
  test('bind and before or, turn by not, and compare without regard to capitals', async () => {
    const [one, two] = [unique(), unique()];
    const first = await told({ title: one, userType: 'Empleado' });
    const second = await told({ title: two, userType: 'externo', active: false });
    const found = async (filter: string) =>
      (await list(`/Users?filter=${encodeURIComponent(filter)}`)).Resources.map(({ id }) => id).sort();
    const ids = [first.id, second.id].sort();
    const both = `(title eq "${one}" or title eq "${two}")`;
    expect(await found(`title eq "${one}" or title eq "${two}" and active eq true`)).toEqual([first.id]);
    expect(await found(both)).toEqual(ids);
    expect(await found(`${both} and not (userType eq "EMPLEADO")`)).toEqual([second.id]);
    expect(await found(`${both} and active eq "False"`)).toEqual([second.id]);
    expect(await found(`${both} and emails[type eq "work" and value co "@CLIENTE"]`)).toEqual(ids);
    expect(await found(`${both} and emails[type eq "home" and value co "@cliente"]`)).toEqual([]);
    expect(await found(`${both} and nickName pr`)).toEqual([]);
    expect(await found(`${both} and not (nickName pr)`)).toEqual(ids);
    expect(await found(`${both} and unheard eq "of"`)).toEqual([]);
    expect(
      await found(`${both} and meta.created gt "2020-01-01T00:00:00Z" and meta.resourceType eq "User"`),
    ).toEqual(ids);
    expect(await found(`id eq "${first.id}"`)).toEqual([first.id]);
    expect(await found(`externalId eq "${first['externalId'] as string}"`)).toEqual([first.id]);
    expect(await found(`userName eq "${(first['userName'] as string).toUpperCase()}"`)).toEqual([first.id]);
  });

  // SCIM10
  test('what would leave a quoted value is a value, and what cannot be read is refused', async () => {
    await told();
    const hostile = [`' or 1=1 --`, `%`, `_`, `\\`, `$1`, `"}'`, `'; drop table scim_users; --`];
    for (const value of hostile) {
      const filter = `title eq ${JSON.stringify(value)} or userName co ${JSON.stringify(value)}`;
      expect([value, await list(`/Users?filter=${encodeURIComponent(filter)}`)]).toMatchObject([
        value,
        { totalResults: 0 },
      ]);
    }
    const deep = `${'('.repeat(400)}title pr${')'.repeat(400)}`;
    const nots = `${'not ('.repeat(30)}title pr${')'.repeat(30)}`;
    const wide = Array.from({ length: 60 }, () => 'a pr').join(' or ');
    const unreadable = [
      'title',
      'title eq',
      'title eq x',
      '(title pr',
      'title pr) or',
      'active gt true',
      'meta.created co "x"',
      'meta.created gt "x"',
      'emails[',
      'title[value pr]',
      'title eq 5',
      nots,
      wide,
      `title eq "${'x'.repeat(2_000)}"`,
    ];
    for (const filter of unreadable)
      expect([filter, await refusal('GET', `/Users?filter=${encodeURIComponent(filter)}`)]).toMatchObject([
        filter,
        { statusCode: 400, status: '400', scimType: 'invalidFilter' },
      ]);
    expect((await provider.send('GET', `/Users?filter=${encodeURIComponent(deep)}`)).statusCode).toBe(200);
  });
});

describe('changes', () => {
  test('PUT is of the version that was seen, and replaces what the provider tells', async () => {
    const user = await told({ title: 'Jefa', nickName: 'Ani' });
    const { etag } = (await provider.send('GET', `/Users/${user.id}`)).headers as { etag: string };
    expect(
      (await provider.send('GET', `/Users/${user.id}`, undefined, { 'if-none-match': etag })).statusCode,
    ).toBe(304);
    const next = newUser({ userName: user['userName'], title: 'Directora' });
    const put = (tag: string) => provider.send('PUT', `/Users/${user.id}`, next, { 'if-match': tag });
    expect((await put('W/"99.1"')).statusCode).toBe(412);
    expect((await put(etag)).statusCode).toBe(200);
    expect((await put(etag)).statusCode).toBe(412);
    expect((await put('*')).statusCode).toBe(200);
    const now = await read(user.id);
    expect(now['title']).toBe('Directora');
    expect(now).not.toHaveProperty('nickName');
    for (const method of ['PATCH', 'DELETE'] as const)
      expect(
        (
          await provider.send(method, `/Users/${user.id}`, patchOf({ op: 'remove', path: 'title' }), {
            'if-match': etag,
          })
        ).statusCode,
      ).toBe(412);
  });

  test('PATCH changes by paths, filters and parts, in any case', async () => {
    const { id } = await told();
    await patch(id, { op: 'Add', path: 'emails[type eq "home"].value', value: 'casa@cliente.test' });
    await patch(id, { op: 'replace', path: 'emails[type eq "work"].display', value: 'Oficina' });
    await patch(
      id,
      { op: 'REPLACE', path: 'NAME.FAMILYNAME', value: 'Gil' },
      { op: 'add', path: `${ENTERPRISE_SCHEMA}:department`, value: 'Compras' },
    );
    await patch(id, {
      op: 'replace',
      value: { 'name.givenName': 'Eva', displayName: 'Eva Gil', [`${ENTERPRISE_SCHEMA}:division`]: 'Sur' },
    });
    // What is not named of a value with parts stays (RFC 7644, 3.5.2.3).
    await patch(id, { op: 'replace', path: 'name', value: { middleName: 'María' } });
    expect(await read(id)).toMatchObject({
      name: { givenName: 'Eva', middleName: 'María', familyName: 'Gil' },
      displayName: 'Eva Gil',
      emails: [
        { type: 'work', display: 'Oficina' },
        { type: 'home', value: 'casa@cliente.test' },
      ],
      [ENTERPRISE_SCHEMA]: { department: 'Compras', division: 'Sur' },
    });
    await patch(
      id,
      { op: 'remove', path: 'emails[type eq "home" and value co "casa"]' },
      { op: 'remove', path: `${ENTERPRISE_SCHEMA}:division` },
    );
    await patch(id, {
      op: 'add',
      path: 'emails',
      value: [{ type: 'other', value: 'otro@cliente.test', primary: true }],
    });
    const now = await read(id);
    expect(now['emails']).toMatchObject([
      { type: 'work', primary: false },
      { type: 'other', primary: true },
    ]);
    expect(now[ENTERPRISE_SCHEMA]).toEqual({ department: 'Compras' });
    const wide = await provider.send(
      'PATCH',
      `/Users/${id}?attributes=title`,
      patchOf({ op: 'add', path: 'title', value: 'Jefa' }),
    );
    expect([wide.statusCode, wide.json<Resource>()['title']]).toEqual([200, 'Jefa']);
  });

  // SCIM10
  test('a change that cannot be made changes nothing', async () => {
    const { id } = await told({ title: 'Jefa' });
    const path = `/Users/${id}`;
    const good = { op: 'replace', path: 'title', value: 'X' };
    const bad: [object, string][] = [
      [{ op: 'move', path: 'title' }, 'invalidSyntax'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'unheard', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: '__proto__.polluted', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
      [{ op: 'replace', path: 'emails[type sw "zzz"].value', value: 'x' }, 'noTarget'],
      [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
      [{ op: 'remove', path: 'userName' }, 'invalidValue'],
    ];
    for (const [operation, scimType] of bad)
      expect([operation, await refusal('PATCH', path, patchOf(good, operation))]).toMatchObject([
        operation,
        { statusCode: 400, scimType },
      ]);
    expect(await refusal('PATCH', path, {})).toMatchObject({ statusCode: 400, scimType: 'invalidSyntax' });
    const many = Array.from({ length: 1_001 }, () => good);
    expect(await refusal('PATCH', path, patchOf(...many))).toMatchObject({
      statusCode: 400,
      scimType: 'tooMany',
    });
    expect((await read(id))['title']).toBe('Jefa');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  // SCIM10
  test('what is too large, of another type or no JSON is refused in the words of SCIM', async () => {
    const send = (payload: string, type: string) =>
      server.app.inject({
        method: 'POST',
        url: '/scim/v2/Users',
        payload,
        headers: { authorization: `Bearer ${provider.token}`, 'content-type': type },
      });
    const codes = [];
    for (const [payload, type] of [
      [`{"userName":"${'x'.repeat(5_000_000)}"}`, 'application/scim+json'],
      ['<user/>', 'application/xml'],
      ['{', 'application/scim+json'],
      ['{"__proto__":{"a":1}}', 'application/json'],
    ] as const) {
      const answer = await send(payload, type);
      expect(answer.json()).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        detail: expect.any(String),
      });
      codes.push(answer.statusCode);
    }
    expect(codes).toEqual([413, 415, 400, 400]);
    expect(await refusal('GET', '/Nothing')).toMatchObject({ statusCode: 404, status: '404' });
    expect(await refusal('GET', '/Users/17')).toMatchObject({ statusCode: 404, status: '404' });
  });
});

describe('groups', () => {
  const membersOf = async (id: string) =>
    ((await provider.done('GET', `/Groups/${id}`))['members'] as { value: string }[])
      .map(({ value }) => value)
      .sort();

  test('members come and go as Entra ID and as Okta have it', async () => {
    const [one, two, three] = [await told(), await told(), await told()];
    const made = await provider.done('POST', '/Groups', {
      displayName: unique(),
      members: [{ value: one.id, display: 'Ana' }],
    });
    const path = `/Groups/${made.id}`;
    expect(made['members']).toMatchObject([
      { value: one.id, display: 'Ana', type: 'User', $ref: expect.stringContaining(one.id) },
    ]);
    await provider.done(
      'PATCH',
      path,
      patchOf({ op: 'Add', path: 'members', value: [{ value: two.id }, { value: three.id }] }),
    );
    expect(await membersOf(made.id)).toEqual([one.id, two.id, three.id].sort());
    await provider.done('PATCH', path, patchOf({ op: 'remove', path: `members[value eq "${two.id}"]` }));
    await provider.done(
      'PATCH',
      path,
      patchOf({ op: 'Remove', path: 'members', value: [{ value: three.id }] }),
    );
    expect(await membersOf(made.id)).toEqual([one.id]);
    await provider.done(
      'PATCH',
      path,
      patchOf({ op: 'replace', value: { members: [{ value: two.id }], displayName: 'Otro' } }),
    );
    expect(await membersOf(made.id)).toEqual([two.id]);
    const put = await provider.done('PUT', path, {
      displayName: 'Tercero',
      members: [{ value: one.id }, { value: three.id }],
    });
    expect(put).toMatchObject({ displayName: 'Tercero' });
    expect(await membersOf(made.id)).toEqual([one.id, three.id].sort());
    const groups = async (filter: string) =>
      (await list(`/Groups?filter=${encodeURIComponent(filter)}`)).Resources.map(({ id }) => id);
    expect(await groups(`members.value eq "${three.id}" and displayName eq "tercero"`)).toEqual([made.id]);
    expect(await groups(`members[value eq "${two.id}"] and displayName eq "tercero"`)).toEqual([]);
    expect(
      (
        await list(
          `/Users?filter=${encodeURIComponent(`groups.display eq "tercero" and id eq "${three.id}"`)}`,
        )
      ).totalResults,
    ).toBe(1);
    expect(await provider.done('GET', `${path}?excludedAttributes=members`)).not.toHaveProperty('members');
    await provider.done('PATCH', path, patchOf({ op: 'remove', path: 'members' }));
    expect(await membersOf(made.id)).toEqual([]);
    await provider.done('DELETE', path);
    expect((await provider.send('GET', path)).statusCode).toBe(404);
  });

  // SCIM11
  test('give the role that the connection says, and take it back; never that of a super_admin', async () => {
    const [user, other] = [await told(), await told()];
    const group = await provider.done('POST', '/Groups', {
      displayName: 'Jefes',
      members: [{ value: user.id }],
    });
    const path = `/Groups/${group.id}`;
    expect([await roleOf(user), await roleOf(other)]).toEqual(['admin', 'user']);
    await provider.done(
      'PATCH',
      path,
      patchOf(
        { op: 'add', path: 'members', value: [{ value: other.id }] },
        { op: 'remove', path: `members[value eq "${user.id}"]` },
      ),
    );
    expect([await roleOf(user), await roleOf(other)]).toEqual(['user', 'admin']);
    await provider.done('PATCH', path, patchOf({ op: 'replace', path: 'displayName', value: 'Otros' }));
    expect(await roleOf(other)).toBe('user');
    await provider.done('PUT', path, { displayName: 'Jefes', members: [{ value: other.id }] });
    expect(await roleOf(other)).toBe('admin');
    await provider.done('DELETE', path);
    expect(await roleOf(other)).toBe('user');
    const [entry] = (
      await server.database.pool.query<{ action: string; before: object; after: object }>(
        `select a.action, a.before, a.after from audit_log a join scim_users u on u.profile_id = a.object_id
         where u.id = $1 order by a.id desc limit 1`,
        [other.id],
      )
    ).rows;
    expect(entry).toMatchObject({
      action: 'user.updated',
      before: { role: 'admin' },
      after: { role: 'user' },
    });
  });

  // SCIM11
  test('an admin who says another role of a group changes those who are in it, and nobody else', async () => {
    const own = await connectProvider(server, cast);
    const [user, other] = [
      await own.done('POST', '/Users', newUser()),
      await own.done('POST', '/Users', newUser()),
    ];
    const members = [{ value: user.id }];
    await own.done('POST', '/Groups', { displayName: 'Jefas', externalId: 'j-1', members });
    const say = async (version: number, groups: object[]) => {
      const answer = await server.send({
        method: 'PATCH',
        url: `/api/connections/${own.connection.id}`,
        cookie: cast.admin.cookie,
        payload: { version, groups },
      });
      expect(answer.statusCode).toBe(200);
      const jobs = await server.database.pool.query<{ data: ChangedGroups }>(
        `delete from jobs.job where name = $1 returning data`,
        [CHANGED_GROUPS_QUEUE],
      );
      for (const { data } of jobs.rows) await followChangedGroups(server.platform, data);
      return jobs.rows.length;
    };
    expect(await say(1, [{ group: 'j-1', role: 'admin' }])).toBe(1);
    expect([await roleOf(user), await roleOf(other)]).toEqual(['admin', 'user']);
    expect(await say(2, [{ group: 'j-1', role: 'admin' }])).toBe(0);
    expect(await say(3, [])).toBe(1);
    expect(await roleOf(user)).toBe('user');
    // A job whose connection is gone does nothing, and is not tried again.
    const gone = { connection_id: cast.user.id, organization_id: cast.organization.id, groups: ['j-1'] };
    await followChangedGroups(server.platform, gone);
  });
});
