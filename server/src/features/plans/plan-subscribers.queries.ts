import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { SystemDb } from '../../platform/database/database.ts';
import { boolean, notNull, nullable, number } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, onlyRow, rowsOf } from '../../platform/database/rows.ts';
import { isSubscriber } from './plans.queries.ts';
import type { Terms } from './plans.queries.ts';

/** A subscriber of a plan, and what other terms would make of it. */
const subscriberRow = {
  ...columnsOf('organizations', 'id', 'name', 'subscription_status'),
  version_number: ROWS.plan_versions.number,
  is_paying: boolean,
  price_before_cents: ROWS.plan_versions.price_cents,
  max_users_before: ROWS.organizations.max_users,
  max_users_after: number,
  used: notNull(ROWS.organization_seats.used_seats),
  is_over_limit: boolean,
};
export type SubscriberRow = RowOf<typeof subscriberRow>;

/**
 * Subscribers beside other terms. Seats that differ from what their version gives were set by hand and stay so; the
 * others follow the new limit, unless more are in use than it allows.
 */
const compared = (next: Terms, of: RawBuilder<unknown>) => sql`
  select s.*, (s.max_users_after <> s.max_users_before
    and exceeds_seats(s.max_users_after, s.used)) as is_over_limit
  from (
    select o.id, o.name, o.subscription_status, v.number as version_number,
      is_paying(o.subscription_status) as is_paying,
      v.price_cents as price_before_cents, o.max_users as max_users_before,
      case when o.max_users = v.max_users then ${next.max_users}::int else o.max_users end as max_users_after,
      u.used_seats as used
    from organizations o join plan_versions v on v.id = o.plan_version_id
      join organization_seats u on u.organization_id = o.id
    where ${of}
  ) s`;

const ofPlan = (plan_key: string) => sql`o.plan_type = ${plan_key} and ${isSubscriber}`;

const subscriberTotals = {
  total: number,
  paying: number,
  over_limit: number,
  monthly_before_cents: number,
  monthly_after_cents: number,
};
export type SubscriberTotals = RowOf<typeof subscriberTotals>;

