import { expect, test } from 'vitest';
import { dayBefore, parseWhole } from './billing-values.ts';

test.each([
  ['1', 1],
  ['0', null],
  ['11', null],
  ['1.5', null],
])('%j as a whole number from 1 to 10 is %j', (typed, value) => {
  expect(parseWhole(typed, 1, 10)).toBe(value);
});

test('the day before another crosses months and years', () => {
  expect(dayBefore('2027-03-01')).toBe('2027-02-28');
  expect(dayBefore('2028-01-01')).toBe('2027-12-31');
});
