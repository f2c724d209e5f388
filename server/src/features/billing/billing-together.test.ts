import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import { statementsOf } from '../../platform/testing/statements-of.ts';
import { bill } from './billing.jobs.ts';
import { startRenewals } from './testing/renewals.ts';
import type { Renewals } from './testing/renewals.ts';

/** Of whom many are due on one day: they are renewed together, and it must not show. */

let scene: Renewals;
beforeAll(async () => {
  scene = await startRenewals();
});
afterAll(() => scene.server.close());

const many = (count: number, values?: Parameters<Renewals['due']>[0]) =>
  Promise.all(Array.from({ length: count }, () => scene.due(values)));
const setBinned = (ids: string[], binned: boolean) =>
  scene.query(
    `update organizations set deleted_at = case when $2 then now() end where id = any($1::uuid[])`,
    [ids, binned],
  );
const ones = (count: number) => Array<number>(count).fill(1);

/** What an organization may be like when its period ends. */
const customers = fc.sample(
  fc.record({
    plan: fc.constantFrom('free', 'basic', 'pro'),
    scheduled: fc.constantFrom(null, null, 'free', 'basic'),
    tax: fc.constantFrom(
      ['standard', 2_100],
      ['standard', 1_000],
      ['standard', 0],
      ['exempt', 0],
      ['reverse_charge', 0],
    ),
    who: fc.constantFrom(['ES', 'A58818501'], ['ES', null], ['PT', 'PT501964843'], ['MX', 'XAXX010101000']),
    language: fc.constantFrom('es', 'en'),
    anchor_day: fc.integer({ min: 1, max: 31 }),
    periods: fc.integer({ min: 0, max: 3 }),
    address: fc.constantFrom('none', 'admin', 'stranger'),
    is_told: fc.boolean(),
  }),
  { numRuns: 40, seed: 7 },
);
type Customer = (typeof customers)[number];

async function makeCustomer(of: Customer): Promise<string> {
  const { query, server } = scene;
  const id = await scene.due({ plan: of.plan, tax_id: of.who[1]! });
  const admin = await server.makePerson({ organization_id: id, role: 'admin' });
  const addresses = { none: null, admin: admin.email, stranger: `pagos-${unique()}@x.test` };
  await query(
    `update organizations set name = 'Cliente, S.L.', country = $2, language = $3, billing_email = $4 where id = $1`,
    [id, of.who[0], of.language, addresses[of.address]],
  );
  await query(
    `update subscriptions set period_end = (billing_today() - make_interval(months => $2))::date,
       period_start = (billing_today() - make_interval(months => $2 + 1))::date, anchor_day = $3,
       tax_treatment = $4, tax_rate = $5, grace_until = billing_today() + 100,
       scheduled_plan_id = (select id from plans where key = $6) where organization_id = $1`,
    [id, of.periods, of.anchor_day, of.tax[0], of.tax[1], of.scheduled],
  );
  if (!of.is_told)
    await query(
      `insert into notification_preferences (profile_id, event, screen, mail) values ($1, 'invoice.issued', false, false)`,
      [admin.id],
    );
  return id;
}

/** All that billing has written of an organization, without what says which one it is and in which place. */
async function writtenOf(id: string): Promise<unknown> {
  const [row] = await scene.query<{ written: unknown }>(
    `select jsonb_build_object(
       'subscription', (select to_jsonb(s) - array['organization_id', 'created_at', 'updated_at'] from subscriptions s
         where s.organization_id = o.id),
       'plan', o.plan_type, 'seats', o.max_users,
       'invoices', (select jsonb_agg(to_jsonb(i) - array['id', 'organization_id', 'number', 'code', 'search', 'hash',
           'previous_hash', 'created_at', 'customer_email'] || jsonb_build_object(
           'is_to_billing', i.customer_email is not distinct from o.billing_email,
           'lines', (select jsonb_agg(to_jsonb(l) - array['id', 'organization_id', 'invoice_id', 'created_at']
             order by l.position) from invoice_lines l where l.invoice_id = i.id),
           'records', (select jsonb_agg(jsonb_build_object('kind', r.kind, 'type', r.invoice_type,
             'code', r.invoice_code = i.code, 'total', r.total_cents, 'says', substring(r.xml from
               '<sf:DescripcionOperacion>.*</sf:ImporteTotal>'))) from verifactu_records r where r.invoice_id = i.id),
           'told', (select jsonb_agg(jsonb_build_object('event', n.event, 'type', n.object_type,
             'code', n.params ->> 'code' = i.code, 'params', n.params - 'code')) from notifications n
             where n.object_id = i.id and n.organization_id = o.id),
           'mails', (select jsonb_agg(jsonb_build_object('composer', m.composer, 'lane', m.lane,
             'to_stranger', m.to_stranger, 'is_to_billing', m.recipient = o.billing_email)) from mail.queue m
             where m.about = i.id and m.organization_id = o.id))
         order by i.period_start) from invoices i where i.organization_id = o.id),
       'audit', (select jsonb_agg(jsonb_build_object('action', a.action, 'type', a.object_type, 'before', a.before,
         'after', a.after - 'number', 'part_for', a.part_for, 'by', a.actor_profile_id) order by a.id)
         from audit_log a where a.organization_id = o.id)) as written
     from organizations o where o.id = $1`,
    [id],
  );
  return row!.written;
}

