import { sql } from 'kysely';
import {
  INVOICE_RECEIPTS,
  INVOICE_STATUSES,
  RECTIFICATION_CODES,
  RECTIFICATION_METHODS,
} from '@atalaya/contract/choices';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { InvoiceFilters, InvoiceListQuery } from '@atalaya/contract/billing';
import type { Db } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/search-pattern.ts';
import { notNull, nullable, number, oneOf } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnList, columnsOf, rowsOf, selected } from '../../../platform/database/rows.ts';
import { fieldsWith } from '../../../platform/records/fields.ts';
import type { IssuedLine } from '@atalaya/contract/invoice-amounts';
import { INVOICE_FIELDS, INVOICE_LINE_FIELDS, PAYMENT_COLUMNS } from './invoices.fields.ts';

/** An invoice as stored, without its lines; days as 'YYYY-MM-DD'. */
const own = columnsOf('invoices', ...fieldsWith(INVOICE_FIELDS, 'listed'));
const invoiceRow = {
  ...own,
  series: ROWS.invoice_series.series,
  organization_name: ROWS.organizations.name,
  status: oneOf(...INVOICE_STATUSES),
  receipt: nullable(oneOf(...INVOICE_RECEIPTS)),
  rectification_code: nullable(oneOf(...RECTIFICATION_CODES)),
  rectification_method: nullable(oneOf(...RECTIFICATION_METHODS)),
};
export type InvoiceRow = RowOf<typeof invoiceRow>;
export const paymentRow = columnsOf('payments', ...fieldsWith(PAYMENT_COLUMNS, 'listed'));
export type PaymentRow = RowOf<typeof paymentRow>;

/** Credit: money that is still to be paid back. What is overdue is no less so for being paid in part. */
const status = sql`case when i.annulled_at is not null then 'annulled' when i.voided_at is not null then 'void' when i.outstanding_cents < 0 then 'credit'
  when i.outstanding_cents = 0 then 'paid' when i.due_on < (select billing_today()) then 'overdue'
  when i.paid_cents > 0 then 'partial' else 'open' end`;
/** The last that was said of it, until its payments say more. */
const receipt = sql`case when i.outstanding_cents = 0 and i.voided_at is null and i.annulled_at is null then 'paid'
  else (select r.state from invoice_receipts r where r.invoice_id = i.id order by r.id desc limit 1) end`;
const columns = sql`${selected('i', own)}, o.name as organization_name, ${status} as status, ${receipt} as receipt`;
const source = sql`from invoices i join organizations o on o.id = i.organization_id`;

/**
 * What invoices are sorted by, and its value for a row that has been read. Amounts have no index: the sums of a list
 * read all that matches anyway, and at 100,000 invoices sorting them took no longer than summing them.
 */
const SORTS: Record<
  InvoiceFilters['sort'],
  { by: ReturnType<typeof sql>; of: (row: InvoiceRow) => ReturnType<typeof sql> }
> = {
  issued_on: { by: sql`i.issued_on`, of: (row) => sql`${row.issued_on}::date` },
  due_on: { by: sql`i.due_on`, of: (row) => sql`${row.due_on}::date` },
  total_cents: { by: sql`i.total_cents`, of: (row) => sql`${row.total_cents}::bigint` },
  outstanding_cents: { by: sql`i.outstanding_cents`, of: (row) => sql`${row.outstanding_cents}::bigint` },
};

function sorted({ sort, order }: Pick<InvoiceFilters, 'sort' | 'order'>) {
  const { by } = SORTS[sort];
  return order === 'asc' ? sql`${by}, i.id` : sql`${by} desc, i.id desc`;
}

function matching(filters: InvoiceFilters) {
  const conditions = [sql`true`];
  if (filters.organization_id) conditions.push(sql`i.organization_id = ${filters.organization_id}`);
  if (filters.status === 'unpaid') conditions.push(sql`is_unpaid(i)`);
  else if (filters.status) conditions.push(sql`${status} = ${filters.status}`);
  if (filters.receipt === 'none') conditions.push(sql`${receipt} is null`);
  else if (filters.receipt) conditions.push(sql`${receipt} = ${filters.receipt}`);
  if (filters.from) conditions.push(sql`i.issued_on >= ${filters.from}::date`);
  if (filters.to) conditions.push(sql`i.issued_on <= ${filters.to}::date`);
  const search = filters.search?.trim();
  if (search) conditions.push(sql`i.search like ${containing(search)}`);
  return sql.join(conditions, sql` and `);
}

const invoiceSums = { ...columnsOf('invoices', 'currency'), total_cents: number, outstanding_cents: number };
export type InvoiceSums = RowOf<typeof invoiceSums>;

