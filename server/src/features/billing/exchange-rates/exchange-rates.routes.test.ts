import type { InvoiceDetail } from '@atalaya/contract/billing';
import type { ExchangeRate } from '@atalaya/contract/exchange-rates';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { bill } from '../billing.jobs.ts';
import { verifyInvoices } from '../invoices/verify-invoices.service.ts';
import { DOLLARS, giveRate } from './testing/rates.ts';

let server: TestServer;
let cast: Cast;
let today: string;
beforeAll(async () => {
  server = await startTestServer({ env: { INVOICE_ISSUER_TAX_ID: 'B12345674' } });
  cast = await server.makeCast();
  ({ day: today } = (await query<{ day: string }>('select billing_today()::text as day'))[0]!);
});
beforeEach(() => query('delete from exchange_rates'));
afterAll(() => server.close());

const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<T & object>(text, values)).rows;
const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, on = server) =>
  on.send({ method, url, cookie: cast.super_admin.cookie, ...(payload ? { payload } : {}) });
const list = async () => (await send('GET', '/api/exchange-rates')).json<{ items: ExchangeRate[] }>().items;
const save = (change: object = {}) =>
  send('PUT', '/api/exchange-rates', {
    currency: 'USD',
    day: today,
    rate_micros: DOLLARS,
    source: 'Banco de España',
    ...change,
  });
const upload = (text: string, cookie = cast.super_admin.cookie) => {
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="e.csv"\r\nContent-Type: text/csv\r\n\r\n';
  return server.send({
    method: 'POST',
    url: '/api/exchange-rates/files',
    cookie,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `${head}${text}\r\n--b--\r\n`,
  });
};
const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

/** A company that pays in dollars. */
async function company(tax_treatment = 'standard', on = server) {
  const { id } = await server.makeOrganization();
  await query(`update organizations set country = 'ES', tax_id = 'A58818501' where id = $1`, [id]);
  await send('PUT', `/api/organizations/${id}/subscription/tax`, { tax_treatment, tax_rate: 2_100 }, on);
  return id;
}
const issuing = async (tax_treatment?: string, on = server) =>
  send(
    'POST',
    '/api/invoices',
    {
      organization_id: await company(tax_treatment, on),
      lines: [
        { description: 'Licencia', quantity: 3, unit_price_cents: 3_333 },
        { description: 'Alta', unit_price_cents: 1 },
      ],
    },
    on,
  );
const issue = async (tax_treatment?: string, on = server) =>
  (await issuing(tax_treatment, on)).json<InvoiceDetail>();
const rectify = (id: string, body: object = {}) =>
  send('POST', `/api/invoices/${id}/rectify`, { code: 'R1', reason: 'De más', ...body });

