import { expect, test } from 'vitest';
import { ageOf } from './ticket-age.tsx';

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-10T12:00:30Z', { unit: 'now' }],
  ['2026-03-10T11:00:01Z', { unit: 'now' }],
  ['2026-03-10T11:00:00Z', { unit: 'hours', count: 1 }],
  ['2026-03-09T12:00:01Z', { unit: 'hours', count: 23 }],
  ['2026-03-09T12:00:00Z', { unit: 'days', count: 1 }],
  ['2026-02-08T13:00:00+01:00', { unit: 'days', count: 30 }],
] as const)('%s is %j', (created_at, age) => {
  expect(ageOf(created_at, now)).toEqual(age);
});
