import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { PAYMENT_METHODS } from '@atalaya/contract/choices';
import type { InvoiceFilters, InvoiceListQuery } from '@atalaya/contract/billing';
import type { Db } from '../../platform/database/database.ts';
import { containing } from '../../platform/database/search-pattern.ts';
import type { InvoiceLine } from './billing-amounts.ts';
import type { IssuedInvoice } from './invoice-hash.ts';

/** An invoice as stored, without its lines; days as 'YYYY-MM-DD'. */
export type InvoiceRow = Omit<IssuedInvoice, 'lines'> & {
  organization_name: string;
  code: string;
  paid_cents: number;
  outstanding_cents: number;
  status: 'open' | 'overdue' | 'paid' | 'void' | 'credit';
  hash: string;
  previous_hash: string | null;
};
export type PaymentRow = {
  id: string;
  amount_cents: number;
  currency: string;
  method: (typeof PAYMENT_METHODS)[number];
  reference: string | null;
  paid_on: string;
  created_at: Date;
};

/** Credit: money that is still to be paid back. */
const status = sql`case when i.voided_at is not null then 'void' when i.outstanding_cents < 0 then 'credit'
  when i.outstanding_cents = 0 then 'paid' when i.due_on < (select billing_today()) then 'overdue'
  else 'open' end`;
const columns = sql`i.id, i.organization_id, o.name as organization_name, i.series, i.year, i.number, i.code,
  i.kind, ${status} as status, i.issued_on::text as issued_on, i.due_on::text as due_on, i.currency,
  i.subtotal_cents, i.tax_cents, i.total_cents, i.paid_cents, i.outstanding_cents, i.tax_treatment,
  i.customer_name, i.customer_tax_id, i.customer_country, i.customer_email, i.charge,
  i.period_start::text as period_start, i.period_end::text as period_end, i.rectifies_id, i.reason, i.hash,
  i.previous_hash`;
const source = sql`from invoices i join organizations o on o.id = i.organization_id`;

/** What invoices are sorted by, and its value for a row that has been read. */
const SORTS: Record<
  InvoiceFilters['sort'],
  { by: ReturnType<typeof sql>; of: (row: InvoiceRow) => ReturnType<typeof sql> }
> = {
  issued_on: { by: sql`i.issued_on`, of: (row) => sql`${row.issued_on}::date` },
  due_on: { by: sql`i.due_on`, of: (row) => sql`${row.due_on}::date` },
  total_cents: { by: sql`i.total_cents`, of: (row) => sql`${row.total_cents}::bigint` },
};

function sorted({ sort, order }: Pick<InvoiceFilters, 'sort' | 'order'>) {
  const { by } = SORTS[sort];
  return order === 'asc' ? sql`${by}, i.id` : sql`${by} desc, i.id desc`;
}

function matching(filters: InvoiceFilters) {
  const conditions = [sql`true`];
  if (filters.organization_id) conditions.push(sql`i.organization_id = ${filters.organization_id}`);
  if (filters.status) conditions.push(sql`${status} = ${filters.status}`);
  if (filters.from) conditions.push(sql`i.issued_on >= ${filters.from}::date`);
  if (filters.to) conditions.push(sql`i.issued_on <= ${filters.to}::date`);
  const search = filters.search?.trim();
  if (search) conditions.push(sql`i.search like ${containing(search)}`);
  return sql.join(conditions, sql` and `);
}

export type InvoiceSums = { currency: string; total_cents: number; outstanding_cents: number };

/** One page, exactly how many match, and their sums by currency. */
export async function listInvoices(
  db: Db,
  query: InvoiceListQuery,
): Promise<{ rows: InvoiceRow[]; total: number; sums: InvoiceSums[] }> {
  const matches = matching(query);
  const [page, sums] = await Promise.all([
    sql<InvoiceRow>`select ${columns} ${source} where ${matches} order by ${sorted(query)}
      limit ${PAGE_SIZE} offset ${(query.page - 1) * PAGE_SIZE}`.execute(db),
    sql<InvoiceSums & { invoices: number }>`
      select i.currency, count(*)::int as invoices, sum(i.total_cents)::bigint as total_cents,
        sum(i.outstanding_cents)::bigint as outstanding_cents
      from invoices i where ${matches} group by i.currency order by i.currency`.execute(db),
  ]);
  return {
    rows: page.rows,
    total: sums.rows.reduce((total, { invoices }) => total + invoices, 0),
    sums: sums.rows.map(({ currency, total_cents, outstanding_cents }) => ({
      currency,
      total_cents,
      outstanding_cents,
    })),
  };
}

