import { expect, test } from 'vitest';
import { addDays, dayOfNumber, daysBetween, isBound, isDay, numberOfDay } from './days.ts';

test.each([
  ['2027-03-01', -1, '2027-02-28'],
  ['2028-01-01', -1, '2027-12-31'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-11-29', 365, '2027-11-29'],
])('%s and %i days are %s, and as many lie between them', (day, days, other) => {
  expect(addDays(day, days)).toBe(other);
  expect(daysBetween(day, other)).toBe(days);
  expect(dayOfNumber(numberOfDay(day))).toBe(day);
});

test.each([
  ['2026-11-29', true, true],
  ['1999-12-31', true, false],
  ['2200-01-01', true, false],
  ['2026-13-01', false, false],
  ['2026-02-30', false, false],
  ['2028-02-29', true, true],
  ['26-11-29', false, false],
  ['', false, false],
])('%j: a day %s, the bound of a period %s', (text, is_day, is_bound) => {
  expect(isDay(text)).toBe(is_day);
  expect(isBound(text)).toBe(is_bound);
});
