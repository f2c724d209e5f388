import type { InvoiceDetail } from '@atalaya/contract/billing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingDay } from '../../../platform/testing/billing-day.ts';
import { waitForLockWaits } from '../../../platform/testing/lock-waits.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await server.makePerson({ role: 'super_admin' }));
});
afterAll(() => server.close());

const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
  server.send({ method, url, cookie, ...(payload ? { payload } : {}) });
const pay = (id: string, values: object) =>
  send('POST', `/api/invoices/${id}/payments`, { method: 'transfer', paid_on: billingDay(), ...values });
const refund = (id: string, values: object) =>
  send('POST', `/api/payments/${id}/refunds`, {
    method: 'transfer',
    paid_on: billingDay(),
    reason: 'Duplicado',
    ...values,
  });

/** An invoice of 121,00 to a company of its own, paid in full unless said otherwise. */
async function paid(amount_cents = 12_100) {
  const { id: organization_id } = await server.makeOrganization();
  await server.database.pool.query("update organizations set country = 'ES' where id = $1", [
    organization_id,
  ]);
  const lines = [{ description: 'Formación', unit_price_cents: 10_000 }];
  const { id } = (await send('POST', '/api/invoices', { organization_id, lines })).json<InvoiceDetail>();
  const invoice = (await pay(id, { amount_cents, reference: 'TR-1' })).json<InvoiceDetail>();
  return { organization_id, id, payment: invoice.payments[0]! };
}
/** By difference of an amount before taxes, or as a whole. @returns the rectifying one */
const rectify = async (id: string, cents?: number) =>
  (
    await send('POST', `/api/invoices/${id}/rectify`, {
      code: 'R4',
      reason: 'Error',
      ...(cents === undefined ? {} : { lines: [{ description: 'Formación', unit_price_cents: cents }] }),
    })
  ).json<InvoiceDetail>();
const read = async (id: string) => (await send('GET', `/api/invoices/${id}`)).json<InvoiceDetail>();

test('a payment says of itself what its method has, in the lists, the file and the audit log', async () => {
  const { organization_id, id } = await paid(100);
  const card = { method: 'card', institution: 'Visa', last_four: '4242', reference: 'A-1' };
  expect((await pay(id, { amount_cents: 200, ...card })).json<InvoiceDetail>().payments[1]).toMatchObject(
    card,
  );
  const iban = await pay(id, { amount_cents: 300, institution: 'Banco Norte', last_four: 'ab12' });
  expect(iban.json<InvoiceDetail>().payments[2]).toMatchObject({ last_four: 'AB12', reference: null });
  const listed = await send('GET', `/api/payments?organization_id=${organization_id}&method=card`);
  expect(listed.json()).toMatchObject({ items: [card] });
  const { body } = await send('GET', `/api/payments/export?organization_id=${organization_id}&method=card`);
  expect(body.split('\r\n')[0]).toMatch(/;institution;last_four;reason$/);
  expect(body.split('\r\n')[1]).toMatch(/;Visa;4242;$/);
  const { rows } = await server.database.pool.query(
    "select after from audit_log where object_id = $1 and action = 'payment.registered' order by id",
    [id],
  );
  expect(rows[1].after).toMatchObject(card);
});

test.each([
  ['a note of a bank', { method: 'cash', institution: 'Banco' }, ['institution']],
  ['the whole number of a card', { method: 'card', last_four: '4242424242424242' }, ['last_four']],
  ['letters of a card', { method: 'card', last_four: '42AB' }, ['last_four']],
  ['an account of a direct debit', { method: 'direct_debit', last_four: '1332' }, ['last_four']],
  ['a mandate as SEPA has none', { method: 'direct_debit', reference: 'Ñ-1' }, ['reference']],
])('%s is refused at its field', async (_what, values, fields) => {
  const { id, payment } = await paid(100);
  for (const answer of [
    await pay(id, { amount_cents: 1, ...values }),
    await refund(payment.id, { amount_cents: 1, ...values }),
  ]) {
    expect(answer.statusCode).toBe(400);
    const problems = answer.json<{ fields: { field: string }[] }>().fields;
    expect(problems.map(({ field }) => field)).toEqual(fields.map((field) => `body.${field}`));
  }
});

