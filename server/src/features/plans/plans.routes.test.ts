import { randomUUID } from 'node:crypto';
import type { Plan, PlanSimulation, planRoutes } from '@atalaya/contract/plans';
import type { Subscription } from '@atalaya/contract/subscriptions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingDay } from '../../platform/testing/billing-day.ts';
import { fingerprint } from '../../platform/testing/fingerprint.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let cast: Cast;

beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (cookie: string | undefined, method: Method, url: string, payload?: object) =>
  server.send({ method, url, ...(cookie ? { cookie } : {}), ...(payload ? { payload } : {}) });
const asSuper = (method: Method, url: string, payload?: object) =>
  send(cast.super_admin.cookie, method, url, payload);
const read = async (id: string) => (await asSuper('GET', `/api/plans/${id}`)).json<Plan>();
const list = async (query = '') =>
  (await asSuper('GET', `/api/plans${query}`)).json<{ items: Plan[]; total: number }>();
/** The ids on every page. */
async function listIds(archived: '' | '&archived=true') {
  const { total } = await list(`?page=1${archived}`);
  const pages = Array.from({ length: Math.ceil(total / 20) }, (_, at) => list(`?page=${at + 1}${archived}`));
  return (await Promise.all(pages)).flatMap(({ items }) => items.map((item) => item.id));
}

const newPlan = (values: object = {}) => ({
  name: `Plan ${unique()}`,
  price_cents: 1900,
  description: 'Para probar',
  features: ['Una cosa', 'Otra cosa'],
  max_users: 10,
  is_popular: false,
  ...values,
});
const makePlan = async (values: object = {}) =>
  (await asSuper('POST', '/api/plans', newPlan(values))).json<Plan>();

const run = <T extends object>(text: string, values: unknown[] = []) =>
  server.database.pool.query<T>(text, values).then((result) => result.rows);
/** An organization on a plan, with the seats of the plan unless said otherwise, and people in it. */
async function subscribe(plan: Plan, options: { seats?: number; people?: number; status?: string } = {}) {
  const [row] = await run<{ id: string }>(
    `insert into organizations (name, slug, plan_type, subscription_status, max_users)
     values ($1, $2, $3, $4, $5) returning id`,
    [
      `Empresa ${unique()}`,
      `e-${unique()}`,
      plan.key,
      options.status ?? 'active',
      options.seats ?? plan.max_users,
    ],
  );
  for (let made = 0; made < (options.people ?? 0); made++)
    await server.makePerson({ organization_id: row!.id });
  return row!.id;
}
const standing = async (id: string) => {
  const [row] = await run<{ plan_type: string; max_users: number; number: number; price_cents: number }>(
    `select o.plan_type, o.max_users, v.number, v.price_cents
     from organizations o join plan_versions v on v.id = o.plan_version_id where o.id = $1`,
    [id],
  );
  return row;
};
const actionsOf = async (id: string) =>
  (await run<{ action: string }>('select action from audit_log where object_id = $1 order by id', [id])).map(
    (row) => row.action,
  );

const CALLS: Record<
  keyof typeof planRoutes,
  (cookie: string | undefined, plan: Plan) => ReturnType<typeof send>
> = {
  listPlans: (cookie) => send(cookie, 'GET', '/api/plans'),
  readPlan: (cookie, { id }) => send(cookie, 'GET', `/api/plans/${id}`),
  createPlan: (cookie) => send(cookie, 'POST', '/api/plans', newPlan()),
  addPlansInEuros: (cookie) => send(cookie, 'POST', '/api/plans/euros', {}),
  updatePlan: (cookie, { id, version }) =>
    send(cookie, 'PATCH', `/api/plans/${id}`, { version, is_popular: true }),
  simulatePlan: (cookie, { id }) =>
    send(cookie, 'POST', `/api/plans/${id}/simulation`, {
      to: { type: 'terms', price_cents: 1, max_users: -1 },
    }),
  cancelPlanMove: (cookie, { id }) => send(cookie, 'DELETE', `/api/plans/${id}/move`),
  archivePlan: (cookie, { id, version }) => send(cookie, 'DELETE', `/api/plans/${id}`, { version }),
  restorePlan: (cookie, { id }) => send(cookie, 'POST', `/api/plans/${id}/restore`, {}),
};
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];
const READS = new Set<keyof typeof CALLS>(['listPlans', 'readPlan']);

