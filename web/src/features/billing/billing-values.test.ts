import { expect, test } from 'vitest';
import {
  dayBefore,
  localToday,
  middayOf,
  parseHundredths,
  parseWhole,
  typedHundredths,
} from './billing-values.ts';

test.each([
  ['29', 2900],
  [' 29,5 ', 2950],
  ['29.50', 2950],
  ['0', 0],
  ['0,07', 7],
  ['1234567.89', 123_456_789],
  ['29,505', null],
  ['-1', null],
  ['1.234,50', null],
  ['', null],
  ['veinte', null],
])('%j is typed for %j hundredths', (typed, hundredths) => {
  expect(parseHundredths(typed)).toBe(hundredths);
});

test.each([
  ['1', 1],
  ['0', null],
  ['11', null],
  ['1.5', null],
])('%j as a whole number from 1 to 10 is %j', (typed, value) => {
  expect(parseWhole(typed, 1, 10)).toBe(value);
});

test('a day stays that day, and the one before it crosses months and years', () => {
  expect(localToday(middayOf('2027-01-31'))).toBe('2027-01-31');
  expect(dayBefore('2027-03-01')).toBe('2027-02-28');
  expect(dayBefore('2028-01-01')).toBe('2027-12-31');
});

test.each([2900, 2950, 7, 0])('%j hundredths are typed as what reads as them', (hundredths) => {
  expect(parseHundredths(typedHundredths(hundredths))).toBe(hundredths);
});