describe('rates', () => {
  // XR2
  test('are a super_admin’s to give, by hand or by a file, audited; what is there already is not told anew', async () => {
    expect(await list()).toEqual([]);
    const given = { currency: 'USD', day: today, rate_micros: DOLLARS, source: 'Banco de España' };
    expect((await save()).json()).toEqual({ items: [{ ...given, is_in_force: true }] });
    await save();
    await save({ rate_micros: 1_090_000 });
    await save({ currency: 'GBP', day: daysAgo(8), rate_micros: 830_000 });
    expect((await list()).map(({ currency, is_in_force }) => [currency, is_in_force])).toEqual([
      ['GBP', false],
      ['USD', true],
    ]);
    const file = `Date,USD,JPY,\n${today},1.0850,163.2,\n${daysAgo(1)},1.1,163,\n`;
    const taken = await upload(file);
    expect([taken.statusCode, taken.json()]).toMatchObject([201, { changed: 2 }]);
    expect((await upload(file)).json()).toMatchObject({ changed: 0 });
    expect(await list()).toContainEqual({ ...given, source: 'BCE', is_in_force: true });
    const audited = await query<{ action: string; before: object; after: object }>(
      `select action, before, after from audit_log where object_type = 'exchange_rate' order by id`,
    );
    expect(audited).toMatchObject([
      { action: 'exchange_rate.saved', after: { currency: 'USD', day: today, rate: '1.085' } },
      { action: 'exchange_rate.saved', before: { rate: '1.085' }, after: { rate: '1.09' } },
      { action: 'exchange_rate.saved', after: { currency: 'GBP' } },
      { action: 'exchange_rate.uploaded', after: { rates: 2, from: daysAgo(1), to: today } },
    ]);
    for (const { cookie } of [cast.admin, cast.user]) {
      expect((await server.send({ url: '/api/exchange-rates', cookie })).statusCode).toBe(403);
      expect((await upload(file, cookie)).statusCode).toBe(403);
    }
  });

  // XR1
  test('that cannot be are refused at their field, and files that are none with what is wrong', async () => {
    for (const [field, change] of [
      ['day', { day: daysAgo(-1) }],
      ['currency', { currency: 'EUR' }],
      ['currency', { currency: 'JPY' }],
      ['rate_micros', { rate_micros: 0 }],
      ['rate_micros', { rate_micros: 1.5 }],
      ['source', { source: ' ' }],
    ] as const)
      expect((await save(change)).json()).toMatchObject({ fields: [{ field: `body.${field}` }] });
    const refused = await upload('Date,USD\n2026-13-01,1.1\n');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'exchange_rate.unreadable', params: { detail: '2026-13-01 is no day' } },
    ]);
    expect((await upload('x'.repeat(4 * 1024 * 1024 + 1))).statusCode).toBe(413);
    expect(await list()).toEqual([]);
  });
});

describe('an invoice in another currency of a Spanish issuer', () => {
  // XR3
  test('says its tax in euros by the last rate that was published, which no later one changes', async () => {
    await giveRate(server, 1_200_000, 7);
    await giveRate(server, DOLLARS, 3);
    await giveRate(server, 1_300_000, -1);
    const invoice = await issue();
    // 21 % of 100.00 dollars, each line by itself, is 21.00: 19.354… euros.
    expect(invoice).toMatchObject({
      currency: 'USD',
      tax_cents: 2_100,
      exchange: { rate_micros: DOLLARS, rated_on: daysAgo(3), source: 'BCE', tax_cents: 1_935 },
    });
    await save({ rate_micros: 1_150_000 });
    expect((await send('GET', `/api/invoices/${invoice.id}`)).json()).toEqual(invoice);
    const csv = (await send('GET', `/api/invoices/export?search=${invoice.code}`)).body;
    expect(csv.split('\r\n')[0]).toContain(
      'exchange_rate_micros;exchange_rated_on;exchange_source;exchange_tax_cents',
    );
    expect(csv).toContain(`;1085000;${daysAgo(3)};BCE;1935;`);
  });

  // XR4
  test('without a rate of the last days is refused where it charges tax, and takes no number', async () => {
    await giveRate(server, DOLLARS, 8);
    const numbers = () => query(`select series, last_number from invoice_series order by series`);
    const before = await numbers();
    const refused = await issuing();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'invoice.exchange_rate_missing', params: { currency: 'USD', day: today } },
    ]);
    expect(await numbers()).toEqual(before);
    expect((await issue('exempt')).exchange).toBeNull();
    await save();
    expect((await issue('exempt')).exchange).toMatchObject({ rate_micros: DOLLARS, tax_cents: 0 });
  });

  // XR5
  test('is rectified by its own rate; one from before there were rates by that of its day', async () => {
    await save({ rate_micros: 1_250_000 });
    const { id } = await issue();
    await save({ rate_micros: 1_000_000 });
    const part = await rectify(id, { lines: [{ description: 'x', unit_price_cents: -1_000 }] });
    expect(part.json()).toMatchObject({
      tax_cents: -210,
      exchange: { rate_micros: 1_250_000, rated_on: today, tax_cents: -168 },
    });
    const old = await issue();
    await query('delete from exchange_rates');
    await query(`alter table invoices disable trigger invoices_kept`);
    await query(
      `update invoices set issued_on = $2, exchange_rate_micros = null, exchange_rated_on = null, exchange_source = null,
         exchange_tax_cents = null where id = $1`,
      [old.id, daysAgo(30)],
    );
    await query(`alter table invoices enable trigger invoices_kept`);
    expect((await rectify(old.id)).json()).toMatchObject({ params: { day: daysAgo(30) } });
    await save({ day: daysAgo(32), rate_micros: 1_500_000 });
    expect((await rectify(old.id)).json()).toMatchObject({
      exchange: { rate_micros: 1_500_000, rated_on: daysAgo(32), tax_cents: -1_400 },
    });
  });

  // XR6
  test('keeps its rate for good: the chain of invoices covers it', async () => {
    await save();
    const { id, code } = await issue();
    const problems = async () =>
      (await verifyInvoices(server.database)).problems.filter((problem) => problem.code === code);
    expect(await problems()).toEqual([]);
    await expect(query(`update invoices set exchange_tax_cents = 1 where id = $1`, [id])).rejects.toThrow(
      'append-only',
    );
    await query(`alter table invoices disable trigger invoices_kept`);
    await query(`update invoices set exchange_rate_micros = 2000000 where id = $1`, [id]);
    expect(await problems()).toEqual([{ kind: 'changed', code }]);
    await query(`update invoices set exchange_rate_micros = $2 where id = $1`, [id, DOLLARS]);
    await query(`alter table invoices enable trigger invoices_kept`);
    expect(await problems()).toEqual([]);
  });
});