/** One page, exactly how many match, and their sums by currency, without what should never have been issued. */
export async function listInvoices(
  db: Db,
  query: InvoiceListQuery,
): Promise<{ rows: InvoiceRow[]; total: number; sums: InvoiceSums[] }> {
  const matches = matching(query);
  const [page, sums] = await Promise.all([
    rowsOf(invoiceRow)`select ${columns} ${source} where ${matches} order by ${sorted(query)}
      limit ${PAGE_SIZE} offset ${(query.page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ ...invoiceSums, invoices: number })`
      select i.currency, count(*)::int as invoices,
        coalesce(sum(i.total_cents) filter (where i.annulled_at is null), 0)::bigint as total_cents,
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
  const { rows } = await rowsOf(invoiceRow)`select ${columns} ${source} where ${matching(query)} and ${next}
    order by ${sorted(query)} limit ${limit}`.execute(db);
  return rows;
}

/** One invoice that the transaction may see, or null. */
export async function findInvoice(db: Db, id: string): Promise<InvoiceRow | null> {
  const { rows } = await rowsOf(invoiceRow)`select ${columns} ${source} where i.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The status of each of these that the transaction may see. */
export async function listStatuses(db: Db, ids: string[]): Promise<Pick<InvoiceRow, 'id' | 'status'>[]> {
  const { rows } = await rowsOf({ ...columnsOf('invoices', 'id'), status: invoiceRow.status })`
    select i.id, ${status} as status from invoices i where i.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

const invoiceLine = columnsOf('invoice_lines', ...fieldsWith(INVOICE_LINE_FIELDS, 'listed'));

/** Lines of invoices, in their order on each invoice. */
export async function listLines(
  db: Db,
  invoice_ids: string[],
): Promise<(IssuedLine & { invoice_id: string })[]> {
  const { rows } = await rowsOf(invoiceLine)`
    select ${columnList(Object.keys(invoiceLine))}
    from invoice_lines where invoice_id = any(${invoice_ids}::uuid[]) order by invoice_id, position`.execute(
    db,
  );
  return rows;
}

export async function listPayments(db: Db, invoice_id: string): Promise<PaymentRow[]> {
  const { rows } = await rowsOf(paymentRow)`
    select ${columnList(Object.keys(paymentRow))} from payments where invoice_id = ${invoice_id} order by id`.execute(
    db,
  );
  return rows;
}

/** The invoice that an invoice rectifies, and those that rectify it, in their order. */
export async function listRelated(
  db: Db,
  invoice: Pick<InvoiceRow, 'id' | 'rectifies_id'>,
): Promise<Pick<InvoiceRow, 'id' | 'code' | 'issued_on'>[]> {
  const { rows } = await rowsOf(columnsOf('invoices', 'id', 'code', 'issued_on'))`
    select id, code, issued_on::text as issued_on from invoices where id = ${invoice.rectifies_id} or rectifies_id = ${invoice.id}
    order by id`.execute(db);
  return rows;
}

/** Where a series should end, and where its invoices do, as of one moment. */
const seriesRow = {
  ...columnsOf('invoice_series', 'series', 'year', 'last_number', 'last_hash'),
  highest_number: number,
};
export type SeriesRow = RowOf<typeof seriesRow>;

export async function listSeries(db: Db): Promise<SeriesRow[]> {
  const { rows } = await rowsOf(seriesRow)`
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
  const { rows } = await rowsOf(invoiceRow)`select ${columns} ${source}
    where i.series = ${series} and i.year = ${year} and i.number > ${after} and i.number <= ${highest_number}
    order by i.number limit ${limit}`.execute(db);
  return rows;
}

/** The codes of invoices that say another sum paid than their payments come to: in one statement, as of one moment. */
export async function listWronglyPaid(db: Db): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('invoices', 'code'))`
    select i.code from invoices i
    left join (select invoice_id, sum(amount_cents) as cents from payments group by invoice_id) p
      on p.invoice_id = i.id
    where i.paid_cents <> coalesce(p.cents, 0) order by i.series, i.year, i.number`.execute(db);
  return rows.map(({ code }) => code);
}

const chargedDays = {
  ...columnsOf('invoice_lines', 'tax_rate'),
  start: notNull(ROWS.invoices.period_start),
  end: notNull(ROWS.invoices.period_end),
  amount_cents: number,
};
export type ChargedDays = RowOf<typeof chargedDays>;

/**
 * What invoices of a currency that are not voided charge for days of a period: before taxes, less what they give back, by the rate
 * of their taxes.
 */
export async function listCharged(
  db: Db,
  organization_id: string,
  period: { start: string; end: string },
  currency: string,
): Promise<ChargedDays[]> {
  const { rows } = await rowsOf(chargedDays)`
    select i.period_start::text as start, i.period_end::text as end, l.tax_rate,
      sum(l.amount_cents)::bigint as amount_cents
    from invoices i
    join invoice_lines l on l.organization_id = i.organization_id and l.invoice_id = i.id
    where i.organization_id = ${organization_id} and i.currency = ${currency} and i.charge in ('period', 'change') and i.kind <> 'rectifying'
      and i.voided_at is null and i.period_start >= ${period.start}::date and i.period_end = ${period.end}::date
    group by i.id, l.tax_rate order by i.id, l.tax_rate`.execute(db);
  return rows;
}

const unpaid = {
  ...columnsOf('invoices', 'currency'),
  invoices: number,
  outstanding_cents: number,
};
export type Unpaid = RowOf<typeof unpaid>;

/** How many invoices of an organization are not or not all paid, and what they come to, by currency. */
export async function sumUnpaid(db: Db, organization_id: string): Promise<Unpaid[]> {
  const { rows } = await rowsOf(unpaid)`
    select i.currency, count(*)::int as invoices, sum(i.outstanding_cents)::bigint as outstanding_cents
    from invoices i where i.organization_id = ${organization_id} and is_unpaid(i)
    group by i.currency order by i.currency`.execute(db);
  return rows;
}

/** Of those the invoices, oldest first, of what rectifies one that which it rectifies. */
export async function listUnpaid(db: Db, organization_id: string): Promise<InvoiceRow[]> {
  const { rows } = await rowsOf(invoiceRow)`select ${columns} ${source}
    where i.id in (select coalesce(i.rectifies_id, i.id) from invoices i
      where i.organization_id = ${organization_id} and is_unpaid(i))
    order by i.id`.execute(db);
  return rows;
}

/** The invoices that rectify one, in their order. */
export async function listRectifying(db: Db, rectifies_id: string): Promise<InvoiceRow[]> {
  const { rows } = await rowsOf(invoiceRow)`select ${columns} ${source}
    where i.rectifies_id = ${rectifies_id} order by i.id`.execute(db);
  return rows;
}
