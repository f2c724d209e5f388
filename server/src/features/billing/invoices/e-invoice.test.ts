import type { InvoiceDetail } from '@atalaya/contract/billing';
import { taxLines, totalsOf } from '@atalaya/contract/invoice-amounts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { writeDay } from '../billing-texts.ts';
import { giveRate } from '../exchange-rates/testing/rates.ts';
import { writeEInvoice } from './e-invoice.ts';
import { casesOf, openValidator, readSuite } from './testing/en16931.ts';
import type { Validator } from './testing/en16931.ts';

let server: TestServer;
let ours: Cast;
let suite: Map<string, string>;
let validate: Validator;
beforeAll(async () => {
  suite = await readSuite();
  validate = await openValidator(suite);
  server = await startTestServer({
    env: {
      INVOICE_ISSUER_NAME: 'Atalaya & Hijos, S.L.',
      INVOICE_ISSUER_TAX_ID: 'B12345674',
      INVOICE_ISSUER_ADDRESS: 'Calle Mayor, 1 | 3.º B | 28013 Madrid | España',
    },
  });
  ours = await server.makeCast();
  await giveRate(server);
}, 180_000);
afterAll(() => server.close());

const boss = async <T>(method: 'POST' | 'PUT', url: string, payload: object) =>
  (await server.send({ method, url, cookie: ours.super_admin.cookie, payload })).json<T>();
const download = (id: string) =>
  server.send({ url: `/api/invoices/${id}/ubl`, cookie: ours.super_admin.cookie });
const issue = (organization_id: string, lines: object[]) =>
  boss<InvoiceDetail>('POST', '/api/invoices', { organization_id, lines });

/** A company of a country, taxed in a way. */
async function company(country: string, tax_id: string | null, tax_treatment: string) {
  const { id } = await server.makeOrganization({ name: 'Ñandú <& Cía>' });
  await server.database.pool.query(
    `update organizations set country = $2, tax_id = $3, billing_email = 'pagos@nandu.test' where id = $1`,
    [id, country, tax_id],
  );
  await boss('PUT', `/api/organizations/${id}/subscription/tax`, { tax_treatment, tax_rate: 2_100 });
  return id;
}

