import type { BankStatementDetail } from '@atalaya/contract/bank-statements';
import type { InvoiceDetail } from '@atalaya/contract/billing';
import type { DebitRunDetail } from '@atalaya/contract/debit-runs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { writeStatement } from './testing/statement-file.ts';
import type { Movement } from './testing/statement-file.ts';

const IBAN = 'ES9121000418450200051332';
const PAYER = { name: 'Cliente, S.A.', iban: 'DE89370400440532013000' };

let server: TestServer;
let cast: Cast;
let today: string;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
  await query(`update plan_versions set currency = 'EUR'`);
  const [row] = await query<{ day: string }>('select billing_today()::text as day');
  today = row!.day;
  const creditor = { name: 'Emisora', iban: IBAN, bic: null, identifier: 'DE98ZZZ09999999999' };
  await done('PUT', '/api/creditor', { version: 0, ...creditor, core_days: 1, b2b_days: 1 });
});
afterAll(() => server.close());

const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<T & object>(text, values)).rows;
const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.send({ method, url, cookie: cast.super_admin.cookie, ...(payload ? { payload } : {}) });
const done = async <T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await send(method, url, payload);
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.json<T>();
};
const upload = (text: string, cookie = cast.super_admin.cookie) => {
  const boundary = 'boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="e.xml"\r\nContent-Type: text/xml\r\n\r\n`;
  return server.send({
    method: 'POST',
    url: '/api/bank-statements',
    cookie,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${head}${text}\r\n--${boundary}--\r\n`,
  });
};
const taken = async (...entries: Movement[]) => {
  const text = writeStatement({ reference: unique(), day: today, entries });
  const answer = await upload(text);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const [statement] = answer.json<{ statements: { id: string }[] }>().statements;
  return done<BankStatementDetail>('GET', `/api/bank-statements/${statement!.id}`);
};
const payer = async (iban = PAYER.iban) => {
  const { id } = await server.makeOrganization();
  await query(`update organizations set country = 'ES' where id = $1`, [id]);
  const signed_on = '2026-01-31';
  const mandate = { reference: `M-${unique()}`, debtor_name: 'Cliente', iban, bic: null, is_last: false };
  await done('POST', '/api/mandates', {
    organization_id: id,
    ...mandate,
    type: 'core',
    use: 'recurrent',
    signed_on,
  });
  const lines = [{ description: 'Licencia', unit_price_cents: 10_000 }];
  return done<InvoiceDetail>('POST', '/api/invoices', { organization_id: id, lines });
};
const presented = async (...invoices: InvoiceDetail[]) => {
  const { first_day } = await done<{ first_day: string }>('GET', '/api/debit-runs/collectable');
  const invoice_ids = invoices.map(({ id }) => id);
  const run = await done<DebitRunDetail>('POST', '/api/debit-runs', {
    type: 'core',
    invoice_ids,
    collect_on: first_day,
  });
  return done<DebitRunDetail>('POST', `/api/debit-runs/${run.id}/presentation`);
};
/** All that is certain, as one press confirms it. */
const certainOf = ({ items }: BankStatementDetail) =>
  items.flatMap(({ id, matches }) =>
    matches.filter(({ is_certain }) => is_certain).map(({ kind, target_id }) => ({ id, kind, target_id })),
  );
const confirm = (statement: BankStatementDetail, entries: object[] = certainOf(statement)) =>
  send('POST', `/api/bank-statements/${statement.id}/confirmations`, { entries });
const invoiceNow = ({ id }: { id: string }) => done<InvoiceDetail>('GET', `/api/invoices/${id}`);
const hex = (id: string) => id.replaceAll('-', '');

describe('what is taken', () => {
  // SEPA12
  test('a file that is no statement, has a document type, is in dollars or does not add up is refused with the reason', async () => {
    const good = writeStatement({ reference: unique(), entries: [{ amount_cents: 100 }] });
    for (const [text, code, detail] of [
      ['no xml', 'statement.unreadable', /./],
      ['<a/>', 'statement.unreadable', /not camt.053/],
      [
        good.replace('?>', '?><!DOCTYPE Document [<!ENTITY x "y">]>'),
        'statement.unreadable',
        /document type/,
      ],
      [good.replaceAll('CLBD', 'CLOSING'), 'statement.unbalanced', /balance/],
      [good.replaceAll('CRDT', 'CREDIT'), 'statement.unreadable', /neither/],
      [good.replaceAll('"EUR"', '"USD"'), 'statement.unreadable', /euros/],
      [writeStatement({ reference: 'x', entries: [], closing_cents: 1 }), 'statement.unbalanced', /balance/],
    ] as const) {
      const answer = await upload(text);
      expect(answer.json()).toMatchObject({ code });
      expect(answer.json<{ params: { detail: string } }>().params.detail).toMatch(detail);
    }
    expect((await upload('x'.repeat(1024 * 1024 + 1))).json()).toMatchObject({ code: 'request.too_large' });
    for (const who of [cast.admin, cast.user]) expect((await upload(good, who.cookie)).statusCode).toBe(403);
  });

  // SEPA13
  test('the same statement, or a movement that another told of, is there once, also where two come at once', async () => {
    const entry = { amount_cents: 100, bank: unique() };
    const text = writeStatement({ reference: unique(), entries: [entry] });
    const both = await Promise.all([upload(text), upload(text)]);
    expect(both.map((answer) => answer.json<{ known: number }>().known).toSorted((a, b) => a - b)).toEqual([
      0, 1,
    ]);
    const statement = await taken(entry, { amount_cents: 5, bank: unique() });
    // The day is another one in the other statement: only of the same day it is the same.
    expect(statement.items).toHaveLength(2);
    const again = await taken(entry, { amount_cents: 7, bank: unique() });
    expect(again.items.map(({ amount_cents }) => amount_cents)).toEqual([7]);
  });
});

describe('what entries are', () => {
  // SEPA14 SEPA15
  test('what is certain is confirmed at once: payments with their day and account; the rest stays, and nothing is done twice', async () => {
    const [named, part] = [await payer(), await payer('FR1420041010050500013M02606')];
    const statement = await taken(
      { amount_cents: 12_100, text: `Pago ${named.code}`, party: PAYER },
      { amount_cents: 100, text: `A cuenta ${part.code}` },
      { amount_cents: 999, text: 'Intereses' },
    );
    expect(
      statement.items.map(({ matches }) => matches.map(({ reason, is_certain }) => [reason, is_certain])),
    ).toEqual([[['code', true]], [['code', false]], []]);
    const both = await Promise.all([confirm(statement), confirm(statement)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await invoiceNow(named)).toMatchObject({
      status: 'paid',
      payments: [{ amount_cents: 12_100, method: 'transfer', paid_on: today, last_four: '3000' }],
    });
    const after = await done<BankStatementDetail>('GET', `/api/bank-statements/${statement.id}`);
    expect(after).toMatchObject({
      open_entries: 2,
      items: [{ status: 'settled', settled_as: named.code, matches: [] }, {}, {}],
    });
    const [, second] = after.items;
    const { kind, target_id } = second!.matches[0]!;
    await confirm(after, [{ id: second!.id, kind, target_id }]);
    expect(await invoiceNow(part)).toMatchObject({ status: 'partial', paid_cents: 100 });
  });

  // SEPA15
  test('where one of them cannot be, none is', async () => {
    const [one, two] = [await payer('NL91ABNA0417164300'), await payer('BE68539007547034')];
    const statement = await taken(
      { amount_cents: 12_100, text: one.code },
      { amount_cents: 12_100, text: two.code },
    );
    const entries = certainOf(statement);
    expect(entries).toHaveLength(2);
    await done('POST', `/api/invoices/${two.id}/payments`, {
      amount_cents: 1,
      method: 'cash',
      paid_on: today,
    });
    expect((await confirm(statement, entries)).json()).toMatchObject({ code: 'statement.not_proposed' });
    expect((await invoiceNow(one)).payments).toEqual([]);
    // Two that would pay the same invoice are certain of neither.
    const three = await payer('IT60X0542811101000000123456');
    const credit = { amount_cents: 12_100, text: three.code };
    expect(certainOf(await taken(credit, credit))).toEqual([]);
    const foreign = { ...entries[0]!, target_id: two.id };
    expect((await confirm(statement, [foreign])).json()).toMatchObject({ code: 'statement.not_proposed' });
  });

  // SEPA16
  test('a run is collected by the credit of all of it, or of its debits one by one, and what comes back is taken back', async () => {
    const invoices = [await payer(), await payer(), await payer()];
    const whole = await presented(invoices[0]!, invoices[1]!);
    const single = await presented(invoices[2]!);
    const statement = await taken(
      { amount_cents: 24_200, message: hex(whole.id) },
      { amount_cents: 12_100, end_to_end_id: hex(single.items[0]!.id) },
    );
    expect((await confirm(statement)).statusCode).toBe(200);
    for (const { id } of [whole, single])
      expect(await done('GET', `/api/debit-runs/${id}`)).toMatchObject({ status: 'confirmed' });
    for (const invoice of invoices)
      expect(await invoiceNow(invoice)).toMatchObject({
        payments: [{ method: 'direct_debit', paid_on: today }],
      });
    const back = await taken(
      { amount_cents: -12_100, end_to_end_id: hex(whole.items[0]!.id), return_code: 'MD06', party: PAYER },
      { amount_cents: -12_100, end_to_end_id: hex(single.items[0]!.id), return_code: 'ZZZZ' },
    );
    expect(back.items.map(({ matches }) => matches.map(({ kind }) => kind))).toEqual([
      ['return'],
      ['return'],
    ]);
    expect((await confirm(back)).statusCode).toBe(200);
    expect(await invoiceNow(whole.items[0]!.invoice)).toMatchObject({ outstanding_cents: 12_100 });
    const { items } = await done<DebitRunDetail>('GET', `/api/debit-runs/${single.id}`);
    // A code that no rulebook has is one without a reason.
    expect(items).toMatchObject([{ status: 'returned', return_code: 'MS03' }]);
  });
});
