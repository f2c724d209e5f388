import { randomUUID } from 'node:crypto';
import type { Invoice, InvoiceDetail } from '@atalaya/contract/billing';
import type { SearchGroup } from '@atalaya/contract/search';
import type { PlanChangePreview, Subscription } from '@atalaya/contract/subscriptions';
import type { Plan } from '@atalaya/contract/plans';
import { SUBSCRIPTION_STATUSES, isPaying } from '@atalaya/contract/subscription-states';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingDay } from '../../platform/testing/billing-day.ts';
import { fingerprint } from '../../platform/testing/fingerprint.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { chargePeriod } from './invoices/invoice-issue.service.ts';
import { changeSubscription, getSubscription } from './subscriptions/subscription-change.service.ts';
import { verifyInvoices } from './invoices/verify-invoices.service.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;
let plans: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  ours = await server.makeCast();
  theirs = await server.makeCast();
  const { items } = (await get(ours.super_admin.cookie, '/api/plans')).json<{ items: Plan[] }>();
  plans = Object.fromEntries(items.map(({ key, id }) => [key, id]));
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (cookie: string, method: Method, url: string, payload?: object) =>
  server.send({ method, url, cookie, ...(payload ? { payload } : {}) });
const get = (cookie: string, url: string) => send(cookie, 'GET', url);
const boss = (method: Method, url: string, payload?: object) =>
  send(ours.super_admin.cookie, method, url, payload);
const at = (id: string, rest = '') => `/api/organizations/${id}/subscription${rest}`;
const code = (answer: { json<T>(): T }) => answer.json<{ code: string }>().code;
const line = (unit_price_cents: number) => ({ description: 'Formación', unit_price_cents });
const issue = async (organization_id: string, ...cents: number[]) =>
  (await boss('POST', '/api/invoices', { organization_id, lines: cents.map(line) })).json<InvoiceDetail>();
/** Charges the period that a subscription is in, as the job does when it begins. */
const charge = (id: string) =>
  server.database.withSystem('charge a period for a test', async (db) =>
    chargePeriod(server.platform, db, NOBODY, await getSubscription(db, id), today()),
  );
const NOBODY = { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } };
const today = () => billingDay();
const pay = (id: string, amount_cents: number) =>
  boss('POST', `/api/invoices/${id}/payments`, { amount_cents, method: 'transfer', paid_on: today() });
const query = async (text: string, values: unknown[]) =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const sumOfEvents = async (id: string) =>
  (
    await query(
      'select coalesce(sum(mrr_after_cents - mrr_before_cents), 0)::int as mrr from subscription_events where organization_id = $1',
      [id],
    )
  )[0]!.mrr;

