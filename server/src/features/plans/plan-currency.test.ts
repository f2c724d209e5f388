import type { Invoice } from '@atalaya/contract/billing';
import type { Plan } from '@atalaya/contract/plans';
import type { PlanChangePreview, Subscription } from '@atalaya/contract/subscriptions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let cookie: string;
let free: Plan;
beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await server.makePerson({ role: 'super_admin' }));
  const { items } = (await boss('GET', '/api/plans')).json<{ items: Plan[] }>();
  free = items.find(({ key }) => key === 'free')!;
});
afterAll(() => server.close());

const boss = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.send({ method, url, cookie, ...(payload ? { payload } : {}) });
const code = (answer: { json<T>(): T }) => answer.json<{ code: string }>().code;
const makePlan = async (currency: string, price_cents: number) =>
  (
    await boss('POST', '/api/plans', {
      name: `Plan ${unique()}`,
      description: 'x',
      max_users: -1,
      currency,
      price_cents,
    })
  ).json<Plan>();
const update = (plan: Plan, values: object) =>
  boss('PATCH', `/api/plans/${plan.id}`, { version: plan.version, ...values });
/** A company that is on a plan and pays it, if it costs anything, from today on. */
async function company(plan: Plan) {
  const { id } = await server.makeOrganization({ subscription_status: 'trial' });
  await server.database.pool.query('update organizations set plan_type = $2 where id = $1', [id, plan.key]);
  await boss('POST', `/api/organizations/${id}/subscription/status`, { status: 'active', reason: 'Alta' });
  return id;
}
const at = (id: string, rest: string) => `/api/organizations/${id}/subscription${rest}`;
const preview = (id: string, plan: Plan) => boss('GET', at(id, `/preview?plan_id=${plan.id}`));
const changeTo = (id: string, plan: Plan) => boss('POST', at(id, '/plan'), { plan_id: plan.id });
const invoicesOf = async (id: string) =>
  (await boss('GET', `/api/invoices?organization_id=${id}`)).json<{ items: Invoice[] }>().items;

test('a plan is added in a currency of two decimals, and in no other', async () => {
  expect(await makePlan('EUR', 2_900)).toMatchObject({ currency: 'EUR', price_cents: 2_900 });
  const plan = { name: `Plan ${unique()}`, description: 'x', max_users: 5, price_cents: 1 };
  for (const currency of ['JPY', 'eur', 'XXX']) {
    const answer = await boss('POST', '/api/plans', { ...plan, currency });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { fields: [{ field: 'body.currency' }] }]);
  }
});

test('only a plan that has never cost anything changes its currency', async () => {
  const paid = await makePlan('USD', 2_900);
  expect(code(await update(paid, { currency: 'EUR' }))).toBe('plan.currency_fixed');
  const changed = (await update(paid, { price_cents: 0 })).json<Plan>();
  // Who is on its older version goes on paying in dollars.
  const used = await company(changed);
  expect(used).toBeTruthy();
  const nothing = (
    await update(await makePlan('USD', 0), { currency: 'EUR', price_cents: 500 })
  ).json<Plan>();
  expect(nothing).toMatchObject({ currency: 'EUR', price_cents: 500 });
  const charged = await company(nothing);
  expect(await invoicesOf(charged)).toMatchObject([{ currency: 'EUR', subtotal_cents: 500 }]);
});

test('from a plan that costs nothing a company goes to euros at once, and pays in euros alone', async () => {
  const euros = await makePlan('EUR', 3_000);
  const id = await company(free);
  expect((await preview(id, euros)).json<PlanChangePreview>()).toMatchObject({
    takes_effect: 'now',
    currency_before: 'USD',
    currency: 'EUR',
    price_before_cents: 0,
    charge_cents: 3_000,
  });
  const after = (await changeTo(id, euros)).json<Subscription>();
  expect(after).toMatchObject({ currency: 'EUR', mrr_cents: 3_000 });
  expect(await invoicesOf(id)).toMatchObject([{ currency: 'EUR', subtotal_cents: 3_000 }]);
});

test('from one price to another in another currency it goes by way of a plan that costs nothing', async () => {
  const [dollars, euros] = [await makePlan('USD', 3_000), await makePlan('EUR', 9_000)];
  const id = await company(dollars);
  for (const refused of [await preview(id, euros), await changeTo(id, euros)])
    expect([refused.statusCode, code(refused)]).toEqual([409, 'subscription.other_currency']);
  expect((await changeTo(id, free)).json<Subscription>()).toMatchObject({
    scheduled: { plan: { key: 'free' } },
  });
  // Who does not pay yet may choose any.
  const { id: trial } = await server.makeOrganization({ subscription_status: 'trial' });
  expect((await changeTo(trial, euros)).json<Subscription>()).toMatchObject({ currency: 'EUR' });
});

test('what was charged in dollars is not given back in euros', async () => {
  const id = await company(await makePlan('USD', 3_000));
  const euros = await makePlan('EUR', 4_000);
  // By hand a super_admin puts a company on any plan: its price holds from the next period on.
  await server.database.pool.query('update organizations set plan_type = $2 where id = $1', [id, euros.key]);
  const bigger = (await preview(id, await makePlan('EUR', 9_000))).json<PlanChangePreview>();
  expect(bigger).toMatchObject({ currency: 'EUR', credit_cents: 0, charge_cents: 9_000 });
});

test('subscribers of a plan that is archived go to one in its currency, or to one that costs nothing', async () => {
  const dollars = await makePlan('USD', 3_000);
  const id = await company(dollars);
  const archive = (to: Plan) =>
    boss('DELETE', `/api/plans/${dollars.id}`, { version: dollars.version, move_to: to.id });
  const refused = await archive(await makePlan('EUR', 4_000));
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { fields: [{ field: 'body.move_to' }] }]);
  expect((await archive(await makePlan('EUR', 0))).statusCode).toBe(204);
  const after = (await boss('GET', at(id, ''))).json<Subscription>();
  expect(after).toMatchObject({ currency: 'EUR', price_cents: 0 });
});
