import { expect, test } from 'vitest';
import { formatFor } from './format.ts';

const es = formatFor('es');
const en = formatFor('en');
const plain = (text: string) => text.replace(/\s/g, ' ');

test('dates are dd MMM yyyy in both languages', () => {
  const date = new Date(2026, 2, 5, 14, 7);
  expect(es.date(date)).toBe('05 mar 2026');
  expect(en.date(date)).toBe('05 Mar 2026');
  expect(es.date(new Date(2026, 8, 30))).toBe('30 sep 2026');
});

// Calendar days, not spans of 24 hours: one minute before midnight was yesterday.
test.each([
  [new Date(2026, 2, 29, 0, 1), 'hoy'],
  [new Date(2026, 2, 28, 23, 59), 'ayer'],
  [new Date(2026, 2, 19, 12), 'hace 10 días'],
  [new Date(2026, 1, 28, 12), 'hace 29 días'],
])('%s is %s', (value, words) => {
  expect(es.days(value, new Date(2026, 2, 29, 12))).toBe(words);
});

test('money comes in cents and always shows them, a price only where there are any; thousands are grouped', () => {
  expect(plain(es.money(123_450))).toBe('1.234,50 $');
  expect(plain(es.money(9_900))).toBe('99,00 $');
  expect(es.price(2_900)).toBe('$29');
  expect(es.price(123_450)).toBe('$1.234,50');
  expect(es.price(2_900, 'EUR')).toBe('€29');
  expect(en.money(123_450)).toBe('$1,234.50');
  expect(es.number(1234)).toBe('1.234');
  expect(plain(es.percent(0.125))).toBe('12,5 %');
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [20, '20 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [1_240_000, '1,2 MB'],
  [999_949_999, '999,9 MB'],
  [999_950_000, '1 GB'],
  [5_000_000_000, '5 GB'],
])('a file of %i bytes is said to have %s', (value, words) => {
  expect(plain(es.bytes(value))).toBe(words);
});
