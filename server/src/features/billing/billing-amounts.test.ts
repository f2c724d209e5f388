import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beforeTax, prorate, share, taxLines, totalsOf } from './billing-amounts.ts';
import { addDays, daysBetween, nextMonth } from './billing-days.ts';

const cents = fc.integer({ min: -100_000_000, max: 100_000_000 });
const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));

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

test('what is left of a period and what is gone of it are the whole, to the cent', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000_000),
      day,
      fc.integer({ min: 1, max: 366 }),
      fc.nat(366),
      (price, start, n, at) => {
        const period = { start, end: addDays(start, n) };
        const on = addDays(start, at % (n + 1));
        const left = prorate(price, period, on);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(price);
        expect(Math.abs(price - left - share(price, daysBetween(start, on), n))).toBeLessThanOrEqual(1);
      },
    ),
  );
  const january = { start: '2026-01-01', end: '2026-02-01' };
  expect(prorate(3_100, january, '2026-01-01')).toBe(3_100);
  expect(prorate(3_100, january, '2026-01-31')).toBe(100);
  expect(prorate(3_100, january, '2026-02-01')).toBe(0);
});

test('totals are the sums of lines that were rounded one by one', () => {
  const line = { description: 'x', quantity: 3, unit_price_cents: 33 };
  const taxed = taxLines([line, line], { tax_treatment: 'standard', tax_rate: 2_100 });
  expect(totalsOf(taxed)).toEqual({ subtotal_cents: 198, tax_cents: 42, total_cents: 240 });
  for (const tax_treatment of ['reverse_charge', 'exempt'] as const)
    expect(totalsOf(taxLines([line], { tax_treatment, tax_rate: 2_100 })).tax_cents).toBe(0);
});

test('before its tax an amount is the highest that comes to no more with it', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.nat(10_000), (gross, rate) => {
      const withTax = (amount: number) => amount + share(amount, rate, 10_000);
      const amount = beforeTax(gross, rate);
      expect(withTax(amount)).toBeLessThanOrEqual(gross);
      expect(withTax(amount + 1)).toBeGreaterThan(gross);
    }),
  );
});

test('periods keep to their day of the month through short months and leap years', () => {
  expect(nextMonth('2027-12-31', 31)).toBe('2028-01-31');
  expect(nextMonth('2028-01-31', 31)).toBe('2028-02-29');
  expect(nextMonth('2028-02-29', 31)).toBe('2028-03-31');
  expect(nextMonth('2027-01-30', 30)).toBe('2027-02-28');
});
