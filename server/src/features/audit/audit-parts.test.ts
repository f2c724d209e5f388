import type { Joining, auditRoutes } from '@atalaya/contract/audit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { takeTurn } from '../transfers/transfers.jobs.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { verifyAudit } from './verify.service.ts';

type Listed = z.output<typeof auditRoutes.listAudit.response>;

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());

const list = async (cookie: string, query = '') =>
  (await server.send({ url: `/api/audit?${query}`, cookie })).json<Listed>();
const send = async <T>(method: 'POST' | 'DELETE' | 'PATCH', url: string, payload: object, cookie: string) => {
  const reply = await server.send({ method, url, payload, cookie });
  expect([url, reply.statusCode]).toEqual([url, expect.toSatisfy((status: number) => status < 300)]);
  return (reply.body ? reply.json() : null) as T;
};

/** An organization with an admin and two users, all of them deactivated with it. */
async function deleteOrganization() {
  const organization = await server.makeOrganization();
  const organization_id = organization.id;
  const admin = await server.makePerson({ role: 'admin', organization_id });
  for (let n = 0; n < 2; n++) await server.makePerson({ organization_id });
  await send('POST', '/api/invitations', { email: `${unique()}@x.test` }, admin.cookie);
  const body = { confirm_name: organization.name, people: 'deactivate' };
  await send('DELETE', `/api/organizations/${organization_id}`, body, cast.super_admin.cookie);
  return { organization, admin };
}

describe('one request is one line', () => {
  test('of its main change, with how many others it made, found one by one by filters', async () => {
    const { organization } = await deleteOrganization();
    const { cookie } = cast.super_admin;
    const { items } = await list(cookie, `organization_id=${organization.id}`);
    expect(items.map(({ action, parts }) => [action, parts])).toEqual([
      ['organization.deleted', { 'user.deactivated': 3, 'invitation.withdrawn': 1 }],
      ['invitation.created', {}],
    ]);
    // Everybody's log has the same line; a filter by action or object, and the export, have each change.
    const [line] = (await list(cookie)).items;
    expect(line).toEqual(items[0]);
    const request = `request_id=${line!.request_id}`;
    expect((await list(cookie, request)).total).toBe(5);
    const opened = await server.send({ url: `/api/audit/${line!.id}`, cookie });
    const { rest } = opened.json<z.output<typeof auditRoutes.readAuditEntry.response>>();
    expect([rest.items.length, rest.total]).toEqual([4, 4]);
    expect(rest.items.map(({ action }) => action)).not.toContain('organization.deleted');
    const people = `organization_id=${organization.id}&action=user.deactivated`;
    expect((await list(cookie, people)).items.map(({ parts }) => parts)).toEqual([{}, {}, {}]);
    const file = await server.send({ url: `/api/audit/export?organization_id=${organization.id}`, cookie });
    expect(file.body.match(/;user\.deactivated;/g)).toHaveLength(3);
  });

  test('totals and pages count lines', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const admin = await server.makePerson({ role: 'admin', organization_id });
    const ids: string[] = [];
    for (let n = 0; n < 22; n++) ids.push((await server.makePerson({ organization_id })).id);
    for (const type of ['deactivate', 'activate', 'deactivate'])
      await send('POST', '/api/users/bulk', { action: { type }, chosen: { ids } }, admin.cookie);
    for (const id of ids.slice(0, 20))
      await send('PATCH', `/api/users/${id}`, { version: 4, first_name: 'Otra' }, admin.cookie);
    const first = await list(admin.cookie);
    const second = await list(admin.cookie, 'page=2');
    expect([first.total, first.items.length, second.items.length]).toEqual([23, 20, 3]);
    expect(second.items.map(({ action, parts }) => [action, parts])).toEqual([
      ['user.deactivated', { 'user.deactivated': 21 }],
      ['user.activated', { 'user.activated': 21 }],
      ['user.deactivated', { 'user.deactivated': 21 }],
    ]);
  });

  test('that reaches several organizations leads in the log of each', async () => {
    const plan = await send<{ id: string; version: number }>(
      'POST',
      '/api/plans',
      { name: `Plan ${unique()}`, price_cents: 0, max_users: -1, description: 'Uno', features: ['Una'] },
      cast.super_admin.cookie,
    );
    const { rows } = await server.database.pool.query<{ key: string }>(
      'select key from plans where id = $1',
      [plan.id],
    );
    const made = [await server.makeOrganization(), await server.makeOrganization()];
    for (const { id } of made)
      await server.database.pool.query('update organizations set plan_type = $2 where id = $1', [
        id,
        rows[0]!.key,
      ]);
    const free = await server.database.pool.query<{ id: string }>(`select id from plans where key = 'basic'`);
    const body = { version: plan.version, move_to: free.rows[0]!.id };
    await send('DELETE', `/api/plans/${plan.id}`, body, cast.super_admin.cookie);
    const [line] = (await list(cast.super_admin.cookie)).items;
    expect([line!.action, line!.parts]).toEqual(['plan.archived', { 'organization.plan_changed': 2 }]);
    for (const { id: organization_id } of made) {
      const admin = await server.makePerson({ role: 'admin', organization_id });
      const [own] = (await list(admin.cookie)).items;
      expect([own!.action, own!.parts]).toEqual(['organization.plan_changed', {}]);
    }
  });

  test('a change that follows from another comes after it, also where it is made first', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const { cookie } = cast.super_admin;
    const lines = [{ description: 'Uno', unit_price_cents: 100 }];
    const invoice = await send<{ id: string }>('POST', '/api/invoices', { organization_id, lines }, cookie);
    await send('POST', `/api/invoices/${invoice.id}/rectify`, { code: 'R1', reason: 'Error' }, cookie);
    const { items } = await list(cookie, `organization_id=${organization_id}`);
    expect(items.map(({ action, parts }) => [action, parts])).toEqual([
      ['invoice.voided', { 'invoice.issued': 1 }],
      ['invoice.issued', {}],
    ]);
  });

  test('what leads and what does not is sealed', async () => {
    const { organization } = await deleteOrganization();
    expect((await verifyAudit(server.database)).problems).toEqual([]);
    await server.database.pool.query(
      `alter table audit_log disable trigger user;
       update audit_log set part_for = 'all' where organization_id = '${organization.id}'
         and action = 'organization.deleted';
       alter table audit_log enable trigger user`,
    );
    const { problems } = await verifyAudit(server.database);
    expect(problems.map(({ kind, chain }) => [kind, chain])).toEqual([['changed', organization.id]]);
  });
});

