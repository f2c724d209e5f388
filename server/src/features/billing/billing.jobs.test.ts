import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queuedMails } from '../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { addDays, nextMonth } from './billing-days.ts';
import { bill } from './billing.jobs.ts';
import { verifyInvoices } from './invoices/verify-invoices.service.ts';

describe('billing as time passes', () => {
  let server: TestServer;
  let boss: { cookie: string };
  beforeAll(async () => {
    server = await startTestServer();
    boss = await server.makePerson({ role: 'super_admin' });
  });
  afterAll(() => server.close());
  // What is in the bin is not billed: the next test has the job to itself.
  afterEach(() => query('update organizations set deleted_at = now() where deleted_at is null'));

  const query = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
  const make = async (
    values: Parameters<TestServer['makeOrganization']>[0],
    tax_id: string | null = 'A58818501',
  ) => {
    const made = await server.makeOrganization(values);
    const billing_email = `pagos-${unique()}@x.test`;
    await query(`update organizations set country = 'ES', billing_email = $2, tax_id = $3 where id = $1`, [
      made.id,
      billing_email,
      tax_id,
    ]);
    return { ...made, billing_email };
  };
  const stateOf = async (id: string) =>
    (
      await query(
        `select o.subscription_status as status, o.plan_type as plan, s.period_start::text, s.period_end::text,
           (select count(*)::int from invoices i where i.organization_id = o.id) as invoices
         from organizations o join subscriptions s on s.organization_id = o.id where o.id = $1`,
        [id],
      )
    )[0]!;
  const send = (method: 'POST' | 'GET', url: string, payload?: object) =>
    server.send({ method, url, cookie: boss.cookie, ...(payload ? { payload } : {}) });
  /** An invoice, which is mailed too, is attached to its mail. */
  const remindersTo = async (to: string) =>
    (await queuedMails(server.database, to)).filter(({ attachments }) => !attachments);
  const subjects = async (to: string) => (await remindersTo(to)).length;
  const start = '2031-01-31';
  const begin = (id: string) =>
    query(
      `update subscriptions set period_start = $2::date - 31, period_end = $2, anchor_day = 31
       where organization_id = $1`,
      [id, start],
    );

  test('a year, day by day: twelve periods, each charged once however often and in how many processes it runs', async () => {
    const { id } = await make({ plan_type: 'pro' });
    await begin(id);
    await query(`update subscriptions set grace_until = '2040-01-01' where organization_id = $1`, [id]);
    for (let day = start; day < '2032-01-31'; day = addDays(day, 1)) {
      if (day.endsWith('-28') || day >= '2031-12-30')
        await Promise.all([bill(server.platform, day), bill(server.platform, day)]);
      await bill(server.platform, day);
    }
    expect(await stateOf(id)).toMatchObject({ status: 'active', period_end: '2032-01-31', invoices: 12 });
    const periods = await query(
      `select period_start::text as start, period_end::text as end, total_cents from invoices
       where organization_id = $1 order by period_start`,
      [id],
    );
    let expected = start;
    for (const period of periods) {
      expect(period).toEqual({ start: expected, end: nextMonth(expected, 31), total_cents: 11_979 });
      expected = nextMonth(expected, 31);
    }
    expect((await verifyInvoices(server.database)).problems).toEqual([]);
  });

  test('after months without a server every period is charged, and the downgrade that waited is made', async () => {
    const { id } = await make({ plan_type: 'pro', max_users: 100 });
    await begin(id);
    await query(
      `update subscriptions set scheduled_plan_id = (select id from plans where key = 'basic'),
         grace_until = '2040-01-01' where organization_id = $1`,
      [id],
    );
    await bill(server.platform, '2031-05-05');
    expect(await stateOf(id)).toMatchObject({ plan: 'basic', period_end: '2031-05-31', invoices: 4 });
    const [sums] = await query(
      'select sum(subtotal_cents)::int as cents from invoices where organization_id = $1',
      [id],
    );
    expect(sums).toEqual({ cents: 4 * 2_900 });
    const seats = await query('select max_users from organizations where id = $1', [id]);
    expect(seats).toEqual([{ max_users: 25 }]);
  });

  test.each([
    ['still below: the period is charged at the new price', 5_000, 5_000],
    ['above what is paid: the plan stays as it is', 12_000, 9_900],
  ])('a downgrade waits, and its plan is repriced to be %s', async (_case, price_cents, charged) => {
    const create = { name: `Plan ${unique()}`, price_cents: 1_000, description: 'x', max_users: -1 };
    const plan = (await send('POST', '/api/plans', create)).json<{ id: string; key: string }>();
    const { id } = await make({ plan_type: 'pro', max_users: 100 });
    await begin(id);
    await query('update subscriptions set scheduled_plan_id = $2 where organization_id = $1', [id, plan.id]);
    await server.send({
      method: 'PATCH',
      url: `/api/plans/${plan.id}`,
      cookie: boss.cookie,
      payload: { version: 1, price_cents },
    });
    const isMade = charged === price_cents;
    const told = (await send('GET', `/api/organizations/${id}/subscription`)).json<{
      scheduled: object | null;
    }>();
    expect(told).toMatchObject({ next_charge: { amount_cents: charged } });
    expect(told.scheduled !== null).toBe(isMade);
    await bill(server.platform, start);
    expect(await stateOf(id)).toMatchObject({ plan: isMade ? plan.key : 'pro', invoices: 1 });
    const invoiced = await query(
      'select subtotal_cents::int as cents from invoices where organization_id = $1',
      [id],
    );
    expect(invoiced).toEqual([{ cents: charged }]);
    await bill(server.platform, addDays(start, 1));
    expect(await stateOf(id)).toMatchObject({ invoices: 1 });
  });

  test('a downgrade to fewer seats than are in use by then is not made', async () => {
    const { id } = await make({ plan_type: 'basic' });
    for (let n = 0; n < 6; n++) await server.makePerson({ organization_id: id });
    await begin(id);
    await query(
      `update subscriptions set scheduled_plan_id = (select id from plans where key = 'free')
       where organization_id = $1`,
      [id],
    );
    await bill(server.platform, start);
    expect(await stateOf(id)).toMatchObject({ plan: 'basic', invoices: 1 });
    const audited = await query(
      `select after ->> 'refusal' as refusal from audit_log where object_id = $1
         and action = 'subscription.downgrade_refused'`,
      [id],
    );
    expect(audited).toEqual([{ refusal: 'organization.seats_below_use' }]);
  });

  test('trials end: active with billing data or on a free plan, else inactive', async () => {
    const paying = await make({ subscription_status: 'trial', plan_type: 'basic' });
    const silent = await make({ subscription_status: 'trial', plan_type: 'basic' }, null);
    const free = await make({ subscription_status: 'trial', plan_type: 'free' }, null);
    const [{ ends } = {}] = await query(
      'select trial_ends_on::text as ends from subscriptions where organization_id = $1',
      [paying.id],
    );
    await bill(server.platform, addDays(String(ends), -1));
    expect(await stateOf(paying.id)).toMatchObject({ status: 'trial', invoices: 0 });
    await bill(server.platform, String(ends));
    await bill(server.platform, String(ends));
    expect(await stateOf(paying.id)).toMatchObject({ status: 'active', invoices: 1, period_start: ends });
    expect(await stateOf(silent.id)).toMatchObject({ status: 'inactive', invoices: 0, period_start: null });
    expect(await stateOf(free.id)).toMatchObject({ status: 'active', invoices: 0, period_start: ends });
  });

  test('unpaid: past due, four reminders, canceled; nothing twice', async () => {
    const { id, billing_email } = await make({ plan_type: 'basic' });
    await begin(id);
    await bill(server.platform, start);
    // Due on February 14.
    const seen: string[] = [];
    let last = '';
    for (let day = '2031-02-13'; day <= '2031-03-20'; day = addDays(day, 1)) {
      await bill(server.platform, day);
      if (day.endsWith('7')) await bill(server.platform, day);
      const now = `${String((await stateOf(id)).status)} ${String(await subjects(billing_email))}`;
      if (now !== last) seen.push(`${day} ${now}`);
      last = now;
    }
    expect(seen).toEqual([
      '2031-02-13 active 0',
      '2031-02-15 past_due 1',
      '2031-02-17 past_due 2',
      '2031-02-21 past_due 3',
      '2031-02-28 past_due 4',
      '2031-03-16 canceled 4',
    ]);
    const mrr = await query(
      `select sum(mrr_after_cents - mrr_before_cents)::int as mrr from subscription_events where organization_id = $1`,
      [id],
    );
    expect(mrr).toEqual([{ mrr: 0 }]);
  });

  // M5, R6
  test('whose address nobody has proven is reminded within the budget, and no name of an admin’s choice is in it', async () => {
    const remindedOf = async (proven: boolean) => {
      const { id, billing_email } = await make({ plan_type: 'basic' });
      const name = 'Su cuenta está bloqueada: llame al 900,000,111 o entre en evil.test';
      await query('update organizations set name = $2 where id = $1', [id, name]);
      await query(
        `insert into settings (organization_id, sender_name, reply_to) values ($1, 'Banco Ejemplo', 'jefe@evil.test')
         on conflict do nothing`,
        [id],
      );
      await begin(id);
      if (proven) await server.makePerson({ email: billing_email, organization_id: id, role: 'admin' });
      await bill(server.platform, start);
      await bill(server.platform, '2031-02-24');
      const [queued] = await query('select to_stranger from mail.queue where recipient = $1', [
        billing_email,
      ]);
      const [mail] = await remindersTo(billing_email);
      const sender = [mail?.sender_name, mail?.reply_to];
      return {
        to_stranger: queued?.to_stranger,
        sender,
        text: `${mail?.subject} ${mail?.text} ${mail?.html}`,
      };
    };
    const unproven = await remindedOf(false);
    // It counts in the budget of mails to strangers when it leaves, and has no sender but us.
    expect(unproven).toMatchObject({ to_stranger: true, sender: [undefined, undefined] });
    expect(unproven.text).toMatch(/^Suscripción vencida (?!:)/);
    expect(unproven.text).not.toMatch(/900|evil\.test/);
    const proven = await remindedOf(true);
    expect(proven.to_stranger).toBe(false);
    expect(proven.text).toContain('llame al 900,000,111');
  });

  test('paid: active again, and one reminder after an interruption', async () => {
    const { id, billing_email } = await make({ plan_type: 'basic' });
    await begin(id);
    await bill(server.platform, start);
    await bill(server.platform, '2031-02-24');
    expect([(await stateOf(id)).status, await subjects(billing_email)]).toEqual(['past_due', 1]);
    const [invoice] = await query('select id, total_cents from invoices where organization_id = $1', [id]);
    const paid = await send('POST', `/api/invoices/${String(invoice!.id)}/payments`, {
      amount_cents: invoice!.total_cents,
      method: 'card',
      paid_on: '2026-01-01',
    });
    expect(paid.statusCode).toBe(201);
    expect((await stateOf(id)).status).toBe('active');
    expect(await bill(server.platform, '2031-02-25')).toBe(0);
  });
});
