import { sql } from 'kysely';
import type { SystemDb } from '../../platform/database/database.ts';
import { boolean, number } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/**
 * What the audit log kept of the last time a plan was archived: everything that its transaction wrote, which is of one
 * instant and one request.
 */
const archiving = (plan_id: string) => sql`
  select l.* from (
    select created_at, request_id from audit_log
    where object_type = 'plan' and object_id = ${plan_id} and action = 'plan.archived'
    order by created_at desc limit 1) a
  join audit_log l on l.created_at = a.created_at and l.request_id is not distinct from a.request_id`;

/** An organization that was moved away, what it was on, and whether it can go back. */
const movedAwayRow = {
  ...columnsOf('organizations', 'id'),
  ...columnsOf('plan_versions', 'price_cents'),
  version_id: ROWS.plan_versions.id,
  version_number: ROWS.plan_versions.number,
  max_users: number,
  moved_to: ROWS.audit_log.after,
  can_return: boolean,
};
export type MovedAwayRow = RowOf<typeof movedAwayRow>;

/** Those that were moved to another plan when this one was archived the last time, unless they are in the bin. */
export async function listMovedAway(
  db: SystemDb,
  plan_id: string,
  plan_key: string,
): Promise<MovedAwayRow[]> {
  const { rows } = await rowsOf(movedAwayRow)`
    select o.id, v.id as version_id, v.number as version_number, v.price_cents,
      (l.before ->> 'max_users')::int as max_users, l.after as moved_to,
      o.plan_type = l.after ->> 'plan_type' and o.max_users = (l.after ->> 'max_users')::int
        and on_now.price_cents = (l.after ->> 'price_cents')::int
        and not exceeds_seats((l.before ->> 'max_users')::int, u.used_seats) as can_return
    from (${archiving(plan_id)}) l
    join organizations o on o.id = l.organization_id and o.deleted_at is null
    join organization_seats u on u.organization_id = o.id
    join plan_versions on_now on on_now.id = o.plan_version_id
    join plan_versions v on v.plan_id = ${plan_id} and v.number = (l.before ->> 'version_number')::int
    where l.action = 'organization.plan_changed' and l.before ->> 'plan_type' = ${plan_key}
    order by o.id`.execute(db);
  return rows;
}

/**
 * Organizations whose wait for a cheaper plan was redirected or ended when the plan was archived the last time wait as
 * before, where nothing else was decided since and the plan is on offer and still cheaper.
 */
export async function waitAsBefore(
  db: SystemDb,
  plan_id: string,
): Promise<{ organization_id: string; plan_type: string }[]> {
  const { rows } = await rowsOf({
    ...columnsOf('subscriptions', 'organization_id'),
    plan_type: ROWS.plans.key,
  })`
    update subscriptions s set scheduled_plan_id = w.plan_id, updated_at = now()
    from (select o.id as organization_id, p.id as plan_id, p.key, l.after ->> 'plan_type' as redirected_to
      from (${archiving(plan_id)}) l
      join organizations o on o.id = l.organization_id and o.deleted_at is null
      join plan_versions v on v.id = o.plan_version_id
      join plans p on p.key = l.before ->> 'plan_type' and p.archived_at is null and p.price_cents < v.price_cents
      where l.action in ('subscription.downgrade_scheduled', 'subscription.downgrade_canceled')) w
    where s.organization_id = w.organization_id and s.scheduled_plan_id is not distinct from
      (select id from plans where key = w.redirected_to)
    returning s.organization_id, w.key as plan_type`.execute(db);
  return rows;
}
