import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { SubscriptionStatus } from '../../../platform/core/actor.ts';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import { nullable, number } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import { ROWS } from '../../../platform/database/row-types.ts';

/** The subscription of an organization with the terms of its plan; days as 'YYYY-MM-DD'. */
const subscriptionRow = {
  ...columnsOf('organizations', 'language', 'country', 'tax_id', 'billing_email', 'max_users'),
  organization_name: ROWS.organizations.name,
  status: ROWS.organizations.subscription_status,
  plan_id: ROWS.plans.id,
  plan_key: ROWS.plans.key,
  plan_name: ROWS.plans.name,
  version_number: ROWS.plan_versions.number,
  ...columnsOf('plan_versions', 'price_cents', 'currency'),
  /** Seats that the version of its plan gives. */
  plan_max_users: ROWS.plan_versions.max_users,
  ...columnsOf(
    'subscriptions',
    'organization_id',
    'trial_ends_on',
    'period_start',
    'period_end',
    'anchor_day',
    'scheduled_plan_id',
    'past_due_since',
    'reminder_day',
    'reminded_on',
    'grace_until',
    'tax_treatment',
    'tax_rate',
  ),
  scheduled_plan_key: nullable(ROWS.plans.key),
  scheduled_plan_name: nullable(ROWS.plans.name),
  scheduled_price_cents: nullable(ROWS.plans.price_cents),
  /** Not yet paid of all its invoices. */
  outstanding_cents: number,
  /** When the first of those that are not paid was due. */
  first_due_on: nullable(ROWS.invoices.due_on),
};
export type SubscriptionRow = RowOf<typeof subscriptionRow>;

const columns = sql`o.id as organization_id, o.name as organization_name, o.language, o.country, o.tax_id,
  o.billing_email, o.subscription_status as status, o.max_users, p.id as plan_id, p.key as plan_key,
  p.name as plan_name, v.number as version_number, v.price_cents, v.currency, v.max_users as plan_max_users,
  s.trial_ends_on::text as trial_ends_on, s.period_start::text as period_start, s.period_end::text as period_end,
  s.anchor_day, s.scheduled_plan_id, sp.key as scheduled_plan_key, sp.name as scheduled_plan_name,
  sp.price_cents as scheduled_price_cents, s.past_due_since::text as past_due_since, s.reminder_day,
  s.reminded_on::text as reminded_on, s.grace_until::text as grace_until, s.tax_treatment, s.tax_rate,
  owed.outstanding_cents, owed.first_due_on::text as first_due_on`;
const source = sql`from organizations o
  join subscriptions s on s.organization_id = o.id
  join plans p on p.key = o.plan_type
  join plan_versions v on v.id = o.plan_version_id
  left join plans sp on sp.id = s.scheduled_plan_id
  cross join lateral (
    select coalesce(sum(outstanding_cents), 0)::bigint as outstanding_cents,
      min(due_on) filter (where is_unpaid(i)) as first_due_on
    from invoices i where i.organization_id = o.id and i.outstanding_cents <> 0) owed`;

/** The subscription of an organization outside the bin, or null. */
export async function findSubscription(db: Db, organization_id: string): Promise<SubscriptionRow | null> {
  return (await listSubscriptions(db, [organization_id]))[0] ?? null;
}

/** The subscriptions of organizations outside the bin, in the order of their ids. */
export async function listSubscriptions(db: Db, organization_ids: string[]): Promise<SubscriptionRow[]> {
  const { rows } = await rowsOf(subscriptionRow)`
    select ${columns} ${source} where o.id = any(${organization_ids}::uuid[]) and o.deleted_at is null
    order by o.id`.execute(db);
  return rows;
}

/** A plan on offer with its newest terms, or null. */
const planTerms = columnsOf('plans', 'id', 'key', 'name', 'price_cents', 'max_users', 'currency');
export type PlanTerms = RowOf<typeof planTerms>;
export async function findPlan(db: Db, by: { id: string } | { key: string }): Promise<PlanTerms | null> {
  const { rows } = await rowsOf(planTerms)`
    select id, key, name, price_cents, max_users, currency from plans
    where archived_at is null and ${'id' in by ? sql`id = ${by.id}` : sql`key = ${by.key}`}`.execute(db);
  return rows[0] ?? null;
}

/** Who changes a subscription and why: the trigger that writes the event reads it. */
export async function giveReason(db: SystemDb, reason: string | null, actor: string | null): Promise<void> {
  await sql`select set_config('app.billing_reason', ${reason ?? ''}, true),
    set_config('app.billing_actor', ${actor ?? ''}, true)`.execute(db);
}

export type Terms = { plan_key: string; status: SubscriptionStatus; max_users: number };

/** Stores plan, status and seats of a locked organization: the trigger writes the event. */
export async function saveTerms(db: SystemDb, organization_id: string, terms: Terms): Promise<void> {
  await sql`update organizations set plan_type = ${terms.plan_key}, subscription_status = ${terms.status},
      max_users = ${terms.max_users}, version = version + 1, updated_at = now()
    where id = ${organization_id}`.execute(db);
}

/** What the billing keeps of a subscription beside its organization's row. */
const KEPT = [
  'trial_ends_on',
  'period_start',
  'period_end',
  'anchor_day',
  'scheduled_plan_id',
  'past_due_since',
  'reminder_day',
  'reminded_on',
  'grace_until',
  'tax_treatment',
  'tax_rate',
] as const;
export type Dates = Pick<SubscriptionRow, (typeof KEPT)[number]>;
type OwnDates = Dates & Pick<SubscriptionRow, 'organization_id'>;

export const saveDates = (db: SystemDb, organization_id: string, dates: Dates): Promise<void> =>
  saveAllDates(db, [{ ...dates, organization_id }]);

/** The same of many subscriptions. */
export async function saveAllDates(db: SystemDb, dates: OwnDates[]): Promise<void> {
  const kept = dates.map((own) => Object.fromEntries(OWN.map((name) => [name, own[name]])));
  const values = sql.join(KEPT.map((name) => sql`${sql.ref(name)} = ${sql.ref(`own.${name}`)}`));
  await sql`update subscriptions s set ${values}, updated_at = now()
    from jsonb_populate_recordset(null::subscriptions, ${JSON.stringify(kept)}::jsonb) own
    where s.organization_id = own.organization_id`.execute(db);
}
const OWN = ['organization_id', ...KEPT] as const;

const eventRow = {
  ...columnsOf(
    'subscription_events',
    'id',
    'kind',
    'plan_before',
    'plan_after',
    'max_users_before',
    'max_users_after',
    'price_before_cents',
    'price_after_cents',
    'mrr_before_cents',
    'mrr_after_cents',
    'currency',
    'reason',
    'created_at',
  ),
  status_before: nullable(ROWS.organizations.subscription_status),
  status_after: ROWS.organizations.subscription_status,
};
export type EventRow = RowOf<typeof eventRow>;

/** A page of what happened to a subscription, newest first. */
export async function listEvents(
  db: Db,
  organization_id: string,
  page: number,
): Promise<{ rows: EventRow[]; total: number }> {
  const [events, count] = await Promise.all([
    rowsOf(eventRow)`select id, kind, plan_before, plan_after, status_before, status_after, max_users_before,
        max_users_after, price_before_cents, price_after_cents, mrr_before_cents, mrr_after_cents, currency,
        reason, created_at
      from subscription_events where organization_id = ${organization_id}
      order by created_at desc, id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from subscription_events
      where organization_id = ${organization_id}`.execute(db),
  ]);
  return { rows: events.rows, total: count.rows[0]?.total ?? 0 };
}
