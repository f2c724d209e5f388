import { CANCEL_DAY } from '@atalaya/contract/billing-limits';
import { THE_SERVER, recordChange } from '../../platform/records/audit.ts';
import { chunksOf } from '../../platform/database/chunks.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { addDays, nextMonth } from './billing-days.ts';
import { listDue } from './billing-due.queries.ts';
import { tellOfPastDue, tellTrialsEnding } from './billing-news.service.ts';
import { nextStep } from './billing-steps.ts';
import type { Step } from './billing-steps.ts';
import { chargePeriods } from './invoices/invoice-issue.service.ts';
import { tellOfNotIssued } from './verifactu/verifactu-news.service.ts';
import {
  changeSubscription,
  getSubscription,
  tryLockSubscriptions,
  waitsForLess,
} from './subscriptions/subscription-change.service.ts';
import { readToday } from '../../platform/database/clock.ts';
import { listSubscriptions, saveAllDates, saveDates } from './subscriptions/subscriptions.queries.ts';
import type { SubscriptionRow } from './subscriptions/subscriptions.queries.ts';

/** Steps of one organization in one run, more than years without a server leave: a fault must not turn for ever. */
const STEPS_MAX = 200;

/** Renewals of one transaction. Who issues an invoice by hand waits for it: some tens of milliseconds. */
const TOGETHER = 50;

/** Every hour: what an interruption left undone is done at the next run. */
export function registerBillingJobs(platform: Platform): void {
  platform.jobs.schedule('bill', '10 * * * *', async () => {
    await bill(platform);
    await tellTrialsEnding(platform);
  });
}

/**
 * Does everything that is due for every subscription: trials that end, periods that begin, reminders, cancellations.
 * Each step is a transaction that locks the organization, so that several processes do it once, and one that is
 * interrupted goes on where it was. Renewals share one, for they come by the thousands on one day; all else is done
 * by itself.
 * @param day 'YYYY-MM-DD'; today unless named
 * @returns how many steps were done
 */
export async function bill(platform: Platform, day?: string): Promise<number> {
  const { today, ids } = await platform.database.withSystem('find the subscriptions to bill', async (db) => {
    const on = day ?? (await readToday(db));
    return { today: on, ids: await listDue(db, on) };
  });
  let steps = 0;
  for (const some of chunksOf(ids, TOGETHER)) steps += await billTogether(platform, some, today);
  return steps;
}

/** Renews some organizations together, period after period, and does what else is due for each. */
async function billTogether(platform: Platform, ids: string[], today: string): Promise<number> {
  const alone: string[] = [];
  let due = ids;
  let steps = 0;
  try {
    for (let taken = 0; due.length > 0 && taken < STEPS_MAX; taken += 1) {
      const { renewed, others } = await platform.database.withSystem('renew subscriptions', (db) =>
        renewDue(platform, db, due, today),
      );
      alone.push(...others);
      steps += renewed.length;
      due = renewed;
    }
  } catch (error) {
    // One that cannot be billed must not keep the others from it: they are parted until it is alone.
    platform.log.debug(
      { err: error, organizations: due.length },
      'subscriptions could not be renewed together',
    );
    if (due.length === 1) alone.push(...due);
    else
      for (const half of chunksOf(due, Math.ceil(due.length / 2)))
        steps += await billTogether(platform, half, today);
  }
  for (const id of alone) steps += await billAlone(platform, id, today);
  return steps;
}

/** Renews those of some organizations whose period is over; with the others for which something else is due. */
async function renewDue(
  platform: Platform,
  db: SystemDb,
  ids: string[],
  today: string,
): Promise<{ renewed: string[]; others: string[] }> {
  const due = Object.groupBy(await tryLockSubscriptions(db, ids), (subscription) => {
    const next = nextStep(subscription, today);
    return next === null ? 'nothing' : next.type === 'renew' ? 'renew' : 'other';
  });
  const { renew: renewals = [], other = [] } = due;
  if (renewals.length > 0) await renew(platform, db, renewals, today);
  return { renewed: renewals.map(idOf), others: other.map(idOf) };
}

const idOf = ({ organization_id }: SubscriptionRow) => organization_id;

/** Does all that is due for one organization. */
async function billAlone(platform: Platform, id: string, today: string): Promise<number> {
  let steps = 0;
  try {
    for (; steps < STEPS_MAX; steps += 1) {
      const isDone = await platform.database.withSystem('bill a subscription', (db) =>
        step(platform, db, id, today),
      );
      if (!isDone) break;
    }
  } catch (error) {
    platform.log.error({ err: error, organization_id: id }, 'a subscription could not be billed');
    if (error instanceof AppError) await tellOfNotIssued(platform, id, error);
  }
  return steps;
}