// VF20
test('renewed together, each is charged what it is charged alone, with the same entries, news and mails', async () => {
  const { server } = scene;
  await scene.query(`update plan_versions set price_cents = price_cents + 33 where price_cents > 0`);
  const [together, alone] = [[] as string[], [] as string[]];
  for (const customer of customers) {
    together.push(await makeCustomer(customer));
    alone.push(await makeCustomer(customer));
  }
  // What is in the bin is not billed.
  await setBinned(alone, true);
  await bill(server.platform);
  await setBinned(together, true);
  for (const id of alone) {
    await setBinned([id], false);
    await bill(server.platform);
    await setBinned([id], true);
  }
  for (const [n, id] of together.entries())
    expect([customers[n], await writtenOf(id)]).toEqual([customers[n], await writtenOf(alone[n]!)]);
  // They were charged at all, for one period or for several.
  expect(new Set(await scene.invoicesOf(together))).toEqual(new Set([0, 1, 2, 3, 4]));
  expect((await scene.books()).problems).toEqual([]);
});

test('forty renewals take as many statements as four', async () => {
  const { platform } = scene.server;
  const taken = async (count: number) => {
    const ids = await many(count);
    const statements = await statementsOf(() => bill(platform));
    expect(await scene.invoicesOf(ids)).toEqual(ones(count));
    return statements.length;
  };
  expect(await taken(40)).toBe(await taken(4));
});

// VF19
test('what one of many is refused keeps no other from its invoice, and is billed once it is put right', async () => {
  const { server, query } = scene;
  const good = await many(9);
  const wrong = await scene.due({ tax_id: 'A58818502' });
  const more = await many(9);
  const foreign = await scene.due({ plan: 'pro' });
  const inDollars = (currency: string) =>
    query(
      `update plan_versions set currency = $2 where id = (select plan_version_id from organizations where id = $1)`,
      [foreign, currency],
    );
  await inDollars('USD');
  expect(await bill(server.platform)).toBe(18);
  expect(await scene.invoicesOf([...good, wrong, ...more, foreign])).toEqual([...ones(9), 0, ...ones(9), 0]);
  const told = await query<{ event: string }>(
    `select event from notifications where event in ('verifactu.not_issued', 'verifactu.rate_missing') order by 1`,
  );
  expect(told.map(({ event }) => event)).toEqual(['verifactu.not_issued', 'verifactu.rate_missing']);
  await query(`update organizations set tax_id = 'A58818501' where id = $1`, [wrong]);
  await inDollars('EUR');
  expect(await bill(server.platform)).toBe(2);
  expect((await scene.books()).problems).toEqual([]);
});

// VF9
test('two servers that renew at once, and people who issue by hand meanwhile, share one chain: each is charged once', async () => {
  const { server } = scene;
  const second = await startTestServer({ database: server.database });
  const due = await many(130);
  const before = await scene.books();
  const [first, other, ...byHand] = await Promise.all([
    bill(server.platform),
    bill(second.platform),
    // To some that are being renewed, and to one that is not.
    ...Array.from({ length: 12 }, (_, n) => scene.issue(due[n * 10]!)),
  ]);
  // Organizations that an invoice by hand had locked are left for the next run.
  const later = await bill(second.platform);
  expect(first + other + later).toBe(130);
  expect(byHand.map(({ status }) => status)).toEqual(Array(12).fill(201));
  expect(await scene.invoicesOf(due)).toEqual(ones(130));
  const added = 130 + 12;
  expect(await scene.books()).toEqual({
    invoices: before.invoices + added,
    records: before.records + added,
    problems: [],
  });
  await second.close();
});