describe('every route', () => {
  test.each(NAMES)('%s works for a super_admin', async (name) => {
    let plan = await makePlan();
    if (name === 'restorePlan') await CALLS.archivePlan(cast.super_admin.cookie, plan);
    if (name === 'cancelPlanMove') {
      await subscribe(plan);
      const subscribers = { type: 'move', on: billingDay(9) };
      await asSuper('PATCH', `/api/plans/${plan.id}`, { version: 1, price_cents: 1, subscribers });
      plan = await read(plan.id);
    }
    expect((await CALLS[name](cast.super_admin.cookie, plan)).statusCode).toBeLessThan(300);
  });

  test.each(NAMES)('%s: 401 to nobody, 403 to a user; an admin reads and changes nothing', async (name) => {
    const plan = await makePlan();
    const before = await fingerprint(server.database);
    const callers = [undefined, cast.user.cookie, cast.stranger.cookie, cast.admin.cookie];
    const answers = await Promise.all(callers.map((cookie) => CALLS[name](cookie, plan)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 403, 403, READS.has(name) ? 200 : 403]);
    expect(await fingerprint(server.database)).toBe(before);
  });

  test.each(NAMES.filter((name) => !['listPlans', 'createPlan', 'addPlansInEuros'].includes(name)))(
    '%s answers 404 for a plan that does not exist',
    async (name) => {
      const plan = { ...(await makePlan()), id: randomUUID() };
      const answer = await CALLS[name](cast.super_admin.cookie, plan);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'object.not_found']);
    },
  );
});

describe('plans on offer', () => {
  test('the four of the beginning come first, with their prices and limits', async () => {
    const { items } = await list();
    expect(items.slice(0, 4)).toMatchObject([
      { key: 'free', price_cents: 0, max_users: 5, is_popular: false },
      { key: 'basic', price_cents: 2900, max_users: 25, is_popular: false },
      { key: 'pro', price_cents: 9900, max_users: 100, is_popular: true },
      { key: 'enterprise', price_cents: 29_900, max_users: -1, is_popular: false },
    ]);
  });

  test('an admin is not told who else is subscribed', async () => {
    const plan = await makePlan();
    await subscribe(plan);
    const answer = await send(cast.admin.cookie, 'GET', `/api/plans/${plan.id}`);
    expect(answer.json<Plan>()).toMatchObject({ subscribers: null, on_older_versions: null, move: null });
    expect(await read(plan.id)).toMatchObject({ subscribers: 1, on_older_versions: 0 });
  });

  test('a new plan gets a key of its own, its name no other plan on offer has', async () => {
    const name = `Ñandú Más ${unique()}`;
    const plan = await makePlan({ name: `  ${name} ` });
    expect(plan).toMatchObject({ name, version_number: 1, subscribers: 0, currency: 'USD' });
    expect(plan.key).toMatch(/^nandu-mas-/);
    const again = await asSuper('POST', '/api/plans', newPlan({ name: name.toUpperCase() }));
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'plan.name_taken']);
    await CALLS.archivePlan(cast.super_admin.cookie, plan);
    expect((await makePlan({ name })).key).toBe(`${plan.key}-2`);
    const restored = await CALLS.restorePlan(cast.super_admin.cookie, plan);
    expect(restored.json<{ code: string }>().code).toBe('plan.name_taken');
    expect(await actionsOf(plan.id)).toEqual(['plan.created', 'plan.archived']);
  });

  test.each([
    [{ name: ' ' }, 'body.name'],
    [{ description: ' ' }, 'body.description'],
    [{ price_cents: -1 }, 'body.price_cents'],
    [{ price_cents: 100_000_001 }, 'body.price_cents'],
    [{ price_cents: 1.5 }, 'body.price_cents'],
    [{ max_users: 0 }, 'body.max_users'],
    [{ max_users: -2 }, 'body.max_users'],
    [{ features: [''] }, 'body.features.0'],
    [{ features: Array.from({ length: 31 }, () => 'x') }, 'body.features'],
  ])('refuses %j', async (values, field) => {
    const answer = await asSuper('POST', '/api/plans', newPlan(values));
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ fields: { field: string }[] }>().fields[0]?.field).toBe(field);
  });

  test('the figures are over all of them, archived ones aside', async () => {
    const figures = async () => {
      const { total, highest_prices, popular } = (await asSuper('GET', '/api/plans')).json<{
        total: number;
        highest_prices: { currency: string; price_cents: number }[];
        popular: number;
      }>();
      return { total, highest_prices, popular };
    };
    const before = await figures();
    const plan = await makePlan({ price_cents: 50_000_000, currency: 'GBP', is_popular: true });
    expect(await figures()).toEqual({
      total: before.total + 1,
      highest_prices: before.highest_prices.toSpliced(-1, 0, { currency: 'GBP', price_cents: 50_000_000 }),
      popular: before.popular + 1,
    });
    await CALLS.archivePlan(cast.super_admin.cookie, plan);
    expect(await figures()).toEqual(before);
  });

  test('a stale save answers with what is stored', async () => {
    const plan = await makePlan();
    const change = (values: object) => asSuper('PATCH', `/api/plans/${plan.id}`, { version: 1, ...values });
    expect((await change({ description: 'Primera' })).json<Plan>().version).toBe(2);
    const late = await change({ description: 'Segunda' });
    expect([late.statusCode, late.json<{ current: Plan }>().current.description]).toEqual([409, 'Primera']);
  });
});

