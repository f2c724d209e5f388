import type { InvoiceDetail } from '@atalaya/contract/billing';
import type { DebitRunDetail } from '@atalaya/contract/debit-runs';
import type { MandateDetail } from '@atalaya/contract/mandates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { addBankDays } from '../mandates/bank-days.ts';
import { schemaErrors } from './testing/run-schemas.ts';

const IBAN = 'ES9121000418450200051332';
const OTHER_IBAN = 'DE89370400440532013000';
const CREDITOR = { name: 'Emisora, S.L.', iban: IBAN, bic: 'CAIXESBBXXX', identifier: 'DE98ZZZ09999999999' };

let server: TestServer;
let cast: Cast;
let today: string;
let soon: string;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
  // Companies are made on the free plan: it charges nothing, in euros from here on.
  await query(`update plan_versions set currency = 'EUR'`);
  const [row] = await query<{ day: string }>('select billing_today()::text as day');
  today = row!.day;
  soon = addBankDays(today, 2);
});
afterAll(() => server.close());

const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<T & object>(text, values)).rows;
const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.send({ method, url, cookie: cast.super_admin.cookie, ...(payload ? { payload } : {}) });
const done = async <T = DebitRunDetail>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await send(method, url, payload);
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.json<T>();
};
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code;
const collectAs = async (change: object = {}) => {
  const { version } = await done<{ version: number }>('GET', '/api/creditor');
  await done('PUT', '/api/creditor', { version, ...CREDITOR, core_days: 2, b2b_days: 2, ...change });
};
const company = async () => {
  const { id } = await server.makeOrganization();
  await query(`update organizations set country = 'ES' where id = $1`, [id]);
  return id;
};
const invoiceOf = async (organization_id: string, cents = 10_000) =>
  done<InvoiceDetail>('POST', '/api/invoices', {
    organization_id,
    lines: [{ description: 'Licencia', unit_price_cents: cents }],
  });
const mandateOf = (organization_id: string, change: object = {}) =>
  done<MandateDetail>('POST', '/api/mandates', {
    organization_id,
    reference: `M-${unique()}`,
    debtor_name: 'Cliente, S.A.',
    iban: IBAN,
    bic: null,
    is_last: false,
    type: 'core',
    use: 'recurrent',
    signed_on: '2026-01-31',
    ...change,
  });
/** A company with a mandate and an invoice. */
const payer = async (change: object = {}) => {
  const id = await company();
  return { id, mandate: await mandateOf(id, change), invoice: await invoiceOf(id) };
};
const running = (...invoices: { id: string }[]) => ({
  type: 'core',
  invoice_ids: invoices.map(({ id }) => id),
  collect_on: soon,
});
const run = (...invoices: { id: string }[]) => done('POST', '/api/debit-runs', running(...invoices));
const step = (id: string, what: string) => send('POST', `/api/debit-runs/${id}/${what}`);
/** As if its day had come. */
const dueNow = async (id: string) => {
  await query('alter table debit_runs disable trigger debit_runs_kept');
  await query('update debit_runs set collect_on = billing_today() where id = $1', [id]);
  await query('alter table debit_runs enable trigger debit_runs_kept');
};
const collected = async (...invoices: { id: string }[]) => {
  const { id } = await run(...invoices);
  await step(id, 'presentation');
  await dueNow(id);
  const answer = await step(id, 'confirmation');
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<DebitRunDetail>();
};
const invoiceNow = ({ id }: { id: string }) => done<InvoiceDetail>('GET', `/api/invoices/${id}`);
const fileOf = async ({ id }: { id: string }) => (await send('GET', `/api/debit-runs/${id}/file`)).body;