/** The texts of the elements of a name, in their order. */
const texts = (xml: string, name: string) =>
  Array.from(xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)<`, 'g')), ([, content]) => content);

test('the runner says of the documents of the norm what the norm says of them', () => {
  let cases = 0;
  const wrong: string[] = [];
  for (const [path, file] of suite) {
    const all = path.includes('-unit-') ? casesOf(file) : [];
    // One of each kind for each rule: all 904 take a minute.
    const chosen = [all.find(({ holds }) => holds.length), all.find(({ broken }) => broken.length)];
    for (const { document, holds, broken } of chosen.filter((one) => one !== undefined)) {
      cases += 1;
      const rules = new Set(validate(document).map(({ rule }) => rule));
      if (holds.some((rule) => rules.has(rule))) wrong.push(`${path}: ${holds.join()} should hold`);
      if (!broken.every((rule) => rules.has(rule))) wrong.push(`${path}: ${broken.join()} should be broken`);
    }
    if (/^(examples|testfiles)\//.test(path) && validate(file).some(({ flag }) => flag !== 'warning'))
      wrong.push(`${path}: should be valid`);
  }
  expect(wrong).toEqual([]);
  expect(cases).toBeGreaterThan(400);
}, 180_000);

describe('an issued invoice as an e-invoice', () => {
  test('is valid and says what the invoice says, whatever is paid of it since', async () => {
    const id = await company('ES', 'A58818501', 'standard');
    const invoice = await issue(id, [
      { description: 'Formación <en línea>', quantity: 1_234, unit_price_cents: 1_500 },
      { description: 'Viaje', unit_price_cents: 333 },
    ]);
    const answer = await download(invoice.id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="factura-${invoice.code}.xml"`,
    });
    const xml = answer.body;
    expect(validate(xml)).toEqual([]);
    expect(texts(xml, 'cbc:ID')).toEqual([invoice.code, ...'VAT VAT S VAT 1 S VAT 2 S VAT'.split(' ')]);
    expect(texts(xml, 'cbc:CompanyID')).toEqual(['ESB12345674', 'ESA58818501']);
    expect(texts(xml, 'cbc:RegistrationName')).toEqual([
      'Atalaya &amp; Hijos, S.L.',
      'Ñandú &lt;&amp; Cía&gt;',
    ]);
    expect(texts(xml, 'cbc:Line')).toEqual(['28013 Madrid, España']);
    expect(texts(xml, 'cbc:Name')).toEqual(['Formación &lt;en línea&gt;', 'Viaje']);
    expect(texts(xml, 'cbc:InvoicedQuantity')).toEqual(['1234', '1']);
    // In the currency of the invoice, by its rate, and once more in euros.
    expect(texts(xml, 'cbc:TaxAmount')).toEqual(['3887.80', '3887.80', '3583.23']);
    expect(texts(xml, 'cbc:TaxCurrencyCode')).toEqual(['EUR']);
    expect(xml).toContain('<cbc:TaxAmount currencyID="EUR">3583.23<');
    expect(texts(xml, 'cbc:Note')).toEqual([`1 EUR = 1,085 USD (BCE, ${writeDay(invoice.issued_on, 'es')})`]);
    expect(texts(xml, 'cbc:PayableAmount')).toEqual(['22401.13']);
    expect(xml).toContain('<cbc:PayableAmount currencyID="USD">');
    const payment = { amount_cents: 100, method: 'cash', paid_on: invoice.issued_on };
    await boss('POST', `/api/invoices/${invoice.id}/payments`, payment);
    expect((await download(invoice.id)).body).toBe(xml);
  });

  test('is a credit note of positive amounts where it rectifies, with the original and the reason', async () => {
    const id = await company('ES', 'A58818501', 'standard');
    const original = await issue(id, [{ description: 'Licencia', quantity: 2, unit_price_cents: 5_000 }]);
    const rectifying = await boss<InvoiceDetail>('POST', `/api/invoices/${original.id}/rectify`, {
      code: 'R1',
      reason: 'Duplicada',
    });
    const xml = (await download(rectifying.id)).body;
    expect(validate(xml)).toEqual([]);
    expect(texts(xml, 'cbc:CreditNoteTypeCode')).toEqual(['381']);
    expect(texts(xml, 'cbc:Note')).toEqual(['Duplicada', expect.stringContaining('1 EUR = 1,085 USD')]);
    expect(texts(xml, 'cbc:TaxAmount').at(-1)).toBe('19.35');
    expect(texts(xml, 'cbc:ID').slice(0, 2)).toEqual([rectifying.code, original.code]);
    expect(texts(xml, 'cbc:IssueDate')).toEqual([rectifying.issued_on, original.issued_on]);
    expect(texts(xml, 'cbc:CreditedQuantity')).toEqual(['2']);
    expect(texts(xml, 'cbc:PayableAmount')).toEqual(['121.00']);
  });

  test('is valid where it rectifies in part or anew: a credit note of what is given back, else a corrected one', async () => {
    const original = await issue(await company('ES', 'A58818501', 'standard'), [
      { description: 'Licencia', unit_price_cents: 10_000 },
    ]);
    const types: (string | undefined)[] = [];
    for (const [method, unit_price_cents] of [
      ['difference', -100],
      ['difference', 250],
      ['substitution', 4_000],
      ['substitution', 20_000],
    ] as const) {
      const lines = [{ description: 'Licencia', unit_price_cents }];
      const body = { code: 'R4', reason: 'Error', method, lines };
      const { id } = await boss<InvoiceDetail>('POST', `/api/invoices/${original.id}/rectify`, body);
      const xml = (await download(id)).body;
      expect(validate(xml)).toEqual([]);
      expect(texts(xml, 'cbc:ID')).toContain(original.code);
      types.push(/TypeCode>(\d+)</.exec(xml)?.[1]);
    }
    expect(types).toEqual(['381', '384', '381', '384']);
  });

  test.each([
    ['PT', 'PT503504564', 'reverse_charge', 'AE'],
    ['GR', '123456789', 'reverse_charge', 'AE'],
    ['US', '12-3456789', 'exempt', 'E'],
    ['US', null, 'exempt', 'E'],
  ])('is valid to %s with number %s and %s: category %s', async (country, tax_id, treatment, category) => {
    const id = await company(country, tax_id, treatment);
    const { id: invoice_id } = await issue(id, [{ description: 'Licencia', unit_price_cents: 5_000 }]);
    const xml = (await download(invoice_id)).body;
    expect(validate(xml)).toEqual([]);
    expect(texts(xml, 'cbc:ID')).toContain(category);
    const numbers = { PT: 'PT503504564', GR: 'EL123456789', US: tax_id };
    const expected = numbers[country as keyof typeof numbers];
    expect(texts(xml, 'cbc:CompanyID').slice(1)).toEqual(expected === null ? [] : [expected]);
  });

  test('says what it lacks: the number of the issuer, the country or the number of the customer', async () => {
    const id = await company('PT', 'PT503504564', 'reverse_charge');
    const invoice = await issue(id, [{ description: 'Licencia', unit_price_cents: 5_000 }]);
    const lacking = (change: Partial<InvoiceDetail>) => () => writeEInvoice({ ...invoice, ...change });
    expect(lacking({ issuer: { ...invoice.issuer, tax_id: null } })).toThrow('invoice.issuer_tax_id_missing');
    expect(lacking({ customer_country: null })).toThrow('invoice.customer_country_missing');
    expect(lacking({ customer_tax_id: null })).toThrow('invoice.customer_tax_id_missing');
    const bare = await startTestServer();
    const cast = await bare.makeCast();
    const { cookie } = cast.super_admin;
    const lines = [{ description: 'Licencia', unit_price_cents: 100 }];
    const payload = { organization_id: cast.organization.id, lines };
    const issued = await bare.send({ method: 'POST', url: '/api/invoices', cookie, payload });
    const url = `/api/invoices/${issued.json<InvoiceDetail>().id}/ubl`;
    const answer = await bare.send({ url, cookie });
    await bare.close();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'invoice.issuer_tax_id_missing' },
    ]);
  });

  test('is valid whatever its lines charge and give back, at any rate and treatment', () => {
    const line = fc.record({
      description: fc.string({ minLength: 1, maxLength: 300, unit: 'binary' }).map((text) => `x${text}`),
      quantity: fc.integer({ min: 1, max: 100_000 }),
      unit_price_cents: fc.integer({ min: -1_000_000, max: 100_000_000 }),
    });
    const rated = fc.tuple(line, fc.option(fc.constantFrom(0, 400, 1_000, 2_100), { nil: undefined }));
    const invoices = fc.record({
      kind: fc.constantFrom('standard' as const, 'rectifying' as const),
      tax_treatment: fc.constantFrom('standard' as const, 'reverse_charge' as const, 'exempt' as const),
      lines: fc.array(rated, { minLength: 1, maxLength: 12 }),
    });
    fc.assert(
      fc.property(invoices, ({ kind, tax_treatment, lines }) => {
        const charged = lines.map(([of, tax_rate]) => ({
          ...of,
          ...(tax_rate === undefined ? {} : { tax_rate }),
        }));
        const taxed = taxLines(charged, { tax_treatment, tax_rate: 2_100 });
        const issued = taxed.map((of) => ({ ...of, is_taken_back: false }));
        const xml = writeEInvoice(invoiceOf(kind, tax_treatment, issued));
        expect(validate(xml)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

function invoiceOf(
  kind: InvoiceDetail['kind'],
  tax_treatment: InvoiceDetail['tax_treatment'],
  lines: InvoiceDetail['lines'],
): InvoiceDetail {
  const id = '0190a5b2-7d3e-7c1a-9f00-000000000001';
  const other = { id, code: 'A-2026-00001', issued_on: '2026-01-01' };
  return {
    id,
    code: 'A-2026-00002',
    kind,
    status: 'open',
    organization: { id, name: 'Ñandú' },
    customer_name: 'Ñandú',
    issued_on: '2026-02-01',
    due_on: '2026-02-15',
    currency: 'EUR',
    customer_tax_id: 'PT503504564',
    customer_country: 'PT',
    customer_email: null,
    tax_treatment,
    period_start: '2026-02-01',
    period_end: '2026-03-01',
    hash: '',
    previous_hash: null,
    payments: [],
    reason: kind === 'rectifying' ? 'Error' : null,
    rectified_by: [],
    rectification_code: null,
    rectification_method: null,
    standing: null,
    annulment_reason: null,
    exchange: null,
    collect_on: null,
    verifactu: null,
    receipt: null,
    receipts: [],
    facturae_gap: null,
    paid_cents: 0,
    issuer: { name: 'Atalaya', tax_id: 'B12345674', country: 'ES', address: null },
    rectifies: kind === 'rectifying' ? other : null,
    ...totalsOf(lines),
    outstanding_cents: totalsOf(lines).total_cents,
    lines,
  };
}
