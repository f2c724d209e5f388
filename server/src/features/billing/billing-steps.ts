import { CANCEL_DAY, REMINDER_DAYS } from '@atalaya/contract/billing-limits';
import { addDays, daysBetween } from './billing-days.ts';
import type { SubscriptionRow } from './subscriptions/subscriptions.queries.ts';

/** What time alone does to a subscription. */
export type Step =
  /** Its trial is over: it is active where it can be charged, else inactive. */
  | { type: 'end_trial'; status: 'active' | 'inactive' }
  /** Its period is over: the next one begins. */
  | { type: 'renew' }
  /** An invoice is overdue. */
  | { type: 'fall_past_due'; since: string }
  /** A reminder for that day of being past due; after an interruption one for the last day passed alone. */
  | { type: 'remind'; day: number }
  | { type: 'cancel' };

type Facts = Pick<
  SubscriptionRow,
  | 'status'
  | 'price_cents'
  | 'tax_id'
  | 'billing_email'
  | 'trial_ends_on'
  | 'period_end'
  | 'past_due_since'
  | 'reminder_day'
  | 'reminded_on'
  | 'grace_until'
  | 'first_due_on'
>;

const LAST_REMINDER = Math.max(...REMINDER_DAYS);

/** The next thing that is due for a subscription on a day, or null. Done once, it is due no more. */
export function nextStep(facts: Facts, today: string): Step | null {
  const { status, trial_ends_on, period_end } = facts;
  if (status === 'trial') return trial_ends_on !== null && trial_ends_on <= today ? endOfTrial(facts) : null;
  if (status !== 'active' && status !== 'past_due') return null;
  if (period_end !== null && period_end <= today) return { type: 'renew' };
  return status === 'active' ? overdue(facts, today) : dunning(facts, today);
}

function endOfTrial({ price_cents, tax_id, billing_email }: Facts): Step {
  const canBeCharged = price_cents === 0 || (tax_id !== null && billing_email !== null);
  return { type: 'end_trial', status: canBeCharged ? 'active' : 'inactive' };
}

function overdue({ first_due_on, grace_until }: Facts, today: string): Step | null {
  if (first_due_on === null || first_due_on >= today) return null;
  if (grace_until !== null && grace_until >= today) return null;
  const since = addDays(first_due_on, 1);
  const afterGrace = grace_until === null ? since : addDays(grace_until, 1);
  return { type: 'fall_past_due', since: since > afterGrace ? since : afterGrace };
}

function dunning(
  { past_due_since, reminder_day, reminded_on, first_due_on }: Facts,
  today: string,
): Step | null {
  // Put there by hand, it may owe nothing yet: there is nothing to remind of, nor to be canceled for.
  if (past_due_since === null || first_due_on === null || first_due_on >= today) return null;
  const overdue = addDays(first_due_on, 1);
  const day = daysBetween(overdue > past_due_since ? overdue : past_due_since, today) + 1;
  const due = REMINDER_DAYS.findLast((each) => each <= day);
  if (due !== undefined && due > reminder_day) return { type: 'remind', day: due };
  // Counted from the last reminder, so that no organization is canceled that was not reminded in time.
  const isOver =
    reminder_day === LAST_REMINDER &&
    reminded_on !== null &&
    daysBetween(reminded_on, today) >= CANCEL_DAY - LAST_REMINDER;
  return isOver ? { type: 'cancel' } : null;
}