describe("a person's history begins with how they came to be here", () => {
  const joiningOf = async (id: string, cookie = cast.admin.cookie) =>
    (await list(cookie, `object_id=${id}`)).joining;
  const nameOf = async (id: string) =>
    (
      await server.database.pool.query<{ name: string }>(
        `select first_name || ' ' || last_name as name from profiles where id = $1`,
        [id],
      )
    ).rows[0]!.name;

  test('invited: by whom and when, and the invitation is part of their history', async () => {
    const email = `${unique()}@x.test`;
    const { invitation } = await send<{ invitation: { id: string } }>(
      'POST',
      '/api/invitations',
      { email },
      cast.admin.cookie,
    );
    const { link } = await send<{ link: string }>(
      'POST',
      `/api/invitations/${invitation.id}/link`,
      {},
      cast.admin.cookie,
    );
    const body = { token: link.split('/').at(-1), first_name: 'Eva', last_name: 'Ruiz', password: 'seis66' };
    const { session } = await send<{ session: { profile: { id: string } } }>(
      'POST',
      '/api/invitations/accept',
      body,
      '',
    );
    const { items, joining } = await list(cast.admin.cookie, `object_id=${session.profile.id}`);
    const at = expect.any(String);
    expect(joining).toEqual({
      name: 'Eva Ruiz',
      kind: 'invited',
      at,
      by: null,
      file: null,
      invitation: { at, by: await nameOf(cast.admin.id), accepted_at: at },
    } satisfies Joining);
    expect(items.map(({ action }) => action)).toEqual([
      'invitation.accepted',
      'invitation.link_copied',
      'invitation.created',
    ]);
  });

  test('added by somebody; or there before that was kept', async () => {
    const person = { first_name: 'Ana', last_name: 'Gil', email: `${unique()}@x.test`, role: 'user' };
    const { id } = await send<{ id: string }>('POST', '/api/users', person, cast.admin.cookie);
    expect(await joiningOf(id)).toMatchObject({ kind: 'created', by: await nameOf(cast.admin.id) });
    expect(await joiningOf(cast.user.id)).toMatchObject({ kind: 'unknown', by: null, invitation: null });
    const { id: demo } = await server.makePerson({
      email: `${unique()}@demo.test`,
      organization_id: cast.organization.id,
    });
    expect(await joiningOf(demo)).toMatchObject({ kind: 'demo' });
  });

  test('imported: with the file, in the log as a part of the import', async () => {
    const email = `${unique()}@x.test`;
    const file = `Nombre;Apellido;Email\nEva;Ruiz;${email}\n`;
    const boundary = 'limite';
    const uploaded = await server.send({
      method: 'POST',
      url: '/api/imports?resource=users',
      cookie: cast.admin.cookie,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="altas.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--${boundary}--\r\n`,
    });
    expect(uploaded.statusCode).toBe(201);
    const { id, mapping } = uploaded.json<{ id: string; mapping: object[] }>();
    await send('POST', `/api/imports/${id}/check`, { mapping }, cast.admin.cookie);
    await takeTurn(server.platform, id);
    await send('POST', `/api/imports/${id}/apply`, { send_links: false }, cast.admin.cookie);
    await takeTurn(server.platform, id);
    const { rows } = await server.database.pool.query<{ id: string }>(
      'select id from profiles where email = $1',
      [email],
    );
    expect(await joiningOf(rows[0]!.id)).toMatchObject({
      kind: 'imported',
      by: await nameOf(cast.admin.id),
      file: 'altas.csv',
    });
    const [line] = (await list(cast.admin.cookie)).items;
    expect([line!.action, line!.parts]).toEqual(['transfer.imported', { 'user.created': 1 }]);
  });

  test('another organization is told nothing of it, nor a user', async () => {
    const other = await server.makeCast();
    expect(await joiningOf(cast.user.id, other.admin.cookie)).toBeNull();
    expect(await joiningOf(cast.user.id, cast.user.cookie)).toBeNull();
  });
});
