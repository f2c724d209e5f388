import { expect, test } from 'vitest';
import { nextStep } from './billing-steps.ts';

const facts = {
  status: 'active' as const,
  price_cents: 2_900,
  tax_id: 'A58818501',
  billing_email: 'pagos@x.test',
  trial_ends_on: null,
  period_end: '2026-06-01',
  past_due_since: null,
  reminder_day: 0,
  reminded_on: null,
  grace_until: null,
  first_due_on: null,
};
const trial = { ...facts, status: 'trial' as const, trial_ends_on: '2026-05-10', period_end: null };
const owing = { ...facts, first_due_on: '2026-05-10' };
const late = { ...owing, status: 'past_due' as const, past_due_since: '2026-05-11' };

test.each([
  ['a trial goes on to its last day', trial, '2026-05-09', null],
  ['then it is active', trial, '2026-05-10', { type: 'end_trial', status: 'active' }],
  [
    'or inactive where nobody can be charged',
    { ...trial, tax_id: null },
    '2026-05-20',
    { type: 'end_trial', status: 'inactive' },
  ],
  [
    'a free plan needs no billing data',
    { ...trial, price_cents: 0, tax_id: null },
    '2026-05-10',
    { type: 'end_trial', status: 'active' },
  ],
  ['a period goes on', facts, '2026-05-31', null],
  ['until its end', facts, '2026-06-01', { type: 'renew' }],
  ['on the day itself an invoice is not overdue', owing, '2026-05-10', null],
  ['on the next it is', owing, '2026-05-11', { type: 'fall_past_due', since: '2026-05-11' }],
  ['also when it is seen late', owing, '2026-05-20', { type: 'fall_past_due', since: '2026-05-11' }],
  ['grace keeps it', { ...owing, grace_until: '2026-05-20' }, '2026-05-20', null],
  [
    'until it ends',
    { ...owing, grace_until: '2026-05-20' },
    '2026-05-21',
    { type: 'fall_past_due', since: '2026-05-21' },
  ],
  ['the first reminder is of the first day', late, '2026-05-11', { type: 'remind', day: 1 }],
  ['once', { ...late, reminder_day: 1 }, '2026-05-12', null],
  ['the second of the third', { ...late, reminder_day: 1 }, '2026-05-13', { type: 'remind', day: 3 }],
  ['after an interruption the last alone', late, '2026-05-19', { type: 'remind', day: 7 }],
  ['the last of the fourteenth', { ...late, reminder_day: 7 }, '2026-05-24', { type: 'remind', day: 14 }],
  [
    'and on the thirtieth it ends',
    { ...late, period_end: '2026-07-01', reminder_day: 14, reminded_on: '2026-05-24' },
    '2026-06-09',
    { type: 'cancel' },
  ],
  [
    'not before sixteen days after the last reminder',
    { ...late, period_end: '2026-07-01', reminder_day: 14, reminded_on: '2026-05-30' },
    '2026-06-14',
    null,
  ],
  [
    'nobody who owes nothing is reminded',
    { ...late, first_due_on: null, period_end: '2026-07-01' },
    '2026-06-20',
    null,
  ],
  [
    'nor canceled',
    { ...late, first_due_on: null, period_end: '2026-07-01', reminder_day: 14, reminded_on: '2026-05-24' },
    '2026-06-20',
    null,
  ],
  ['nor reminded of what is not due yet', { ...late, first_due_on: '2026-05-20' }, '2026-05-20', null],
  [
    'who came to owe later is reminded from then on',
    { ...late, first_due_on: '2026-05-20' },
    '2026-05-21',
    { type: 'remind', day: 1 },
  ],
  ['what is canceled stays so', { ...late, status: 'canceled' as const }, '2027-01-01', null],
  ['what is inactive too', { ...trial, status: 'inactive' as const }, '2027-01-01', null],
])('%s', (_, given, today, expected) => {
  expect(nextStep(given, today)).toEqual(expected);
});
