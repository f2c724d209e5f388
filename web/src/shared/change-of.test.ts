import { expect, test } from 'vitest';
import { changeOf } from './change-of.ts';

test.each([
  [150, 100, { trend: 'up', ratio: 0.5 }],
  [75, 100, { trend: 'down', ratio: -0.25 }],
  [100, 100, { trend: 'flat', ratio: 0 }],
  [0, 0, { trend: 'flat', ratio: 0 }],
  [40, 0, { trend: 'up', ratio: null }],
  [-40, 0, { trend: 'down', ratio: null }],
  [50, -100, { trend: 'up', ratio: 1.5 }],
])('%i after %i', (value, before, expected) => {
  expect(changeOf(value, before)).toEqual(expected);
});