describe('another price or limit', () => {
  test('without anybody on it the version is rewritten; words never make a version', async () => {
    const plan = await makePlan();
    const url = `/api/plans/${plan.id}`;
    const cheaper = await asSuper('PATCH', url, { version: 1, price_cents: 900 });
    expect(cheaper.json()).toMatchObject({ price_cents: 900, version_number: 1 });
    const id = await subscribe(plan);
    expect(await standing(id)).toMatchObject({ number: 1, price_cents: 900 });
    const words = await asSuper('PATCH', url, { version: 2, name: `Otro ${unique()}`, features: [] });
    expect(words.json()).toMatchObject({ version_number: 1, features: [], subscribers: 1 });
  });

  test('with subscribers it must be said what becomes of them; kept ones keep price and seats', async () => {
    const plan = await makePlan();
    const id = await subscribe(plan);
    const url = `/api/plans/${plan.id}`;
    const unsaid = await asSuper('PATCH', url, { version: 1, price_cents: 4900 });
    expect([unsaid.statusCode, unsaid.json()]).toMatchObject([
      409,
      { code: 'plan.subscribers_choice', params: { subscribers: 1 } },
    ]);
    const change = { version: 1, price_cents: 4900, max_users: 20, subscribers: { type: 'keep' } };
    expect((await asSuper('PATCH', url, change)).json()).toMatchObject({
      version_number: 2,
      subscribers: 1,
      on_older_versions: 1,
      move: null,
    });
    expect(await standing(id)).toMatchObject({ number: 1, price_cents: 1900, max_users: 10 });
    const late = await subscribe(await read(plan.id));
    expect(await standing(late)).toMatchObject({ number: 2, price_cents: 4900, max_users: 20 });
  });

  test('canceled organizations and those in the bin are not asked about, and keep their version', async () => {
    const plan = await makePlan();
    const canceled = await subscribe(plan, { status: 'canceled' });
    const binned = await subscribe(plan);
    await run('update organizations set deleted_at = now() where id = $1', [binned]);
    const answer = await asSuper('PATCH', `/api/plans/${plan.id}`, { version: 1, price_cents: 1 });
    expect(answer.json()).toMatchObject({ version_number: 2, subscribers: 0 });
    for (const id of [canceled, binned]) expect(await standing(id)).toMatchObject({ price_cents: 1900 });
  });

  test.each([
    [-3, 400],
    [370, 400],
    [365, 200],
  ])('a move %i days from now answers %i', async (days, status) => {
    const plan = await makePlan();
    await subscribe(plan);
    const subscribers = { type: 'move', on: billingDay(days) };
    const answer = await asSuper('PATCH', `/api/plans/${plan.id}`, {
      version: 1,
      price_cents: 1,
      subscribers,
    });
    expect(answer.statusCode).toBe(status);
  });
});

