import { z } from 'zod';
import { CURRENCIES } from './choices.ts';
import { PLAN_DESCRIPTION_MAX, PLAN_FEATURES_MAX, PLAN_FEATURE_MAX, PLAN_PRICE_MAX_CENTS } from './limits.ts';
import { SUBSCRIPTION_STATUSES } from './subscription-states.ts';
import { defineRoutes } from './route.ts';
import { day, id, instant, name, pageOf, pageQuery, seats, storedDay, text, version } from './shapes.ts';
import { cents } from './subscriptions.ts';

/** An open decision to move existing subscribers to the current version on a day. */
const moveSchema = z.object({ on: storedDay, version_number: z.int() });

export const planSchema = z.object({
  id,
  key: z.string(),
  name: z.string(),
  price_cents: cents,
  currency: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  /** Seats; -1: no limit. */
  max_users: z.int(),
  is_popular: z.boolean(),
  /** Since when it is no longer offered; null: it is. */
  archived_at: instant.nullable(),
  /** The version of price and limit that a new subscriber gets: 1, 2, … */
  version_number: z.int(),
  /** These three are for a super_admin; null for others. */
  subscribers: z.int().nullable(),
  /** How many of them are on an older version. */
  on_older_versions: z.int().nullable(),
  move: moveSchema.nullable(),
  created_at: instant,
  updated_at: instant,
  version,
});
export type Plan = z.infer<typeof planSchema>;

const currency = z.enum(CURRENCIES);
const price = z.int().min(0).max(PLAN_PRICE_MAX_CENTS);
const description = text(PLAN_DESCRIPTION_MAX)
  .transform((value) => value.trim())
  .pipe(z.string().min(1));
const features = z.array(name(PLAN_FEATURE_MAX)).max(PLAN_FEATURES_MAX);

export const planCreateBody = z.strictObject({
  name: name(),
  price_cents: price,
  /** Not sent: that of the installation. */
  currency: currency.optional(),
  description,
  features: features.default([]),
  max_users: seats,
  is_popular: z.boolean().default(false),
});

/** What becomes of those who are subscribed already when price or limit change. */
const subscribersChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('keep') }),
  /** On a day up to a year away; today and yesterday (somewhere it still is): at once. */
  z.strictObject({ type: z.literal('move'), on: day }),
]);

/** What is not sent stays. `version` is the one that was read. */
export const planUpdateBody = z.strictObject({
  version,
  name: name().optional(),
  price_cents: price.optional(),
  /** Only of a plan that has never cost anything. */
  currency: currency.optional(),
  description: description.optional(),
  features: features.optional(),
  max_users: seats.optional(),
  is_popular: z.boolean().optional(),
  /** Needed where price or limit change and the plan has subscribers. */
  subscribers: subscribersChoice.optional(),
});

/** What would be: other terms for the plan's own subscribers, or all of them on another plan. */
export const planSimulationBody = z.strictObject({
  to: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('terms'), price_cents: price, max_users: seats }),
    z.strictObject({ type: z.literal('plan'), id }),
  ]),
  page: z.int().min(1).max(50_000).default(1),
});

/** One subscriber before and after. Nothing is paid in trial, nor while inactive. */
export const planSimulationRowSchema = z.object({
  organization: z.object({ id, name: z.string() }),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  version_number: z.int(),
  is_paying: z.boolean(),
  price_before_cents: cents,
  price_after_cents: cents,
  max_users_before: z.int(),
  max_users_after: z.int(),
  /** Active people and pending invitations. */
  used: z.int(),
  /** It uses more seats than it would have: it cannot be moved. */
  is_over_limit: z.boolean(),
});

/** The page lists those over their limit first, then by name. The amounts are what is paid a month. */
export const planSimulationSchema = pageOf(planSimulationRowSchema).extend({
  paying: z.int(),
  over_limit: z.int(),
  monthly_before_cents: cents,
  /** With those over their limit staying as they are. */
  monthly_after_cents: cents,
});
export type PlanSimulation = z.infer<typeof planSimulationSchema>;

const one = z.strictObject({ id });

export const planRoutes = defineRoutes({
  listPlans: {
    method: 'GET',
    path: '/api/plans',
    summary: 'Plans in their order, and how many there are, the highest prices and how many are popular',
    access: 'plans.list',
    query: z.strictObject({
      ...pageQuery,
      /** Those that are no longer offered instead of those that are. */
      archived: z.literal('true').optional(),
    }),
    response: pageOf(planSchema).extend({
      /** By currency. */
      highest_prices: z.array(z.object({ currency: z.string(), price_cents: cents })),
      popular: z.int(),
      /** For who adds plans; null for others: the currency that a plan has which names none. */
      default_currency: z.string().nullable(),
      /** Whether the first plans can be added in euros. */
      lacks_euros: z.boolean(),
    }),
  },
  readPlan: {
    method: 'GET',
    path: '/api/plans/{id}',
    summary: 'One plan',
    access: 'plans.read',
    params: one,
    response: planSchema,
  },
  createPlan: {
    method: 'POST',
    path: '/api/plans',
    summary: 'Add a plan, in its currency, after the others',
    access: 'plans.create',
    body: planCreateBody,
    response: planSchema,
    status: 201,
    errors: ['plan.name_taken'],
  },
  addPlansInEuros: {
    method: 'POST',
    path: '/api/plans/euros',
    summary: 'Add the first plans in euros, archived: with the same numbers, their names with the currency',
    access: 'plans.create',
    body: z.strictObject({}),
    response: z.object({ items: z.array(planSchema) }),
    status: 201,
    errors: ['plan.euros_there'],
  },
  updatePlan: {
    method: 'PATCH',
    path: '/api/plans/{id}',
    summary:
      'Change a plan; another price or limit is a new version, which subscribers keep out of or are moved to on a day',
    access: 'plans.update',
    params: one,
    body: planUpdateBody,
    response: planSchema,
    errors: ['object.stale', 'plan.name_taken', 'plan.subscribers_choice', 'plan.currency_fixed'],
  },
  simulatePlan: {
    method: 'POST',
    path: '/api/plans/{id}/simulation',
    summary: 'What other terms or another plan would mean for each subscriber; nothing is written',
    access: 'plans.update',
    params: one,
    body: planSimulationBody,
    response: planSimulationSchema,
  },
  cancelPlanMove: {
    method: 'DELETE',
    path: '/api/plans/{id}/move',
    summary: 'Take back the decision to move the subscribers of a plan on a day',
    access: 'plans.update',
    params: one,
  },
  archivePlan: {
    method: 'DELETE',
    path: '/api/plans/{id}',
    summary: 'Offer a plan no longer; its subscribers go to another plan, all or none',
    access: 'plans.archive',
    params: one,
    body: z.strictObject({
      version,
      /** Where its subscribers go; needed where it has any. */
      move_to: id.optional(),
    }),
    errors: ['object.stale', 'plan.destination_required', 'plan.over_limit', 'plan.default_plan'],
  },
  restorePlan: {
    method: 'POST',
    path: '/api/plans/{id}/restore',
    summary: 'Offer an archived plan again; those who were moved away come back where that is asked for',
    access: 'plans.archive',
    params: one,
    body: z.strictObject({ with_subscribers: z.boolean().default(false) }),
    response: planSchema.extend({
      /** Subscribers that came back, and those that changed since or use more seats than they had. */
      returned: z.int(),
      stayed: z.int(),
    }),
    errors: ['plan.name_taken'],
  },
});
