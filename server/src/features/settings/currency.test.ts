import type { Plan } from '@atalaya/contract/plans';
import type { Settings } from '@atalaya/contract/settings';
import { expect, test } from 'vitest';
import { waitForLockWaits } from '../../platform/testing/lock-waits.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { chooseFirstCurrency } from './first-currency.service.ts';

const PLAN = { name: 'Uno', price_cents: 100, description: 'x', max_users: 5 };

/** An installation in which nothing was issued yet, and what its super_admin does. */
async function installation(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options);
  const { cookie } = await server.makePerson({ role: 'super_admin' });
  const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    server.send({ method, url, cookie, ...(payload ? { payload } : {}) });
  const settings = async () => (await send('GET', '/api/settings')).json<Settings>();
  const choose = async (currency?: string) => {
    const { version, general } = await settings();
    return send('PUT', '/api/settings/general', { version, ...general, ...(currency ? { currency } : {}) });
  };
  const addPlan = async (values: object) =>
    (await send('POST', '/api/plans', { ...PLAN, ...values })).json<Plan>();
  return { server, send, settings, choose, addPlan };
}

const boot = (server: TestServer) => chooseFirstCurrency(server.platform);
const issue = async (server: TestServer, send: Awaited<ReturnType<typeof installation>>['send']) => {
  const { id } = await server.makeOrganization();
  await server.database.pool.query("update organizations set country = 'ES' where id = $1", [id]);
  const lines = [{ description: 'Formación', unit_price_cents: 100 }];
  return send('POST', '/api/invoices', { organization_id: id, lines });
};

test('new plans have the currency of the installation, which changes until an invoice is issued', async () => {
  const { server, send, settings, choose, addPlan } = await installation();
  expect((await settings()).currency).toEqual({ code: 'USD', is_fixed: false });
  expect(await addPlan({ name: 'En dólares' })).toMatchObject({ currency: 'USD' });
  expect((await choose('EUR')).json()).toMatchObject({ currency: { code: 'EUR', is_fixed: false } });
  expect(await addPlan({ name: 'En euros' })).toMatchObject({ currency: 'EUR' });
  expect(await addPlan({ name: 'En libras', currency: 'GBP' })).toMatchObject({ currency: 'GBP' });
  expect((await send('GET', '/api/plans')).json()).toMatchObject({ default_currency: 'EUR' });
  const refused = await choose('JPY');
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { fields: [{ field: 'body.currency' }] }]);
  const { rows } = await server.database.pool.query(
    `select before ->> 'currency' as before, after ->> 'currency' as after from audit_log
     where action = 'settings.updated' order by id`,
  );
  expect(rows).toEqual([{ before: null, after: 'EUR' }]);

  expect((await issue(server, send)).statusCode).toBe(201);
  expect((await settings()).currency).toEqual({ code: 'EUR', is_fixed: true });
  const late = await choose('GBP');
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'settings.currency_fixed' }]);
  // The rest of the form is saved all the same.
  expect((await choose('EUR')).statusCode).toBe(200);
  expect((await choose()).json()).toMatchObject({ currency: { code: 'EUR', is_fixed: true } });
  await server.close();
});

test('where none was chosen, it is that of the first invoice', async () => {
  const { server, send, settings, choose } = await installation();
  await server.database.pool.query("update plans set currency = 'GBP'");
  await server.database.pool.query("update plan_versions set currency = 'GBP'");
  expect((await issue(server, send)).json()).toMatchObject({ currency: 'GBP' });
  expect((await settings()).currency).toEqual({ code: 'GBP', is_fixed: true });
  expect((await choose('USD')).json()).toMatchObject({ code: 'settings.currency_fixed' });
  await server.close();
});

test('a choice that meets an invoice being issued waits for it, and is refused', async () => {
  const { server, send, settings, choose } = await installation();
  const client = await server.database.pool.connect();
  await client.query('begin');
  // The invoice waits here, its number taken.
  await client.query('lock table invoice_lines in exclusive mode');
  const issued = issue(server, send);
  await waitForLockWaits(server.database, 1);
  const chosen = choose('EUR');
  await waitForLockWaits(server.database, 2);
  await client.query('commit');
  client.release();
  expect((await issued).statusCode).toBe(201);
  expect((await chosen).json()).toMatchObject({ code: 'settings.currency_fixed' });
  expect((await settings()).currency).toEqual({ code: 'USD', is_fixed: true });
  await server.close();
});

test('the environment names it at the first start, and the settings from then on', async () => {
  const { server, settings, choose } = await installation({ config: { currency: 'EUR' } });
  await Promise.all([boot(server), boot(server)]);
  expect((await settings()).currency).toEqual({ code: 'EUR', is_fixed: false });
  const { rows } = await server.database.pool.query(
    "select after from audit_log where action = 'settings.updated'",
  );
  expect(rows).toEqual([{ after: { currency: 'EUR' } }]);
  await choose('CHF');
  await boot(server);
  expect((await settings()).currency).toMatchObject({ code: 'CHF' });
  await server.close();
});

test('it names none once an invoice is issued', async () => {
  const { server, send, settings } = await installation({ config: { currency: 'EUR' } });
  await issue(server, send);
  await boot(server);
  expect((await settings()).currency).toEqual({ code: 'USD', is_fixed: true });
  await server.close();
});