test('a part is paid back: the invoice is owed again, and lists, reports and the books follow', async () => {
  const { organization_id, id, payment } = await paid();
  expect(await read(id)).toMatchObject({ status: 'paid', payments: [{ refundable_cents: 12_100 }] });
  const part = { amount_cents: 2_100, method: 'card', institution: 'Visa', reason: 'De más' };
  const answer = await refund(payment.id, part);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    {
      status: 'partial',
      paid_cents: 10_000,
      outstanding_cents: 2_100,
      payments: [
        { amount_cents: 12_100, refundable_cents: 10_000, refunds_id: null, reason: null },
        {
          amount_cents: -2_100,
          refundable_cents: 0,
          refunds_id: payment.id,
          reason: 'De más',
          method: 'card',
        },
      ],
    },
  ]);
  const listed = await send('GET', `/api/payments?organization_id=${organization_id}`);
  expect(listed.json()).toMatchObject({ sums: [{ currency: 'USD', amount_cents: 10_000 }], total: 2 });
  const { body } = await send('GET', `/api/payments/export?organization_id=${organization_id}`);
  expect(body).toMatch(/;-2100;.*;Visa;;De más\r\n/);
  const { rows } = await server.database.pool.query(
    "select before, after from audit_log where object_id = $1 and action = 'payment.refunded'",
    [id],
  );
  expect(rows).toMatchObject([{ after: { amount_cents: -2_100, refunds_id: payment.id, reason: 'De más' } }]);
  const today = billingDay();
  const books = await send('GET', `/api/invoices?organization_id=${organization_id}&from=${today}`);
  expect(books.json()).toMatchObject({ sums: [{ total_cents: 12_100, outstanding_cents: 2_100 }] });
  // What was paid back can be paid again.
  expect((await pay(id, { amount_cents: 2_100 })).json()).toMatchObject({ status: 'paid' });
});

test('more than is left of it, nothing, a day to come, no reason: refused at the field', async () => {
  const { id, payment } = await paid();
  await refund(payment.id, { amount_cents: 100 });
  const more = await refund(payment.id, { amount_cents: 12_001 });
  expect([more.statusCode, more.json()]).toMatchObject([
    409,
    { code: 'payment.refund_exceeds', params: { refundable_cents: 12_000 } },
  ]);
  for (const [field, values] of [
    ['amount_cents', { amount_cents: 0 }],
    ['paid_on', { amount_cents: 1, paid_on: billingDay(3) }],
    ['reason', { amount_cents: 1, reason: ' ' }],
  ] as const) {
    const answer = await refund(payment.id, values);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { fields: [{ field: `body.${field}` }] }]);
  }
  const [, back] = (await read(id)).payments;
  expect((await refund(back!.id, { amount_cents: 1 })).json()).toMatchObject({
    code: 'payment.not_refundable',
  });
  expect((await refund(randomUUID(), { amount_cents: 1 })).statusCode).toBe(404);
  expect((await refund(payment.id, { amount_cents: 12_000 })).json()).toMatchObject({ status: 'open' });
});

test('two at once never pay back more than was paid; one that is sent twice is there once', async () => {
  const { organization_id, id, payment } = await paid();
  const client = await server.database.pool.connect();
  await client.query('begin');
  await client.query('select 1 from organizations where id = $1 for update', [organization_id]);
  const both = [1, 2].map(() => refund(payment.id, { amount_cents: 7_000 }));
  await waitForLockWaits(server.database, 2);
  await client.query('commit');
  client.release();
  const answers = await Promise.all(both);
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
    code: 'payment.refund_exceeds',
  });
  const once = { amount_cents: 1_000, request_id: randomUUID() };
  for (const answer of [await refund(payment.id, once), await refund(payment.id, once)])
    expect(answer.json()).toMatchObject({ paid_cents: 4_100 });
  expect((await read(id)).payments).toHaveLength(3);
});

test('once it was rectified as a whole, what was paid goes back on the rectifying one alone', async () => {
  const { id, payment } = await paid();
  await refund(payment.id, { amount_cents: 2_100 });
  await pay(id, { amount_cents: 100 });
  const credit = await rectify(id);
  // What was paid back is owed again, and rectified first: not even that can go back a second time.
  expect(credit).toMatchObject({ total_cents: -12_100, outstanding_cents: -10_100, status: 'credit' });
  expect(await read(id)).toMatchObject({ status: 'void', outstanding_cents: 0, paid_cents: 10_100 });
  expect((await read(id)).payments.map(({ refundable_cents }) => refundable_cents)).toEqual([0, 0, 0]);
  expect((await refund(payment.id, { amount_cents: 1 })).json()).toMatchObject({
    code: 'payment.not_refundable',
  });
  expect((await pay(credit.id, { amount_cents: -10_101 })).json()).toMatchObject({
    code: 'invoice.amount_exceeds',
  });
  const back = (await pay(credit.id, { amount_cents: -10_100 })).json<InvoiceDetail>();
  expect(back).toMatchObject({ outstanding_cents: 0, payments: [{ refundable_cents: 0 }] });
  expect((await read(id)).payments).toMatchObject([{ refundable_cents: 0 }, {}, { refundable_cents: 0 }]);
});

