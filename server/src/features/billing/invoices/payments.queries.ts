import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { PaymentFilters, PaymentListQuery } from '@atalaya/contract/payment-shapes';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/search-pattern.ts';
import { nullable, number, text } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf, selected } from '../../../platform/database/rows.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { paymentRow } from './invoice-reading.queries.ts';

/** A payment with its invoice, its organization and who entered it, as far as the transaction may see that person. */
const listedPaymentRow = {
  ...paymentRow,
  ...columnsOf('payments', 'organization_id', 'invoice_id', 'registered_by'),
  organization_name: ROWS.organizations.name,
  invoice_code: ROWS.invoices.code,
  customer_name: ROWS.invoices.customer_name,
  registered_by_name: nullable(text),
};
export type ListedPaymentRow = RowOf<typeof listedPaymentRow>;

type Sort = PaymentFilters['sort'];
type SqlPart = ReturnType<typeof sql>;

const ORGANIZATION = sql`join organizations o on o.id = p.organization_id`;
const INVOICE = sql`join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id`;

/** What payments are sorted by, what that needs to be joined, and its value for a row that has been read. */
const SORTS: Record<Sort, { by: SqlPart; join: SqlPart; of: (row: ListedPaymentRow) => SqlPart }> = {
  paid_on: { by: sql`p.paid_on`, join: sql``, of: (row) => sql`${row.paid_on}::date` },
  organization: {
    by: sql`search_text(o.name)`,
    join: ORGANIZATION,
    of: (row) => sql`search_text(${row.organization_name})`,
  },
  invoice: { by: sql`i.code`, join: INVOICE, of: (row) => sql`${row.invoice_code}::text` },
  method: { by: sql`p.method`, join: sql``, of: (row) => sql`${row.method}::text` },
  amount_cents: { by: sql`p.amount_cents`, join: sql``, of: (row) => sql`${row.amount_cents}::bigint` },
};

function matching(filters: PaymentFilters) {
  const conditions = [sql`true`];
  if (filters.organization_id) conditions.push(sql`p.organization_id = ${filters.organization_id}`);
  if (filters.method) conditions.push(sql`p.method = ${filters.method}`);
  if (filters.currency) conditions.push(sql`p.currency = ${filters.currency}`);
  if (filters.from) conditions.push(sql`p.paid_on >= ${filters.from}::date`);
  if (filters.to) conditions.push(sql`p.paid_on <= ${filters.to}::date`);
  const search = filters.search?.trim();
  // Each half has an index of its own, which an 'or' over both tables could not use.
  if (search)
    conditions.push(sql`p.id in (
      select id from payments where search_text(reference) like ${containing(search)}
      union
      select b.id from payments b join invoices i on i.id = b.invoice_id where i.search like ${containing(search)})`);
  return sql.join(conditions, sql` and `);
}

type Chosen = Pick<PaymentFilters, 'sort' | 'order'> & { where: SqlPart; limit: number; offset?: number };

/** The chosen payments in their order: only those are joined with all that they belong to. */
function listed({ sort, order, where, limit, offset = 0 }: Chosen) {
  const { by, join } = SORTS[sort];
  const sorted = order === 'asc' ? sql`${by}, p.id` : sql`${by} desc, p.id desc`;
  return rowsOf(listedPaymentRow)`
    select ${selected('p', paymentRow)}, p.organization_id, o.name as organization_name, p.invoice_id, i.code as invoice_code, i.customer_name,
      p.registered_by, full_name(r.first_name, r.last_name) as registered_by_name
    from (select p.* from payments p ${join} where ${where}
      order by ${sorted} limit ${limit} offset ${offset}) p
    ${ORGANIZATION}
    ${INVOICE}
    left join profiles r on r.id = p.registered_by
    order by ${sorted}`;
}

/** The invoice that a payment is of, or null. */
export async function findPaidInvoice(db: SystemDb, id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('payments', 'invoice_id'))`
    select invoice_id from payments where id = ${id}`.execute(db);
  return rows[0]?.invoice_id ?? null;
}

const paymentSums = {
  ...columnsOf('payments', 'currency'),
  payments: number,
  amount_cents: number,
};
export type PaymentSums = RowOf<typeof paymentSums>;

/** One page, and what all that match come to by currency, of the other currencies too. */
export async function listPaymentsOfAll(
  db: Db,
  query: PaymentListQuery,
): Promise<{ rows: ListedPaymentRow[]; sums: PaymentSums[] }> {
  const { sort, order, page } = query;
  const offset = (page - 1) * PAGE_SIZE;
  const [rows, sums] = await Promise.all([
    listed({ sort, order, where: matching(query), limit: PAGE_SIZE, offset }).execute(db),
    rowsOf(paymentSums)`
    select p.currency, count(*)::int as payments, sum(p.amount_cents)::bigint as amount_cents
      from payments p where ${matching({ ...query, currency: undefined })}
      group by p.currency order by p.currency`.execute(db),
  ]);
  return { rows: rows.rows, sums: sums.rows };
}

/** The next `limit` payments that match, after the last one written. */
export async function listNextPayments(
  db: Db,
  query: PaymentFilters,
  last: ListedPaymentRow | null,
  limit: number,
): Promise<ListedPaymentRow[]> {
  const { sort, order } = query;
  const { by, of } = SORTS[sort];
  const comes = sql.raw(order === 'asc' ? '>' : '<');
  const next = last ? sql`(${by}, p.id) ${comes} (${of(last)}, ${last.id}::uuid)` : sql`true`;
  const where = sql`${matching(query)} and ${next}`;
  const { rows } = await listed({ sort, order, where, limit }).execute(db);
  return rows;
}