describe('subscriptions', () => {
  test('upgrade now, charged to the day; downgrade at the end of the period, taken back', async () => {
    const { id } = await server.makeOrganization({ plan_type: 'basic' });
    await query(
      `update subscriptions set period_start = t.day - 10, period_end = t.day + 20
       from (select billing_today() as day) t where organization_id = $1`,
      [id],
    );
    await charge(id);
    const preview = (await boss('GET', at(id, `/preview?plan_id=${plans.pro!}`))).json<PlanChangePreview>();
    expect(preview).toMatchObject({
      takes_effect: 'now',
      charge_cents: 6_600,
      credit_cents: -1_933,
      tax_cents: 1_386 - 406,
      total_cents: 6_600 - 1_933 + 980,
    });
    const upgraded = await boss('POST', at(id, '/plan'), { plan_id: plans.pro });
    expect(upgraded.json()).toMatchObject({
      plan: { key: 'pro' },
      mrr_cents: 9_900,
      max_users: 100,
      outstanding_cents: 3_509 + preview.total_cents,
      next_charge: { amount_cents: 9_900 },
    });
    const scheduled = await boss('POST', at(id, '/plan'), { plan_id: plans.basic });
    expect(scheduled.json()).toMatchObject({
      plan: { key: 'pro' },
      scheduled: { plan: { key: 'basic' }, price_cents: 2_900 },
      next_charge: { amount_cents: 2_900 },
    });
    expect((await boss('DELETE', at(id, '/plan'))).json()).toMatchObject({ scheduled: null });
    expect((await boss('DELETE', at(id, '/plan'))).statusCode).toBe(404);
    expect(code(await boss('POST', at(id, '/plan'), { plan_id: plans.pro }))).toBe('subscription.same_plan');
    expect(await sumOfEvents(id)).toBe(9_900);
    const events = (await boss('GET', at(id, '/events'))).json();
    expect(events).toMatchObject({
      total: 2,
      items: [
        { kind: 'plan', plan_before: 'basic', plan_after: 'pro', mrr_before_cents: 2_900 },
        { kind: 'created', mrr_before_cents: 0, mrr_after_cents: 2_900 },
      ],
    });
    const audited = await query(
      `select action from audit_log where organization_id = $1 order by created_at, id`,
      [id],
    );
    expect(audited.map(({ action }) => action)).toEqual([
      'invoice.issued',
      'subscription.plan_changed',
      'invoice.issued',
      'subscription.downgrade_scheduled',
      'subscription.downgrade_canceled',
    ]);
  });

  test('an upgrade gives back what was charged for the days that are left, whatever the plan costs by now', async () => {
    const create = { name: `Plan ${unique()}`, price_cents: 1_000, description: 'x', max_users: -1 };
    const plan = (await boss('POST', '/api/plans', create)).json<Plan>();
    const begin = async () => {
      const { id } = await server.makeOrganization({ subscription_status: 'trial' });
      await query('update organizations set plan_type = $2 where id = $1', [id, plan.key]);
      await boss('POST', at(id, '/status'), { status: 'active', reason: 'x' });
      return id;
    };
    const creditOf = async (id: string, plan_id: string) =>
      (await boss('GET', at(id, `/preview?plan_id=${plan_id}`))).json<PlanChangePreview>().credit_cents;
    const reprice = async (version: number, price_cents: number) => {
      const change = { version, price_cents, subscribers: { type: 'move', on: today() } };
      expect((await send(ours.super_admin.cookie, 'PATCH', `/api/plans/${plan.id}`, change)).statusCode).toBe(
        200,
      );
    };
    const cheap = await begin();
    await reprice(1, 20_000);
    expect(await creditOf(cheap, plans.enterprise!)).toBe(-1_000);
    const dear = await begin();
    await reprice(2, 2_000);
    expect(await creditOf(dear, plans.enterprise!)).toBe(-20_000);
    // No more than the new plan costs.
    expect(await creditOf(dear, plans.basic!)).toBe(0);
    const { id: invoice } = (await boss('GET', `/api/invoices?organization_id=${cheap}`)).json<{
      items: Invoice[];
    }>().items[0]!;
    await boss('POST', `/api/invoices/${invoice}/rectify`, { code: 'R1', reason: 'x' });
    expect(await creditOf(cheap, plans.enterprise!)).toBe(0);
  });

  test('what an upgrade gives back has the taxes with which it was charged, whatever they are now', async () => {
    const upgrade = async (charged: object, now: object) => {
      const { id } = await server.makeOrganization({ plan_type: 'basic' });
      await query(
        `with o as (update organizations set country = 'PT', tax_id = 'PT503504564' where id = $1)
         update subscriptions set period_start = t.day - 10, period_end = t.day + 20
         from (select billing_today() as day) t where organization_id = $1`,
        [id],
      );
      await boss('PUT', at(id, '/tax'), charged);
      await charge(id);
      await boss('PUT', at(id, '/tax'), now);
      const before = (await boss('GET', at(id, `/preview?plan_id=${plans.pro!}`))).json<PlanChangePreview>();
      expect((await boss('POST', at(id, '/plan'), { plan_id: plans.pro })).statusCode).toBe(200);
      const { items } = (await boss('GET', `/api/invoices?organization_id=${id}`)).json<{
        items: Invoice[];
      }>();
      const invoice = (await boss('GET', `/api/invoices/${items[0]!.id}`)).json<InvoiceDetail>();
      expect(before.total_cents).toBe(invoice.total_cents);
      return invoice.lines.map(({ amount_cents, tax_cents }) => [amount_cents, tax_cents]);
    };
    const standard = { tax_treatment: 'standard', tax_rate: 2_100 };
    const untaxed = { tax_treatment: 'reverse_charge', tax_rate: 2_100 };
    expect(await upgrade(standard, untaxed)).toEqual([
      [6_600, 0],
      [-1_933, -406],
    ]);
    expect(await upgrade(untaxed, standard)).toEqual([
      [6_600, 1_386],
      [-1_933, 0],
    ]);
  });

  test('no plan is chosen that has fewer seats than are in use', async () => {
    const { id } = await server.makeOrganization({ plan_type: 'basic' });
    for (let n = 0; n < 6; n++) await server.makePerson({ organization_id: id });
    const answer = await boss('POST', at(id, '/plan'), { plan_id: plans.free });
    expect(answer.json()).toMatchObject({ code: 'organization.seats_below_use', params: { used: 6 } });
  });

  test('the status is changed by hand with a reason; a period is charged once', async () => {
    const { id } = await server.makeOrganization({ subscription_status: 'trial', plan_type: 'pro' });
    const set = (status: string, reason: string) => boss('POST', at(id, '/status'), { status, reason });
    expect((await set('active', '   ')).statusCode).toBe(400);
    expect(code(await set('trial', 'x'))).toBe('subscription.wrong_status');
    const active = (await set('active', 'Contrato firmado')).json<Subscription>();
    expect(active).toMatchObject({
      status: 'active',
      trial_ends_on: null,
      period_start: today(),
      mrr_cents: 9_900,
      outstanding_cents: 11_979,
    });
    expect((await set('canceled', 'Lo pide el cliente')).json()).toMatchObject({ mrr_cents: 0 });
    // The same period is not charged twice.
    expect((await set('active', 'Vuelve')).json()).toMatchObject({ outstanding_cents: 11_979 });
    const { items } = (await boss('GET', at(id, '/events'))).json();
    expect(items[0]).toMatchObject({ kind: 'status', reason: 'Vuelve', status_before: 'canceled' });
    expect(await sumOfEvents(id)).toBe(9_900);
  });

  const pairs = SUBSCRIPTION_STATUSES.flatMap((before) =>
    SUBSCRIPTION_STATUSES.filter((after) => after !== before).map((after) => [before, after] as const),
  );
  test.each(pairs)(
    'by hand a subscription goes from %s to %s, with what follows from it',
    async (before, after) => {
      const { id } = await server.makeOrganization({ subscription_status: before, plan_type: 'basic' });
      const answer = await boss('POST', at(id, '/status'), { status: after, reason: 'Acordado' });
      const pays = isPaying(after);
      const begins = pays && !isPaying(before);
      expect(answer.json()).toMatchObject({
        status: after,
        mrr_cents: pays ? 2_900 : 0,
        trial_ends_on: after === 'trial' ? billingDay(14) : null,
        period_start: pays ? today() : null,
        past_due_since: after === 'past_due' ? today() : null,
        outstanding_cents: begins ? 3_509 : 0,
      });
      expect(await sumOfEvents(id)).toBe(pays ? 2_900 : 0);
      const { items } = (await boss('GET', at(id, '/events'))).json();
      expect(items[0]).toMatchObject({ status_before: before, status_after: after, reason: 'Acordado' });
    },
  );

  test('automation goes only where the states lead', async () => {
    const { id } = await server.makeOrganization({ subscription_status: 'trial' });
    const change = (status: 'past_due' | 'inactive') =>
      server.database.withSystem('change a status as a job does', (db) =>
        changeSubscription(server.platform, db, NOBODY, id, { status, reason: null }),
      );
    await expect(change('past_due')).rejects.toThrow('subscription.wrong_status');
    expect(await change('inactive')).toMatchObject({ status: 'inactive' });
  });

  test('whoever comes back within a period that was charged goes on with it, once it is over with another', async () => {
    const { id } = await server.makeOrganization({ plan_type: 'basic' });
    const begin = (from: number, to: number) =>
      query(
        `update subscriptions set period_start = t.day + $2::int, period_end = t.day + $3::int, anchor_day = 31
         from (select billing_today() as day) t where organization_id = $1
         returning period_start::text, period_end::text`,
        [id, from, to],
      );
    const comeBack = async () => {
      await boss('POST', at(id, '/status'), { status: 'canceled', reason: 'x' });
      await boss('POST', at(id, '/status'), { status: 'active', reason: 'x' });
      return (await boss('GET', at(id))).json<Subscription>();
    };
    await begin(-40, -10);
    await charge(id);
    expect(await comeBack()).toMatchObject({ period_start: today(), outstanding_cents: 2 * 3_509 });
    const [charged] = await begin(-5, 26);
    await charge(id);
    const { id: between } = (await boss('GET', `/api/invoices?organization_id=${id}`)).json<{
      items: Invoice[];
    }>().items[1]!;
    await boss('POST', `/api/invoices/${between}/rectify`, { code: 'R1', reason: 'x' });
    expect(await comeBack()).toMatchObject({ ...charged, outstanding_cents: 2 * 3_509 });
  });

  test('every change is an event, whoever makes it: the sum is the monthly revenue', async () => {
    const { id } = await server.makeOrganization({ plan_type: 'enterprise', max_users: -1 });
    for (const change of ['deleted_at = now()', 'deleted_at = null', 'max_users = 7', `plan_type = 'free'`])
      await query(`update organizations set ${change} where id = $1`, [id]);
    const events = await query(
      `select kind, mrr_after_cents as mrr from subscription_events where organization_id = $1 order by id`,
      [id],
    );
    expect(events.map(({ kind, mrr }) => `${String(kind)} ${String(mrr)}`)).toEqual([
      'created 29900',
      'binned 0',
      'restored 29900',
      'seats 29900',
      'plan 0',
    ]);
    for (const statement of ['delete from', 'update', 'truncate'])
      await expect(
        query(`${statement} subscription_events ${statement === 'update' ? 'set reason = null' : ''}`, []),
      ).rejects.toThrow('append-only');
  });

  test('reverse charge needs a VAT number of another member state', async () => {
    const { id } = await server.makeOrganization();
    const tax = { tax_treatment: 'reverse_charge', tax_rate: 2_100 };
    expect(code(await boss('PUT', at(id, '/tax'), tax))).toBe('subscription.vat_number_required');
    await query(`update organizations set country = 'PT', tax_id = 'PT503504564' where id = $1`, [id]);
    expect((await boss('PUT', at(id, '/tax'), tax)).json()).toMatchObject(tax);
    expect(await issue(id, 1_000)).toMatchObject({ tax_cents: 0, tax_treatment: 'reverse_charge' });
    await boss('PUT', at(id, '/tax'), { tax_treatment: 'standard', tax_rate: 1_000 });
    expect(await issue(id, 1_005)).toMatchObject({ tax_cents: 101, total_cents: 1_106 });
  });
});

