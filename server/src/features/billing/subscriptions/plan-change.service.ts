import type { PlanChangePreview, Subscription } from '@atalaya/contract/subscriptions';
import type { Actor } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { requireSeatLimit } from '../../seats/seats.rules.ts';
import { beforeTax, prorate } from '../billing-amounts.ts';
import { share, taxLines, totalsOf } from '@atalaya/contract/invoice-amounts';
import type { ChargeLine, InvoiceTotals } from '@atalaya/contract/invoice-amounts';
import { creditLine, periodLine } from '../billing-texts.ts';
import { issueTo } from '../invoices/invoice-issue.service.ts';
import { listCharged } from '../invoices/invoice-reading.queries.ts';
import type { ChargedDays } from '../invoices/invoice-reading.queries.ts';
import {
  changeSubscription,
  getSubscription,
  lockSubscription,
  seatsAfter,
} from './subscription-change.service.ts';
import { mayFollow } from '@atalaya/contract/plan-currency';
import { isPaying } from '@atalaya/contract/subscription-states';
import { readToday } from '../../../platform/database/clock.ts';
import { findPlan, saveDates } from './subscriptions.queries.ts';
import type { PlanTerms, SubscriptionRow } from './subscriptions.queries.ts';
import { toSubscription } from './subscriptions.service.ts';

/** What a change of plan means: at once, with what is charged for the rest of the period, or at its end. */
type PlanChange = {
  plan: PlanTerms;
  takes_effect: 'now' | 'period_end';
  on: string;
  max_users: number;
  lines: ChargeLine[];
};

/** What changing to a plan would mean today. @throws as `changePlan` does */
export async function previewPlanChange(
  platform: Platform,
  actor: Actor,
  organization_id: string,
  plan_id: string,
): Promise<PlanChangePreview> {
  return platform.database.withActor(actor, 'what another plan would cost any organization', async (db) => {
    const before = await getSubscription(db, organization_id);
    const change = await planChange(db, before, plan_id, 'query.plan_id', await readToday(db));
    const { id, key, name, price_cents } = change.plan;
    const taxed = taxLines(change.lines, before);
    const { tax_cents, total_cents } = totalsOf(taxed);
    return {
      plan: { id, key, name },
      takes_effect: change.takes_effect,
      on: change.on,
      price_before_cents: before.price_cents,
      price_after_cents: price_cents,
      max_users_after: change.max_users,
      credit_cents: taxed.reduce((sum, line) => sum + Math.min(0, line.amount_cents), 0),
      charge_cents: taxed.reduce((sum, line) => sum + Math.max(0, line.amount_cents), 0),
      tax_cents,
      total_cents,
      currency: change.plan.currency,
      currency_before: before.currency,
    };
  });
}

/**
 * Changes the plan: upwards at once with an invoice for the rest of the period, downwards when it ends.
 * @throws object.not_found, subscription.same_plan, subscription.other_currency, subscription.wrong_status,
 *   organization.seats_below_use, request.invalid for the plan
 */
export async function changePlan(
  platform: Platform,
  by: Author,
  organization_id: string,
  plan_id: string,
  day?: string,
): Promise<Subscription> {
  return platform.database.withSystem('change the plan of any organization', async (db) => {
    const before = await lockSubscription(db, organization_id);
    const today = day ?? (await readToday(db));
    const { plan, takes_effect, on, lines } = await planChange(db, before, plan_id, 'body.plan_id', today);
    await recordChange(db, by, {
      action: takes_effect === 'now' ? 'subscription.plan_changed' : 'subscription.downgrade_scheduled',
      object_type: 'subscription',
      object_id: organization_id,
      organization_id,
      before: { plan_type: before.plan_key, price_cents: before.price_cents },
      after: { plan_type: plan.key, price_cents: plan.price_cents, on },
    });
    if (takes_effect === 'now') {
      const change = { plan_key: plan.key, reason: null };
      await changeSubscription(platform, db, by, organization_id, change, today);
      const period = { start: on, end: before.period_end ?? on };
      if (lines.length > 0)
        await issueTo(platform, db, by, { ...before, currency: plan.currency }, today, {
          charge: 'change',
          lines,
          period,
        });
    } else await saveDates(db, organization_id, { ...before, scheduled_plan_id: plan.id });
    return toSubscription(db, await getSubscription(db, organization_id));
  });
}