describe('the simulation', () => {
  test('says who would pay what, what it makes a month, and who would be over the limit', async () => {
    const plan = await makePlan();
    const over = await subscribe(plan, { people: 3 });
    const pays = await subscribe(plan, { people: 1, status: 'past_due' });
    const byHand = await subscribe(plan, { people: 3, seats: 40 });
    const trial = await subscribe(plan, { status: 'trial' });
    await subscribe(plan, { status: 'canceled' });
    const before = await fingerprint(server.database);
    const answer = await asSuper('POST', `/api/plans/${plan.id}/simulation`, {
      to: { type: 'terms', price_cents: 2900, max_users: 2 },
    });
    const simulation = answer.json<PlanSimulation>();
    expect(simulation).toMatchObject({
      total: 4,
      paying: 3,
      over_limit: 1,
      monthly_before_cents: 3 * 1900,
      monthly_after_cents: 1900 + 2 * 2900,
    });
    const rows = new Map(simulation.items.map((row) => [row.organization.id, row]));
    expect(simulation.items[0]?.organization.id).toBe(over);
    expect(rows.get(over)).toMatchObject({ is_over_limit: true, used: 3, price_after_cents: 1900 });
    expect(rows.get(pays)).toMatchObject({
      is_over_limit: false,
      max_users_after: 2,
      price_after_cents: 2900,
    });
    expect(rows.get(byHand)).toMatchObject({ is_over_limit: false, max_users_after: 40 });
    expect(rows.get(trial)).toMatchObject({ is_paying: false, used: 0 });
    expect(await fingerprint(server.database)).toBe(before);
  });

  test('refuses a destination that is the plan itself, archived or nowhere', async () => {
    const plan = await makePlan();
    const gone = await makePlan();
    await CALLS.archivePlan(cast.super_admin.cookie, gone);
    for (const id of [plan.id, gone.id, randomUUID()]) {
      const answer = await asSuper('POST', `/api/plans/${plan.id}/simulation`, { to: { type: 'plan', id } });
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { fields: [{ field: 'body.to.id' }] }]);
    }
  });
});

