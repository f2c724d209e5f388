import { expect, test } from 'vitest';
import { paymentDataText, wrongPaymentFields } from './payment-data.ts';

test.each([
  ['transfer', { institution: 'Banco Norte', last_four: '1332', reference: 'TR-1' }, []],
  ['transfer', { last_four: '133' }, ['last_four']],
  ['card', { institution: 'Visa', last_four: '4242', reference: 'auth 9' }, []],
  ['card', { last_four: '12AB' }, ['last_four']],
  ['direct_debit', { reference: 'MANDATO/2026-1' }, []],
  ['direct_debit', { reference: 'Mandato n.º 1' }, ['reference']],
  ['direct_debit', { reference: 'M'.repeat(36) }, ['reference']],
  ['direct_debit', { institution: 'Banco', last_four: '1332' }, ['institution', 'last_four']],
  ['cash', { reference: 'En mano, n.º 7' }, []],
  ['other', { institution: 'PayPal' }, ['institution']],
] as const)('%s: %j', (method, data, wrong) => {
  expect(wrongPaymentFields(method, data)).toEqual(wrong);
});

test('what it says of itself, in one line', () => {
  const data = { institution: 'Visa', last_four: '4242', reference: null };
  expect(paymentDataText({ ...data, reason: 'Duplicado' })).toBe('Visa · •••• 4242 · Duplicado');
});
