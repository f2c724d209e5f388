import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DashboardCountry, DashboardFigure } from '@atalaya/contract/dashboard';
import type { Db } from '../../platform/database/database.ts';
import { nullable, number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import { mainCurrency, startOfDay, today } from './dashboard-days.queries.ts';
import type { Reach } from './dashboard-days.queries.ts';

const compared = {
  value: number,
  before: number,
};
type Compared = RowOf<typeof compared>;

async function compare(db: Db, query: RawBuilder<Compared>, currency: string | null = null) {
  const { rows } = await query.execute(db);
  const { value, before } = rows[0] ?? { value: 0, before: 0 };
  return { value, before, limit: null, currency };
}

/** Today's Money: payments received today, and on the same day a week earlier. */
export async function readMoney(db: Db, { zone }: Reach): Promise<DashboardFigure> {
  const currency = await mainCurrency(db);
  const day = today(zone);
  const query = rowsOf(compared)`
    select coalesce(sum(amount_cents) filter (where paid_on = ${day}), 0)::bigint as value,
      coalesce(sum(amount_cents) filter (where paid_on = ${day} - 7), 0)::bigint as before
    from payments where paid_on in (${day}, ${day} - 7) and currency = ${currency}`;
  return compare(db, query, currency);
}

/** Today's Users: people who have signed in today, and by this hour a week earlier. */
export async function readSignedIn(db: Db, { zone }: Reach): Promise<DashboardFigure> {
  // A person's row keeps the last sign-in alone: what was a week ago is in the audit log.
  const query = rowsOf(compared)`
    select (select count(*) from profiles
        where deleted_at is null and last_login_at >= ${startOfDay(zone, 0)})::int as value,
      (select count(distinct actor_profile_id) from audit_log
        where action = 'session.started' and created_at >= ${startOfDay(zone, 7)}
          and created_at <= now() - interval '7 days')::int as before`;
  return compare(db, query);
}

/** New Clients: organizations created today, and by this hour a week earlier. */
export async function readNewClients(db: Db, { zone }: Reach): Promise<DashboardFigure> {
  const query = rowsOf(compared)`
    select count(*) filter (where created_at >= ${startOfDay(zone, 0)})::int as value,
      count(*) filter (where created_at <= now() - interval '7 days')::int as before
    from organizations
    where deleted_at is null and (created_at >= ${startOfDay(zone, 0)}
      or created_at between ${startOfDay(zone, 7)} and now() - interval '7 days')`;
  return compare(db, query);
}

/**
 * Sales: invoiced this month until today, less what was rectified, and on the same days of the month before; on a day
 * that it does not have, the whole of it.
 */
export async function readSales(
  db: Db,
  { zone }: Reach,
  day: RawBuilder<unknown> = today(zone),
): Promise<DashboardFigure> {
  const currency = await mainCurrency(db);
  const month = sql`date_trunc('month', ${day}::timestamp)::date`;
  const [begun, until] = [
    sql`(${month} - interval '1 month')::date`,
    sql`(${day} - interval '1 month')::date`,
  ];
  const query = rowsOf(compared)`
    select coalesce(sum(total_cents) filter (where issued_on >= ${month}), 0)::bigint as value,
      coalesce(sum(total_cents) filter (where issued_on <= ${until}), 0)::bigint as before
    from invoices where issued_on >= ${begun} and issued_on <= ${day} and currency = ${currency}
      and annulled_at is null`;
  return compare(db, query, currency);
}

/** Sales by Country over the last 30 days, the most money first; what was paid back lessens it, and is no sale. */
export async function readCountries(db: Db, { zone }: Reach): Promise<DashboardCountry[]> {
  const currency = await mainCurrency(db);
  const { rows } = await rowsOf({
    country: ROWS.organizations.country,
    sales: number,
    value_cents: number,
    currency: text,
    bounce: nullable(number),
  })`
    with paid as (
      select o.country, count(*) filter (where p.amount_cents > 0) as sales, sum(p.amount_cents) as value
      from payments p join organizations o on o.id = p.organization_id
      where p.paid_on > ${today(zone)} - 30 and p.paid_on <= ${today(zone)} and p.currency = ${currency}
      group by o.country
    ), ended as (
      select o.country, count(*) as trials,
        count(*) filter (where has_ended(e.status_after)) as lost
      from subscription_events e join organizations o on o.id = e.organization_id
      where e.kind = 'status' and e.status_before = 'trial' and e.created_at >= ${startOfDay(zone, 29)}
      group by o.country
    )
    select coalesce(p.country, e.country) as country, coalesce(p.sales, 0)::int as sales,
      coalesce(p.value, 0)::bigint as value_cents, ${currency}::text as currency,
      (e.lost::float8 / nullif(e.trials, 0))::float8 as bounce
    from paid p full join ended e on coalesce(e.country, '') = coalesce(p.country, '')
    order by value_cents desc, country nulls last limit 10`.execute(db);
  return rows;
}

/** Projects: the latest organizations. */
export async function readProjects(db: Db) {
  const { rows } = await rowsOf({
    ...columnsOf('organizations', 'id', 'name', 'slug', 'created_at'),
    plan_name: ROWS.plans.name,
  })`
    select o.id, o.name, o.slug, p.name as plan_name, o.created_at
    from organizations o join plans p on p.key = o.plan_type
    where o.deleted_at is null order by o.created_at desc, o.id desc limit 6`.execute(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}
