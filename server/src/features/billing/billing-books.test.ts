import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import { billingDay } from '../../platform/testing/billing-day.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { addDays } from './billing-days.ts';
import { bill } from './billing.jobs.ts';
import { issueTo } from './invoices/invoice-issue.service.ts';
import { changePlan } from './subscriptions/plan-change.service.ts';
import { getSubscription } from './subscriptions/subscription-change.service.ts';
import { readToday } from '../../platform/database/clock.ts';
import { verifyInvoices } from './invoices/verify-invoices.service.ts';

const NOBODY = { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } };

describe('the books', () => {
  let server: TestServer;
  let boss: { cookie: string };
  beforeAll(async () => {
    server = await startTestServer();
    boss = await server.makePerson({ role: 'super_admin' });
  });
  afterAll(() => server.close());

  const query = async <T>(text: string, values: unknown[]) =>
    (await server.database.pool.query<T & object>(text, values)).rows;
  const post = (url: string, payload: object) =>
    server.send({ method: 'POST', url, payload, cookie: boss.cookie });

  const pick = fc.nat(1_000);
  const action = fc.oneof(
    fc.record({ type: fc.constant('plan' as const), pick }),
    fc.record({ type: fc.constant('status' as const), pick }),
    fc.record({ type: fc.constant('days' as const), pick: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ type: fc.constant('pay' as const), pick, part: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ type: fc.constant('void' as const), pick }),
    fc.record({ type: fc.constant('issue' as const), pick }),
  );
  /** As a whole, in part, or said anew. */
  const rectification = (chosen: number) => {
    const lines = [{ description: 'x', quantity: 2, unit_price_cents: (chosen % 7) * 100 - 200 }];
    const parts = [{}, { lines }, { method: 'substitution', lines: [{ ...lines[0], unit_price_cents: 50 }] }];
    return { code: 'R1', reason: 'x', ...parts[chosen % 3] };
  };
  type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

  /** Does one thing to an organization on a day; what the rules refuse is refused. Returns the day after it. */
  async function act(organization_id: string, each: Action, day: string): Promise<string> {
    const own = await query<{ id: string; outstanding: number }>(
      'select id, outstanding_cents as outstanding from invoices where organization_id = $1 order by id',
      [organization_id],
    );
    const invoice = own[each.pick % Math.max(1, own.length)];
    if (each.type === 'days') {
      await bill(server.platform, addDays(day, each.pick));
      return addDays(day, each.pick);
    }
    if (each.type === 'plan') {
      const plans = await query<{ id: string }>('select id from plans order by position', []);
      const plan_id = plans[each.pick % plans.length]!.id;
      await changePlan(server.platform, NOBODY, organization_id, plan_id, day).catch(
        (error: { status?: number }) => {
          if (error.status !== 409) throw error;
        },
      );
      return day;
    }
    const answer = await (each.type === 'status'
      ? post(`/api/organizations/${organization_id}/subscription/status`, {
          status: SUBSCRIPTION_STATUSES[each.pick % SUBSCRIPTION_STATUSES.length],
          reason: 'x',
        })
      : each.type === 'pay' && invoice
        ? post(`/api/invoices/${invoice.id}/payments`, {
            amount_cents: Math.ceil(invoice.outstanding / each.part) || 1,
            method: 'cash',
            paid_on: '2026-01-01',
          })
        : each.type === 'void' && invoice
          ? post(`/api/invoices/${invoice.id}/rectify`, rectification(each.pick))
          : each.type === 'issue'
            ? post('/api/invoices', {
                organization_id,
                lines: [{ description: 'x', quantity: 3, unit_price_cents: each.pick }],
              })
            : null);
    expect([undefined, 200, 201, 409]).toContain(answer?.statusCode);
    return day;
  }

  test('balance after any sequence: invoices = payments + outstanding, and events = monthly revenue', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
        const { id } = await server.makeOrganization({ plan_type: 'basic', max_users: -1 });
        let day = billingDay();
        for (const each of actions) day = await act(id, each, day);
        const [books] = await query<Record<string, number>>(
          `select coalesce(sum(total_cents), 0)::bigint as invoiced, coalesce(sum(outstanding_cents), 0)::bigint as left,
             (select coalesce(sum(amount_cents), 0)::bigint from payments where organization_id = $1) as paid,
             (select sum(mrr_after_cents - mrr_before_cents)::bigint from subscription_events
               where organization_id = $1) as events,
             (select case when o.subscription_status in ('active', 'past_due') then v.price_cents else 0 end
               from organizations o join plan_versions v on v.id = o.plan_version_id where o.id = $1) as mrr,
             (select count(*)::int from invoices i where organization_id = $1 and kind = 'standard'
               and outstanding_cents < 0 and total_cents > 0) as overpaid
           from invoices where organization_id = $1`,
          [id],
        );
        // What is in the bin is not billed: the next run has the job to itself.
        await query('update organizations set deleted_at = now() where id = $1', [id]);
        const { invoiced, paid, left, events, mrr, overpaid } = books!;
        expect({ invoiced, events, overpaid }).toEqual({ invoiced: paid! + left!, events: mrr, overpaid: 0 });
      }),
      { numRuns: 25, seed: 7 },
    );
    expect((await verifyInvoices(server.database)).problems).toEqual([]);
  });
});

