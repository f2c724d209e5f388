import { expect, test } from 'vitest';
import { DEBIT_RUN_STATUSES, DEBIT_STATUSES } from './debit-codes.ts';
import { DEBIT_RUN_STEPS, canComeBack, statusesWith, stepsOf } from './debit-run-states.ts';

/** Every state of a run against every step. */
const EXPECTED = `
             cancel  present  confirm  return
  made       yes     yes      -        -
  presented  yes     -        yes      yes
  confirmed  -       -        -        yes
  canceled   -       -        -        -`;

const [steps = [], ...rows] = EXPECTED.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

test('the table names every state of a run and every step', () => {
  expect(steps).toEqual([...DEBIT_RUN_STEPS]);
  expect(rows.map(([status]) => status)).toEqual([...DEBIT_RUN_STATUSES]);
});

test.each(rows.map(([name = '', ...taken]) => ({ name, taken })))(
  'a run that is $name',
  ({ name, taken }) => {
    const status = DEBIT_RUN_STATUSES.find((each) => each === name) ?? 'made';
    expect(DEBIT_RUN_STEPS.map((step) => (stepsOf({ status }).includes(step) ? 'yes' : '-'))).toEqual(taken);
    expect(DEBIT_RUN_STEPS.map((step) => (statusesWith(step).includes(status) ? 'yes' : '-'))).toEqual(taken);
  },
);

test('what was not settled otherwise can come back', () => {
  expect(DEBIT_STATUSES.filter((status) => canComeBack({ status }))).toEqual(['pending', 'paid']);
});