/** Does the next thing that is due for an organization; false where there is none, or another process does it. */
async function step(platform: Platform, db: SystemDb, id: string, today: string): Promise<boolean> {
  const [subscription] = await tryLockSubscriptions(db, [id]);
  const due = subscription && nextStep(subscription, today);
  if (!due) return false;
  await take(platform, db, subscription, due, today);
  return true;
}

async function take(
  platform: Platform,
  db: SystemDb,
  subscription: SubscriptionRow,
  due: Step,
  today: string,
): Promise<void> {
  const { organization_id } = subscription;
  const change = (status: SubscriptionRow['status']) =>
    changeSubscription(platform, db, THE_SERVER, organization_id, { status, reason: null }, today);
  if (due.type === 'renew') return renew(platform, db, [subscription], today);
  if (due.type === 'remind') return remind(platform, db, subscription, due.day, today);
  if (due.type === 'end_trial') await change(due.status);
  if (due.type === 'cancel') await change('canceled');
  if (due.type === 'fall_past_due') {
    const after = await change('past_due');
    await saveDates(db, organization_id, { ...after, past_due_since: due.since });
  }
  const after = await getSubscription(db, organization_id);
  await recordChange(db, THE_SERVER, {
    action: 'subscription.status_changed',
    object_type: 'subscription',
    object_id: organization_id,
    organization_id,
    before: { subscription_status: subscription.status },
    after: { subscription_status: after.status },
  });
}

/** Begins the next period of each, on the plan that was chosen for it, and charges it. */
async function renew(
  platform: Platform,
  db: SystemDb,
  before: SubscriptionRow[],
  today: string,
): Promise<void> {
  const moving = before.filter(({ scheduled_plan_key }) => scheduled_plan_key !== null);
  for (const each of moving) await downgrade(platform, db, each, today);
  const now = moving.length > 0 ? await listSubscriptions(db, before.map(idOf)) : before;
  const renewed = now.flatMap((subscription) => {
    const { period_end: period_start, anchor_day } = subscription;
    if (period_start === null) return [];
    const period_end = nextMonth(period_start, anchor_day);
    return { ...subscription, period_start, period_end, scheduled_plan_id: null };
  });
  await saveAllDates(db, renewed);
  await chargePeriods(platform, db, THE_SERVER, renewed, today);
}

/** Goes to the plan that was chosen for the next period, unless it costs no less by now or has too few seats. */
async function downgrade(
  platform: Platform,
  db: SystemDb,
  before: SubscriptionRow,
  today: string,
): Promise<void> {
  const { organization_id, scheduled_plan_key } = before;
  if (scheduled_plan_key === null) return;
  const change = { plan_key: scheduled_plan_key, reason: null };
  const refusal = waitsForLess(before)
    ? await changeSubscription(platform, db, THE_SERVER, organization_id, change, today).then(
        () => null,
        (error: unknown) => {
          if (error instanceof AppError) return error.code;
          throw error;
        },
      )
    : 'subscription.not_cheaper';
  await recordChange(db, THE_SERVER, {
    action: refusal === null ? 'subscription.plan_changed' : 'subscription.downgrade_refused',
    object_type: 'subscription',
    object_id: organization_id,
    organization_id,
    before: { plan_type: before.plan_key },
    after: { plan_type: scheduled_plan_key, ...(refusal === null ? {} : { refusal }) },
  });
}

/** Reminds the payer: the address for invoices, else the admins. */
async function remind(
  platform: Platform,
  db: SystemDb,
  subscription: SubscriptionRow,
  day: number,
  today: string,
): Promise<void> {
  const { organization_id, organization_name, first_due_on } = subscription;
  await saveDates(db, organization_id, { ...subscription, reminder_day: day, reminded_on: today });
  const about = {
    organization: organization_name,
    outstanding_cents: subscription.outstanding_cents,
    currency: subscription.currency,
    due_on: first_due_on ?? today,
    ends_on: addDays(today, CANCEL_DAY - day),
    link: new URL('/admin/billing', platform.config.publicUrl).href,
  };
  const mails = await tellOfPastDue(platform, db, subscription, about);
  await recordChange(db, THE_SERVER, {
    action: 'subscription.reminded',
    object_type: 'subscription',
    object_id: organization_id,
    organization_id,
    after: { day, mails },
  });
}
