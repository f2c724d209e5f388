import { randomUUID } from 'node:crypto';
import type { Dashboard } from '@atalaya/contract/dashboard';
import { RawNode, sql } from 'kysely';
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  RootOperationNode,
} from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readActorOfJob } from '../../platform/request/session.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { readSales } from './dashboard-sales.queries.ts';
import { readDashboard } from './dashboard.service.ts';

/** Makes the first statement of the part in this place, from 0 on, one that the database refuses. */
class Breaks implements KyselyPlugin {
  #begun = -1;
  #done = false;
  readonly #part: number;

  constructor(part: number) {
    this.#part = part;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (RawNode.is(node) && node.sqlFragments[0] === 'savepoint part') this.#begun += 1;
    else if (this.#begun === this.#part && !this.#done) {
      this.#done = true;
      return RawNode.createWithSql('select 1 / 0');
    }
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}

let server: TestServer;
let ours: Cast;
let theirs: Cast;

const ZONE = 'Europe/Madrid';
const run = async <T extends object>(statement: string, values: unknown[] = []) =>
  (await server.database.pool.query<T>(statement, values)).rows;
const one = async (statement: string, values: unknown[] = []) =>
  Number((await run<{ n: unknown }>(statement, values))[0]?.n);

const TODAY = `(now() at time zone '${ZONE}')::date`;
let invoices = 0;

/** An invoice that was issued, or a payment that was received, so many days ago. */
async function bill(organization_id: string, cents: number, daysAgo: number, kind: 'invoice' | 'payment') {
  const id = randomUUID();
  await run(
    `insert into invoices (id, organization_id, series, year, number, kind, issued_on, due_on, currency,
       subtotal_cents, tax_cents, total_cents, tax_treatment, customer_name, charge, hash)
     values ($1, $2, 'A', 2001, $3, 'standard', ${TODAY} - $4::int, ${TODAY}, 'USD', $5, 0, $5, 'exempt', 'Cliente',
       'other', 'seal')`,
    [id, organization_id, ++invoices, kind === 'invoice' ? daysAgo : 400, cents],
  );
  if (kind === 'invoice') return;
  await run(
    `insert into payments (organization_id, invoice_id, amount_cents, currency, method, paid_on)
     values ($1, $2, $3, 'USD', 'transfer', ${TODAY} - $4::int)`,
    [organization_id, id, cents, daysAgo],
  );
}

const ticket = (cast: Cast, by: 'admin' | 'user', status: string, resolvedDaysAgo: number | null = null) =>
  run(
    `insert into tickets (organization_id, title, description, status, created_by, created_by_name, resolved_at)
     values ($1, $2, 'Texto', $3, $4, 'Alguien',
       (now() at time zone '${ZONE}' - $5::int * interval '1 day') at time zone '${ZONE}')`,
    [cast.organization.id, `De ${by}, ${status}`, status, cast[by].id, resolvedDaysAgo],
  );

const dashboardOf = async (cookie: string) => {
  const reply = await server.send({ url: '/api/dashboard', cookie });
  expect(reply.statusCode).toBe(200);
  return reply.json<Dashboard>();
};
const figuresOf = ({ cards }: Dashboard) =>
  Object.fromEntries(cards.map(({ key, figure }) => [key, figure && [figure.value, figure.before]]));
const seriesOf = (dashboard: Dashboard, key: string) =>
  dashboard.charts.find((chart) => chart.key === key)!.series!.days;
const sumOf = (days: { value: number }[]) => days.reduce((sum, { value }) => sum + value, 0);

beforeAll(async () => {
  server = await startTestServer();
  ours = await server.makeCast();
  theirs = await server.makeCast();
  const north = ours.organization.id;
  const south = theirs.organization.id;
  await run('update organizations set country = null where id = $1', [south]);
  await run("insert into invoice_series (series, year) values ('A', 2001)");
  for (const [id, cents, days] of [
    [north, 1_000, 0],
    [north, 250, 0],
    [south, 700, 7],
    [south, 90, 29],
    // Paid back: less money, and no sale.
    [south, -40, 29],
    [south, 5_000, 30],
  ] as const)
    await bill(id, cents, days, 'payment');
  await bill(north, 12_100, 0, 'invoice');
  await bill(south, 3_300, 75, 'invoice');
  const [month] = await run<{ days_ago: number }>(
    `select ${TODAY} - (${TODAY} - interval '1 month')::date as days_ago`,
  );
  // On the same day of the month before.
  await bill(south, 500, month!.days_ago, 'invoice');
  await run("update profiles set last_login_at = now() - interval '3 days' where id = $1", [theirs.user.id]);
  await run('update profiles set last_login_at = now() where id = any($1)', [[ours.admin.id, ours.user.id]]);
  // Half of the trials of a country end without a subscription.
  for (const status of ['active', 'inactive']) {
    const { id } = await server.makeOrganization({ subscription_status: 'trial' });
    await run("update organizations set country = 'PT' where id = $1", [id]);
    await run('update organizations set subscription_status = $2 where id = $1', [id, status]);
  }
  await ticket(ours, 'user', 'open');
  await ticket(ours, 'user', 'resolved', 0);
  await ticket(ours, 'admin', 'open');
  await ticket(ours, 'admin', 'closed', 2);
  await ticket(theirs, 'user', 'resolved', 2);
  await ticket(theirs, 'user', 'resolved', 45);
});
afterAll(() => server.close());

describe('super_admin', () => {
  test('every card is what the rows say, counted another way', async () => {
    const figures = figuresOf(await dashboardOf(ours.super_admin.cookie));
    const dayOf = (column: string) => `to_char(${column} at time zone '${ZONE}', 'YYYY-MM-DD')`;
    const signedIn = await one(
      `select count(*) as n from profiles where ${dayOf('last_login_at')} = ${dayOf('now()')}`,
    );
    const created = await one(
      `select count(*) as n from organizations where ${dayOf('created_at')} = ${dayOf('now()')}`,
    );
    expect(figures).toEqual({
      money: [1_250, 700],
      signed_in: [signedIn, 0],
      new_clients: [created, 0],
      sales: [12_100, 500],
    });
    expect(signedIn).toBeGreaterThanOrEqual(2);
    expect(created).toBeGreaterThanOrEqual(4);
  });

  test.each([
    // The day, this month's days until then, and the same days of the month before, in invoices of 1 for each day.
    ['2003-03-15', 15, 15],
    ['2003-03-01', 1, 1],
    ['2003-03-28', 28, 28],
    ['2003-03-29', 29, 28],
    ['2003-03-31', 31, 28],
    ['2004-03-31', 31, 29],
    ['2003-02-28', 28, 28],
    ['2004-01-31', 31, 31],
    ['2003-05-31', 31, 30],
  ])('Sales on %s are compared with the same days of the month before', async (day, value, before) => {
    await run(
      `insert into invoices (organization_id, series, year, number, kind, issued_on, due_on, currency,
         subtotal_cents, tax_cents, total_cents, tax_treatment, customer_name, charge, hash)
       select $1, 'A', 2001, 10000 + n, 'standard', d, d, 'USD', 1, 0, 1, 'exempt', 'Cliente', 'other', 'seal'
       from generate_series('2002-11-01'::date, '2004-06-30'::date, '1 day') with ordinality as t (d, n)
       on conflict do nothing`,
      [ours.organization.id],
    );
    const reach = { zone: ZONE, organization_id: null, profile_id: null };
    const figure = await server.database.withSystem('read the sales of a day for a test', (db) =>
      readSales(db, reach, sql`${day}::date`),
    );
    expect([figure.value, figure.before]).toEqual([value, before]);
  });

  test('the days are the last 7 and 30, with their payments, resolved tickets and visits', async () => {
    const dashboard = await dashboardOf(ours.super_admin.cookie);
    const sales = seriesOf(dashboard, 'daily_sales');
    const lastDay = new Intl.DateTimeFormat('sv-SE', { timeZone: dashboard.time_zone });
    expect(sales.map(({ value }) => value).filter(Boolean)).toEqual([50, 700, 1_250]);
    expect(sales).toHaveLength(30);
    expect(sales.at(-1)?.day).toBe(lastDay.format(new Date(dashboard.read_at)));
    const tasks = seriesOf(dashboard, 'completed_tasks');
    expect([tasks.at(-1)?.value, tasks.at(-3)?.value, sumOf(tasks)]).toEqual([1, 2, 3]);
    expect(seriesOf(dashboard, 'views')).toHaveLength(7);
  });

  test('Sales by Country, and the latest organizations', async () => {
    const { countries, projects } = await dashboardOf(ours.super_admin.cookie);
    expect(countries).toEqual([
      { country: 'ES', sales: 2, value_cents: 1_250, currency: 'USD', bounce: null },
      { country: null, sales: 2, value_cents: 750, currency: 'USD', bounce: null },
      { country: 'PT', sales: 0, value_cents: 0, currency: 'USD', bounce: 0.5 },
    ]);
    const names = await run<{ name: string }>('select name from organizations order by id desc limit 6');
    expect(projects?.map(({ name }) => name)).toEqual(names.map(({ name }) => name));
  });

  test('what is counted of a day is the total of the list narrowed to that day, in whatever zone', async () => {
    const totalOf = async (path: string) =>
      (await server.send({ url: `/api/${path}`, cookie: ours.super_admin.cookie })).json<{ total: number }>()
        .total;
    const zones = ['Pacific/Kiritimati', 'Pacific/Niue', 'America/St_Johns', ZONE];
    // At every hour of three days, so that each zone begins its day between two of them.
    await run(
      `insert into profiles (organization_id, first_name, last_name, email, role, last_login_at)
       select $1, 'Hora', n::text, 'hora' || n || '@x.test', 'user', now() - n * interval '1 hour'
       from generate_series(1, 48) n`,
      [theirs.organization.id],
    );
    await run(
      `insert into organizations (name, slug, plan_type, subscription_status, max_users, created_at)
       select 'Hora ' || n, 'hora-' || n, 'basic', 'active', 1, now() - n * interval '1 hour'
       from generate_series(1, 48) n`,
    );
    await run(
      `insert into tickets (organization_id, title, description, status, created_by_name, created_at, resolved_at)
       select $1, 'Hora ' || n, 'x', 'closed', 'Ana', now() - n * interval '12 hours', now() - n * interval '11 hours'
       from generate_series(1, 70) n`,
      [theirs.organization.id],
    );
    await run('insert into settings (organization_id) values (null) on conflict do nothing');
    const seen = new Set<number>();
    for (const zone of zones) {
      await run(`update settings set time_zone = $1 where organization_id is null`, [zone]);
      const dashboard = await dashboardOf(ours.super_admin.cookie);
      const { today } = dashboard;
      expect(today).toBe(
        new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(dashboard.read_at)),
      );
      const figures = figuresOf(dashboard);
      const on = (moment: string, from = today) => `${moment}_from=${from}&${moment}_to=${today}`;
      const days = seriesOf(dashboard, 'completed_tasks');
      const resolved = `tickets?${on('resolved', days[0]?.day)}`;
      expect([
        await totalOf(`users?${on('last_login')}`),
        await totalOf(`organizations?${on('created')}`),
        await totalOf(resolved),
      ]).toEqual([figures['signed_in']?.[0], figures['new_clients']?.[0], sumOf(days)]);
      seen.add(figures['signed_in']?.[0] ?? 0);
    }
    expect(seen.size).toBeGreaterThan(1);
    // Tickets of an organization in the bin are in no list, and in no figure.
    const inBin = (value: string) =>
      run(`update organizations set deleted_at = ${value} where id = $1`, [theirs.organization.id]);
    await inBin('now()');
    const days = seriesOf(await dashboardOf(ours.super_admin.cookie), 'completed_tasks');
    const left = await totalOf(`tickets?resolved_from=${days[0]?.day}&resolved_to=${days.at(-1)?.day}`);
    expect(sumOf(days)).toBe(left);
    await inBin('null');
    await run('delete from settings where organization_id is null');
    await run(`delete from profiles where first_name = 'Hora'`);
    await run(`delete from organizations where name like 'Hora %'`);
    await run(`delete from tickets where title like 'Hora %'`);
  });

  test('a part that cannot be read is null, and the others are there', async () => {
    await run('revoke select on payments from atalaya_system');
    try {
      const dashboard = await dashboardOf(ours.super_admin.cookie);
      const figures = figuresOf(dashboard);
      expect([figures.money, figures.sales, dashboard.countries]).toEqual([null, [12_100, 500], null]);
      expect(dashboard.charts.map(({ series }) => series === null)).toEqual([false, true, false]);
      expect(dashboard.projects).not.toHaveLength(0);
    } finally {
      await run('grant select on payments to atalaya_system');
    }
  });
});