test('of what was rectified in part, what goes back on the rectifying one is no longer refunded', async () => {
  const { id, payment } = await paid();
  const credit = await rectify(id, -3_000);
  expect(credit).toMatchObject({ outstanding_cents: -3_630 });
  const refused = { code: 'payment.refund_exceeds', params: { refundable_cents: 8_470 } };
  // Neither while it is owed to the customer nor once they have it.
  expect((await refund(payment.id, { amount_cents: 8_471 })).json()).toMatchObject(refused);
  await pay(credit.id, { amount_cents: -3_630 });
  expect((await refund(payment.id, { amount_cents: 8_471 })).json()).toMatchObject(refused);
  expect((await refund(payment.id, { amount_cents: 8_470 })).json()).toMatchObject({
    payments: [{ refundable_cents: 0 }, {}],
  });
  // What is owed again is rectified with the rest, without anything more to be paid back.
  expect(await rectify(id)).toMatchObject({ total_cents: -8_470, outstanding_cents: 0 });
  expect(await read(id)).toMatchObject({ status: 'void', outstanding_cents: 0 });
});

test('what was paid of a rectifying one goes back on it, and never beyond what the family was paid', async () => {
  const { id, payment } = await paid();
  const more = await rectify(id, 1_000);
  const paidMore = (await pay(more.id, { amount_cents: 1_210 })).json<InvoiceDetail>().payments[0]!;
  expect(paidMore).toMatchObject({ refundable_cents: 1_210 });
  expect((await refund(paidMore.id, { amount_cents: 210 })).json()).toMatchObject({ outstanding_cents: 210 });
  expect(await rectify(id)).toMatchObject({ total_cents: -13_310, outstanding_cents: -13_100 });
  for (const { id: of } of [paidMore, payment])
    expect((await refund(of, { amount_cents: 1 })).statusCode).toBe(409);
});

test('paid back and rectified at once, no more goes back than was paid, whichever is first', async () => {
  const { organization_id, id, payment } = await paid();
  const client = await server.database.pool.connect();
  await client.query('begin');
  await client.query('select 1 from organizations where id = $1 for update', [organization_id]);
  const both = [refund(payment.id, { amount_cents: 12_100 }), rectify(id)] as const;
  await waitForLockWaits(server.database, 2);
  await client.query('commit');
  client.release();
  const [refunded, credit] = await Promise.all(both);
  const { paid_cents, payments } = await read(id);
  expect(paid_cents).toBe(refunded.statusCode === 201 ? 0 : 12_100);
  // What is still paid is what the rectifying one owes, and only that one.
  expect((await read(credit.id)).outstanding_cents).toBe(-paid_cents || 0);
  expect(payments[0]).toMatchObject({ refundable_cents: 0 });
});

test('what was wholly paid back can be annulled, what is paid in part can not, and nothing of it goes back then', async () => {
  const { id, payment } = await paid();
  await refund(payment.id, { amount_cents: 12_099 });
  const annul = () => send('POST', `/api/invoices/${id}/annul`, { reason: 'No hubo venta' });
  expect((await annul()).json()).toMatchObject({ code: 'invoice.not_annullable' });
  await refund(payment.id, { amount_cents: 1 });
  expect((await annul()).json()).toMatchObject({ status: 'annulled', outstanding_cents: 0, paid_cents: 0 });
  expect((await refund(payment.id, { amount_cents: 1 })).json()).toMatchObject({
    code: 'payment.refund_exceeds',
    params: { refundable_cents: 0 },
  });
});

test('an admin of the company reads what was paid back, and pays nothing back', async () => {
  const { organization_id, id, payment } = await paid();
  await refund(payment.id, { amount_cents: 100 });
  const admin = await server.makePerson({ role: 'admin', organization_id });
  const seen = await server.send({ url: `/api/invoices/${id}`, cookie: admin.cookie });
  expect(seen.json()).toEqual(await read(id));
  const url = `/api/payments/${payment.id}/refunds`;
  const payload = { amount_cents: 1, method: 'cash', paid_on: billingDay(), reason: 'x' };
  expect((await server.send({ method: 'POST', url, cookie: admin.cookie, payload })).statusCode).toBe(403);
});
