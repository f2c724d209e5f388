import { expect, test } from 'vitest';
import { formatOf } from './format.ts';

const es = formatOf('es');
const en = formatOf('en');
const plain = (text: string) => text.replace(/\s/g, ' ');

test('a day, a day and its time, and a day without its year have one shape in each language', () => {
  const date = new Date(2026, 2, 5, 9, 7);
  expect([es.date(date), es.dateTime(date), es.shortDate(date)]).toEqual([
    '5 mar 2026',
    '5 mar 2026, 9:07',
    '5 mar',
  ]);
  expect([en.date(date), en.dateTime(date), en.shortDate(date)].map(plain)).toEqual([
    'Mar 5, 2026',
    'Mar 5, 2026, 9:07 AM',
    'Mar 5',
  ]);
  expect([es.paddedDate(date), en.paddedDate(date)]).toEqual(['05 mar 2026', 'Mar 5, 2026']);
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

test('money comes in cents and always shows them; thousands are grouped; other dollars have their code', () => {
  expect(plain(es.money(123_450))).toBe('1.234,50 $');
  expect(plain(es.money(9_900))).toBe('99,00 $');
  expect(plain(es.money(123_450, 'EUR'))).toBe('1.234,50 €');
  expect(plain(es.money(2_900, 'CAD'))).toBe('29,00 CAD');
  expect(en.money(2_900, 'CAD')).toBe('CA$29.00');
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