// SEPA7
test('a run needs who collects, a day on which banks settle, and invoices that can be collected', async () => {
  const { invoice } = await payer();
  expect(codeOf(await send('POST', '/api/debit-runs', running(invoice)))).toBe('debit_run.creditor_missing');
  await collectAs();
  const early = await send('POST', '/api/debit-runs', { ...running(invoice), collect_on: today });
  expect(early.json()).toMatchObject({ code: 'debit_run.no_bank_day', params: { next: soon } });
  const closed = await send('POST', '/api/debit-runs', { ...running(invoice), collect_on: '2027-12-25' });
  expect(closed.json()).toMatchObject({ code: 'debit_run.no_bank_day', params: { next: '2027-12-27' } });
  const unmandated = await invoiceOf(await company());
  const b2b = (await payer({ type: 'b2b' })).invoice;
  const paid = (await payer()).invoice;
  await done('POST', `/api/invoices/${paid.id}/payments`, {
    amount_cents: 12_100,
    method: 'cash',
    paid_on: today,
  });
  const expired = (await payer({ signed_on: '2020-01-31' })).invoice;
  for (const other of [unmandated, b2b, paid, expired]) {
    const refused = await send('POST', '/api/debit-runs', running(invoice, other));
    expect(refused.json()).toMatchObject({
      code: 'debit_run.not_collectable',
      params: { codes: other.code },
    });
  }
  const listed = await done<{ items: { invoice: { id: string } }[]; first_day: string }>(
    'GET',
    '/api/debit-runs/collectable',
  );
  expect(listed.first_day).toBe(soon);
  expect(listed.items.map((item) => item.invoice.id)).toEqual([invoice.id]);
  for (const who of [cast.admin, cast.user])
    expect((await server.send({ url: '/api/debit-runs', cookie: who.cookie })).statusCode).toBe(403);
});

// SEPA5 SEPA8
test('its file is valid, and the same bytes for good; while the bank collects, nothing else settles the invoice', async () => {
  await collectAs();
  const { invoice } = await payer();
  const made = await run(invoice);
  expect(made).toMatchObject({
    status: 'made',
    debits: 1,
    total_cents: 12_100,
    items: [{ sequence: 'FRST' }],
  });
  const file = await fileOf(made);
  expect(await schemaErrors(file)).toEqual([]);
  expect(file).toContain(`<Ustrd>Factura ${invoice.code}</Ustrd>`);
  expect(file).toContain(`<EndToEndId>${made.items[0]!.id.replaceAll('-', '')}</EndToEndId>`);
  await collectAs({ name: 'Otro nombre' });
  expect(await fileOf(made)).toBe(file);
  await expect(query(`update debit_runs set file = 'x' where id = $1`, [made.id])).rejects.toThrow(
    /append-only/,
  );
  expect((await invoiceNow(invoice)).collect_on).toBe(soon);
  const paying = { amount_cents: 100, method: 'cash', paid_on: today };
  for (const [at, body] of [
    ['payments', paying],
    ['rectify', { code: 'R1', reason: 'Error' }],
    ['annul', { reason: 'Error' }],
  ] as const)
    expect((await send('POST', `/api/invoices/${invoice.id}/${at}`, body)).json()).toMatchObject({
      code: 'invoice.being_collected',
      params: { number: made.number },
    });
  expect((await step(made.id, 'cancellation')).json()).toMatchObject({
    status: 'canceled',
    items: [{ status: 'withdrawn' }],
  });
  expect((await invoiceNow(invoice)).collect_on).toBeNull();
  // It was never told to a bank: the next one is the first.
  expect((await run(invoice)).items[0]!.sequence).toBe('FRST');
});

