import type { Connection, connectionRoutes } from '@atalaya/contract/connections';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { roleOfGroups } from './connections.service.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;
beforeAll(async () => {
  server = await startTestServer();
  [ours, theirs] = [await server.makeCast(), await server.makeCast()];
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (cookie: string | undefined, method: Method, url: string, payload?: object) =>
  server.send({ method, url, ...(cookie ? { cookie } : {}), ...(payload ? { payload } : {}) });
const asAdmin = (method: Method, url: string, payload?: object) =>
  send(ours.admin.cookie, method, url, payload);

async function make(values: object = {}, cast = ours): Promise<Connection> {
  // There is room for so many in an organization.
  await server.database.pool.query('delete from identity_connections where organization_id = $1', [
    cast.organization.id,
  ]);
  const made = await send(cast.admin.cookie, 'POST', '/api/connections', { name: unique(), ...values });
  expect(made.statusCode).toBe(201);
  return made.json<Connection>();
}

const CALLS: Record<
  keyof typeof connectionRoutes,
  (cookie: string | undefined, connection: Connection) => ReturnType<typeof send>
> = {
  listConnections: (cookie, { organization_id }) =>
    send(cookie, 'GET', `/api/connections?organization_id=${organization_id}`),
  readConnection: (cookie, { id }) => send(cookie, 'GET', `/api/connections/${id}`),
  createConnection: (cookie, { organization_id }) =>
    send(cookie, 'POST', `/api/connections?organization_id=${organization_id}`, { name: unique() }),
  updateConnection: (cookie, { id, version }) =>
    send(cookie, 'PATCH', `/api/connections/${id}`, { version, default_role: 'admin' }),
  deleteConnection: (cookie, { id }) => send(cookie, 'DELETE', `/api/connections/${id}`),
};
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

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

test('a connection keeps its name, role, heir and groups, and each change is in the audit log', async () => {
  const groups = [{ group: 'Jefes', role: 'admin' }];
  const made = await make({ name: ' Entra ', heir_id: ours.admin.id, groups });
  expect(made).toMatchObject({ name: 'Entra', default_role: 'user', heir: { id: ours.admin.id }, groups });
  const change = { version: made.version, default_role: 'admin', heir_id: null, groups: [] };
  const changed = (await asAdmin('PATCH', `/api/connections/${made.id}`, change)).json<Connection>();
  expect(changed).toMatchObject({ name: 'Entra', default_role: 'admin', heir: null, groups: [], version: 2 });
  expect((await asAdmin('GET', `/api/connections/${made.id}`)).json()).toEqual(changed);
  expect((await asAdmin('GET', '/api/connections')).json()).toEqual({ items: [changed] });
  await asAdmin('DELETE', `/api/connections/${made.id}`);
  expect((await asAdmin('GET', '/api/connections')).json()).toEqual({ items: [] });
  const { rows } = await server.database.pool.query(
    `select action, before, after from audit_log where object_id = $1 order by id`,
    [made.id],
  );
  const first = { name: 'Entra', default_role: 'user', heir_id: ours.admin.id, groups: ['Jefes: admin'] };
  const second = { name: 'Entra', default_role: 'admin', heir_id: null, groups: [] };
  expect(rows).toEqual([
    { action: 'connection.created', before: null, after: first },
    { action: 'connection.updated', before: first, after: second },
    { action: 'connection.deleted', before: second, after: null },
  ]);
});

test('a stale version answers the values that are stored', async () => {
  const made = await make();
  const path = `/api/connections/${made.id}`;
  await asAdmin('PATCH', path, { version: 1, name: 'Okta' });
  const stale = await asAdmin('PATCH', path, { version: 1, name: 'Entra' });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({ code: 'object.stale', current: { name: 'Okta', version: 2 } });
});

test('of two connections of one organization each has a name of its own', async () => {
  const { organization_id } = await make({ name: 'Okta' });
  const again = await asAdmin('POST', '/api/connections', { name: 'OKTA' });
  expect(again.json()).toMatchObject({ code: 'connection.name_taken' });
  const other = (await asAdmin('POST', '/api/connections', { name: 'Entra' })).json<Connection>();
  const renamed = await asAdmin('PATCH', `/api/connections/${other.id}`, { version: 1, name: 'okta' });
  expect(renamed.json()).toMatchObject({ code: 'connection.name_taken' });
  expect(organization_id).not.toBe((await make({ name: 'Okta' }, theirs)).organization_id);
});

test('what a connection cannot be is refused at its field', async () => {
  const refused = async (values: object) => (await asAdmin('POST', '/api/connections', values)).json();
  expect(await refused({ name: '' })).toMatchObject({ fields: [{ field: 'body.name' }] });
  expect(await refused({ name: 'X', default_role: 'super_admin' })).toMatchObject({
    fields: [{ field: 'body.default_role' }],
  });
  const twice = { group: 'Jefes', role: 'user' };
  expect(await refused({ name: unique(), groups: [twice, twice] })).toMatchObject({
    fields: [{ field: 'body.groups.1.group', code: 'invalid' }],
  });
  expect(await refused({ name: unique(), heir_id: ours.user.id })).toMatchObject({
    code: 'ticket.not_assignable',
  });
  expect(await refused({ name: unique(), heir_id: theirs.admin.id })).toMatchObject({
    code: 'ticket.not_assignable',
  });
  const nowhere = await send(ours.super_admin.cookie, 'GET', '/api/connections');
  expect(nowhere.json()).toMatchObject({ fields: [{ field: 'query.organization_id', code: 'required' }] });
});

test('an organization has so many connections at most', async () => {
  await make();
  for (let made = 1; made < 20; made += 1)
    expect((await asAdmin('POST', '/api/connections', { name: unique() })).statusCode).toBe(201);
  const one_more = await asAdmin('POST', '/api/connections', { name: unique() });
  expect(one_more.json()).toMatchObject({ code: 'connection.too_many', params: { max: 20 } });
});

test('of several groups the highest role counts, of none the default', () => {
  const groups = [
    { group: 'Jefes', role: 'admin' as const },
    { group: 'Todos', role: 'user' as const },
  ];
  const roleOf = (...names: string[]) => roleOfGroups({ default_role: 'admin', groups }, names);
  expect([roleOf('Todos'), roleOf('Todos', 'Jefes'), roleOf('Otros'), roleOf()]).toEqual([
    'user',
    'admin',
    'admin',
    'admin',
  ]);
});
