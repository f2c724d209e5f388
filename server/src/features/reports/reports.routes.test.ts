import { randomUUID } from 'node:crypto';
import type { Report, ReportEntries, ReportKey } from '@atalaya/contract/reports';
import { REPORTS } from '@atalaya/contract/reports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { seedDemoData } from '../development/demo-data.ts';
import { recomputed } from './testing/recomputed.ts';
import type { RawRows } from './testing/recomputed.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('reports', () => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;

  const run = async <T extends object>(statement: string, values: unknown[] = []) =>
    (await server.database.pool.query<T>(statement, values)).rows;
  const get = (path: string, cookie = ours.super_admin.cookie) =>
    server.send({ url: `/api/reports${path}`, cookie });
  const read = async (query: string, cookie?: string) => {
    const reply = await get(`?${query}`, cookie);
    expect(reply).toHaveProperty('statusCode', 200);
    return reply.json<Report>();
  };
  const entries = async (query: string, cookie?: string) => {
    const reply = await get(`/entries?${query}`, cookie);
    expect(reply).toHaveProperty('statusCode', 200);
    return reply.json<ReportEntries>();
  };
  const ticket = (organization_id: string, at: Partial<Record<string, string>>, priority = 'low') =>
    run(
      `insert into tickets (organization_id, title, description, priority, created_by_name, created_at,
         first_response_at, resolved_at, closed_at, resolution_seconds, status)
       values ($1, 'Título', 'Texto', $2, 'Alguien', $3, $4, $5, $6, $7, 'resolved')`,
      [organization_id, priority, at.created, at.first, at.resolved, at.closed, at.seconds],
    );

  beforeAll(async () => {
    server = await startTestServer();
    await seedDemoData(server.platform);
    ours = await server.makeCast();
    theirs = await server.makeCast();
  });
  afterAll(() => server.close());

  test('every figure of the demo data is what its rows come to, counted in another way', async () => {
    const rows: RawRows = {
      people: await run('select * from profiles where deleted_at is null'),
      invitations: await run('select * from organization_invitations'),
      tickets: await run('select * from tickets where deleted_at is null'),
      organizations: await run('select * from organizations where deleted_at is null'),
    };
    const [busy] = await run<{ id: string }>(
      "select id from organizations where name = 'Demo Iberia' and deleted_at is null",
    );
    for (const whose of [null, busy!.id])
      for (const period of ['period=30d', 'period=year', 'from=2026-01-15&to=2030-01-14&step=month'])
        for (const report of REPORTS) {
          const own = whose ? `&organization_id=${whose}` : '';
          const found = await read(`report=${report}&compare=true&${period}${own}`);
          const scope = { period: found.period, before: found.before!, zone: 'Europe/Madrid', whose };
          expect({ report, period, ...figuresOf(found) }).toEqual({
            report,
            period,
            ...recomputed(report, rows, scope, found),
          });
        }
    expect(rows.tickets.length).toBeGreaterThan(100);
  });

  test('the rows behind each figure come to it, on all their pages', async () => {
    const pairs: [string, number | null | undefined][] = [];
    for (const report of REPORTS) {
      const found = await read(`report=${report}&period=year`);
      const figures = [...found.rows.slice(0, 6), ...found.totals].flatMap((row) =>
        found.columns.map((column, index) => ({ row: row.key, column, value: row.values[index] ?? null })),
      );
      for (const { row, column, value } of figures) {
        if (value === null) continue;
        const behind = await entries(`report=${report}&period=year&row=${row}&column=${column.key}`);
        const place = found.columns.indexOf(column) - (column.key.endsWith('p90') ? 2 : 1);
        const line = [...found.rows, ...found.totals].find(({ key }) => key === row);
        // A time is that of one of its rows; the column beside it counts them.
        const [shown, wanted] =
          column.unit === 'seconds' ? [behind.total, line?.values[place]] : [behind.sum, value];
        if (column.unit !== 'share') pairs.push([`${report} ${row} ${column.key}: ${shown}`, wanted]);
      }
    }
    expect(pairs.map(([said]) => said)).toEqual(
      pairs.map(([said, wanted]) => `${said.split(': ')[0]}: ${String(wanted)}`),
    );
    const query = 'report=users&row=total&column=people';
    const first = await entries(query);
    const pages = Math.ceil(first.total / first.page_size);
    const all = await Promise.all(
      Array.from({ length: pages }, (_, page) => entries(`${query}&page=${String(page + 1)}`)),
    );
    const ids = new Set(all.flatMap(({ items }) => items.map(({ id }) => id)));
    expect([ids.size, pages > 5]).toEqual([first.sum, true]);
  });

  test.each([
    ['Europe/Madrid', '2026-03-29', ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'], 23],
    ['Europe/Madrid', '2026-10-25', ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'], 25],
    ['America/New_York', '2026-03-08', ['2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z'], 23],
    ['America/New_York', '2025-11-02', ['2025-11-02T04:00:00Z', '2025-11-03T04:59:59Z'], 25],
  ])('in %s the day %s has its own hours', async (zone, day, [first, last], hours) => {
    const { id } = await server.makeOrganization();
    await run('update organizations set time_zone = $2 where id = $1', [id, zone]);
    const second = (instant: string, add: number) => new Date(Date.parse(instant) + add * 1000).toISOString();
    expect(Date.parse(last!) + 1000 - Date.parse(first!)).toBe(hours * 3_600_000);
    for (const created of [second(first!, -1), first, last, second(last!, 1)]) await ticket(id, { created });
    const around = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const found = await read(
      `report=tickets&organization_id=${id}&from=${around(-1)}&to=${around(1)}&step=day`,
    );
    expect(found.time_zone).toBe(zone);
    expect(found.rows.map(({ key, values }) => [key, values[0]])).toEqual([
      [around(-1), 1],
      [day, 2],
      [around(1), 1],
    ]);
    const behind = await entries(
      `report=tickets&organization_id=${id}&from=${around(-1)}&to=${around(1)}&step=day&row=${day}&column=created`,
    );
    expect(behind.total).toBe(2);
  });

  test('half and nine tenths of the tickets took as long as it says, pauses left out', async () => {
    const { id } = await server.makeOrganization();
    for (let n = 1; n <= 10; n++)
      await ticket(id, {
        created: '2026-02-03T10:00:00Z',
        first: `2026-02-03T10:${String(n).padStart(2, '0')}:00Z`,
        resolved: '2026-02-04T10:00:00Z',
        seconds: String(n * 100),
      });
    const found = await read(`report=times&organization_id=${id}&from=2026-02-01&to=2026-02-28`);
    expect(found.totals[0]?.values).toEqual([10, 300, 540, 10, 500, 900]);
    expect(found.rows.map(({ values }) => values[0])).toEqual([0, 0, 0, 10]);
  });

  // T2
  test("another organization's report is one that does not exist", async () => {
    for (const path of ['', '/export', '/entries'])
      for (const report of REPORTS) {
        const figure = path === '/entries' ? '&row=total&column=created' : '';
        const of = (id: string) =>
          get(`${path}?report=${report}&organization_id=${id}${figure}`, ours.admin.cookie);
        const [foreign, missing] = [await of(theirs.organization.id), await of(NOBODY)];
        expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
        const bare = (body: string) => body.replaceAll(/"request_id":"[^"]*"/g, '');
        expect(bare(foreign.body)).toBe(bare(missing.body));
      }
    const own = await read(`report=seats&organization_id=${ours.organization.id}`, ours.admin.cookie);
    expect(own).toEqual({ ...(await read('report=seats', ours.admin.cookie)), read_at: own.read_at });
  });

  // T16
  test('nothing of another organization is in the reports of one, in rows, files or figures', async () => {
    const canary = `canario${unique()}`;
    const { id } = theirs.organization;
    await run('update organizations set name = $1 where id = $2', [canary, id]);
    await run('update profiles set last_name = $1 where organization_id = $2', [canary, id]);
    await run(
      `insert into organization_invitations (organization_id, email, invited_by, mail_token_hash, copy_token_hash,
         expires_at) values ($1, $2, $3, $4, $5, now() + interval '1 day')`,
      [id, `${canary}@example.test`, theirs.admin.id, Buffer.from(randomUUID()), Buffer.from(randomUUID())],
    );
    await ticket(id, { created: new Date().toISOString() });
    await run('update tickets set title = $1 where organization_id = $2', [canary, id]);
    const before = await read('report=tickets', ours.admin.cookie);
    expect(before.totals[0]?.values).toEqual([0, 0, 0]);
    const figures: [ReportKey, string, string][] = [
      ['users', 'total', 'people'],
      ['invitations', 'sent', 'invitations'],
      ['tickets', 'total', 'created'],
      ['times', 'total', 'resolution'],
      ['seats', 'total', 'active'],
      ['seats', 'total', 'pending'],
      ['seats', 'total', 'taken'],
    ];
    for (const [report, row, column] of figures) {
      const bodies = await Promise.all([
        get(`?report=${report}`, ours.admin.cookie),
        get(`/export?report=${report}`, ours.admin.cookie),
        get(`/entries?report=${report}&row=${row}&column=${column}`, ours.admin.cookie),
      ]);
      for (const { statusCode, body } of bodies) {
        expect(statusCode).toBe(200);
        expect(body).not.toContain(canary);
      }
    }
    expect(await get(`/entries?report=seats&row=${id}&column=active`, ours.admin.cookie)).toHaveProperty(
      'statusCode',
      404,
    );
    expect((await get(`/entries?report=seats&row=${id}&column=active`)).body).toContain(canary);
  });

  // V5
  test('the file holds what the report shows, and no formula', async () => {
    await run('update organizations set name = $1 where id = $2', ['=1+1', ours.organization.id]);
    const query = `report=seats&organization_id=${ours.organization.id}`;
    const reply = await get(`/export?${query}`);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="plazas-[\d-]+\.csv"$/);
    const found = await read(query);
    const [active, pending, taken, limit] = found.rows[0]!.values;
    expect(reply.body.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFConcepto;Usuarios activos;Invitaciones pendientes;Plazas ocupadas;Plazas;Proporción',
      `"'=1+1";${active};${pending};${taken};${limit};${(taken! / limit!).toFixed(4).replace('.', ',')}`,
    ]);
    const compared = await get('/export?report=tickets&period=7d&compare=true');
    expect(compared.body.split('\r\n')[0]).toBe(
      '\uFEFFConcepto;Creados;Creados (antes);Resueltos;Resueltos (antes);Cerrados;Cerrados (antes)',
    );
  });

  test.each([
    ['from=2026-01-02&to=2026-01-01'],
    ['from=2026-01-02'],
    ['from=2020-01-01&to=2026-01-01'],
    ['period=decade'],
    ['step=hour'],
    ['compare=1'],
  ])('%s is no period', async (query) => {
    expect((await get(`?report=users&${query}`)).statusCode).toBe(400);
  });

  test.each([
    ['users', 'nobody', 'active'],
    ['invitations', 'sent', 'people'],
    ['tickets', '2020-01-01', 'created'],
    ['times', 'low', 'resolution_p99'],
    ['seats', 'x', 'active'],
  ])('%s has no figure %s, %s', async (report, row, column) => {
    expect((await get(`/entries?report=${report}&row=${row}&column=${column}`)).statusCode).toBe(404);
  });

  test.each([
    ['super_admin', 200],
    ['admin', 200],
    ['user', 403],
    ['stranger', 403],
  ] as const)('%s gets %i', async (who, status) => {
    for (const path of ['', '/export'])
      expect((await get(`${path}?report=tickets`, ours[who].cookie)).statusCode).toBe(status);
  });
});

/** Keys, values and what they are compared with. */
const figuresOf = ({ rows, totals }: Report) => ({
  rows: rows.map(({ key, values, before }) => ({ key, values, before })),
  totals: totals.map(({ key, values, before }) => ({ key, values, before })),
});