/** A page of the subscribers of a plan beside other terms, those over the limit first, and the sums of all. */
export async function compareSubscribers(
  db: SystemDb,
  plan_key: string,
  next: Terms,
  page: number,
): Promise<{ rows: SubscriberRow[]; totals: SubscriberTotals }> {
  const all = compared(next, ofPlan(plan_key));
  const [rows, totals] = await Promise.all([
    rowsOf(subscriberRow)`select * from (${all}) a order by is_over_limit desc, search_text(name), id
      limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf(subscriberTotals)`
      select count(*)::int as total, count(*) filter (where is_paying)::int as paying,
        count(*) filter (where is_over_limit)::int as over_limit,
        coalesce(sum(price_before_cents) filter (where is_paying), 0)::bigint as monthly_before_cents,
        coalesce(sum(case when is_over_limit then price_before_cents else ${next.price_cents}::int end)
          filter (where is_paying), 0)::bigint as monthly_after_cents
      from (${all}) a`.execute(db),
  ]);
  const sums = onlyRow(totals.rows);
  return { rows: rows.rows, totals: sums };
}

/** The ids of a plan's subscribers, without locking anything. */
export async function listSubscriberIds(db: SystemDb, plan_key: string): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('organizations', 'id'))`
    select o.id from organizations o where ${ofPlan(plan_key)} order by o.id`.execute(db);
  return rows.map((row) => row.id);
}

type Move = { plan_key: string; version_id: string };

const isBehind = ({ plan_key, version_id }: Move) =>
  sql`${ofPlan(plan_key)} and o.plan_version_id <> ${version_id}`;

/** The ids of the next subscribers of a plan that are not on a version, without locking anything. */
export async function listNextBehind(
  db: SystemDb,
  move: Move & { after_organization_id: string | null },
  limit: number,
): Promise<string[]> {
  const { after_organization_id: after } = move;
  const { rows } = await rowsOf(columnsOf('organizations', 'id'))`
    select o.id from organizations o
    where ${isBehind(move)} and (${after}::uuid is null or o.id > ${after}::uuid)
    order by o.id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Those of these organizations, which are locked, that still are not on the version, beside its terms. */
export async function compareBehind(
  db: SystemDb,
  ids: string[],
  move: Move & Terms,
): Promise<SubscriberRow[]> {
  const { rows } = await rowsOf(
    subscriberRow,
  )`${compared(move, sql`o.id = any(${ids}::uuid[]) and ${isBehind(move)}`)}`.execute(db);
  return rows;
}

/** These organizations, which are locked, beside other terms. */
export async function compareOrganizations(
  db: SystemDb,
  ids: string[],
  next: Terms,
): Promise<SubscriberRow[]> {
  const { rows } = await rowsOf(subscriberRow)`${compared(next, sql`o.id = any(${ids}::uuid[])`)}`.execute(
    db,
  );
  return rows;
}

/** Puts locked organizations on a version of the plan that they are on. */
export async function moveToVersion(
  db: SystemDb,
  version_id: string,
  rows: Pick<SubscriberRow, 'id' | 'max_users_after'>[],
): Promise<void> {
  await sql`
    update organizations o set plan_version_id = ${version_id}, max_users = m.max_users,
      version = o.version + 1, updated_at = now()
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.max_users_after)}::int[])
      as m (id, max_users)
    where o.id = m.id`.execute(db);
}

/** Puts locked organizations on another plan, whose newest version they get. */
export async function moveToPlan(
  db: SystemDb,
  plan_key: string,
  rows: Pick<SubscriberRow, 'id' | 'max_users_after'>[],
): Promise<void> {
  await sql`
    update organizations o set plan_type = ${plan_key}, max_users = m.max_users,
      version = o.version + 1, updated_at = now()
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.max_users_after)}::int[])
      as m (id, max_users)
    where o.id = m.id`.execute(db);
}

/** The ids of organizations that go down to a plan when their period ends, without locking anything. */
export async function listWaitingIds(db: SystemDb, plan_id: string): Promise<string[]> {
  const { rows } = await rowsOf({ id: ROWS.subscriptions.organization_id })`
    select organization_id as id from subscriptions where scheduled_plan_id = ${plan_id}`.execute(db);
  return rows.map((row) => row.id);
}

/** Those of these organizations that wait to go to a plan that is no longer down for them wait no more. */
export async function stopWaitingUpwards(
  db: SystemDb,
  ids: string[],
): Promise<{ organization_id: string; plan_type: string }[]> {
  const { rows } = await rowsOf({
    ...columnsOf('subscriptions', 'organization_id'),
    plan_type: ROWS.plans.key,
  })`
    update subscriptions s set scheduled_plan_id = null, updated_at = now()
    from organizations o, plan_versions v, plans p
    where s.organization_id = any(${ids}::uuid[]) and o.id = s.organization_id and v.id = o.plan_version_id
      and p.id = s.scheduled_plan_id and p.price_cents >= v.price_cents
    returning s.organization_id, p.key as plan_type`.execute(db);
  return rows;
}

/** Scheduled downgrades to a plan go to another one where that is a downgrade too, else they are canceled. */
export async function redirectWaiting(
  db: SystemDb,
  plan_id: string,
  move_to: string | null,
): Promise<{ organization_id: string; plan_type: string | null }[]> {
  const { rows } = await rowsOf({
    ...columnsOf('subscriptions', 'organization_id'),
    plan_type: nullable(ROWS.plans.key),
  })`
    update subscriptions s set scheduled_plan_id = w.id, updated_at = now()
    from (select o.id as organization_id, p.id, p.key
      from organizations o join plan_versions v on v.id = o.plan_version_id
      left join plans p on p.id = ${move_to}::uuid and p.id <> ${plan_id} and p.archived_at is null
        and p.key <> o.plan_type and p.price_cents < v.price_cents
        and (p.currency = v.currency or p.price_cents = 0)) w
    where s.scheduled_plan_id = ${plan_id} and w.organization_id = s.organization_id
    returning s.organization_id, w.key as plan_type`.execute(db);
  return rows;
}
