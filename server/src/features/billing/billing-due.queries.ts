import type { SystemDb } from '../../platform/database/database.ts';
import { notNull } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/** Organizations for which something may be due on a day; what it is, `nextStep` says under their lock. */
export async function listDue(db: SystemDb, today: string): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('organizations', 'id'))`
    select o.id from organizations o join subscriptions s on s.organization_id = o.id
    where o.deleted_at is null and (
      (o.subscription_status = 'trial' and s.trial_ends_on <= ${today}::date)
      or (is_paying(o.subscription_status) and s.period_end <= ${today}::date)
      or (o.subscription_status = 'active' and coalesce(s.grace_until < ${today}::date, true) and exists (
        select from invoices i where i.organization_id = o.id and i.due_on < ${today}::date
          and is_unpaid(i)))
      or (o.subscription_status = 'past_due' and s.past_due_since is not null))
    order by o.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Trials that end within some days and whose admins have not been told of that day. */
export async function listTrialsEnding(db: SystemDb, today: string, days: number) {
  const { rows } = await rowsOf({
    organization_id: ROWS.organizations.id,
    ends_on: notNull(ROWS.subscriptions.trial_ends_on),
  })`
    select o.id as organization_id, s.trial_ends_on::text as ends_on
    from organizations o join subscriptions s on s.organization_id = o.id
    where o.deleted_at is null and o.subscription_status = 'trial'
      and s.trial_ends_on > ${today}::date and s.trial_ends_on <= ${today}::date + ${days}::int
      and not exists (select from notifications n where n.organization_id = o.id
        and n.event = 'subscription.trial_ending' and n.params ->> 'ends_on' = s.trial_ends_on::text)
    order by o.id`.execute(db);
  return rows;
}
