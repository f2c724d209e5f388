import { expect, test } from 'vitest';
import { parseFeatures, parsePrice, parseSeats } from './plan-values.ts';

test.each([
  ['0', 0],
  ['29', 2900],
  [' 29,5 ', 2950],
  ['29.05', 2905],
  ['1000000', 100_000_000],
  ['1000000,01', null],
  ['1.234,50', null],
  ['-1', null],
  ['29.005', null],
  ['', null],
  ['1e3', null],
])('a price typed as %j is %j cents', (typed, cents) => {
  expect(parsePrice(typed)).toBe(cents);
});

test.each([
  ['-1', -1],
  ['1', 1],
  [' 25 ', 25],
  ['1000000', 1_000_000],
  ['1000001', null],
  ['0', null],
  ['-2', null],
  ['2,5', null],
  ['', null],
])('seats typed as %j are %j', (typed, seats) => {
  expect(parseSeats(typed)).toBe(seats);
});

test('features are the lines that are not blank, whatever ends a line', () => {
  expect(parseFeatures(' Una \r\n\n   \nDos\rTres')).toEqual(['Una', 'Dos', 'Tres']);
});