/** Takes back a downgrade that waits for the end of the period. @throws object.not_found where there is none */
export async function cancelPlanChange(
  platform: Platform,
  by: Author,
  organization_id: string,
): Promise<Subscription> {
  return platform.database.withSystem('take back a downgrade of any organization', async (db) => {
    const before = await lockSubscription(db, organization_id);
    if (before.scheduled_plan_id === null) throw new AppError('object.not_found');
    await saveDates(db, organization_id, { ...before, scheduled_plan_id: null });
    await recordChange(db, by, {
      action: 'subscription.downgrade_canceled',
      object_type: 'subscription',
      object_id: organization_id,
      organization_id,
      before: { plan_type: before.scheduled_plan_key },
    });
    return toSubscription(db, await getSubscription(db, organization_id));
  });
}

async function planChange(
  db: Db,
  before: SubscriptionRow,
  plan_id: string,
  field: string,
  today: string,
): Promise<PlanChange> {
  const plan = await findPlan(db, { id: plan_id });
  if (!plan) throw new AppError('request.invalid', { fields: [{ field, code: 'invalid' }] });
  if (plan.id === before.plan_id) throw new AppError('subscription.same_plan');
  if (isPaying(before.status) && !mayFollow(before, plan)) throw new AppError('subscription.other_currency');
  const max_users = seatsAfter(before, plan);
  await requireSeatLimit(db, before.organization_id, max_users);
  const { period_start, period_end } = before;
  if (!isPaying(before.status) || period_start === null || period_end === null)
    return { plan, takes_effect: 'now', on: today, max_users, lines: [] };
  if (plan.price_cents < before.price_cents)
    return { plan, takes_effect: 'period_end', on: period_end, max_users, lines: [] };
  if (before.status === 'past_due')
    throw new AppError('subscription.wrong_status', { params: { status: before.status } });
  const lines = await prorationLines(db, before, plan, { start: period_start, end: period_end }, today);
  return { plan, takes_effect: 'now', on: today, max_users, lines };
}

/**
 * What is left of the period on the new plan, and what is given back of what was charged for those days: not at the
 * price of the old plan, which may have changed since. Never more than is charged, so that nothing comes to be owed back.
 */
async function prorationLines(
  db: Db,
  before: SubscriptionRow,
  plan: PlanTerms,
  period: { start: string; end: string },
  today: string,
): Promise<ChargeLine[]> {
  // A period that a job has not renewed yet is over: the next one is charged at the new price.
  if (today >= period.end) return [];
  const rest = { start: today, end: period.end };
  const charge = {
    description: periodLine(plan.name, rest, before.language),
    quantity: 1,
    unit_price_cents: prorate(plan.price_cents, period, today),
  };
  const charged = await listCharged(db, before.organization_id, period, plan.currency);
  const description = creditLine(before.plan_name, rest, before.language);
  const credits = creditLines(charged, totalsOf(taxLines([charge], before)), description, today);
  const lines = [charge, ...credits].filter((line) => line.unit_price_cents !== 0);
  return totalsOf(taxLines(lines, before)).total_cents === 0 ? [] : lines;
}

/**
 * What is given back of days that were charged, with the taxes of then: a line for each rate. With and without taxes
 * it comes to no more than the charge.
 */
function creditLines(
  charged: ChargedDays[],
  charge: InvoiceTotals,
  description: string,
  today: string,
): ChargeLine[] {
  let { subtotal_cents, total_cents } = charge;
  const rates = Map.groupBy(charged, ({ tax_rate }) => tax_rate);
  return Array.from(rates, ([tax_rate, ofRate]) => {
    const unused = ofRate.reduce((sum, days) => sum + prorate(days.amount_cents, days, today), 0);
    // What was given back of a rate already may leave a cent below zero.
    const amount_cents = Math.max(0, Math.min(unused, subtotal_cents, beforeTax(total_cents, tax_rate)));
    subtotal_cents -= amount_cents;
    total_cents -= amount_cents + share(amount_cents, tax_rate, 10_000);
    return { description, quantity: 1, unit_price_cents: -amount_cents, tax_rate };
  });
}