describe('invoices', () => {
  test('issued, paid in parts, never more than is left', async () => {
    const { id } = await server.makeOrganization();
    const invoice = await issue(id, 10_000, 2_345);
    expect(invoice).toMatchObject({
      code: expect.stringMatching(/^A-\d{4}-\d{5}$/) as string,
      status: 'open',
      subtotal_cents: 12_345,
      tax_cents: 2_592,
      total_cents: 14_937,
      outstanding_cents: 14_937,
    });
    expect((await pay(invoice.id, 5_000)).json()).toMatchObject({
      status: 'partial',
      paid_cents: 5_000,
      payments: [{ amount_cents: 5_000 }],
    });
    for (const wrong of [9_938, -1])
      expect(code(await pay(invoice.id, wrong))).toBe('invoice.amount_exceeds');
    const future = { amount_cents: 1, method: 'cash', paid_on: '2150-01-01' };
    expect((await boss('POST', `/api/invoices/${invoice.id}/payments`, future)).statusCode).toBe(400);
    expect((await pay(invoice.id, 9_937)).json()).toMatchObject({ status: 'paid', outstanding_cents: 0 });
    expect(code(await pay(invoice.id, 1))).toBe('invoice.amount_exceeds');
  });

  test('issued by hand only to an organization with a country; what its subscription costs is issued all the same', async () => {
    const { id } = await server.makeOrganization({ country: null, subscription_status: 'trial' });
    const body = { organization_id: id, lines: [line(10_000)] };
    const refused = await boss('POST', '/api/invoices', body);
    expect([refused.statusCode, code(refused)]).toEqual([409, 'invoice.country_required']);
    await boss('POST', at(id, '/status'), { status: 'active', reason: 'x' });
    const { items } = (await boss('GET', `/api/invoices?organization_id=${id}`)).json<{ items: Invoice[] }>();
    expect(items).toMatchObject([{ subtotal_cents: 2_900 }]);
    await query(`update organizations set country = 'ES' where id = $1`, [id]);
    expect((await boss('POST', '/api/invoices', body)).statusCode).toBe(201);
  });

  test('asked for again because the answer was lost, an invoice and a payment are there once', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const issuing = { organization_id, lines: [line(10_000)], request_id: randomUUID() };
    const issued = await Promise.all([
      boss('POST', '/api/invoices', issuing),
      boss('POST', '/api/invoices', issuing),
    ]);
    expect(issued.map((answer) => answer.statusCode)).toEqual([201, 201]);
    const [invoice, again] = issued.map((answer) => answer.json<InvoiceDetail>());
    expect(again).toEqual(invoice);
    const url = `/api/invoices/${invoice!.id}/payments`;
    const paying = { amount_cents: 6_000, method: 'transfer', paid_on: today(), request_id: randomUUID() };
    const paid = await Promise.all([boss('POST', url, paying), boss('POST', url, paying)]);
    for (const answer of paid) {
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toMatchObject({ paid_cents: 6_000, payments: [{ amount_cents: 6_000 }] });
    }
    const audited = await query(
      `select action from audit_log where organization_id = $1 and object_type = 'invoice' order by id`,
      [organization_id],
    );
    expect(audited.map(({ action }) => action)).toEqual(['invoice.issued', 'payment.registered']);
    // The same `request_id` in a request for something else is another one.
    const other = (await boss('POST', '/api/invoices', { ...issuing, request_id: paying.request_id })).json();
    expect(other.id).not.toBe(invoice!.id);
    expect((await boss('POST', `/api/invoices/${other.id}/payments`, paying)).json()).toMatchObject({
      paid_cents: 6_000,
    });
  });

  test('voided by the opposite invoice; what was paid is owed back', async () => {
    const { id } = await server.makeOrganization();
    const invoice = await issue(id, 1_005);
    await pay(invoice.id, 1_000);
    const voided = await boss('POST', `/api/invoices/${invoice.id}/rectify`, {
      code: 'R1',
      reason: 'Duplicada',
    });
    const rectifying = voided.json<InvoiceDetail>();
    expect(rectifying).toMatchObject({
      kind: 'rectifying',
      code: expect.stringMatching(/^R-/) as string,
      total_cents: -invoice.total_cents,
      outstanding_cents: -1_000,
      status: 'credit',
      reason: 'Duplicada',
      rectifies: { id: invoice.id, code: invoice.code },
    });
    expect((await boss('GET', `/api/invoices/${invoice.id}`)).json()).toMatchObject({
      status: 'void',
      outstanding_cents: 0,
      rectified_by: [{ id: rectifying.id }],
      standing: { total_cents: 0 },
    });
    for (const again of [invoice.id, rectifying.id])
      expect(code(await boss('POST', `/api/invoices/${again}/rectify`, { code: 'R1', reason: 'x' }))).toBe(
        'invoice.not_rectifiable',
      );
    expect(code(await pay(invoice.id, 1))).toBe('invoice.amount_exceeds');
    expect((await pay(rectifying.id, -1_000)).json()).toMatchObject({ status: 'paid' });
  });

  test('voided again because the answer was lost, it is voided once and the answer is the same', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const { id } = await issue(organization_id, 1_000);
    const voiding = { code: 'R1', reason: 'Duplicada', request_id: randomUUID() };
    const url = `/api/invoices/${id}/rectify`;
    const answers = await Promise.all([boss('POST', url, voiding), boss('POST', url, voiding)]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201]);
    expect(answers[0].json()).toEqual(answers[1].json());
    const listed = await boss('GET', `/api/invoices?organization_id=${organization_id}`);
    expect(listed.json()).toMatchObject({ total: 2 });
    expect(code(await boss('POST', url, { ...voiding, request_id: randomUUID() }))).toBe(
      'invoice.not_rectifiable',
    );
  });

  test('are listed by status, days, organization and words; the sums are of all that match', async () => {
    const name = `Ñandú 100%_ ${unique()}`;
    const { id } = await server.makeOrganization({ name });
    const made = [await issue(id, 100), await issue(id, 200), await issue(id, 300)];
    await pay(made[0]!.id, 121);
    const list = async (filter: string) =>
      (await boss('GET', `/api/invoices?organization_id=${id}&${filter}`)).json<{
        items: Invoice[];
        total: number;
        sums: object[];
      }>();
    expect(await list('')).toMatchObject({
      total: 3,
      sums: [{ currency: 'USD', total_cents: 726, outstanding_cents: 605 }],
    });
    expect((await list('status=paid')).total).toBe(1);
    expect((await list('status=overdue')).total).toBe(0);
    expect((await list(`from=${today()}&to=${today()}`)).total).toBe(3);
    expect((await list('to=2020-01-01')).total).toBe(0);
    // V4
    expect((await list(`search=${encodeURIComponent('nandu 100%_')}`)).total).toBe(3);
    expect((await list(`search=${encodeURIComponent('nandu 10%')}`)).total).toBe(0);
    expect((await list(`search=${made[1]!.code}`)).items.map((each) => each.id)).toEqual([made[1]!.id]);
    expect((await list('sort=total_cents&order=asc')).items.map((each) => each.total_cents)).toEqual([
      121, 242, 363,
    ]);
  });

  test('one that is paid in part is so in lists, files and searches; once overdue, it is overdue', async () => {
    const name = `Ñandú ${unique()}`;
    const { id } = await server.makeOrganization({ name });
    const [open, partial, late, paid] = [
      await issue(id, 100),
      await issue(id, 300),
      await issue(id, 200),
      await issue(id, 50),
    ];
    await pay(partial.id, 100);
    await pay(late.id, 100);
    await pay(paid.id, paid.total_cents);
    /** Puts its day off: another test verifies every invoice as it was issued. */
    const move = async (days: number) => {
      await query('alter table invoices disable trigger user', []);
      await query('update invoices set due_on = due_on + $2::int where id = $1', [late.id, days]);
      await query('alter table invoices enable trigger user', []);
    };
    await move(-30);
    const list = async (filter: string) =>
      (await boss('GET', `/api/invoices?organization_id=${id}&${filter}`)).json<{ items: Invoice[] }>().items;
    const idsOf = async (filter: string) => (await list(filter)).map((each) => each.id);
    expect(await idsOf('status=open')).toEqual([open.id]);
    expect(await idsOf('status=partial')).toEqual([partial.id]);
    expect(await idsOf('status=overdue')).toEqual([late.id]);
    // All that is owed, who owes most first.
    expect(await idsOf('status=unpaid&sort=outstanding_cents')).toEqual([partial.id, late.id, open.id]);
    expect((await list('sort=outstanding_cents&order=asc')).map((each) => each.outstanding_cents)).toEqual([
      0, 121, 142, 263,
    ]);
    const { body } = await boss(
      'GET',
      `/api/invoices/export?organization_id=${id}&status=unpaid&sort=outstanding_cents`,
    );
    expect(
      body
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';').slice(0, 2)),
    ).toEqual([
      [partial.code, 'partial'],
      [late.code, 'overdue'],
      [open.code, 'open'],
    ]);
    const found = (await boss('GET', `/api/search?q=${partial.code}`)).json<{ groups: SearchGroup[] }>();
    const hits = found.groups.find(({ key }) => key === 'invoices')?.items;
    expect(hits?.find((each) => each.id === partial.id)?.invoice_status).toBe('partial');
    await move(30);
  });

  // V5
  test('as CSV: what a spreadsheet would run is text', async () => {
    const name = `=cmd|' ${unique()}`;
    const { id } = await server.makeOrganization({ name });
    const { code: number } = await issue(id, 100);
    const answer = await boss('GET', `/api/invoices/export?organization_id=${id}`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.body.split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\uFEFFcode;status;issued_on;/);
    expect(lines[1]).toContain(number);
    expect(lines[1]).toContain(`"'${name}"`);
  });

  test('as CSV in the order of the list', async () => {
    const { id } = await server.makeOrganization();
    for (const cents of [300, 100, 200]) await issue(id, cents);
    const totals = async (sorted: string) => {
      const { body } = await boss('GET', `/api/invoices/export?organization_id=${id}${sorted}`);
      const [head = '', ...lines] = body.trimEnd().split('\r\n');
      const at = head.split(';').indexOf('total_cents');
      return lines.map((line) => Number(line.split(';')[at]));
    };
    expect(await totals('&sort=total_cents&order=asc')).toEqual([121, 242, 363]);
    expect(await totals('&sort=total_cents')).toEqual([363, 242, 121]);
    expect(await totals('')).toEqual([242, 121, 363]);
  });

  test('are never deleted or changed, and the chain shows it', async () => {
    const { id } = await server.makeOrganization();
    const invoice = await issue(id, 100);
    await pay(invoice.id, 1);
    const intact = await verifyInvoices(server.database);
    expect(intact.problems).toEqual([]);
    for (const statement of [
      'delete from invoices',
      'truncate invoices cascade',
      'update invoices set total_cents = 1, subtotal_cents = 1, tax_cents = 0',
      'delete from invoice_lines',
      'update invoice_lines set description = description',
      'delete from payments',
      'update payments set amount_cents = 1',
    ])
      await expect(query(statement, [])).rejects.toThrow('append-only');
    // A change by a role that can disable the triggers is detected all the same.
    await query('alter table invoices disable trigger invoices_kept', []);
    await query(`update invoices set customer_name = 'Otra' where id = $1`, [invoice.id]);
    expect((await verifyInvoices(server.database)).problems).toEqual([
      { kind: 'changed', code: invoice.code },
    ]);
    await query('update invoices set customer_name = $2 where id = $1', [invoice.id, invoice.customer_name]);
    await query('alter table invoices enable trigger invoices_kept', []);
    expect((await verifyInvoices(server.database)).problems).toEqual([]);
    const payMore = (cents: number) =>
      query('update invoices set paid_cents = paid_cents + $2::int where id = $1', [invoice.id, cents]);
    await payMore(1);
    expect((await verifyInvoices(server.database)).problems).toEqual([{ kind: 'paid', code: invoice.code }]);
    await payMore(-1);
    expect((await verifyInvoices(server.database)).problems).toEqual([]);
  });
});

