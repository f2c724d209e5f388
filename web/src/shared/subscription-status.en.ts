import type { Translation } from '../platform/messages/translation.ts';
import type { statusChangeEs, subscriptionStatusEs } from './subscription-status.es.ts';

export const subscriptionStatusEn = {
  trial: 'Trial',
  active: 'Active',
  past_due: 'Past due',
  canceled: 'Canceled',
  inactive: 'Inactive',
} as const satisfies Translation<typeof subscriptionStatusEs>;

export const pastDueEn = 'Subscription past due';

export const statusChangeEn = {
  unusual: 'This is not a usual change: from “{before}” to “{after}”',
  trial: 'A trial of {days} days begins: until it ends nothing is invoiced and everything can be used.',
  begins: 'A period begins and is invoiced. Everything can be used.',
  forgiven:
    'It is past due no more: for {grace} days there are no reminders. What it owes stays outstanding.',
  past_due:
    'It is invoiced as before and everything can be used. With overdue invoices it gets reminders and is canceled in the end.',
  beginsPastDue:
    'A period begins and is invoiced. Everything can be used; unless it pays, it gets reminders and is canceled in the end.',
  ended:
    'Nothing more is invoiced; what it owes stays outstanding. Its people sign in and read, and change billing data and tickets only.',
} as const satisfies Translation<typeof statusChangeEs>;
