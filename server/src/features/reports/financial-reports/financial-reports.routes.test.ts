import { randomUUID } from 'node:crypto';
import { FINANCIAL_REPORTS } from '@atalaya/contract/financial-reports';
import type { FinancialReportKey } from '@atalaya/contract/financial-reports';
import type { Report, ReportEntries } from '@atalaya/contract/reports';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingDay } from '../../../platform/testing/billing-day.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { seedDemoData } from '../../development/demo-data.ts';
import { recomputed } from './testing/recomputed.ts';
import type { Books } from './testing/recomputed.ts';

const CURRENCIES = ['USD', 'EUR'];
const DAY_MS = 86_400_000;
const FIRST = Date.parse('2025-01-01');
const dayOf = (days: number) => new Date(FIRST + days * DAY_MS).toISOString().slice(0, 10);

describe('financial reports', () => {
  let server: TestServer;
  let cast: Cast;

  const run = async <T extends object>(statement: string, values: unknown[] = []) =>
    (await server.database.pool.query<T>(statement, values)).rows;
  const get = (path: string, cookie = cast.super_admin.cookie) =>
    server.send({ url: `/api/financial-reports${path}`, cookie });
  const read = async (query: string) => {
    const reply = await get(`?${query}`);
    expect(reply).toHaveProperty('statusCode', 200);
    return reply.json<Report>();
  };
  const entries = async (query: string) => {
    const reply = await get(`/entries?${query}`);
    expect(reply).toHaveProperty('statusCode', 200);
    return reply.json<ReportEntries>();
  };
  const books = async (): Promise<Books> => ({
    events: await run('select * from subscription_events order by created_at, id'),
    invoices: await run('select *, issued_on::text as issued, due_on::text as due from invoices'),
    payments: await run('select *, paid_on::text as paid from payments'),
    today: billingDay(),
  });

  /** Every report of a span, and of the one before it, against the rows. */
  async function check(
    query: string,
    rows: Books,
    reports: readonly FinancialReportKey[] = FINANCIAL_REPORTS,
  ) {
    for (const report of reports) {
      const found = await read(`report=${report}&compare=true&${query}`);
      const order = <T extends { key: string; currency: string | null }>(lines: T[]) =>
        lines.toSorted((a, b) => `${a.currency} ${a.key}`.localeCompare(`${b.currency} ${b.key}`));
      const keep = (values: (row: Report['rows'][number]) => (number | null)[] | null) =>
        order(
          found.rows
            .map(({ key, currency, ...row }) => ({
              key,
              currency,
              values: values({ key, currency, ...row }),
            }))
            .filter((row) => row.values?.some((value) => value !== 0 && value !== null)),
        );
      const wanted = (lines: ReturnType<typeof recomputed>) =>
        order(lines.filter(({ values }) => values.some((value) => value !== 0 && value !== null)));
      const now = wanted(recomputed(report, rows, found.period, found));
      expect({ report, query, rows: keep(({ values }) => values) }).toEqual({ report, query, rows: now });
      if (!found.before || report === 'collections') continue;
      const then = wanted(recomputed(report, rows, found.before, found));
      expect({ report, before: keep(({ before }) => before) }).toEqual({ report, before: then });
    }
  }

  /** Every figure of a report against what its ledger rows come to. */
  async function checkEntries(query: string) {
    for (const report of FINANCIAL_REPORTS) {
      const found = await read(`report=${report}&${query}`);
      for (const row of [...found.rows.slice(0, 12), ...found.totals])
        for (const [index, { key: column, unit }] of found.columns.entries()) {
          const figure = `row=${row.key}&column=${column}&currency=${row.currency ?? ''}`;
          const behind = await entries(`report=${report}&${query}&${figure}`);
          if (unit === 'share' || unit === 'day' || column === 'arpu') continue;
          expect({ report, figure, sum: behind.sum }).toEqual({ report, figure, sum: row.values[index] });
        }
    }
  }

  beforeAll(async () => {
    server = await startTestServer();
    await seedDemoData(server.platform);
    cast = await server.makeCast();
  });
  afterAll(() => server.close());

  test('every figure of the demo data is what replaying its rows gives, and what its ledger rows come to', async () => {
    const rows = await books();
    for (const query of ['period=30d', 'period=last_month', 'period=year']) await check(query, rows);
    await checkEntries('period=year');
    const bridge = (await read('report=mrr&period=year')).rows.map(({ values }) => values[0] ?? 0);
    const parts = bridge.slice(0, -1).reduce((a, b) => a + b, 0);
    expect(bridge.at(-1)).toBe(parts);
    expect(parts).toBeGreaterThan(0);
  });

  test('and so is every figure of whatever may happen, in two currencies', async () => {
    const { sequences, bills } = fc.sample(histories, { numRuns: 1, seed: 7 })[0]!;
    const organizations = [(await server.makeOrganization()).id, (await server.makeOrganization()).id];
    await run('alter table subscription_events disable trigger user');
    // They were made before all of these days.
    await run('delete from subscription_events where organization_id = any($1)', [organizations]);
    const longestFirst = sequences.toSorted((a, b) => b.length - a.length);
    for (const [index, steps] of longestFirst.entries())
      await writeEvents(organizations[index] ?? randomUUID(), steps);
    await run('alter table subscription_events enable trigger user');
    await run(
      "insert into invoice_series (series, year) values ('A', 1999), ('R', 1999) on conflict do nothing",
    );
    for (const [index, bill] of bills.entries()) await writeBill(organizations[index % 2]!, bill, index + 1);
    // Late by as many days as an age ends with, and the next begins with.
    const today = (Date.parse(billingDay()) - FIRST) / DAY_MS;
    for (const [index, late] of [0, 1, 30, 31, 60, 61, 90, 91].entries())
      await writeBill(organizations[index % 2]!, { ...UNPAID, issued: today - late - 15 }, 1_000 + index);
    const rows = await books();
    await fc.assert(
      fc.asyncProperty(fc.nat(500), fc.nat(200), async (start, length) => {
        const span = `from=${dayOf(start)}&to=${dayOf(start + length)}`;
        await check(span, rows);
      }),
      { numRuns: 8, seed: 11 },
    );
    await checkEntries(`from=${dayOf(20)}&to=${dayOf(420)}`);
    const { rows: figures } = await read(`report=indicators&from=${dayOf(20)}&to=${dayOf(420)}`);
    expect(figures.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    const span = `from=${dayOf(200)}&to=${dayOf(420)}`;
    for (const { currency, values } of (await read(`report=indicators&${span}`)).rows) {
      const sumOf = async (figure: string) => (await entries(`${figure}&currency=${currency}&${span}`)).sum;
      const lost = await sumOf('report=indicators&row=figures&column=revenue_churn');
      const opening = await sumOf('report=mrr&row=opening&column=amount');
      expect(values[5]).toBe(lost / opening);
      expect(lost).toBeLessThanOrEqual(opening);
    }
  });

  /** Each step changes the plan too, from one to another and back. */
  async function writeEvents(organization_id: string, steps: Step[]) {
    let plan = 'pro';
    let was = { mrr: 0, currency: steps[0]?.currency ?? 'USD' };
    for (const { day, minute, mrr, currency } of steps.toSorted(
      (a, b) => a.day - b.day || a.minute - b.minute,
    )) {
      await run(
        `insert into subscription_events (organization_id, kind, plan_after, status_after, max_users_after,
           price_before_cents, price_after_cents, mrr_before_cents, mrr_after_cents, currency, currency_before,
           created_at) values ($1, 'plan', $7, 'active', 5, $2, $3, $2, $3, $4, $5, $6)`,
        [
          organization_id,
          was.mrr,
          mrr,
          currency,
          was.currency === currency ? null : was.currency,
          new Date(FIRST + day * DAY_MS + minute * 60_000),
          plan,
        ],
      );
      plan = plan === 'pro' ? 'basic' : 'pro';
      was = { mrr, currency };
    }
  }

  async function writeBill(organization_id: string, bill: Bill, number: number) {
    const id = randomUUID();
    const { issued, cents, currency, country, payments, isRectified } = bill;
    const tax = Math.round(cents * 0.21);
    const paid = payments.reduce((all, payment) => all + payment.cents, 0);
    await run(
      `insert into invoices (id, organization_id, series, year, number, kind, issued_on, due_on, currency,
         subtotal_cents, tax_cents, total_cents, tax_treatment, customer_name, customer_country, charge, hash,
         paid_cents)
       values ($1, $2, 'A', 1999, $3, 'standard', $4, $4::date + 15, $5, $6, $7, $8, 'standard', 'Cliente', $9,
         'other', 'seal', $10)`,
      [id, organization_id, number, dayOf(issued), currency, cents, tax, cents + tax, country, paid],
    );
    for (const payment of payments)
      await run(
        `insert into payments (organization_id, invoice_id, amount_cents, currency, method, paid_on)
         values ($1, $2, $3, $4, 'card', $5)`,
        [organization_id, id, payment.cents, currency, dayOf(issued + payment.after)],
      );
    if (!isRectified) return;
    await run(
      `insert into invoices (organization_id, series, year, number, kind, issued_on, due_on, currency, subtotal_cents,
         tax_cents, total_cents, tax_treatment, customer_name, customer_country, charge, hash, rectifies_id)
       values ($1, 'R', 1999, $2, 'rectifying', $3, $3, $4, $5, $6, $7, 'standard', 'Cliente', $8, 'other', 'seal', $9)`,
      [organization_id, number, dayOf(issued + 40), currency, -cents, -tax, -cents - tax, country, id],
    );
  }

  // V5
  test('the file holds what the report shows: decimals of the language, a column of the currency, no formula', async () => {
    const span = 'from=2030-01-01&to=2030-01-31';
    const organization = await server.makeOrganization();
    await writeBill(
      organization.id,
      {
        issued: Math.round((Date.parse('2030-01-05') - FIRST) / DAY_MS),
        cents: 123_456,
        currency: 'USD',
        country: 'ES',
        payments: [{ cents: -5_050, after: 1 }],
        isRectified: false,
      },
      900_000,
    );
    const { body } = await get(`/export?report=collections&step=month&${span}`);
    expect(body).toBe(
      '\uFEFFConcepto;Moneda;Facturado;Cobrado;Devuelto\r\n' +
        '2030-01-01;USD;1493,82;0,00;-50,50\r\nTotal;USD;1493,82;0,00;-50,50\r\n',
    );
    const countries = await get(`/export?report=countries&${span}`);
    expect(countries.body).toContain('\r\nEspaña;USD;1234,56;1493,82;-50,50\r\n');
  });

  test('who owes most is first, in each currency by itself, with what is late and since when', async () => {
    const [most, less] = [await server.makeOrganization(), await server.makeOrganization()];
    const today = (Date.parse(billingDay()) - FIRST) / DAY_MS;
    await run("insert into invoice_series (series, year) values ('A', 1999) on conflict do nothing");
    // A currency that no other test has: its totals are of these alone.
    const owed = { currency: 'CHF', country: null, payments: [], isRectified: false };
    const late = { ...owed, issued: today - 40, cents: 300_000_000 };
    await writeBill(most.id, { ...late, payments: [{ cents: 100_000_000, after: 1 }] }, 2_000);
    await writeBill(most.id, { ...owed, issued: today, cents: 100_000_000 }, 2_001);
    await writeBill(less.id, { ...owed, issued: today, cents: 200_000_000 }, 2_002);
    await writeBill(
      less.id,
      { ...owed, issued: today, cents: 100, payments: [{ cents: 121, after: 0 }] },
      2_003,
    );
    await writeBill(less.id, { ...owed, currency: 'SEK', issued: today, cents: 900_000_000 }, 2_004);
    const { rows, totals } = await read('report=debtors&compare=true');
    const due = (days: number) => Date.parse(billingDay()) / DAY_MS + days;
    const ours = rows.filter(({ key }) => key === most.id || key === less.id);
    expect(ours).toEqual([
      {
        key: most.id,
        name: most.name,
        currency: 'CHF',
        values: [2, 263_000_000, 384_000_000, due(-25)],
        before: null,
      },
      { key: less.id, name: less.name, currency: 'CHF', values: [1, 0, 242_000_000, due(15)], before: null },
      {
        key: less.id,
        name: less.name,
        currency: 'SEK',
        values: [1, 0, 1_089_000_000, due(15)],
        before: null,
      },
    ]);
    expect(totals).toContainEqual({
      key: 'total',
      name: null,
      currency: 'CHF',
      before: null,
      values: [3, 263_000_000, 626_000_000, due(-25)],
    });
    const behind = await entries(`report=debtors&row=${most.id}&column=overdue&currency=CHF`);
    expect(behind).toMatchObject({ total: 1, sum: 263_000_000, currency: 'CHF' });
    const { body } = await get('/export?report=debtors');
    const oldest = new Date(due(-25) * DAY_MS).toISOString().slice(0, 10);
    expect(body).toContain('Concepto;Moneda;Facturas pendientes;Vencido;Pendiente;Vencimiento más antiguo');
    expect(body).toContain(`\r\n${most.name};CHF;2;2630000,00;3840000,00;${oldest}\r\n`);
  });

  /** Puts an organization on a plan of its own that costs 50 a month; the plan's key. */
  async function moveToNewPlan(organization_id: string, currency: string): Promise<string> {
    const key = `plan-${unique()}`;
    await run(
      `insert into plans (key, name, price_cents, currency, max_users) values ($1, $1, 5000, $2, -1)`,
      [key, currency],
    );
    await run(
      `insert into plan_versions (plan_id, number, price_cents, currency, max_users)
       select id, 1, price_cents, currency, max_users from plans p where key = $1
         and not exists (select 1 from plan_versions v where v.plan_id = p.id)`,
      [key],
    );
    await run('update organizations set plan_type = $2 where id = $1', [organization_id, key]);
    return key;
  }

  test('a plan of another currency ends one revenue and begins another', async () => {
    const { id } = await server.makeOrganization({ plan_type: 'pro', subscription_status: 'active' });
    await moveToNewPlan(id, 'EUR');
    const [event] = await run<Record<string, unknown>>(
      'select * from subscription_events where organization_id = $1 order by created_at desc, id desc limit 1',
      [id],
    );
    expect(event).toMatchObject({
      currency: 'EUR',
      currency_before: 'USD',
      mrr_before_cents: 9_900,
      mrr_after_cents: 5_000,
    });
    const today = 'report=mrr&period=today';
    const [churn, begun] = [
      await entries(`${today}&row=churn&column=amount&currency=USD`),
      await entries(`${today}&row=new&column=amount&currency=EUR`),
    ];
    expect(churn.items.map(({ opens_id, value }) => [opens_id, value])).toContainEqual([id, -9_900]);
    expect(begun.items.map(({ opens_id, value }) => [opens_id, value])).toContainEqual([id, 5_000]);
  });

  test('a plan has its present name in its row and in the file, whatever it was called before', async () => {
    const { id } = await server.makeOrganization({ plan_type: 'pro', subscription_status: 'active' });
    const key = await moveToNewPlan(id, 'USD');
    const renamed = `Ñandú ${unique()}`;
    await run('update plans set name = $2 where key = $1', [key, renamed]);
    await run("insert into invoice_series (series, year) values ('A', 1999) on conflict do nothing");
    const issued = Math.round((Date.parse('2031-03-05') - FIRST) / DAY_MS);
    const bill = { issued, cents: 10_000, currency: 'USD', country: null, payments: [], isRectified: false };
    await writeBill(id, bill, 900_001);
    const asked = 'report=plans&from=2031-03-01&to=2031-03-31';
    expect((await read(asked)).rows).toMatchObject([{ key, name: renamed, values: [10_000, 12_100, 0] }]);
    const { body } = await get(`/export?${asked}`);
    expect(body).toContain(`\r\n${renamed};USD;100,00;121,00;0,00\r\n`);
    expect(body).not.toContain(key);
  });

  test.each([
    ['super_admin', 200],
    ['admin', 403],
    ['user', 403],
    ['stranger', 403],
  ] as const)('%s gets %i', async (who, status) => {
    const { cookie } = cast[who];
    for (const path of ['?', '/export?', '/entries?row=closing&column=amount&currency=USD&'])
      expect((await get(`${path}report=mrr`, cookie)).statusCode).toBe(status);
  });

  test.each([
    ['indicators', 'row=figures&column=mrr'],
    ['mrr', 'row=closing&column=mrr&currency=USD'],
    ['plans', 'row=pro&column=churn&currency=USD'],
    ['overdue', 'row=total&column=amount&currency=USD'],
    ['debtors', 'row=nobody&column=outstanding&currency=USD'],
    ['collections', 'row=1999-01-01&column=invoiced&currency=USD'],
  ])('%s has no figure of %s', async (report, figure) => {
    expect((await get(`/entries?report=${report}&${figure}`)).statusCode).toBe(404);
  });
});

type Step = { day: number; minute: number; mrr: number; currency: string };
type Bill = {
  issued: number;
  cents: number;
  currency: string;
  country: string | null;
  payments: { cents: number; after: number }[];
  isRectified: boolean;
};

const UNPAID = { cents: 1_000, currency: 'USD', country: 'ES', payments: [], isRectified: false };

const currency = fc.constantFrom(...CURRENCIES);
const step = fc.record({
  day: fc.nat(600),
  minute: fc.nat(1439),
  mrr: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  currency,
});
const histories = fc.record({
  sequences: fc.array(
    fc.uniqueArray(step, { minLength: 1, maxLength: 9, selector: ({ day, minute }) => day * 1440 + minute }),
    { minLength: 30, maxLength: 40 },
  ),
  bills: fc.array(
    fc.record({
      issued: fc.nat(600),
      cents: fc.integer({ min: 1, max: 900_000 }),
      currency,
      country: fc.constantFrom('ES', 'PT', 'FR', null),
      payments: fc.array(
        fc.record({ cents: fc.integer({ min: -3_000, max: 90_000 }).filter(Boolean), after: fc.nat(60) }),
        { maxLength: 3 },
      ),
      isRectified: fc.boolean(),
    }),
    { minLength: 40, maxLength: 60 },
  ),
});
