import { expect, test } from 'vitest';
import { parseSeats } from './typed-seats.ts';

test.each([
  ['25', 25],
  [' 7 ', 7],
  ['-1', -1],
  ['', null],
  ['muchos', null],
  ['0', null],
  ['-2', null],
  ['1.5', null],
  ['2,5', null],
  ['1e3', null],
  ['12 usuarios', null],
])('seats typed as %j are %j', (typed, seats) => {
  expect(parseSeats({ max_users: typed, is_unlimited: false })).toBe(seats);
});

test('switched to no limit, what is typed does not count', () => {
  expect(parseSeats({ max_users: '7', is_unlimited: true })).toBe(-1);
});
