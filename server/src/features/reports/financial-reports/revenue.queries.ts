import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { dayText } from '../../../platform/database/report-entries.ts';
import type { Days } from '../../../platform/database/zoned-days.ts';
import { number, text } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

/** Invoices are of the day on which they were issued, payments of the day on which they were made. */
const onDays = (column: RawBuilder<unknown>, { from, to }: Days) =>
  sql`${column} between ${from}::date and ${to}::date`;
/** Without those that should never have been issued. */
const issuedOn = (days: Days) => sql`${onDays(sql`i.issued_on`, days)} and i.annulled_at is null`;

/** The plan that each organization was on, from when until when: joined, it is read once instead of invoice by invoice. */
const plans = sql`(
  select e.organization_id, e.plan_after as plan, e.created_at as since,
    lead(e.created_at) over (partition by e.organization_id order by e.created_at, e.id) as until
  from subscription_events e)`;
/** A correction belongs to the plan of what it corrects: that of the organization when the day of issue was over. */
const withPlan = sql`
  left join invoices corrected on corrected.id = i.rectifies_id
  cross join lateral (select (coalesce(corrected.issued_on, i.issued_on) + 1)::timestamp
    at time zone (select billing_zone()) as over) day
  left join ${plans} s on s.organization_id = i.organization_id and s.since < day.over
    and (s.until >= day.over or s.until is null)`;
/** As the invoice names it, also where the customer has changed or is gone. */
const countryOf = sql`coalesce(i.customer_country, 'none')`;

/** What invoices are grouped by, and what is joined to them for it. */
const GROUPS = {
  plans: { key: sql`coalesce(s.plan, 'none')`, joined: withPlan },
  countries: { key: countryOf, joined: sql`` },
} as const;
export type Grouping = keyof typeof GROUPS;
const revenueRow = {
  ...columnsOf('invoices', 'currency'),
  key: text,
  revenue: number,
  invoiced: number,
  collected: number,
};
export type RevenueRow = RowOf<typeof revenueRow>;

/** Invoiced and collected in a span, by plan or country. */
export async function sumRevenue(db: Db, days: Days, grouping: Grouping): Promise<RevenueRow[]> {
  const { key, joined } = GROUPS[grouping];
  const { rows } = await rowsOf(revenueRow)`
    select r.key, r.currency, sum(r.revenue)::bigint as revenue, sum(r.invoiced)::bigint as invoiced,
      sum(r.collected)::bigint as collected
    from (
      select ${key} as key, i.currency, i.subtotal_cents as revenue, i.total_cents as invoiced, 0::bigint as collected
      from invoices i ${joined} where ${issuedOn(days)}
      union all
      select ${key}, p.currency, 0, 0, p.amount_cents
      from payments p join invoices i on i.id = p.invoice_id ${joined}
      where ${onDays(sql`p.paid_on`, days)}) r
    group by r.key, r.currency order by revenue desc, r.key`.execute(db);
  return rows;
}

