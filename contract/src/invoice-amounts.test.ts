import fc from 'fast-check';
import { expect, test } from 'vitest';
import { share, taxLines, taxesByRate, totalsOf } from './invoice-amounts.ts';

const cents = fc.integer({ min: -100_000_000, max: 100_000_000 });

test('a share is the nearest cent, and of the opposite amount the opposite', () => {
  expect([share(1, 1, 2), share(-1, 1, 2), share(100, 1, 3), share(2_900, 2_100, 10_000)]).toEqual([
    1, -1, 33, 609,
  ]);
  fc.assert(
    fc.property(cents, fc.nat(400), fc.integer({ min: 1, max: 400 }), (amount, part, whole) => {
      expect(share(-amount, part, whole) + share(amount, part, whole)).toBe(0);
      expect(Math.abs(share(amount, part, whole) - (amount * part) / whole)).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
  );
});

test('totals are the sums of lines that were rounded one by one', () => {
  const line = { description: 'x', quantity: 3, unit_price_cents: 33 };
  const taxed = taxLines([line, line], { tax_treatment: 'standard', tax_rate: 2_100 });
  expect(totalsOf(taxed)).toEqual({ subtotal_cents: 198, tax_cents: 42, total_cents: 240 });
  for (const tax_treatment of ['reverse_charge', 'exempt'] as const)
    expect(totalsOf(taxLines([line], { tax_treatment, tax_rate: 2_100 })).tax_cents).toBe(0);
});

test('the taxes of each rate are the sums of its lines, the highest rate first', () => {
  const line = { description: 'x', quantity: 1, unit_price_cents: 33 };
  const taxed = taxLines(
    [line, { ...line, tax_rate: 1_000 }, { ...line, tax_rate: 0 }, line, { ...line, unit_price_cents: -10 }],
    { tax_treatment: 'standard', tax_rate: 2_100 },
  );
  expect(taxesByRate(taxed)).toEqual([
    { tax_rate: 2_100, amount_cents: 56, tax_cents: 12 },
    { tax_rate: 1_000, amount_cents: 33, tax_cents: 3 },
    { tax_rate: 0, amount_cents: 33, tax_cents: 0 },
  ]);
  const sums = totalsOf(taxesByRate(taxed));
  expect(sums).toEqual(totalsOf(taxed));
});
