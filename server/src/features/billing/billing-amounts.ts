import { share } from '@atalaya/contract/invoice-amounts';
import { daysBetween } from './billing-days.ts';

/** What a part of a period costs: the days from `on` (included) to its end, of all its days. */
export function prorate(price_cents: number, period: { start: string; end: string }, on: string): number {
  return share(price_cents, daysBetween(on, period.end), daysBetween(period.start, period.end));
}

/** The highest amount that comes to no more than `gross_cents` with its tax. */
export function beforeTax(gross_cents: number, tax_rate: number): number {
  const most = Math.ceil((gross_cents * 10_000) / (10_000 + tax_rate));
  return most + share(most, tax_rate, 10_000) > gross_cents ? most - 1 : most;
}

/** Cents as units with two decimals, without a way through fractions that a computer cannot hold. */
export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