describe('payments', () => {
  type Payments = {
    items: { amount_cents: number; invoice: { id: string; code: string }; registered_by: object | null }[];
    total: number;
    sums: object[];
    currencies: string[];
  };
  const payWith = (id: string, amount_cents: number, more: object = {}) =>
    boss('POST', `/api/invoices/${id}/payments`, {
      amount_cents,
      method: 'transfer',
      paid_on: today(),
      ...more,
    });

  test('are listed with their invoice and who entered them; the sums are of all that match', async () => {
    const name = `Ñandú 100%_ ${unique()}`;
    const { id } = await server.makeOrganization({ name });
    const [first, second] = [await issue(id, 10_000), await issue(id, 20_000)];
    await payWith(first.id, 500, { method: 'card', paid_on: '2026-01-31', reference: 'Recibo Á-1' });
    await payWith(first.id, 300, { paid_on: '2026-02-01' });
    await payWith(second.id, 400, { paid_on: '2026-02-28' });
    await query(
      `insert into payments (organization_id, invoice_id, amount_cents, currency, method, paid_on)
       values ($1, $2, 900, 'EUR', 'cash', '2026-02-28')`,
      [id, second.id],
    );
    const list = async (filter = '') =>
      (await boss('GET', `/api/payments?organization_id=${id}${filter}`)).json<Payments>();
    const cents = async (filter: string) => (await list(filter)).items.map((each) => each.amount_cents);
    const all = await list();
    expect(all).toMatchObject({
      total: 4,
      currencies: ['EUR', 'USD'],
      sums: [
        { currency: 'EUR', amount_cents: 900 },
        { currency: 'USD', amount_cents: 1_200 },
      ],
    });
    expect(all.items[0]).toMatchObject({ amount_cents: 900, registered_by: null });
    expect(all.items.at(-1)).toMatchObject({
      paid_on: '2026-01-31',
      method: 'card',
      reference: 'Recibo Á-1',
      customer_name: name,
      organization: { id, name },
      invoice: { id: first.id, code: first.code },
      registered_by: { name: expect.stringContaining('Persona') as string },
    });
    expect(await list('&currency=USD')).toMatchObject({
      total: 3,
      currencies: ['EUR', 'USD'],
      sums: [{ currency: 'USD', amount_cents: 1_200 }],
    });
    expect(await cents('&method=card')).toEqual([500]);
    expect(await cents('&from=2026-02-01&to=2026-02-27')).toEqual([300]);
    expect(await cents('&sort=amount_cents&order=asc')).toEqual([300, 400, 500, 900]);
    expect(await cents(`&search=${second.code}&currency=USD`)).toEqual([400]);
    expect(await cents(`&search=${encodeURIComponent('recibo a-1')}`)).toEqual([500]);
    expect((await list(`&search=${encodeURIComponent('nandu 100%_')}`)).total).toBe(4);
    expect((await list(`&search=${encodeURIComponent('nandu 10%')}`)).total).toBe(0);
    expect((await boss('GET', '/api/payments?currency=usd')).statusCode).toBe(400);
  });

  test('as CSV, newest first: what a spreadsheet would run is text', async () => {
    const { id } = await server.makeOrganization();
    const invoice = await issue(id, 10_000);
    await payWith(invoice.id, 100, { paid_on: '2026-01-31' });
    await payWith(invoice.id, 200, { paid_on: '2026-02-28', reference: '=1+1' });
    const answer = await boss('GET', `/api/payments/export?organization_id=${id}&search=${invoice.code}`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.body.split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^\uFEFFpaid_on;organization_name;/);
    expect(lines[1]).toMatch(/^2026-02-28;.*;transfer;"'=1\+1";USD;200;/);
    expect(lines[2]).toContain('2026-01-31');
  });

  type Listed = { id: string; paid_on: string; method: string; amount_cents: number } & {
    organization: { name: string };
    invoice: { code: string };
  };
  const NAMES = ['Álamo', 'beta', 'Zeta'];

  test.each<[string, (each: Listed) => string | number]>([
    ['paid_on', (each) => each.paid_on],
    ['organization', (each) => NAMES.findIndex((name) => each.organization.name.startsWith(name))],
    ['invoice', (each) => each.invoice.code],
    ['method', (each) => each.method],
    ['amount_cents', (each) => each.amount_cents],
  ])('by %s: the file has all of the list, in its order, either way', async (sort, valueOf) => {
    const word = unique();
    for (const name of NAMES.toReversed()) {
      const { id } = await server.makeOrganization({ name: `${name} ${word}` });
      const invoice = await issue(id, 10_000);
      // More than an export reads at once.
      await query(
        `insert into payments (organization_id, invoice_id, amount_cents, currency, method, paid_on, reference)
         select $1, $2, 1 + n % 7, 'USD', (array['cash', 'card', 'transfer'])[1 + n % 3], '2026-01-01'::date + n % 5, $3
         from generate_series(1, 300) n`,
        [id, invoice.id, word],
      );
    }
    for (const order of ['asc', 'desc']) {
      const asked = `search=${word}&sort=${sort}&order=${order}`;
      const pages: Listed[][] = [];
      for (const page of [1, 23, 45])
        pages.push(
          (await boss('GET', `/api/payments?${asked}&page=${page}`)).json<{ items: Listed[] }>().items,
        );
      const items = pages.flat();
      expect(items).toHaveLength(60);
      const values = items.map(valueOf);
      const sorted = values.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
      expect(new Set(values).size).toBeGreaterThan(2);
      expect(values).toEqual(order === 'asc' ? sorted : sorted.toReversed());
      const { body } = await boss('GET', `/api/payments/export?${asked}`);
      const written = body.trimEnd().split('\r\n').slice(1);
      expect(written).toHaveLength(900);
      const shown = [0, 440, 880].flatMap((from) => written.slice(from, from + 20));
      const cells = items.map(({ paid_on, invoice, method, amount_cents }) =>
        [paid_on, invoice.code, method, amount_cents].join(),
      );
      expect(
        shown.map((line) => line.split(';')).map((cell) => [cell[0], cell[3], cell[4], cell[7]].join()),
      ).toEqual(cells);
    }
  });

  // T2, T9
  test("of another organization do not exist, and nobody of the operator's shows", async () => {
    const [own, foreign] = [
      await issue(ours.organization.id, 1_000),
      await issue(theirs.organization.id, 1_000),
    ];
    await payWith(own.id, 150, { method: 'cash', reference: 'Propio' });
    await payWith(foreign.id, 250, { reference: 'Ajeno' });
    const seen = (await get(ours.admin.cookie, '/api/payments')).json<Payments>();
    expect(seen).toMatchObject({ total: 1, sums: [{ currency: 'USD', amount_cents: 150 }] });
    expect(seen.items[0]).toMatchObject({ invoice: { id: own.id }, registered_by: null });
    for (const filter of [
      `organization_id=${theirs.organization.id}`,
      `search=${foreign.code}`,
      'search=Ajeno',
    ])
      expect((await get(ours.admin.cookie, `/api/payments?${filter}`)).json()).toMatchObject({
        items: [],
        total: 0,
        sums: [],
        currencies: [],
      });
    const { body } = await get(ours.admin.cookie, '/api/payments/export');
    expect(body).toContain('Propio');
    expect(body).not.toContain('Ajeno');
    for (const url of ['/api/payments', '/api/payments/export']) {
      expect((await get(ours.user.cookie, url)).statusCode).toBe(403);
      expect((await server.send({ method: 'GET', url })).statusCode).toBe(401);
    }
  });
});

