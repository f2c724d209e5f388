import { expect, test } from 'vitest';
import { parseWhole } from './billing-values.ts';

test.each([
  ['1', 1],
  ['0', null],
  ['11', null],
  ['1.5', null],
])('%j as a whole number from 1 to 10 is %j', (typed, value) => {
  expect(parseWhole(typed, 1, 10)).toBe(value);
});