// XR4
test('a renewal without its rate stays due; super_admins are told once a day by bell and mail, and it is issued once there is one', async () => {
  const ids = [await company(), await company()];
  await query(
    `update plan_versions set price_cents = 1000 where id in (select plan_version_id from organizations where id = any($1))`,
    [ids],
  );
  await query(`update organizations set subscription_status = 'active' where id = any($1)`, [ids]);
  await query(
    `update subscriptions set period_start = billing_today() - 30, period_end = billing_today(), anchor_day = 1
     where organization_id = any($1)`,
    [ids],
  );
  const issued = () =>
    query<{ exchange_tax_cents: number }>(
      `select exchange_tax_cents from invoices where organization_id = any($1)`,
      [ids],
    );
  await bill(server.platform);
  await bill(server.platform);
  expect(await issued()).toEqual([]);
  const bells = await query<{ params: object }>(
    `select params from notifications where event = 'verifactu.rate_missing' and profile_id = $1`,
    [cast.super_admin.id],
  );
  expect(bells).toEqual([{ params: { currency: 'USD', ends_on: today } }]);
  const mails = (await queuedMails(server.database, cast.super_admin.email)).filter(({ subject }) =>
    subject.includes('USD'),
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    'No se emiten facturas en USD: falta el tipo de cambio',
  ]);
  await save();
  await bill(server.platform);
  expect((await issued()).map((row) => row.exchange_tax_cents)).toEqual([194, 194]);
});

// XR7
test('an issuer who is not known, or of another country, issues in any currency without a rate', async () => {
  for (const env of [{}, { INVOICE_ISSUER_TAX_ID: 'PT503504564', INVOICE_ISSUER_COUNTRY: 'PT' }]) {
    const other = await startTestServer({ database: server.database, env });
    const invoice = await issue('standard', other);
    expect(invoice).toMatchObject({ currency: 'USD', tax_cents: 2_100, exchange: null });
    await other.close();
  }
});

// XR7
test('euros need no rate', async () => {
  await query(`update plan_versions set currency = 'EUR'`);
  expect(await issue()).toMatchObject({ currency: 'EUR', exchange: null });
});
