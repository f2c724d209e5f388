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
  unusual: 'This is an unusual change: from “{before}” to “{after}”',
  trial: 'A {days}-day trial starts. Until it ends, nothing is invoiced and everything can be used.',
  begins: 'A billing period starts and is invoiced. Everything can be used.',
  forgiven: 'It’s no longer past due: no reminders for {grace} days. Any amount owed stays outstanding.',
  past_due:
    'It’s still invoiced and everything can be used. While it has overdue invoices, it gets reminders and is eventually canceled.',
  beginsPastDue:
    'A billing period starts and is invoiced. Everything can be used. If it doesn’t pay, it gets reminders and is eventually canceled.',
  ended:
    'Nothing more is invoiced, and any amount owed stays outstanding. Its users can sign in and view everything, but can only change billing details and tickets.',
} as const satisfies Translation<typeof statusChangeEs>;