/** The next `limit` invoices that match, after the last one written. */
export async function listNextInvoices(
  db: Db,
  query: InvoiceFilters,
  last: InvoiceRow | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const { by, of } = SORTS[query.sort];
  const comes = sql.raw(query.order === 'asc' ? '>' : '<');
  const next = last ? sql`(${by}, i.id) ${comes} (${of(last)}, ${last.id}::uuid)` : sql`true`;
  const { rows } = await sql<InvoiceRow>`select ${columns} ${source} where ${matching(query)} and ${next}
    order by ${sorted(query)} limit ${limit}`.execute(db);
  return rows;
}

/** One invoice that the transaction may see, or null. */
export async function findInvoice(db: Db, id: string): Promise<InvoiceRow | null> {
  const { rows } = await sql<InvoiceRow>`select ${columns} ${source} where i.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Lines of invoices in the order in which they stand. */
export async function listLines(
  db: Db,
  invoice_ids: string[],
): Promise<(InvoiceLine & { invoice_id: string })[]> {
  const { rows } = await sql<InvoiceLine & { invoice_id: string }>`
    select invoice_id, description, quantity, unit_price_cents, amount_cents, tax_rate, tax_cents
    from invoice_lines where invoice_id = any(${invoice_ids}::uuid[]) order by invoice_id, position`.execute(
    db,
  );
  return rows;
}

export async function listPayments(db: Db, invoice_id: string): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select id, amount_cents, currency, method, reference, paid_on::text as paid_on, created_at
    from payments where invoice_id = ${invoice_id} order by id`.execute(db);
  return rows;
}

/** The invoice that an invoice rectifies, and the one that rectifies it. */
export async function listRelated(
  db: Db,
  invoice: Pick<InvoiceRow, 'id' | 'rectifies_id'>,
): Promise<{ id: string; code: string }[]> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from invoices where id = ${invoice.rectifies_id} or rectifies_id = ${invoice.id}`.execute(
    db,
  );
  return rows;
}

/** Where a series should end, and where its invoices do, as of one moment. */
export type SeriesRow = {
  series: string;
  year: number;
  last_number: number;
  last_hash: string | null;
  highest_number: number;
};

export async function listSeries(db: Db): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    select s.series, s.year, s.last_number, s.last_hash, coalesce((select max(i.number) from invoices i
      where i.series = s.series and i.year = s.year), 0) as highest_number
    from invoice_series s order by s.series, s.year`.execute(db);
  return rows;
}

/** The next `limit` invoices of a series and year after a number, without those that came since it was listed. */
export async function listOfSeries(
  db: Db,
  { series, year, highest_number }: Pick<SeriesRow, 'series' | 'year' | 'highest_number'>,
  after: number,
  limit: number,
): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`select ${columns} ${source}
    where i.series = ${series} and i.year = ${year} and i.number > ${after} and i.number <= ${highest_number}
    order by i.number limit ${limit}`.execute(db);
  return rows;
}

/** The codes of invoices that say another sum paid than their payments come to: in one statement, as of one moment. */
export async function listWronglyPaid(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select i.code from invoices i
    left join (select invoice_id, sum(amount_cents) as cents from payments group by invoice_id) p
      on p.invoice_id = i.id
    where i.paid_cents <> coalesce(p.cents, 0) order by i.series, i.year, i.number`.execute(db);
  return rows.map(({ code }) => code);
}

export type ChargedDays = { start: string; end: string; tax_rate: number; amount_cents: number };

/**
 * What the invoices that stand charge for days of a period: before taxes, less what they give back, by the rate of
 * their taxes.
 */
export async function listCharged(
  db: Db,
  organization_id: string,
  period: { start: string; end: string },
): Promise<ChargedDays[]> {
  const { rows } = await sql<ChargedDays>`
    select i.period_start::text as start, i.period_end::text as end, l.tax_rate,
      sum(l.amount_cents)::bigint as amount_cents
    from invoices i
    join invoice_lines l on l.organization_id = i.organization_id and l.invoice_id = i.id
    where i.organization_id = ${organization_id} and i.charge in ('period', 'change') and i.kind = 'standard'
      and i.voided_at is null and i.period_start >= ${period.start}::date and i.period_end = ${period.end}::date
    group by i.id, l.tax_rate order by i.id, l.tax_rate`.execute(db);
  return rows;
}

export type Unpaid = { currency: string; invoices: number; outstanding_cents: number };

/** How many invoices of an organization are not or not all paid, and what they come to, by currency. */
export async function sumUnpaid(db: Db, organization_id: string): Promise<Unpaid[]> {
  const { rows } = await sql<Unpaid>`
    select currency, count(*)::int as invoices, sum(outstanding_cents)::bigint as outstanding_cents
    from invoices where organization_id = ${organization_id} and kind = 'standard' and outstanding_cents > 0
    group by currency order by currency`.execute(db);
  return rows;
}

/** Those invoices, oldest first. */
export async function listUnpaid(db: Db, organization_id: string): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`select ${columns} ${source}
    where i.organization_id = ${organization_id} and i.kind = 'standard' and i.outstanding_cents > 0
    order by i.id`.execute(db);
  return rows;
}