describe('other people', () => {
  // T2, T9, T16
  test("another organization's do not exist, and nothing of them shows", async () => {
    const { id } = theirs.organization;
    const invoice = await issue(id, 4_321);
    const before = await fingerprint(server.database);
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const url of [
      '/api/organizations/ID/subscription',
      '/api/organizations/ID/subscription/events',
      `/api/organizations/ID/subscription/preview?plan_id=${plans.pro!}`,
    ]) {
      const foreign = await get(ours.admin.cookie, url.replace('ID', id));
      const absent = await get(ours.admin.cookie, url.replace('ID', nobody));
      expect([foreign.statusCode, { ...foreign.json<object>(), request_id: '' }]).toEqual([
        404,
        { ...absent.json<object>(), request_id: '' },
      ]);
    }
    expect((await get(ours.admin.cookie, `/api/invoices/${invoice.id}`)).statusCode).toBe(404);
    for (const url of [`/api/invoices?organization_id=${id}`, `/api/invoices?search=${invoice.code}`])
      expect((await get(ours.admin.cookie, url)).json()).toMatchObject({ items: [], total: 0, sums: [] });
    const { body } = await get(ours.admin.cookie, '/api/invoices/export');
    expect(body).not.toContain(theirs.organization.name);
    expect(await fingerprint(server.database)).toBe(before);
    const own = await get(theirs.admin.cookie, `/api/invoices/${invoice.id}`);
    expect(own.json()).toEqual((await boss('GET', `/api/invoices/${invoice.id}`)).json());
    expect(Object.keys(own.json<object>())).not.toContain('issued_by');
  });

  // T7
  test('an admin reads their own and changes nothing, in no route and by no statement', async () => {
    const { id } = ours.organization;
    const invoice = await issue(id, 100);
    const before = await fingerprint(server.database);
    for (const who of [ours.admin, ours.user]) {
      const answers = await Promise.all([
        send(who.cookie, 'POST', at(id, '/plan'), { plan_id: plans.pro! }),
        send(who.cookie, 'POST', at(id, '/status'), { status: 'canceled', reason: 'x' }),
        send(who.cookie, 'PUT', at(id, '/tax'), { tax_treatment: 'exempt', tax_rate: 0 }),
        send(who.cookie, 'POST', '/api/invoices', { organization_id: id, lines: [line(1)] }),
        send(who.cookie, 'POST', `/api/invoices/${invoice.id}/rectify`, { code: 'R1', reason: 'x' }),
      ]);
      expect(answers.map((answer) => answer.statusCode)).toEqual([403, 403, 403, 403, 403]);
    }
    expect((await get(ours.admin.cookie, at(id))).statusCode).toBe(200);
    expect((await get(ours.user.cookie, at(id))).statusCode).toBe(403);
    const client = await server.database.pool.connect();
    for (const statement of [
      "insert into payments (organization_id, invoice_id, amount_cents, currency, method, paid_on) select organization_id, id, total_cents, currency, 'cash', issued_on from invoices",
      'update invoices set paid_cents = total_cents',
      'update subscriptions set tax_rate = 0',
      'delete from subscription_events',
    ]) {
      await client.query('begin; set local role atalaya_tenant');
      await client.query(`select set_config('app.organization_id', $1, true)`, [id]);
      expect(await client.query(statement).catch(String)).toContain('permission denied');
      await client.query('rollback');
    }
    client.release();
    expect(await fingerprint(server.database)).toBe(before);
  });
});
