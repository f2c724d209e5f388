import { expect, test } from 'vitest';
import { hashInvoice } from './invoice-hash.ts';
import type { IssuedInvoice } from './invoice-hash.ts';
import { INVOICE_FIELDS, INVOICE_LINE_FIELDS } from './invoices.fields.ts';
import type { SealedField } from './invoices.fields.ts';

const LINE: IssuedInvoice['lines'][number] = {
  description: 'Plan Pro',
  quantity: 1,
  unit_price_cents: 9900,
  amount_cents: 9900,
  tax_rate: 21,
  tax_cents: 2079,
  is_taken_back: false,
};

/** One that says all that an invoice can say. */
const INVOICE: IssuedInvoice = {
  id: '0197a1b2-0000-7000-8000-000000000001',
  organization_id: '0197a1b2-0000-7000-8000-000000000002',
  series: 'R',
  year: 2026,
  number: 7,
  kind: 'rectifying',
  issued_on: '2026-03-01',
  due_on: '2026-03-31',
  currency: 'USD',
  subtotal_cents: 9900,
  tax_cents: 2079,
  total_cents: 11_979,
  tax_treatment: 'standard',
  customer_name: 'Norte S.L.',
  customer_tax_id: 'B12345674',
  customer_country: 'ES',
  customer_email: 'facturas@norte.example',
  charge: 'period',
  period_start: '2026-03-01',
  period_end: '2026-04-01',
  rectifies_id: '0197a1b2-0000-7000-8000-000000000003',
  reason: 'Importe equivocado',
  rectification_code: 'R1',
  rectification_method: 'difference',
  exchange_rate_micros: 1_085_000,
  exchange_rated_on: '2026-02-27',
  exchange_source: 'BCE',
  exchange_tax_cents: 1_916,
  lines: [LINE],
};
const PREVIOUS = 'a'.repeat(64);
const HASH = hashInvoice(INVOICE, PREVIOUS);

const fieldsOf = (fields: Record<string, SealedField>) =>
  Object.entries(fields).map(
    ([name, { hash }]) => [hash === 'covered' ? 'changes' : 'leaves', name] as const,
  );

test.each(fieldsOf(INVOICE_FIELDS))('another value %s the hash of an invoice: %s', (effect, name) => {
  const hash =
    name === 'previous_hash'
      ? hashInvoice(INVOICE, 'b'.repeat(64))
      : hashInvoice({ ...INVOICE, [name]: 'another' }, PREVIOUS);
  expect(hash === HASH ? 'leaves' : 'changes').toBe(effect);
});

test.each(fieldsOf(INVOICE_LINE_FIELDS))('another value %s the hash by its line: %s', (effect, name) => {
  const hash = hashInvoice({ ...INVOICE, lines: [{ ...LINE, [name]: 'another' }] }, PREVIOUS);
  expect(hash === HASH ? 'leaves' : 'changes').toBe(effect);
});

test('the hash covers in which order lines are', () => {
  const other = { ...LINE, description: 'Plan Basic' };
  const hashOf = (lines: IssuedInvoice['lines']) => hashInvoice({ ...INVOICE, lines }, PREVIOUS);
  expect(hashOf([LINE, other])).not.toBe(hashOf([other, LINE]));
});
