import fc from 'fast-check';
import { expect, test } from 'vitest';
import { share } from '@atalaya/contract/invoice-amounts';
import { beforeTax, prorate } from './billing-amounts.ts';
import { addDays, daysBetween, nextMonth } from './billing-days.ts';

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));

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
