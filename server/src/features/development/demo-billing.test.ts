import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { bill } from '../billing/billing.jobs.ts';
import { verifyInvoices } from '../billing/invoices/verify-invoices.service.ts';
import { demoOrganizations } from './demo-companies.ts';
import { asBegun } from './demo-billing.service.ts';
import { seedDemoData } from './demo-data.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await seedDemoData(server.platform);
});
afterAll(() => server.close());

const query = async (text: string) =>
  (await server.database.pool.query<Record<string, number | string>>(text)).rows;

test('twelve months of subscriptions whose books balance, in a chain, with nothing left for the job to do', async () => {
  const [books] = await query(
    `select count(*)::int as invoices, sum(total_cents)::bigint as invoiced, sum(outstanding_cents)::bigint as left,
       (select sum(amount_cents)::bigint from payments) as paid,
       (select sum(mrr_after_cents - mrr_before_cents)::int from subscription_events) as events,
       (select sum(v.price_cents)::int from organizations o join plan_versions v on v.id = o.plan_version_id
         where o.subscription_status in ('active', 'past_due')) as mrr,
       (select count(*)::int from payments where paid_on > billing_today()) as future,
       (select count(distinct date_trunc('month', created_at))::int from subscription_events) as months
     from invoices`,
  );
  expect(books!.invoices).toBeGreaterThan(150);
  expect(Number(books!.paid) + Number(books!.left)).toBe(books!.invoiced);
  expect(books!.events).toBe(books!.mrr);
  expect(books!.future).toBe(0);
  expect(books!.months).toBeGreaterThan(9);
  expect((await verifyInvoices(server.database)).problems).toEqual([]);
  expect(await bill(server.platform)).toBe(0);
});

test('every status has its organizations, and the named ones stand where they should', async () => {
  const statuses = await query('select distinct subscription_status as status from organizations order by 1');
  expect(statuses.map(({ status }) => status)).toEqual(['active', 'canceled', 'past_due', 'trial']);
  const named = await query(
    `select name, plan_type, subscription_status as status, max_users from organizations
     where name like 'Demo %' order by name`,
  );
  expect(named).toEqual([
    { name: 'Demo Atlántica', plan_type: 'basic', status: 'active', max_users: 25 },
    { name: 'Demo Iberia', plan_type: 'enterprise', status: 'active', max_users: -1 },
  ]);
});

test('whoever is not in trial began there', () => {
  const today = new Date('2026-03-01T12:00:00Z');
  const begun = demoOrganizations(today).map((organization, index) => asBegun(organization, index, today));
  expect(new Set(begun.map((organization) => organization.subscription_status))).toEqual(new Set(['trial']));
});
