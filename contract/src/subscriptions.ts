import { TAX_TREATMENTS } from './choices.ts';
import { z } from 'zod';
import { SUBSCRIPTION_STATUSES } from './subscription-states.ts';
import { id, instant, storedDay } from './shapes.ts';

/** What is told of subscriptions; their routes are in billing.ts, with those of the invoices. */

export const SUBSCRIPTION_EVENT_KINDS = [
  'created',
  'status',
  'plan',
  'price',
  'seats',
  'binned',
  'restored',
] as const;

/** Integer cents of the currency beside them. */
export const cents = z.int();
/** Hundredths of a per cent: 2100 is 21 %. */
export const taxRate = z.int().min(0).max(10_000);
export const status = z.enum(SUBSCRIPTION_STATUSES);
export const treatment = z.enum(TAX_TREATMENTS);
const plan = z.object({ id, key: z.string(), name: z.string() });
export const organization = z.object({ id, name: z.string() });
/** Who issues invoices, as this installation is configured. */
export const invoiceIssuerSchema = z.object({
  name: z.string(),
  tax_id: z.string().nullable(),
  /** ISO 3166-1, two letters. */
  country: z.string(),
  /** Its lines are parted by newlines. */
  address: z.string().nullable(),
});

export const subscriptionSchema = z.object({
  organization,
  plan,
  /** Which version of the plan's price and limit it is on. */
  version_number: z.int(),
  status,
  price_cents: cents,
  /** What it pays a month now: the price while active or past due, else nothing. */
  mrr_cents: cents,
  currency: z.string(),
  /** Seats; -1: no limit. */
  max_users: z.int(),
  active_users: z.int(),
  pending_invitations: z.int(),
  trial_ends_on: storedDay.nullable(),
  /** The period paid for: from its first day to the day on which the next one begins. */
  period_start: storedDay.nullable(),
  period_end: storedDay.nullable(),
  /** Before taxes, with the plan that will then be on; null: nothing is charged. */
  next_charge: z.object({ on: storedDay, amount_cents: cents }).nullable(),
  /** A downgrade that waits for the end of the period. */
  scheduled: z.object({ plan, on: storedDay, price_cents: cents }).nullable(),
  past_due_since: storedDay.nullable(),
  tax_treatment: treatment,
  tax_rate: taxRate,
  /** Not yet paid of all its invoices; negative: owed to it. */
  outstanding_cents: cents,
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const subscriptionEventSchema = z.object({
  id,
  kind: z.enum(SUBSCRIPTION_EVENT_KINDS),
  plan_before: z.string().nullable(),
  plan_after: z.string(),
  status_before: status.nullable(),
  status_after: status,
  max_users_before: z.int().nullable(),
  max_users_after: z.int(),
  price_before_cents: cents,
  price_after_cents: cents,
  mrr_before_cents: cents,
  mrr_after_cents: cents,
  currency: z.string(),
  reason: z.string().nullable(),
  created_at: instant,
});
export type SubscriptionEvent = z.infer<typeof subscriptionEventSchema>;

/** What changing to a plan would mean: at once with its proration, or at the end of the period. */
export const planChangePreviewSchema = z.object({
  plan,
  takes_effect: z.enum(['now', 'period_end']),
  on: storedDay,
  /** In `currency_before`; all other amounts are in `currency`. */
  price_before_cents: cents,
  price_after_cents: cents,
  max_users_after: z.int(),
  /** What is given back of the plan until now, and charged of the new one, until the end of the period. */
  credit_cents: cents,
  charge_cents: cents,
  tax_cents: cents,
  /** Due now, taxes included. */
  total_cents: cents,
  currency: z.string(),
  currency_before: z.string(),
});
export type PlanChangePreview = z.infer<typeof planChangePreviewSchema>;