describe('an organization', () => {
  test('an admin sees the seats, people, invitations and tickets of their own alone', async () => {
    await run(
      `insert into organization_invitations (organization_id, email, invited_by, mail_token_hash, copy_token_hash,
         expires_at) values ($1, $2, $3, '\\x01', '\\x02', now() + interval '1 day')`,
      [ours.organization.id, `${randomUUID()}@example.test`, ours.admin.id],
    );
    const dashboard = await dashboardOf(ours.admin.cookie);
    expect(figuresOf(dashboard)).toEqual({
      seats: [3, null],
      active_users: [2, null],
      pending_invitations: [1, null],
      open_tickets: [2, null],
    });
    expect(dashboard.cards[0]?.figure?.limit).toBe(25);
    expect(dashboard.charts.map(({ key }) => key)).toEqual(['views', 'opened_tickets', 'completed_tasks']);
    expect(sumOf(seriesOf(dashboard, 'opened_tickets'))).toBe(4);
    expect(sumOf(seriesOf(dashboard, 'completed_tasks'))).toBe(2);
    expect(dashboard.tickets).toHaveLength(4);
    expect(dashboard).not.toHaveProperty('countries');
    expect(dashboard).not.toHaveProperty('projects');
  });

  test('a user sees their own tickets alone', async () => {
    const dashboard = await dashboardOf(ours.user.cookie);
    expect(figuresOf(dashboard)).toEqual({
      open_tickets: [1, null],
      in_progress_tickets: [0, null],
      resolved_tickets: [1, null],
      own_tickets: [2, null],
    });
    expect(dashboard.tickets?.map(({ title }) => title).sort()).toEqual([
      'De user, open',
      'De user, resolved',
    ]);
    expect(sumOf(seriesOf(dashboard, 'completed_tasks'))).toBe(1);
  });

  test('the day is that of its own zone, for the lists behind the charts too', async () => {
    const { admin, organization } = await server.makeCast();
    await run(
      `insert into tickets (organization_id, title, description, created_by_name, created_at)
       select $1, 'Hora ' || n, 'x', 'Ana', now() - 29 * interval '1 day' + (n - 36) * interval '1 hour'
       from generate_series(1, 72) n`,
      [organization.id],
    );
    const counts = new Set<number>();
    const lastDayIn = async (zone: string) => {
      await run('update organizations set time_zone = $2 where id = $1', [organization.id, zone]);
      const dashboard = await dashboardOf(admin.cookie);
      const { time_zone, read_at, charts } = dashboard;
      const days = seriesOf(dashboard, 'opened_tickets');
      const url = `/api/tickets?created_from=${days[0]?.day}&created_to=${days.at(-1)?.day}`;
      const list = await server.send({ url, cookie: admin.cookie });
      expect(list.json()).toMatchObject({ total: sumOf(days) });
      counts.add(sumOf(days));
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(read_at));
      return { zone: time_zone, isLast: charts[0]?.series?.days.at(-1)?.day === day };
    };
    expect(await lastDayIn('Pacific/Kiritimati')).toEqual({ zone: 'Pacific/Kiritimati', isLast: true });
    expect(await lastDayIn('Pacific/Niue')).toEqual({ zone: 'Pacific/Niue', isLast: true });
    expect(counts.size).toBe(2);
  });
});