describe('at once', () => {
  let server: TestServer;
  let boss: { cookie: string };
  beforeAll(async () => {
    server = await startTestServer();
    boss = await server.makePerson({ role: 'super_admin' });
  });
  afterAll(() => server.close());
  const post = (url: string, payload: object) =>
    server.send({ method: 'POST', url, payload, cookie: boss.cookie });
  const lines = [{ description: 'x', unit_price_cents: 100 }];

  test('fifty invoices have fifty numbers without a gap, some of them refused on the way', async () => {
    const organizations = await Promise.all(Array.from({ length: 5 }, () => server.makeOrganization()));
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        post('/api/invoices', {
          organization_id: n % 6 === 5 ? '00000000-0000-4000-8000-000000000000' : organizations[n % 5]!.id,
          lines,
        }),
      ),
    );
    expect(made.filter((answer) => answer.statusCode === 201)).toHaveLength(50);
    const { rows } = await server.database.pool.query<{ number: number }>(
      `select number from invoices where series = 'A' order by number`,
    );
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect((await verifyInvoices(server.database)).problems).toEqual([]);
  });

  test('an invoice that is issued while the chain is verified is no fault in it', async () => {
    const { id } = await server.makeOrganization();
    const { pool } = server.database;
    const [locked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const issued = server.database.withSystem('issue for a test', async (db) => {
      // Every read of invoices waits for this transaction; what the series come to is read before.
      await sql`reset role`.execute(db);
      await sql`lock table invoices in access exclusive mode`.execute(db);
      locked.resolve();
      await goOn.promise;
      const charge = { charge: 'other' as const, lines: [{ ...lines[0]!, quantity: 1 }] };
      await issueTo(server.platform, db, NOBODY, await getSubscription(db, id), await readToday(db), charge);
    });
    await locked.promise;
    const verified = verifyInvoices(server.database);
    const waiting = `select 1 from pg_locks where not granted and relation = 'invoices'::regclass`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    goOn.resolve();
    await issued;
    expect((await verified).problems).toEqual([]);
  });

  test('of eight payments in full one is taken, of eight voids one', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const { id } = (await post('/api/invoices', { organization_id, lines })).json<{ id: string }>();
    const payment = { amount_cents: 121, method: 'card', paid_on: '2026-01-01' };
    const eight = (url: string, payload: object) =>
      Promise.all(Array.from({ length: 8 }, async () => (await post(url, payload)).statusCode));
    expect((await eight(`/api/invoices/${id}/payments`, payment)).sort((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ]);
    expect(
      (await eight(`/api/invoices/${id}/rectify`, { code: 'R1', reason: 'x' })).sort((a, b) => a - b),
    ).toEqual([201, ...(Array(7).fill(409) as number[])]);
  });
});
