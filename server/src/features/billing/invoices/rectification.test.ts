import type { InvoiceDetail } from '@atalaya/contract/billing';
import { standingLines, taxLines, totalsOf } from '@atalaya/contract/invoice-amounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';
import { verifyInvoices } from './verify-invoices.service.ts';

describe('rectifying invoices', () => {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestServer();
    cookie = (await server.makePerson({ role: 'super_admin' })).cookie;
  });
  afterAll(() => server.close());

  const post = (url: string, payload: object) => server.send({ method: 'POST', url, cookie, payload });
  const read = async (id: string) =>
    (await server.send({ url: `/api/invoices/${id}`, cookie })).json<InvoiceDetail>();
  const line = (unit_price_cents: number, quantity = 1) => ({
    description: 'Licencia',
    quantity,
    unit_price_cents,
  });
  const company = async (currency = 'USD') => {
    const { id } = await server.makeOrganization({ plan_type: currency === 'USD' ? 'free' : 'basic' });
    const { pool } = server.database;
    await pool.query(
      `update organizations set country = 'ES', tax_id = 'A58818501', billing_email = 'f@x.test' where id = $1`,
      [id],
    );
    if (currency !== 'USD')
      await pool.query(
        `update plan_versions set currency = $2 where id = (select plan_version_id from organizations where id = $1)`,
        [id, currency],
      );
    return id;
  };
  const issue = async (organization_id: string, cents: number, extra = {}) => {
    const answer = await post('/api/invoices', { organization_id, lines: [line(cents)], ...extra });
    return answer.json<InvoiceDetail>();
  };
  const rectify = async (id: string, body: object) =>
    post(`/api/invoices/${id}/rectify`, { code: 'R4', reason: 'Error', ...body });
  const rectified = async (id: string, body: object) => (await rectify(id, body)).json<InvoiceDetail>();
  const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code;

  test('by difference in part, more than once, and never more than is left', async () => {
    const invoice = await issue(await company(), 10_000);
    const first = await rectified(invoice.id, { code: 'R1', lines: [line(-3_000)] });
    expect(first).toMatchObject({
      code: expect.stringMatching(/^R-/) as string,
      kind: 'rectifying',
      rectification_code: 'R1',
      rectification_method: 'difference',
      subtotal_cents: -3_000,
      tax_cents: -630,
      outstanding_cents: 0,
      rectifies: { id: invoice.id },
    });
    const second = await rectified(invoice.id, { lines: [line(1_000)] });
    expect(second).toMatchObject({ total_cents: 1_210, outstanding_cents: 1_210, status: 'open' });
    expect(await read(invoice.id)).toMatchObject({
      status: 'open',
      outstanding_cents: 12_100 - 3_630,
      rectified_by: [{ id: first.id }, { id: second.id }],
      standing: { subtotal_cents: 8_000, tax_cents: 1_680, total_cents: 9_680 },
    });
    expect(codeOf(await rectify(invoice.id, { lines: [line(-8_001)] }))).toBe('invoice.rectified_too_far');
    // The rest as a whole is settled with all that the family owes.
    const rest = await rectified(invoice.id, {});
    expect(rest).toMatchObject({ total_cents: -9_680, outstanding_cents: 0 });
    expect(await read(second.id)).toMatchObject({ outstanding_cents: 0 });
    expect(await read(invoice.id)).toMatchObject({ status: 'void', outstanding_cents: 0 });
    expect(codeOf(await rectify(invoice.id, {}))).toBe('invoice.not_rectifiable');
    expect(codeOf(await rectify(rest.id, {}))).toBe('invoice.not_rectifiable');
  });

  test('by substitution: it says what holds instead and what that changes, to the customer as they are now', async () => {
    const organization_id = await company();
    const invoice = await issue(organization_id, 10_000);
    await post(`/api/invoices/${invoice.id}/payments`, {
      amount_cents: 12_100,
      method: 'transfer',
      paid_on: invoice.issued_on,
    });
    await server.database.pool.query(`update organizations set tax_id = 'B12345674' where id = $1`, [
      organization_id,
    ]);
    const substitution = { method: 'substitution', lines: [line(4_000, 2)], tax_rate: 1_000 };
    const made = await rectified(invoice.id, substitution);
    expect(made).toMatchObject({
      rectification_method: 'substitution',
      customer_tax_id: 'B12345674',
      total_cents: 8_800 - 12_100,
      outstanding_cents: 8_800 - 12_100,
      status: 'credit',
      lines: [
        { amount_cents: -10_000, tax_cents: -2_100, is_taken_back: true },
        { amount_cents: 8_000, tax_cents: 800, is_taken_back: false },
      ],
    });
    // Another replaces what the first one left.
    const again = await rectified(invoice.id, { method: 'substitution', lines: [line(5_000)] });
    expect(again).toMatchObject({ total_cents: 5_500 - 8_800 });
    expect(await read(invoice.id)).toMatchObject({ standing: { total_cents: 5_500 } });
    expect((await rectify(invoice.id, { method: 'substitution' })).json()).toMatchObject({
      fields: [{ field: 'body.lines' }],
    });
  });

  test('simplified ones are in euros, of 400 at most, have a series of their own and are rectified as R5', async () => {
    const dollars = await company();
    const simplified = { kind: 'simplified' };
    expect(await issue(dollars, 100, simplified)).toMatchObject({ code: 'invoice.not_simplified' });
    const euros = await company('EUR');
    expect(await issue(euros, 33_059, simplified)).toMatchObject({ code: 'invoice.not_simplified' });
    const invoice = await issue(euros, 33_058, simplified);
    expect(invoice).toMatchObject({
      code: expect.stringMatching(/^S-\d{4}-00001$/) as string,
      kind: 'simplified',
      customer_tax_id: null,
      total_cents: 40_000,
    });
    const refused = await rectify(invoice.id, { code: 'R1' });
    expect(refused.json()).toMatchObject({ code: 'request.invalid', fields: [{ field: 'body.code' }] });
    expect(await rectified(invoice.id, { code: 'R5' })).toMatchObject({ total_cents: -40_000 });
    expect(codeOf(await rectify((await issue(euros, 100)).id, { code: 'R5' }))).toBe('request.invalid');
  });

  test('annulled, an invoice keeps its number, owes nothing and is in no sum; not once it was paid or rectified', async () => {
    const organization_id = await company();
    const [annulled, paid, corrected] = [
      await issue(organization_id, 10_000),
      await issue(organization_id, 200),
      await issue(organization_id, 300),
    ];
    const annul = (id: string) => post(`/api/invoices/${id}/annul`, { reason: 'De prueba' });
    for (const _ of ['once', 'again'])
      expect((await annul(annulled.id)).json()).toMatchObject({
        code: annulled.code,
        status: 'annulled',
        outstanding_cents: 0,
        annulment_reason: 'De prueba',
      });
    await post(`/api/invoices/${paid.id}/payments`, {
      amount_cents: 1,
      method: 'cash',
      paid_on: paid.issued_on,
    });
    await rectify(corrected.id, { lines: [line(-1)] });
    for (const { id } of [paid, corrected]) expect(codeOf(await annul(id))).toBe('invoice.not_annullable');
    expect(codeOf(await rectify(annulled.id, {}))).toBe('invoice.not_rectifiable');
    const listed = await server.send({ url: `/api/invoices?organization_id=${organization_id}`, cookie });
    expect(listed.json()).toMatchObject({ total: 4, sums: [{ total_cents: 242 + 363 - 1 }] });
    const { rows } = await server.database.pool.query(
      `select action from audit_log where object_id = $1 order by id`,
      [annulled.id],
    );
    expect(rows.map(({ action }) => action as string)).toEqual(['invoice.issued', 'invoice.annulled']);
  });

  test('numbers have no gap in any series and the chain of what was issued before goes on', async () => {
    const { problems, series } = await verifyInvoices(server.database);
    expect([problems, series]).toEqual([[], 3]);
  });
});

test('what stands after rectifications is what the last substitution says and what changed since', () => {
  const lines = (cents: number, is_taken_back = false) =>
    taxLines([{ description: 'x', quantity: 1, unit_price_cents: cents }], {
      tax_treatment: 'standard',
      tax_rate: 2_100,
    }).map((line) => ({ ...line, is_taken_back }));
  const standing = standingLines(lines(1_000), [
    { rectification_method: null, lines: lines(-100) },
    { rectification_method: 'substitution', lines: [...lines(-900, true), ...lines(500)] },
    { rectification_method: 'difference', lines: lines(-50) },
  ]);
  expect(totalsOf(standing).subtotal_cents).toBe(450);
});
