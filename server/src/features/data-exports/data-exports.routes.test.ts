import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { DataExport } from '@atalaya/contract/data-exports';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../platform/core/errors.ts';
import { startOnStorage, storageDrivers, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { readZip } from '../../platform/testing/zip.ts';
import { resumeDataExports, runDataExport, sweepDataExports } from './data-exports.jobs.ts';
import { unfinishedFolder } from './export-write.service.ts';

type Person = { id: string; cookie: string };
type Manifest = { tables: { name: string; rows: number }[]; attachments: object };

describe.each(storageDrivers)('exports of everything about an organization on %s', (driver) => {
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

  const query = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query<Record<string, string>>(text, values)).rows;
  const send = (by: Person | null, method: 'GET' | 'POST', url: string, payload?: object) =>
    server.send({ method, url, ...(by ? { cookie: by.cookie } : {}), ...(payload ? { payload } : {}) });
  const ask = (by: Person | null, body: object = {}) => send(by, 'POST', '/api/data-exports', body);
  const begin = async (by: Person, body: object = {}) => (await ask(by, body)).json<DataExport>();
  const list = async (by: Person) =>
    (await send(by, 'GET', '/api/data-exports')).json<{ items: DataExport[] }>().items;
  const read = async (by: Person, { id }: DataExport) => (await list(by)).find((one) => one.id === id);
  const download = (by: Person | null, { id }: DataExport) => send(by, 'GET', `/api/data-exports/${id}/file`);
  const cancel = (by: Person | null, { id }: DataExport) =>
    send(by, 'POST', `/api/data-exports/${id}/cancel`, {});
  const finish = async (by: Person, body: object = {}) => {
    const one = await begin(by, body);
    await runDataExport(server.platform, one.id);
    return one;
  };
  const open = async (by: Person, one: DataExport) => readZip((await download(by, one)).rawPayload);
  const rowsOf = (zip: Map<string, Buffer>, name: string) =>
    JSON.parse(String(zip.get(`json/${name}.json`))) as Record<string, unknown>[];

  /** An organization of its own with something in every table. */
  const makeFull = async () => {
    const canary = `canario-${unique()}`;
    const { id } = await server.makeOrganization({ name: `Empresa ${canary}`, max_users: -1 });
    const admin = await server.makePerson({ role: 'admin', organization_id: id });
    const user = await server.makePerson({ organization_id: id, first_name: '=1+1', last_name: canary });
    await send(admin, 'POST', '/api/invitations', { email: `${canary}@x.test`, role: 'user' });
    const boundary = 'limite';
    const pdf = `%PDF-1.7 ${canary} %%EOF`;
    const file = await server.send({
      method: 'POST',
      url: '/api/ticket-files',
      cookie: user.cookie,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="../..\\Año.pdf"\r\ncontent-type: application/pdf\r\n\r\n${pdf}\r\n--${boundary}--\r\n`,
    });
    const ticket = await send(user, 'POST', '/api/tickets', {
      title: `Ticket ${canary}`,
      description: 'No va',
      attachments: [file.json<{ id: string }>().id],
    });
    const { id: ticket_id } = ticket.json<{ id: string }>();
    for (const visibility of ['public', 'internal'])
      await send(ours.super_admin, 'POST', `/api/tickets/${ticket_id}/messages`, {
        body: `${visibility}-${canary}`,
        visibility,
        seen_message_id: null,
        confirm_answered: true,
      });
    const invoice = await send(ours.super_admin, 'POST', '/api/invoices', {
      organization_id: id,
      lines: [{ description: `Línea ${canary}`, unit_price_cents: 1000 }],
    });
    await send(ours.super_admin, 'POST', '/api/mandates', {
      organization_id: id,
      reference: `M-${unique()}`,
      debtor_name: canary,
      iban: 'ES9121000418450200051332',
      bic: null,
      is_last: false,
      type: 'core',
      use: 'recurrent',
      signed_on: '2026-01-31',
    });
    await send(ours.super_admin, 'POST', `/api/webhooks?organization_id=${id}`, {
      url: 'https://receiver.test/hook',
      description: canary,
      nouns: null,
      payload: 'thin',
    });
    await send(admin, 'POST', '/api/domains', { domain: `${canary}.test` });
    return { id, admin, user, canary, pdf, ticket_id, invoice: invoice.json<{ id: string }>() };
  };

  const CALLS = {
    listDataExports: (by: Person | null, one: DataExport) =>
      send(by, 'GET', `/api/data-exports?organization_id=${one.organization.id}`),
    createDataExport: (by: Person | null, one: DataExport) =>
      ask(by, { organization_id: one.organization.id }),
    cancelDataExport: cancel,
    downloadDataExport: download,
  };

  // T2
  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
    '%s: 401 for nobody, 403 for a user, 404 for another organization',
    async (name) => {
      const { id: organization_id } = await server.makeOrganization();
      const admin = await server.makePerson({ role: 'admin', organization_id });
      const user = await server.makePerson({ organization_id });
      const one = name === 'cancelDataExport' ? await begin(admin) : await finish(admin);
      const call = CALLS[name];
      expect((await call(null, one)).statusCode).toBe(401);
      expect((await call(user, one)).statusCode).toBe(403);
      expect((await call(ours.stranger, one)).statusCode).toBe(403);
      expect((await call(theirs.admin, one)).json()).toMatchObject({ code: 'object.not_found' });
      expect((await call(admin, one)).statusCode).toBeLessThan(300);
    },
  );

  test('holds every table as CSV and JSON, the files, and says how much it holds', async () => {
    const full = await makeFull();
    await query(
      `insert into profiles (organization_id, first_name, last_name, email, role)
       select $1, 'Ana', 'Sol', $2 || n || '@x.test', 'user' from generate_series(1, 1100) n`,
      [full.id, full.canary],
    );
    const one = await finish(full.admin);
    const done = await read(full.admin, one);
    expect(done).toMatchObject({ state: 'done', problem: null, internal: false });
    expect(done?.processed).toBe(done?.total);
    const answer = await download(full.admin, one);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="atalaya-[a-z0-9-]+\.zip"$/),
      'content-length': String(done?.bytes),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const zip = readZip(answer.rawPayload);
    const manifest = JSON.parse(String(zip.get('manifest.json'))) as Manifest;
    const counts = Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]));
    expect(counts).toMatchObject({
      organization: 1,
      people: 1102,
      invitations: 1,
      subscription_events: 1,
      plan_versions: 1,
      invoices: 1,
      invoice_lines: 1,
      mandates: 1,
      mandate_events: 1,
      domains: 1,
      webhooks: 1,
      tickets: 1,
      ticket_messages: 1,
      ticket_files: 1,
    });
    for (const { name, rows } of manifest.tables) {
      expect(rowsOf(zip, name)).toHaveLength(rows);
      expect(String(zip.get(`csv/${name}.csv`)).startsWith('\uFEFF')).toBe(true);
    }
    expect(rowsOf(zip, 'mandates')).toMatchObject([{ iban: 'ES91 •••• 1332' }]);
    expect(new Set(rowsOf(zip, 'people').map(({ email }) => email)).size).toBe(1102);
    expect(String(zip.get('csv/people.csv')).trimEnd().split('\r\n')).toHaveLength(1103);
    // V5
    expect(String(zip.get('csv/people.csv'))).toContain(`"'=1+1";`);
    const [file] = rowsOf(zip, 'ticket_files');
    expect(file?.path).toMatch(/^attachments\/\d+\/[0-9a-f-]+_?[^/\\]*Año\.pdf$/);
    expect(String(zip.get(String(file?.path)))).toBe(full.pdf);
    expect(String(zip.get('README.txt'))).toContain('- people: 1102\r\n');
    const actions = await query('select action from audit_log where object_id = $1 order by created_at', [
      one.id,
    ]);
    expect(actions.map(({ action }) => action)).toEqual(['data_export.requested', 'data_export.downloaded']);
  });

  // T9, T16
  test('holds nothing of another organization, no hash and no token; notes only for a super_admin', async () => {
    const [mine, other] = [await makeFull(), await makeFull()];
    await send(mine.admin, 'POST', `/api/users/${mine.user.id}/password-reset`, {});
    await query(
      `insert into auth.account ("accountId", "providerId", "userId", password)
       select $1::text, 'otro', $1::uuid, 'hash-' || $2`,
      [mine.admin.user_id, mine.canary],
    );
    await query(
      `insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
       values ($1, 'k', 'atalaya_abcd', sha256($2), '{tickets:read}', now() + interval '1 day')`,
      [mine.admin.id, mine.canary],
    );
    const secrets = (
      await query(
        `select password as text from auth.account where password is not null
         union all select token from auth.session
         union all select encode(h, f) from (values ('hex'), ('base64')) as formats (f), (
           select token_hash from auth.mailed_link union all select token_hash from api_keys
           union all select mail_token_hash from organization_invitations
           union all select copy_token_hash from organization_invitations) as hashes (h)`,
      )
    ).map(({ text }) => text ?? '');
    expect(secrets.length).toBeGreaterThan(10);
    const textOf = (zip: Map<string, Buffer>) => [...zip].map(([name, bytes]) => name + String(bytes)).join();
    const admins = textOf(await open(mine.admin, await finish(mine.admin)));
    const all = await finish(ours.super_admin, { organization_id: mine.id });
    const bosses = textOf(await open(ours.super_admin, all));
    for (const text of [admins, bosses]) {
      expect(text).toContain(`public-${mine.canary}`);
      expect(text).not.toContain(other.canary);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
    expect(admins).not.toContain(`internal-${mine.canary}`);
    expect(bosses).toContain(`internal-${mine.canary}`);
    expect(await read(mine.admin, all)).toBeUndefined();
    expect((await download(mine.admin, all)).statusCode).toBe(404);
    expect((await cancel(mine.admin, all)).statusCode).toBe(404);
  });

  test('one at a time, until it is canceled; what is over cannot be canceled', async () => {
    const one = await begin(ours.admin);
    expect((await ask(ours.admin)).json()).toMatchObject({ code: 'data_export.in_progress' });
    const organization_id = ours.organization.id;
    const internal = await begin(ours.super_admin, { organization_id });
    expect(internal).toMatchObject({ state: 'queued', internal: true });
    expect((await cancel(ours.super_admin, internal)).json()).toMatchObject({ state: 'canceled' });
    expect((await cancel(ours.admin, one)).json()).toMatchObject({ state: 'canceled' });
    await runDataExport(server.platform, one.id);
    expect(await read(ours.admin, one)).toMatchObject({ state: 'canceled', bytes: null });
    expect((await cancel(ours.admin, one)).json()).toMatchObject({ code: 'data_export.wrong_state' });
    expect((await download(ours.admin, one)).statusCode).toBe(404);
    expect((await ask(ours.super_admin)).json()).toMatchObject({ code: 'request.invalid' });
  });

  test('one canceled while it is written leaves nothing', async () => {
    const one = await begin(ours.admin);
    const put = vi.spyOn(server.platform.storage, 'putFile').mockImplementationOnce(async () => {
      await cancel(ours.admin, one);
    });
    await runDataExport(server.platform, one.id);
    put.mockRestore();
    expect(await read(ours.admin, one)).toMatchObject({ state: 'canceled' });
    expect(readdirSync(unfinishedFolder(server.platform))).toEqual([]);
  });

  // S4
  test('fails once whoever asked may not export any more; a colleague downloads what was done', async () => {
    const organization_id = ours.organization.id;
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const done = await finish(boss);
    const waiting = await begin(boss);
    await query(`update profiles set role = 'user' where id = $1`, [boss.id]);
    await runDataExport(server.platform, waiting.id);
    expect(await read(ours.admin, waiting)).toMatchObject({ state: 'failed', problem: 'session.forbidden' });
    expect((await download(boss, done)).statusCode).toBe(403);
    expect((await download(ours.admin, done)).statusCode).toBe(200);
  });

  // F4
  test('tries again while the storage is away, and says so in the end', async () => {
    const one = await begin(ours.admin);
    const put = vi
      .spyOn(server.platform.storage, 'putFile')
      .mockRejectedValue(new AppError('storage.unavailable'));
    await runDataExport(server.platform, one.id);
    expect(await read(ours.admin, one)).toMatchObject({ state: 'queued' });
    for (let run = 0; run < 2; run++) await runDataExport(server.platform, one.id);
    put.mockRestore();
    expect(await read(ours.admin, one)).toMatchObject({ state: 'failed', problem: 'storage.unavailable' });
    expect(readdirSync(unfinishedFolder(server.platform))).toEqual([]);
  });

  // F5
  test('goes on after its server was killed: another begins it again', async () => {
    const one = await begin(ours.admin);
    await query(
      `update data_exports set state = 'running', run = 1, updated_at = now() - interval '6 minutes' where id = $1`,
      [one.id],
    );
    await resumeDataExports(server.platform);
    await runDataExport(server.platform, one.id);
    expect(await read(ours.admin, one)).toMatchObject({ state: 'done' });
  });

  test('waits while its organization is in the bin, and goes on once that is out of it', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const admin = await server.makePerson({ role: 'admin', organization_id });
    const one = await begin(admin);
    const bin = (deleted_at: Date | null) =>
      query('update organizations set deleted_at = $2 where id = $1', [organization_id, deleted_at]);
    await bin(new Date());
    await query(`update data_exports set updated_at = now() - interval '6 minutes' where id = $1`, [one.id]);
    const queued = vi.spyOn(server.platform.jobs, 'send');
    await resumeDataExports(server.platform);
    const sent = () => queued.mock.calls.filter(([, , data]) => (data as { id: string }).id === one.id);
    expect(sent()).toEqual([]);
    await bin(null);
    await resumeDataExports(server.platform);
    expect(sent()).toHaveLength(1);
    queued.mockRestore();
    await runDataExport(server.platform, one.id);
    expect(await read(admin, one)).toMatchObject({ state: 'done' });
  });

  test('is gone after its seven days, file and all, with what was left of others', async () => {
    const one = await finish(ours.admin);
    await query(`update data_exports set expires_at = now() - interval '1 minute' where id = $1`, [one.id]);
    expect((await download(ours.admin, one)).statusCode).toBe(404);
    const orphan = 'data-exports/00000000-0000-4000-8000-000000000000/1.zip';
    await server.platform.storage.put(orphan, Buffer.from('x'));
    const folder = unfinishedFolder(server.platform);
    mkdirSync(path.join(folder, 'left'));
    await sweepDataExports(server.platform, new Date('2999-01-01'));
    expect(readdirSync(folder)).toEqual([]);
    expect(await server.platform.storage.get(orphan)).toBeNull();
    expect(await Array.fromAsync(server.platform.storage.list(`data-exports/${one.id}/`))).toEqual([]);
  });

  test('people of a canceled organization leave with their data', async () => {
    const { id: organization_id } = await server.makeOrganization({ subscription_status: 'canceled' });
    const admin = await server.makePerson({ role: 'admin', organization_id });
    const one = await finish(admin);
    expect((await open(admin, one)).has('manifest.json')).toBe(true);
  });
});
