import { randomUUID } from 'node:crypto';
import type { CannedReply } from '@atalaya/contract/canned-replies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { purgeCannedReplies } from './canned-replies/canned-replies.service.ts';
import { purgeTickets } from './tickets.jobs.ts';

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());

const get = (url: string) => server.send({ url, cookie: cast.admin.cookie });
const insert = (organization_id: string, title: string, count = 1) =>
  server.database.pool.query(
    `insert into tickets (organization_id, title, description, created_by_name)
     select $1, $2, 'Dos
líneas; y "comillas"', 'Ana' from generate_series(1, $3::int)`,
    [organization_id, title, count],
  );

/** The cells of a file, as a spreadsheet reads them. */
function parse(file: string): string[][] {
  const rows = [...file.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n)/g)];
  const table: string[][] = [[]];
  for (const [, quoted, plain, end] of rows) {
    table.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ';') table.push([]);
  }
  return table.slice(0, -1);
}

// V5
test('a cell never becomes a formula, and every text comes back as it was', async () => {
  const titles = ['=1+1', '+34', '-2', '@SUM(A1)', ' =1+1', 'ñandú; "a"', "l'Hospitalet", 'normal'];
  for (const title of titles) await insert(cast.organization.id, title);
  const answer = await get('/api/tickets/export');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="tickets.csv"',
    'cache-control': 'no-store',
  });
  expect(answer.body.startsWith('\uFEFFNúmero;Título;Empresa;')).toBe(true);
  const [, ...rows] = parse(answer.body);
  expect(rows.map((row) => row[1]).reverse()).toEqual(
    titles.map((title) => (/^\s*[=+\-@](?!2$)/.test(title) ? `'${title}` : title)),
  );
  for (const row of rows) {
    expect(row).toHaveLength(16);
    expect(row.at(-1)).toBe('Dos\nlíneas; y "comillas"');
    for (const cell of row) expect(cell).not.toMatch(/^([=+@\t\r\0]|-(?!2$))/);
  }
});

test('every row that matches is written once, page after page, and no other', async () => {
  const { id } = await server.makeOrganization();
  const boss = await server.makePerson({ role: 'admin', organization_id: id });
  await insert(id, 'Muchos', 1_001);
  await insert(id, 'Otros', 3);
  const answer = await server.send({ url: '/api/tickets/export?search=muchos', cookie: boss.cookie });
  const numbers = parse(answer.body)
    .slice(1)
    .map(([number]) => Number(number));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a));
  expect(numbers).toHaveLength(1_001);
});

test('the bin of tickets is emptied after 30 days, of what is due alone', async () => {
  const { id } = await server.makeOrganization();
  await insert(id, 'Vencido', 2);
  await insert(id, 'Reciente');
  const { pool } = server.database;
  await pool.query(
    `update tickets set deleted_at = now() - case title when 'Vencido' then interval '30 days 1 second'
       else interval '29 days' end where organization_id = $1`,
    [id],
  );
  expect(await purgeTickets(server.platform)).toBe(2);
  const left = await pool.query('select title from tickets where organization_id = $1', [id]);
  expect(left.rows).toEqual([{ title: 'Reciente' }]);
  const audited = await pool.query(
    `select 1 from audit_log where action = 'ticket.purged' and organization_id = $1`,
    [id],
  );
  expect(audited.rows).toHaveLength(2);
});

test('canned replies are written, changed, deleted and restored by super_admins, each change audited', async () => {
  const { cookie } = cast.super_admin;
  const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    server.send({ method, url: `/api/canned-replies${url}`, cookie, ...(payload ? { payload } : {}) });
  const made = (await send('POST', '', { title: 'Saludo', body: 'Hola,\r\ngracias' })).json<CannedReply>();
  expect(made).toMatchObject({ title: 'Saludo', body: 'Hola,\ngracias', version: 1 });
  const changed = await send('PATCH', `/${made.id}`, { version: 1, title: 'Adiós' });
  expect(changed.json()).toMatchObject({ title: 'Adiós', body: 'Hola,\ngracias', version: 2 });
  const stale = await send('PATCH', `/${made.id}`, { version: 1, title: 'Tarde' });
  expect(stale.json()).toMatchObject({ code: 'object.stale', current: { title: 'Adiós' } });
  const listed = await server.send({ url: '/api/canned-replies', cookie });
  expect(listed.json()).toEqual({ items: [changed.json()] });
  expect((await send('DELETE', `/${made.id}`)).statusCode).toBe(204);
  for (const id of [made.id, randomUUID()]) expect((await send('DELETE', `/${id}`)).statusCode).toBe(404);
  expect((await server.send({ url: '/api/canned-replies', cookie })).json()).toEqual({ items: [] });
  expect((await send('PATCH', `/${made.id}`, { version: 2, title: 'Tarde' })).statusCode).toBe(404);
  const bin = await server.send({ url: '/api/bin?type=canned_reply&search=adios', cookie });
  expect(bin.json()).toMatchObject({ total: 1, items: [{ id: made.id, name: 'Adiós', days_left: 30 }] });
  expect((await send('POST', `/${made.id}/restore`, {})).json()).toEqual(changed.json());
  expect((await send('POST', `/${made.id}/restore`, {})).statusCode).toBe(404);
  await send('DELETE', `/${made.id}`);
  await server.database.pool.query(
    `update ticket_canned_replies set deleted_at = now() - interval '30 days 1 second' where id = $1`,
    [made.id],
  );
  expect(await purgeCannedReplies(server.platform)).toBe(1);
  expect(await purgeCannedReplies(server.platform)).toBe(0);
  const audited = await server.database.pool.query(
    `select action from audit_log where object_type = 'canned_reply' order by created_at, id`,
  );
  expect(audited.rows.map((row) => row.action)).toEqual(
    ['created', 'updated', 'deleted', 'restored', 'deleted', 'purged'].map(
      (change) => `canned_reply.${change}`,
    ),
  );
});
