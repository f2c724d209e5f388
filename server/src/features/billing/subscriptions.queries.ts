import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { SUBSCRIPTION_EVENT_KINDS } from '@atalaya/contract/subscriptions';
import type { SubscriptionStatus } from '../../platform/actor.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import type { Tax } from './billing-amounts.ts';
import type { Language } from './billing-texts.ts';

/** The subscription of an organization with the terms of its plan; days as 'YYYY-MM-DD'. */
export type SubscriptionRow = Tax & {
  organization_id: string;
  organization_name: string;
  language: Language;
  country: string | null;
  tax_id: string | null;
  billing_email: string | null;
  status: SubscriptionStatus;
  max_users: number;
  plan_id: string;
  plan_key: string;
  plan_name: string;
  version_number: number;
  price_cents: number;
  currency: string;
  /** Seats that the version of its plan gives. */
  plan_max_users: number;
  trial_ends_on: string | null;
  period_start: string | null;
  period_end: string | null;
  anchor_day: number;
  scheduled_plan_id: string | null;
  scheduled_plan_key: string | null;
  scheduled_plan_name: string | null;
  scheduled_price_cents: number | null;
  past_due_since: string | null;
  reminder_day: number;
  reminded_on: string | null;
  grace_until: string | null;
  /** Not yet paid of all its invoices. */
  outstanding_cents: number;
  /** When the first of those that are not paid was due. */
  first_due_on: string | null;
};

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
      min(due_on) filter (where outstanding_cents > 0) as first_due_on
    from invoices i where i.organization_id = o.id and i.outstanding_cents <> 0) owed`;

/** The subscription of an organization outside the bin, or null. */
export async function findSubscription(db: Db, organization_id: string): Promise<SubscriptionRow | null> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} ${source} where o.id = ${organization_id} and o.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Today where the books are kept (`billing_today`), by the database's clock. */
export async function readToday(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select billing_today()::text as day`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the clock returned no row');
  return row.day;
}

/** Whether somebody active of an organization has proven that an address is theirs. */
export async function isProvenAddress(db: Db, organization_id: string, address: string): Promise<boolean> {
  const { rows } = await sql<{ proven: boolean }>`
    select is_proven_address(${organization_id}::uuid, ${address}) as proven`.execute(db);
  return rows[0]?.proven ?? false;
}

/** A plan on offer with its newest terms, or null. */
export type PlanTerms = {
  id: string;
  key: string;
  name: string;
  price_cents: number;
  max_users: number;
  currency: string;
};
export async function findPlan(db: Db, by: { id: string } | { key: string }): Promise<PlanTerms | null> {
  const { rows } = await sql<PlanTerms>`
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
export type Dates = Pick<
  SubscriptionRow,
  | 'trial_ends_on'
  | 'period_start'
  | 'period_end'
  | 'anchor_day'
  | 'scheduled_plan_id'
  | 'past_due_since'
  | 'reminder_day'
  | 'reminded_on'
  | 'grace_until'
  | 'tax_treatment'
  | 'tax_rate'
>;

export async function saveDates(db: SystemDb, organization_id: string, dates: Dates): Promise<void> {
  await sql`update subscriptions set trial_ends_on = ${dates.trial_ends_on}, period_start = ${dates.period_start},
      period_end = ${dates.period_end}, anchor_day = ${dates.anchor_day},
      scheduled_plan_id = ${dates.scheduled_plan_id}, past_due_since = ${dates.past_due_since},
      reminder_day = ${dates.reminder_day}, reminded_on = ${dates.reminded_on},
      grace_until = ${dates.grace_until}, tax_treatment = ${dates.tax_treatment},
      tax_rate = ${dates.tax_rate}, updated_at = now()
    where organization_id = ${organization_id}`.execute(db);
}

export type EventRow = {
  id: string;
  kind: (typeof SUBSCRIPTION_EVENT_KINDS)[number];
  plan_before: string | null;
  plan_after: string;
  status_before: SubscriptionStatus | null;
  status_after: SubscriptionStatus;
  max_users_before: number | null;
  max_users_after: number;
  price_before_cents: number;
  price_after_cents: number;
  mrr_before_cents: number;
  mrr_after_cents: number;
  currency: string;
  reason: string | null;
  created_at: Date;
};

/** A page of what happened to a subscription, newest first. */
export async function listEvents(
  db: Db,
  organization_id: string,
  page: number,
): Promise<{ rows: EventRow[]; total: number }> {
  const [events, count] = await Promise.all([
    sql<EventRow>`select id, kind, plan_before, plan_after, status_before, status_after, max_users_before,
        max_users_after, price_before_cents, price_after_cents, mrr_before_cents, mrr_after_cents, currency,
        reason, created_at
      from subscription_events where organization_id = ${organization_id}
      order by created_at desc, id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from subscription_events
      where organization_id = ${organization_id}`.execute(db),
  ]);
  return { rows: events.rows, total: count.rows[0]?.total ?? 0 };
}
