import { expect, test } from 'vitest';
import { ticksOf } from './report-axis.ts';

test.each([
  { highest: 0, unit: 'count', ticks: [0, 1] },
  { highest: 3, unit: 'count', ticks: [0, 1, 2, 3] },
  { highest: 11, unit: 'count', ticks: [0, 5, 10, 15] },
  { highest: 378_600, unit: 'cents', ticks: [0, 100_000, 200_000, 300_000, 400_000] },
  { highest: 72_000, unit: 'seconds', ticks: [0, 21_600, 43_200, 64_800, 86_400] },
] as const)('the axis up to $highest $unit has round numbers', ({ highest, unit, ticks }) => {
  expect(ticksOf(highest, unit)).toEqual(ticks);
});
