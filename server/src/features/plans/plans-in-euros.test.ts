import type { Plan } from '@atalaya/contract/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';

type Listed = { items: Plan[]; lacks_euros: boolean; default_currency: string | null };

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await server.makePerson({ role: 'super_admin' }));
});
afterAll(() => server.close());

const boss = (method: 'GET' | 'POST', url: string, payload?: object) =>
  server.send({ method, url, cookie, ...(payload ? { payload } : {}) });
const list = async (rest = '') => (await boss('GET', `/api/plans${rest}`)).json<Listed>();

test('the first plans are added in euros once, archived and audited, and offered as archived plans are', async () => {
  const before = await list();
  expect(before).toMatchObject({ lacks_euros: true, default_currency: 'USD' });
  const { organization } = await server.makeCast();
  const admin = await server.makePerson({ role: 'admin', organization_id: organization.id });
  const seen = await server.send({ url: '/api/plans', cookie: admin.cookie });
  expect(seen.json()).toMatchObject({ lacks_euros: false, default_currency: null });

  const answers = await Promise.all([1, 2].map(() => boss('POST', '/api/plans/euros', {})));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'plan.euros_there',
  });
  const after = await list();
  expect(after).toMatchObject({ lacks_euros: false });
  const keys = ({ items: all }: Listed) => all.map(({ key }) => key);
  expect(keys(after)).toEqual(keys(before));
  const { items } = await list('?archived=true');
  expect(items.map((plan) => [plan.key, plan.name, plan.price_cents, plan.currency, plan.max_users])).toEqual(
    [
      ['free-eur', 'Free (EUR)', 0, 'EUR', 5],
      ['basic-eur', 'Basic (EUR)', 2_900, 'EUR', 25],
      ['pro-eur', 'Pro (EUR)', 9_900, 'EUR', 100],
      ['enterprise-eur', 'Enterprise (EUR)', 29_900, 'EUR', -1],
    ],
  );
  const { rows } = await server.database.pool.query(
    "select object_id, after ->> 'currency' as currency from audit_log where action = 'plan.created' order by id",
  );
  expect(rows).toEqual(items.map(({ id }) => ({ object_id: id, currency: 'EUR' })));

  const [, basic] = items;
  const offered = await boss('POST', `/api/plans/${basic?.id}/restore`, {});
  expect([offered.statusCode, offered.json()]).toMatchObject([200, { archived_at: null, version_number: 1 }]);
  const made = await boss('POST', '/api/organizations', {
    name: 'Norte',
    plan_type: 'basic-eur',
    country: 'ES',
  });
  const { id } = made.json<{ id: string }>();
  const lines = [{ description: 'Formación', unit_price_cents: 100 }];
  const invoice = await boss('POST', '/api/invoices', { organization_id: id, lines });
  expect(invoice.json()).toMatchObject({ currency: 'EUR' });
  expect((await boss('POST', '/api/plans/euros', {})).statusCode).toBe(409);
});