/** The names of plans, archived ones too. */
export async function listPlanNames(db: Db): Promise<Map<string, string>> {
  const { rows } = await rowsOf(columnsOf('plans', 'key', 'name'))`select key, name from plans`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

const today = sql`(select billing_today())`;
/** Days that an invoice is past its own, of those that are. */
const bucket = sql`case when ${today} - i.due_on <= 30 then '0-30' when ${today} - i.due_on <= 60 then '31-60'
  when ${today} - i.due_on <= 90 then '61-90' else 'over-90' end`;
const isUnpaid = sql`is_unpaid(i)`;
const isOverdue = sql`${isUnpaid} and i.due_on < ${today}`;

const overdueRow = {
  ...columnsOf('invoices', 'currency'),
  key: text,
  invoices: number,
  outstanding: number,
};
export type OverdueRow = RowOf<typeof overdueRow>;

/** What is overdue now, by how long. */
export async function sumOverdue(db: Db): Promise<OverdueRow[]> {
  const { rows } = await rowsOf(overdueRow)`
    select ${bucket} as key, i.currency, count(*)::int as invoices, sum(i.outstanding_cents)::bigint as outstanding
    from invoices i where ${isOverdue} group by 1, 2`.execute(db);
  return rows;
}

const debtSum = {
  ...columnsOf('invoices', 'currency'),
  invoices: number,
  overdue: number,
  outstanding: number,
  oldest_due: ROWS.invoices.due_on,
};
const debtorRow = { ...debtSum, organization_id: ROWS.organizations.id, name: ROWS.organizations.name };
export type DebtorRow = RowOf<typeof debtorRow>;
export type DebtSum = RowOf<typeof debtSum>;

const debts = sql`count(*)::int as invoices,
  coalesce(sum(i.outstanding_cents) filter (where i.due_on < ${today}), 0)::bigint as overdue,
  sum(i.outstanding_cents)::bigint as outstanding, min(i.due_on)::text as oldest_due`;

/** Who owes most now, at most so many of each currency. */
export async function listDebtors(db: Db, limit: number): Promise<DebtorRow[]> {
  const { rows } = await rowsOf(debtorRow)`
    select d.organization_id, o.name, d.currency, d.invoices, d.overdue, d.outstanding, d.oldest_due
    from (select i.organization_id, i.currency, ${debts},
        row_number() over (partition by i.currency order by sum(i.outstanding_cents) desc, i.organization_id) as place
      from invoices i where ${isUnpaid} group by i.organization_id, i.currency) d
    join organizations o on o.id = d.organization_id
    where d.place <= ${limit} order by d.currency, d.place`.execute(db);
  return rows;
}

/** What all of them owe now, by currency. */
export async function sumDebts(db: Db): Promise<DebtSum[]> {
  const { rows } = await rowsOf(debtSum)`
    select i.currency, ${debts} from invoices i where ${isUnpaid} group by i.currency order by i.currency`.execute(
    db,
  );
  return rows;
}

/** Invoiced, collected and paid back on each day that has any, by currency. */
export async function sumCollections(db: Db, days: Days) {
  const { rows } = await rowsOf({
    ...columnsOf('invoices', 'currency'),
    day: text,
    column: text,
    value: number,
  })`
    select ${dayText(sql`i.issued_on`)} as day, 'invoiced' as column, i.currency, sum(i.total_cents)::bigint as value
    from invoices i where ${issuedOn(days)} group by i.issued_on, i.currency
    union all
    select ${dayText(sql`p.paid_on`)}, case when p.amount_cents > 0 then 'collected' else 'refunded' end, p.currency,
      sum(p.amount_cents)::bigint
    from payments p where ${onDays(sql`p.paid_on`, days)}
    group by p.paid_on, p.currency, p.amount_cents > 0`.execute(db);
  return rows;
}

type Key = { grouping: Grouping; key: string } | null;
const keyed = (key: Key) => (key === null ? sql`true` : sql`${GROUPS[key.grouping].key} = ${key.key}`);
const joinedFor = (key: Key) => (key === null ? sql`` : GROUPS[key.grouping].joined);

const invoiceEntry = (
  value: RawBuilder<unknown>,
  key: Key = null,
) => sql`select 'invoice' as kind, i.id, i.id as opens_id,
    i.code as name, i.kind as detail, o.name as organization_name, ${dayText(sql`i.issued_on`)} as at, ${value} as value
  from invoices i join organizations o on o.id = i.organization_id ${joinedFor(key)}`;

/** Invoices of a span, of a plan or country, with their amounts before or after taxes. */
export function invoiceEntries(
  days: Days,
  currency: string,
  key: Key,
  amount: 'revenue' | 'invoiced',
): RawBuilder<unknown> {
  return sql`${invoiceEntry(amount === 'revenue' ? sql`i.subtotal_cents` : sql`i.total_cents`, key)}
    where ${issuedOn(days)} and i.currency = ${currency} and ${keyed(key)}`;
}

/** Payments of a span, of a plan or country: all, those made, or those paid back. */
export function paymentEntries(
  days: Days,
  currency: string,
  key: Key,
  which: 'all' | 'collected' | 'refunded',
): RawBuilder<unknown> {
  const signs = { all: sql`true`, collected: sql`p.amount_cents > 0`, refunded: sql`p.amount_cents < 0` };
  return sql`select 'payment' as kind, p.id, i.id as opens_id, i.code as name, p.method as detail,
      o.name as organization_name, ${dayText(sql`p.paid_on`)} as at, p.amount_cents as value
    from payments p join invoices i on i.id = p.invoice_id join organizations o on o.id = p.organization_id ${joinedFor(key)}
    where ${onDays(sql`p.paid_on`, days)} and p.currency = ${currency} and ${signs[which]} and ${keyed(key)}`;
}

/** Overdue invoices of an age, or of any, with what is still to be paid; or 1 for each. */
export function overdueEntries(
  currency: string,
  key: string | null,
  value: 'cents' | 'count',
): RawBuilder<unknown> {
  return sql`${invoiceEntry(value === 'count' ? sql`1` : sql`i.outstanding_cents`)}
    where ${isOverdue} and i.currency = ${currency} and ${key === null ? sql`true` : sql`${bucket} = ${key}`}`;
}

/** Invoices that an organization, or any, has still to pay, or those of them that are overdue; as of overdueEntries. */
export function debtEntries(
  currency: string,
  organization_id: string | null,
  which: 'unpaid' | 'overdue',
  value: 'cents' | 'count',
): RawBuilder<unknown> {
  const whose = organization_id === null ? sql`true` : sql`i.organization_id = ${organization_id}`;
  return sql`${invoiceEntry(value === 'count' ? sql`1` : sql`i.outstanding_cents`)}
    where ${which === 'overdue' ? isOverdue : isUnpaid} and i.currency = ${currency} and ${whose}`;
}