describe('one part that fails', () => {
  test.each([
    ['super_admin', 9],
    ['admin', 8],
    ['user', 7],
  ] as const)('of the dashboard of a %s leaves the %i others, whichever it is', async (role, parts) => {
    const actor = (await readActorOfJob(server.platform, ours[role].id))!;
    const whole = partsOf(await readDashboard(server.platform, actor));
    expect(whole).toHaveLength(parts);
    expect(whole).not.toContain(null);
    for (const broken of whole.keys()) {
      const { database } = server.platform;
      const readTogether: typeof database.readTogether = (who, reason, fn) =>
        database.readTogether(who, reason, (db) => fn(db.withPlugin(new Breaks(broken)) as typeof db));
      const platform = { ...server.platform, database: { ...database, readTogether } };
      const found = partsOf(await readDashboard(platform, actor));
      expect(found).toEqual(whole.map((part, at) => (at === broken ? null : part)));
    }
  });

  const partsOf = ({ cards, charts, ...rest }: Dashboard) => [
    ...cards.map(({ figure }) => figure),
    ...charts.map(({ series }) => series),
    ...[rest.tickets, rest.countries, rest.projects].filter((part) => part !== undefined),
  ];
});

describe('visits', () => {
  test('are of the day that it is for whoever sees the screen, the system itself too', async () => {
    const { admin, super_admin, organization } = await server.makeCast();
    const { pool } = server.database;
    // 26 hours apart: at any moment one of the two has another day than any third zone.
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      await pool.query(
        `insert into settings (organization_id, time_zone) values (null, $1)
         on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid))
         do update set time_zone = excluded.time_zone`,
        [zone],
      );
      await pool.query('update organizations set time_zone = $2 where id = $1', [organization.id, zone]);
      const todays = async (who: { cookie: string }) =>
        seriesOf(await dashboardOf(who.cookie), 'views').at(-1)?.value ?? 0;
      for (const who of [admin, super_admin]) {
        const before = await todays(who);
        await server.send({ method: 'POST', url: '/api/visits', cookie: who.cookie });
        expect((await todays(who)) - before).toBe(1);
      }
    }
    await pool.query('update settings set time_zone = null where organization_id is null');
  });

  test('are counted for the organization of who sees the screen, all at once too', async () => {
    const { admin, super_admin, stranger } = await server.makeCast();
    const other = await server.makeCast();
    const visit = ({ cookie }: { cookie: string }) =>
      server.send({ method: 'POST', url: '/api/visits', cookie });
    const before = sumOf(seriesOf(await dashboardOf(super_admin.cookie), 'views'));
    const replies = await Promise.all([admin, admin, admin, other.user, super_admin, stranger].map(visit));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204, 204]);
    expect(sumOf(seriesOf(await dashboardOf(admin.cookie), 'views'))).toBe(3);
    expect(sumOf(seriesOf(await dashboardOf(other.admin.cookie), 'views'))).toBe(1);
    expect(sumOf(seriesOf(await dashboardOf(super_admin.cookie), 'views'))).toBe(before + 5);
  });
});

test.each([
  ['super_admin', 200],
  ['admin', 200],
  ['user', 200],
  ['stranger', 403],
] as const)('%s gets %i', async (who, status) => {
  const reply = await server.send({ url: '/api/dashboard', cookie: ours[who].cookie });
  expect(reply.statusCode).toBe(status);
});
