import { expect, test } from 'vitest';
import { SUBSCRIPTION_STATUSES, isPaying, statusesAfter } from './subscription-states.ts';

test.each([
  ['trial', ['active', 'inactive'], false],
  ['active', ['past_due', 'canceled'], true],
  ['past_due', ['active', 'canceled'], true],
  ['canceled', ['active'], false],
  ['inactive', ['active'], false],
] as const)('%s goes to %j', (status, after, pays) => {
  expect(statusesAfter(status)).toEqual(after);
  expect(isPaying(status)).toBe(pays);
});

test('none stays where it is, and each can be left', () => {
  for (const status of SUBSCRIPTION_STATUSES) {
    expect(statusesAfter(status)).not.toContain(status);
    expect(statusesAfter(status).length).toBeGreaterThan(0);
  }
});
