import type { Transfer } from '@atalaya/contract/transfers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOnStorage, storageDrivers, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { sweepTransfers, takeTurn } from './transfers.jobs.ts';

type Person = { id: string; cookie: string };

describe.each(storageDrivers)('exports on %s', (driver) => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;
  beforeAll(async () => {
    server = await startOnStorage(driver);
    ours = await server.makeCast();
    theirs = await server.makeCast();
    await server.database.pool.query('update organizations set max_users = -1');
  });
  afterAll(() => server.close());

  const send = (by: Person | null, method: 'GET' | 'POST', url: string, payload?: object) =>
    server.send({ method, url, ...(by ? { cookie: by.cookie } : {}), ...(payload ? { payload } : {}) });
  const begin = async (by: Person, resource: string, filters: object = {}) =>
    (await send(by, 'POST', '/api/transfers/exports', { what: { resource, filters } })).json<Transfer>();
  const read = async (by: Person, { id }: Transfer) =>
    (await send(by, 'GET', `/api/transfers/${id}`)).json<Transfer>();
  const download = (by: Person | null, { id }: Transfer) => send(by, 'GET', `/api/transfers/${id}/file`);
  /** The whole work, as the queue would do it; a turn without time is one page. */
  const finish = async (by: Person, transfer: Transfer, turn_ms = 0) => {
    for (let turn = 0; turn < 20; turn++) {
      await takeTurn(server.platform, transfer.id, turn_ms);
      const now = await read(by, transfer);
      if (now.state !== 'queued' && now.state !== 'running') return now;
    }
    throw new Error('it does not end');
  };
  const emailsIn = (file: string) => [...file.matchAll(/[^;\r\n"]+@[^;\r\n"]+/g)].map(([email]) => email);

  /** Every route about transfers, on one of a person's. */
  const CALLS = {
    listTransfers: (by: Person | null) => send(by, 'GET', '/api/transfers'),
    readTransfer: (by: Person | null, one: Transfer) => send(by, 'GET', `/api/transfers/${one.id}`),
    createExport: (by: Person | null) =>
      send(by, 'POST', '/api/transfers/exports', { what: { resource: 'users', filters: {} } }),
    cancelTransfer: (by: Person | null, one: Transfer) =>
      send(by, 'POST', `/api/transfers/${one.id}/cancel`, {}),
    downloadTransfer: download,
  };
  const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

  // T2
  test.each(NAMES)('%s: 401 for nobody, 403 for a user, 404 for whoever did not ask for it', async (name) => {
    const colleague = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
    const one = await begin(ours.admin, 'users');
    if (name === 'downloadTransfer') await finish(ours.admin, one);
    expect((await CALLS[name](null, one)).statusCode).toBe(401);
    expect((await CALLS[name](ours.user, one)).statusCode).toBe(403);
    expect((await CALLS[name](ours.stranger, one)).statusCode).toBe(403);
    const others = ['listTransfers', 'createExport'].includes(name)
      ? []
      : [colleague, theirs.admin, ours.super_admin];
    for (const other of others)
      expect((await CALLS[name](other, one)).json()).toMatchObject({ code: 'object.not_found' });
    expect((await CALLS[name](ours.admin, one)).statusCode).toBeLessThan(300);
  });

  // T16
  test('holds exactly what the list of the same filters holds, page after page', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const canary = `canario${unique()}`;
    await server.database.pool.query(
      `insert into profiles (organization_id, first_name, last_name, email, role, is_active, created_at)
       select $1, 'Ana', $2, $2 || n || '@x.test', 'user', n % 2 = 0, now() - make_interval(secs => n / 100)
       from generate_series(1, 2300) n`,
      [organization_id, canary],
    );
    const all = await begin(boss, 'users', { search: canary });
    expect(await finish(boss, all)).toMatchObject({ state: 'done', processed: 2300, total: 2300 });
    const file = (await download(boss, all)).body;
    expect(file.startsWith('\uFEFFNombre;Apellidos;Email;')).toBe(true);
    expect(new Set(emailsIn(file)).size).toBe(2300);
    expect(file.trimEnd().split('\r\n')).toHaveLength(2301);
    const active = await begin(boss, 'users', { search: canary, status: 'active' });
    expect(await finish(boss, active)).toMatchObject({ processed: 1150 });
    const everywhere = await begin(theirs.admin, 'users', {});
    await finish(theirs.admin, everywhere);
    expect((await download(theirs.admin, everywhere)).body).not.toContain(canary);
    const asked = await begin(theirs.admin, 'users', { organization_id });
    expect(await finish(theirs.admin, asked)).toMatchObject({ processed: 0 });
  });

  test('whose file is not there any more, is not found instead of breaking off', async () => {
    const one = await begin(ours.admin, 'users');
    await finish(ours.admin, one);
    for await (const { key } of server.platform.storage.list('transfers/'))
      await server.platform.storage.removeFolder(key.slice(0, key.lastIndexOf('/') + 1));
    expect((await download(ours.admin, one)).json()).toMatchObject({ code: 'object.not_found' });
  });

  test('counts those under way on whatever page they are', async () => {
    const before = (await send(ours.admin, 'GET', '/api/transfers')).json<{ running: number }>().running;
    const one = await begin(ours.admin, 'users');
    await server.database.pool.query(
      `insert into transfers (organization_id, created_by, kind, resource, step, state, request, file_name, bytes,
         created_at, expires_at)
       select organization_id, created_by, kind, resource, step, 'canceled', request, file_name, bytes,
         now() + n * interval '1 second', expires_at
       from transfers, generate_series(1, 20) n where id = $1`,
      [one.id],
    );
    const { items, running } = (await send(ours.admin, 'GET', '/api/transfers')).json<{
      items: Transfer[];
      running: number;
    }>();
    expect(items.map(({ state }) => state)).toEqual(Array(20).fill('canceled'));
    expect(running).toBe(before + 1);
    await finish(ours.admin, one);
    expect((await send(ours.admin, 'GET', '/api/transfers')).json()).toMatchObject({ running: before });
  });

  // V5
  test('writes names that look like formulas as text', async () => {
    await server.makePerson({
      organization_id: ours.organization.id,
      first_name: '=HYPERLINK("x")',
      last_name: '-1;+1',
    });
    const one = await begin(ours.admin, 'users', { search: 'hyperlink' });
    await finish(ours.admin, one);
    const answer = await download(ours.admin, one);
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="usuarios.csv"',
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(answer.body).toContain(`"'=HYPERLINK(""x"")";"'-1;'+1"`);
  });

  test('of organizations is for super_admins, of tickets for admins too', async () => {
    const body = { what: { resource: 'organizations', filters: {} } };
    expect((await send(ours.admin, 'POST', '/api/transfers/exports', body)).statusCode).toBe(403);
    const organizations = await begin(ours.super_admin, 'organizations', { status: 'trial' });
    expect(await finish(ours.super_admin, organizations)).toMatchObject({ state: 'done' });
    expect((await download(ours.super_admin, organizations)).body).toMatch(/^\uFEFFNombre;Identificador;/);
    const tickets = await begin(ours.admin, 'tickets', { priority: 'low' });
    expect(await finish(ours.admin, tickets)).toMatchObject({ state: 'done', processed: 0 });
  });

  test('stops where it is canceled, and cannot be canceled twice', async () => {
    const one = await begin(ours.admin, 'users');
    expect((await CALLS.cancelTransfer(ours.admin, one)).json()).toMatchObject({ state: 'canceled' });
    await takeTurn(server.platform, one.id);
    expect(await read(ours.admin, one)).toMatchObject({ state: 'canceled', processed: 0, has_file: false });
    expect((await CALLS.cancelTransfer(ours.admin, one)).json()).toMatchObject({
      code: 'transfer.wrong_state',
    });
    expect((await download(ours.admin, one)).statusCode).toBe(404);
  });

  // S4
  test('ends, and its file with it, once whoever asked may not export any more', async () => {
    const boss = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
    const [done, waiting] = [await begin(boss, 'users'), await begin(boss, 'users')];
    await finish(boss, done);
    const demote = (role: string) =>
      server.database.pool.query('update profiles set role = $2 where id = $1', [boss.id, role]);
    await demote('user');
    await takeTurn(server.platform, waiting.id);
    expect((await download(boss, done)).statusCode).toBe(403);
    await demote('admin');
    expect(await read(boss, waiting)).toMatchObject({ state: 'failed', problem: 'session.forbidden' });
    expect((await download(boss, done)).statusCode).toBe(200);
    await server.database.pool.query('update profiles set organization_id = $2 where id = $1', [
      boss.id,
      theirs.organization.id,
    ]);
    expect((await download(boss, done)).statusCode).toBe(404);
  });

  // T16
  test('ends where its author goes to another organization, or to none, and holds nothing of those', async () => {
    const boss = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
    const place = (role: string, organization_id: string | null) =>
      server.database.pool.query('update profiles set role = $2, organization_id = $3 where id = $1', [
        boss.id,
        role,
        organization_id,
      ]);
    for (const [role, organization_id] of [
      ['super_admin', null],
      ['admin', theirs.organization.id],
    ] as const) {
      const one = await begin(boss, 'users');
      await place(role, organization_id);
      await takeTurn(server.platform, one.id);
      await place('admin', ours.organization.id);
      expect(await read(boss, one)).toMatchObject({ state: 'failed', problem: 'session.forbidden' });
      expect((await download(boss, one)).statusCode).toBe(404);
    }
  });

  test('is gone after its seven days, files and all', async () => {
    const one = await begin(ours.admin, 'users');
    await finish(ours.admin, one);
    const days = (Date.parse(one.expires_at) - Date.parse(one.created_at)) / 86_400_000;
    expect(days).toBe(7);
    await server.database.pool.query(
      `update transfers set expires_at = now() - interval '1 minute' where id = $1`,
      [one.id],
    );
    expect((await download(ours.admin, one)).statusCode).toBe(404);
    await sweepTransfers(server.platform, new Date());
    const left = await Array.fromAsync(server.platform.storage.list(`transfers/${one.id}/`));
    expect(left).toEqual([]);
  });

  // F5: a server that stops ends its turn; the next one goes on where it was, also after a page that was not counted.
  test('goes on with another server where the first one stopped', async () => {
    const canary = `pausa${unique()}`;
    await server.database.pool.query(
      `insert into profiles (organization_id, first_name, last_name, email, role)
       select $1, 'Ana', $2, $2 || n || '@x.test', 'user' from generate_series(1, 1500) n`,
      [ours.organization.id, canary],
    );
    const one = await begin(ours.admin, 'users', { search: canary });
    await takeTurn(server.platform, one.id, 0);
    expect(await read(ours.admin, one)).toMatchObject({ state: 'running', processed: 1000, total: 1500 });
    await server.platform.storage.put(`transfers/${one.id}/abandoned.csv`, Buffer.from('lost'));
    await finish(ours.admin, one);
    const emails = emailsIn((await download(ours.admin, one)).body);
    expect([emails.length, new Set(emails).size]).toEqual([1500, 1500]);
  });

  // L1
  test('is audited with its filters', async () => {
    const one = await begin(ours.admin, 'users', { role: 'admin' });
    const { rows } = await server.database.pool.query(
      'select action, after from audit_log where object_id = $1',
      [one.id],
    );
    expect(rows).toMatchObject([
      { action: 'transfer.exported', after: { resource: 'users', filters: { role: 'admin' } } },
    ]);
  });
});
