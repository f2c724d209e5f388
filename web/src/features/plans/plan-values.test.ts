import { expect, test } from 'vitest';
import { parseFeatures, parsePrice, seatsOf } from './plan-values.ts';

test.each([
  ['0', 0],
  ['29', 2900],
  [' 29,5 ', 2950],
  ['29.05', 2905],
  ['1000000', 100_000_000],
  ['1000000,01', null],
  ['1.234,50', 123_450],
  ['-1', null],
  ['29.005', 2_900_500],
  ['29,005', null],
  ['', null],
  ['1e3', null],
])('a price typed as %j is %j cents', (typed, cents) => {
  expect(parsePrice(typed, 'es')).toBe(cents);
});

test.each([
  ['-1', -1],
  ['1000000', 1_000_000],
  ['1000001', null],
  ['0', null],
])('seats typed as %j are %j', (typed, seats) => {
  expect(seatsOf({ max_users: typed, is_unlimited: false })).toBe(seats);
});

test('features are the lines that are not blank, whatever ends a line', () => {
  expect(parseFeatures(' Una \r\n\n   \nDos\rTres')).toEqual(['Una', 'Dos', 'Tres']);
});
