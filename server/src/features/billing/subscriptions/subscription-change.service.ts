import { GRACE_DAYS, TRIAL_DAYS } from '@atalaya/contract/billing-limits';
import type { SubscriptionStatus } from '../../../platform/core/actor.ts';
import type { Author } from '../../../platform/records/audit.ts';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { lockOrganization, requireSeatLimit, tryLockOrganizations } from '../../seats/seats.rules.ts';
import { addDays, dayOfMonth, nextMonth } from '../billing-days.ts';
import { chargePeriod } from '../invoices/invoice-issue.service.ts';
import { findChargedPeriod } from '../invoices/invoices.queries.ts';
import { isPaying, statusesAfter } from '@atalaya/contract/subscription-states';
import { readToday } from '../../../platform/database/clock.ts';
import {
  findPlan,
  findSubscription,
  giveReason,
  listSubscriptions,
  saveDates,
  saveTerms,
} from './subscriptions.queries.ts';
import type { Dates, PlanTerms, SubscriptionRow } from './subscriptions.queries.ts';

/** What is not named stays. */
export type SubscriptionChange = {
  plan_key?: string;
  status?: SubscriptionStatus;
  /** Seats; -1: no limit. Those of the new plan where the plan changes and they were not set by hand. */
  max_users?: number;
  /** Why, of what a person changes by hand; null: automation, which follows the states. */
  reason: string | null;
};

/**
 * The one way to change the plan, the status or the seats of an organization. It locks the organization, writes the
 * event with its reason (by the trigger of the table), and begins and charges a period where the subscription begins
 * to be paid. A plan changed here holds from now on at its price from the next period on: see `changePlan` for
 * proration.
 * @throws object.not_found, subscription.wrong_status, organization.seats_below_use, request.invalid for the plan, and as
 *   `issueTo`
 */
export async function changeSubscription(
  platform: Platform,
  db: SystemDb,
  by: Author,
  organization_id: string,
  change: SubscriptionChange,
  day?: string,
): Promise<SubscriptionRow> {
  const { after, begins_on } = await changeTerms(db, by, organization_id, change, day);
  if (begins_on !== null) await chargePeriod(platform, db, by, after, begins_on);
  return after;
}

/** The same without charging anything: `begins_on`, where the change begins a period, is for the caller to charge. */
export async function changeTerms(
  db: SystemDb,
  by: Author,
  organization_id: string,
  change: SubscriptionChange,
  day?: string,
): Promise<{ after: SubscriptionRow; begins_on: string | null }> {
  const before = await lockSubscription(db, organization_id);
  const status = change.status ?? before.status;
  const isByHand = change.reason !== null;
  if (status !== before.status && !isByHand && !statusesAfter(before.status).includes(status))
    throw new AppError('subscription.wrong_status', { params: { status: before.status } });
  const plan = await planOf(db, before, change.plan_key);
  const max_users = change.max_users ?? (plan ? seatsAfter(before, plan) : before.max_users);
  if (max_users !== before.max_users) await requireSeatLimit(db, organization_id, max_users);
  await giveReason(db, change.reason, by.actor?.profile_id ?? null);
  await saveTerms(db, organization_id, { plan_key: plan?.key ?? before.plan_key, status, max_users });
  await giveReason(db, null, null);
  const today = day ?? (await readToday(db));
  const dates = datesAfter(before, status, plan ? { ...before, scheduled_plan_id: null } : before, today);
  // Taken out of past due by hand: it is not put back at once for the invoices that it had not paid.
  const isForgiven = status === 'active' && before.status === 'past_due' && isByHand;
  const grace_until = isForgiven ? addDays(today, GRACE_DAYS) : dates.grace_until;
  const begins = isPaying(status) && !isPaying(before.status);
  // An organization that comes back within days that were charged goes on with them: no day is paid for twice.
  const charged = begins ? await findChargedPeriod(db, organization_id, today) : null;
  const period = charged && { ...charged, anchor_day: before.anchor_day };
  await saveDates(db, organization_id, { ...dates, ...period, grace_until });
  const after = await getSubscription(db, organization_id);
  return { after, begins_on: begins ? today : null };
}

/** Locks an organization and reads its subscription. @throws object.not_found */
export async function lockSubscription(db: SystemDb, organization_id: string): Promise<SubscriptionRow> {
  await lockOrganization(db, organization_id);
  return getSubscription(db, organization_id);
}

/** @throws object.not_found, also where it is another's */
export async function getSubscription(db: Db, organization_id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(db, organization_id);
  if (!row) throw new AppError('object.not_found');
  return row;
}

/** Seats on another plan: its own, unless others were set by hand. */
export function seatsAfter(before: SubscriptionRow, plan: Pick<PlanTerms, 'max_users'>): number {
  return before.max_users === before.plan_max_users ? plan.max_users : before.max_users;
}

/** Whether the plan that was chosen for the next period still costs less: it may have been repriced since. */
export const waitsForLess = (row: Pick<SubscriptionRow, 'scheduled_price_cents' | 'price_cents'>) =>
  row.scheduled_price_cents !== null && row.scheduled_price_cents < row.price_cents;

async function planOf(db: Db, before: SubscriptionRow, key: string | undefined): Promise<PlanTerms | null> {
  if (key === undefined || key === before.plan_key) return null;
  const plan = await findPlan(db, { key });
  if (!plan)
    throw new AppError('request.invalid', { fields: [{ field: 'body.plan_type', code: 'invalid' }] });
  return plan;
}

/** A first period that begins on a day. */
const periodFrom = (today: string) => {
  const anchor_day = dayOfMonth(today);
  return { period_start: today, period_end: nextMonth(today, anchor_day), anchor_day };
};
const NOT_PAST_DUE = { past_due_since: null, reminder_day: 0, reminded_on: null, grace_until: null };

function datesAfter(before: SubscriptionRow, status: SubscriptionStatus, dates: Dates, today: string): Dates {
  if (status === before.status) return dates;
  const standing = { ...NOT_PAST_DUE, past_due_since: status === 'past_due' ? today : null };
  if (isPaying(before.status) && isPaying(status)) return { ...dates, ...standing };
  const ended = { ...dates, ...standing, trial_ends_on: null, scheduled_plan_id: null };
  if (isPaying(status)) return { ...ended, ...periodFrom(today) };
  const trial_ends_on = status === 'trial' ? addDays(today, TRIAL_DAYS) : null;
  return { ...ended, trial_ends_on, period_start: null, period_end: null };
}

/** The same of many, without those that another process has locked, which does what is due for them. */
export async function tryLockSubscriptions(
  db: SystemDb,
  organization_ids: string[],
): Promise<SubscriptionRow[]> {
  return listSubscriptions(db, await tryLockOrganizations(db, organization_ids));
}