describe('archiving', () => {
  test('a plan with subscribers goes nowhere without a destination; seats follow unless set by hand', async () => {
    const plan = await makePlan();
    const destination = await makePlan({ max_users: 30, price_cents: 5900 });
    const [follows, byHand] = [await subscribe(plan), await subscribe(plan, { seats: 7 })];
    const archive = (body: object) => asSuper('DELETE', `/api/plans/${plan.id}`, { version: 1, ...body });
    expect((await archive({})).json()).toMatchObject({
      code: 'plan.destination_required',
      params: { subscribers: 2 },
    });
    expect((await archive({ move_to: plan.id })).statusCode).toBe(400);
    expect((await archive({ move_to: destination.id })).statusCode).toBe(204);
    expect(await standing(follows)).toMatchObject({
      plan_type: destination.key,
      max_users: 30,
      price_cents: 5900,
    });
    expect(await standing(byHand)).toMatchObject({ plan_type: destination.key, max_users: 7 });
    expect(await actionsOf(follows)).toEqual(['organization.plan_changed']);
    expect(await listIds('')).not.toContain(plan.id);
    expect(await listIds('&archived=true')).toContain(plan.id);
    const restored = await CALLS.restorePlan(cast.super_admin.cookie, plan);
    expect(restored.json()).toMatchObject({ archived_at: null, subscribers: 0, returned: 0 });
  });

  test('taken back, the companies come back to the version and the seats that they had, where they can', async () => {
    const plan = await makePlan();
    const destination = await makePlan({ price_cents: 5900, max_users: 30 });
    const [old, byHand, changed, binned] = [
      await subscribe(plan),
      await subscribe(plan, { seats: 7 }),
      await subscribe(plan),
      await subscribe(plan),
    ];
    const cheaper = await makePlan({ price_cents: 1 });
    const waits = await subscribe(destination);
    await run('update subscriptions set scheduled_plan_id = $2 where organization_id = $1', [waits, plan.id]);
    await run('update subscriptions set scheduled_plan_id = $2 where organization_id = $1', [
      old,
      cheaper.id,
    ]);
    // A second version, on which those that were there are not.
    await send(cast.super_admin.cookie, 'PATCH', `/api/plans/${plan.id}`, {
      version: 1,
      price_cents: 2500,
      subscribers: { type: 'keep' },
    });
    const before = await Promise.all([old, byHand].map(standing));
    const archived = { version: 2, move_to: destination.id };
    expect(
      (await send(cast.super_admin.cookie, 'DELETE', `/api/plans/${plan.id}`, archived)).statusCode,
    ).toBe(204);
    await run('update organizations set max_users = 99 where id = $1', [changed]);
    await run('update organizations set deleted_at = now() where id = $1', [binned]);
    const restore = () =>
      send(cast.super_admin.cookie, 'POST', `/api/plans/${plan.id}/restore`, { with_subscribers: true });
    const restored = await restore();
    expect(restored.json()).toMatchObject({ archived_at: null, subscribers: 2, returned: 2, stayed: 1 });
    expect(await Promise.all([old, byHand].map(standing))).toEqual(before);
    expect(await standing(changed)).toMatchObject({ plan_type: destination.key, max_users: 99 });
    expect(await actionsOf(old)).toEqual(['organization.plan_changed', 'organization.plan_changed']);
    const scheduled = await run<{ key: string }>(
      `select p.key from subscriptions s join plans p on p.id = s.scheduled_plan_id
       where s.organization_id = any($1) order by s.organization_id = $2`,
      [[waits, old], old],
    );
    expect(scheduled.map(({ key }) => key)).toEqual([plan.key, cheaper.key]);
    expect((await restore()).statusCode).toBe(404);
  });

  test('nobody is moved where one organization would be over the limit', async () => {
    const plan = await makePlan();
    const small = await makePlan({ max_users: 1 });
    const fits = await subscribe(plan, { people: 1 });
    await subscribe(plan, { people: 2 });
    const before = await fingerprint(server.database);
    const answer = await asSuper('DELETE', `/api/plans/${plan.id}`, { version: 1, move_to: small.id });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'plan.over_limit', params: { organizations: 1 } },
    ]);
    expect(await fingerprint(server.database)).toBe(before);
    expect(await standing(fits)).toMatchObject({ plan_type: plan.key });
  });

  test('whoever waits to go down to it waits for the destination where that is down too, or no more', async () => {
    const [gone, dear, cheap] = [
      await makePlan({ price_cents: 1_000 }),
      await makePlan({ price_cents: 5_000 }),
      await makePlan({ price_cents: 500 }),
    ];
    const wait = async (from: Plan, to: Plan) => {
      const id = await subscribe(from);
      const url = `/api/organizations/${id}/subscription`;
      expect((await asSuper('POST', `${url}/plan`, { plan_id: to.id })).statusCode).toBe(200);
      return { id, read: async () => (await asSuper('GET', url)).json<Subscription>() };
    };
    const first = await wait(dear, gone);
    await asSuper('DELETE', `/api/plans/${gone.id}`, { version: 1, move_to: cheap.id });
    expect(await first.read()).toMatchObject({
      scheduled: { plan: { id: cheap.id } },
      next_charge: { amount_cents: 500 },
    });
    const second = await wait(dear, cheap);
    await asSuper('DELETE', `/api/plans/${cheap.id}`, { version: 1 });
    for (const each of [first, second])
      expect(await each.read()).toMatchObject({ scheduled: null, next_charge: { amount_cents: 5_000 } });
    expect(await actionsOf(first.id)).toEqual([
      'subscription.downgrade_scheduled',
      'subscription.downgrade_scheduled',
      'subscription.downgrade_canceled',
    ]);
  });

  test('whoever is moved further down than they had chosen to go does not go up again at the end of the period', async () => {
    const [high, middle, low, lowest] = [
      await makePlan({ price_cents: 9_000 }),
      await makePlan({ price_cents: 5_000 }),
      await makePlan({ price_cents: 1_000 }),
      await makePlan({ price_cents: 500 }),
    ];
    const wait = async (to: Plan) => {
      const id = await subscribe(high);
      const url = `/api/organizations/${id}/subscription`;
      expect((await asSuper('POST', `${url}/plan`, { plan_id: to.id })).statusCode).toBe(200);
      return { id, read: async () => (await asSuper('GET', url)).json<Subscription>() };
    };
    const [upwards, downwards] = [await wait(middle), await wait(lowest)];
    await asSuper('DELETE', `/api/plans/${high.id}`, { version: 1, move_to: low.id });
    expect(await upwards.read()).toMatchObject({
      plan: { key: low.key },
      scheduled: null,
      next_charge: { amount_cents: 1_000 },
    });
    expect((await actionsOf(upwards.id)).at(-1)).toBe('subscription.downgrade_canceled');
    expect(await downwards.read()).toMatchObject({ scheduled: { plan: { key: lowest.key } } });
    // Moved to a version of their plan that costs less than what they had chosen.
    const cheaper = { version: 1, price_cents: 400, subscribers: { type: 'move', on: billingDay(0) } };
    expect((await asSuper('PATCH', `/api/plans/${low.id}`, cheaper)).statusCode).toBe(200);
    expect(await downwards.read()).toMatchObject({ scheduled: null, next_charge: { amount_cents: 400 } });
  });

  test('the plan on which new organizations begin stays, and an archived one takes nobody in', async () => {
    const free = (await list()).items.find((item) => item.key === 'free')!;
    const kept = await CALLS.archivePlan(cast.super_admin.cookie, free);
    expect(kept.json<{ code: string }>().code).toBe('plan.default_plan');
    const plan = await makePlan();
    await CALLS.archivePlan(cast.super_admin.cookie, plan);
    await expect(subscribe(plan)).rejects.toMatchObject({ code: '23503' });
    expect((await CALLS.updatePlan(cast.super_admin.cookie, plan)).statusCode).toBe(404);
  });
});