describe('what becomes of a run', () => {
  // SEPA9
  test('confirmed on its day it pays its invoices with the reference of their mandates, in one transaction', async () => {
    const { invoice, mandate } = await payer();
    const other = await payer();
    const made = await run(invoice, other.invoice);
    expect(codeOf(await step(made.id, 'confirmation'))).toBe('debit_run.wrong_status');
    await step(made.id, 'presentation');
    expect(codeOf(await step(made.id, 'presentation'))).toBe('debit_run.wrong_status');
    // Its day is to come.
    expect(codeOf(await step(made.id, 'confirmation'))).toBe('debit_run.wrong_status');
    await dueNow(made.id);
    // One that cannot be paid keeps all of them from it.
    await query('update invoices set paid_cents = 100 where id = $1', [other.invoice.id]);
    expect(codeOf(await step(made.id, 'confirmation'))).toBe('invoice.amount_exceeds');
    expect(await invoiceNow(invoice)).toMatchObject({ paid_cents: 0, payments: [] });
    await query('update invoices set paid_cents = 0 where id = $1', [other.invoice.id]);
    const both = await Promise.all([step(made.id, 'confirmation'), step(made.id, 'confirmation')]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await invoiceNow(invoice)).toMatchObject({
      status: 'paid',
      collect_on: null,
      payments: [{ amount_cents: 12_100, method: 'direct_debit', reference: mandate.reference }],
    });
    expect(codeOf(await step(made.id, 'cancellation'))).toBe('debit_run.wrong_status');
  });

  // SEPA10
  test('one that comes back is owed again: its payment is paid back, and the next debit goes on in the sequence', async () => {
    const { invoice } = await payer();
    const made = await collected(invoice);
    const [debit] = made.items;
    const at = `/api/debits/${debit!.id}/return`;
    const late = await send('POST', at, { code: 'MD06', returned_on: '2100-01-01' });
    expect(late.json()).toMatchObject({ fields: [{ field: 'body.returned_on', code: 'too_big' }] });
    const back = await done('POST', at, { code: 'MD06', returned_on: today });
    expect(back.items[0]).toMatchObject({ status: 'returned', return_code: 'MD06', returned_on: today });
    expect(codeOf(await send('POST', at, { code: 'MD06', returned_on: today }))).toBe(
      'debit_run.wrong_status',
    );
    const now = await invoiceNow(invoice);
    expect(now).toMatchObject({ paid_cents: 0, outstanding_cents: 12_100 });
    expect(now.payments[1]).toMatchObject({
      amount_cents: -12_100,
      reason: 'SEPA MD06',
      method: 'direct_debit',
    });
    expect((await run(invoice)).items[0]!.sequence).toBe('RCUR');
  });

  // SEPA10
  test('one that the bank rejects before its day pays nothing, and the next debit is the first again', async () => {
    const { invoice } = await payer();
    const made = await run(invoice);
    const at = `/api/debits/${made.items[0]!.id}/return`;
    expect(codeOf(await send('POST', at, { code: 'AC01', returned_on: today }))).toBe(
      'debit_run.wrong_status',
    );
    await step(made.id, 'presentation');
    const back = await done('POST', at, { code: 'AC01', returned_on: today });
    expect(back.items[0]).toMatchObject({ status: 'rejected', return_code: 'AC01' });
    expect((await invoiceNow(invoice)).payments).toEqual([]);
    expect((await run(invoice)).items[0]!.sequence).toBe('FRST');
  });

  // SEPA6
  test('what was amended since is told with the next debit alone, the creditor’s changes too', async () => {
    await collectAs();
    const { id, invoice, mandate } = await payer();
    await collected(invoice);
    const { version } = await done<MandateDetail>('GET', `/api/mandates/${mandate.id}`);
    const to = {
      reference: `N-${unique()}`,
      debtor_name: 'Cliente',
      iban: OTHER_IBAN,
      bic: null,
      is_last: false,
    };
    await done('PUT', `/api/mandates/${mandate.id}`, { version, ...to });
    await collectAs({ name: 'Nueva' });
    const second = await run(await invoiceOf(id), await invoiceOf(id));
    const file = await fileOf(second);
    expect(await schemaErrors(file)).toEqual([]);
    expect(file.match(/<AmdmntInd>true/g)).toHaveLength(1);
    expect(file).toContain(`<OrgnlMndtId>${mandate.reference}</OrgnlMndtId>`);
    expect(file).toContain('<Id>SMNDA</Id>');
    expect(file).toMatch(/<OrgnlCdtrSchmeId>\s*<Nm>Emisora, S.L.<\/Nm>\s*<\/OrgnlCdtrSchmeId>/);
    const third = await fileOf(await run(await invoiceOf(id)));
    expect(third).not.toContain('AmdmntInd');
  });

  // SEPA6
  test('a mandate for one debit has one, and with its last one it is completed', async () => {
    const once = await payer({ use: 'one_off' });
    const second = await invoiceOf(once.id);
    const refused = await send('POST', '/api/debit-runs', running(once.invoice, second));
    expect(refused.json()).toMatchObject({ params: { codes: second.code } });
    expect((await collected(once.invoice)).items[0]!.sequence).toBe('OOFF');
    const last = await payer({ is_last: true });
    expect((await collected(last.invoice)).items[0]!.sequence).toBe('FNAL');
    for (const { mandate } of [once, last])
      expect(await done('GET', `/api/mandates/${mandate.id}`)).toMatchObject({
        status: 'completed',
        used_on: soon,
        events: [{ kind: 'completed' }, { kind: 'signed' }],
      });
  });

  // SEPA8
  test('of ten runs at once of the same invoices one is made, and the database holds it by itself', async () => {
    const [one, two] = [await payer(), await payer()];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        send(
          'POST',
          '/api/debit-runs',
          running(...(place % 2 ? [one, two] : [two, one]).map(({ invoice }) => invoice)),
        ),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(409),
    ]);
    const copying = `insert into debits (organization_id, run_id, invoice_id, mandate_id, amount_cents, sequence,
        reference, debtor_name, iban, collect_on)
      select organization_id, run_id, invoice_id, mandate_id, amount_cents, sequence, reference, debtor_name, iban,
        collect_on from debits where invoice_id = $1`;
    await expect(query(copying, [one.invoice.id])).rejects.toThrow(/debits_pending/);
  });
});
