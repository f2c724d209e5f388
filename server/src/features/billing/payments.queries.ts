import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { PaymentFilters, PaymentListQuery } from '@atalaya/contract/billing';
import type { Db } from '../../platform/database/database.ts';
import { containing } from './invoice-reading.queries.ts';
import type { PaymentRow } from './invoice-reading.queries.ts';

/** A payment with its invoice, its organization and who entered it, as far as the transaction may see that person. */
export type ListedPaymentRow = PaymentRow & {
  organization_id: string;
  organization_name: string;
  invoice_id: string;
  invoice_code: string;
  customer_name: string;
  registered_by: string | null;
  registered_by_name: string | null;
};

const ORDERS = {
  paid_on: { asc: sql`p.paid_on, p.id`, desc: sql`p.paid_on desc, p.id desc` },
  amount_cents: { asc: sql`p.amount_cents, p.id`, desc: sql`p.amount_cents desc, p.id desc` },
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

/** Payments that `chosen` selects by its where, order and limit: only those are joined with what they belong to. */
const listed = (chosen: ReturnType<typeof sql>, order: ReturnType<typeof sql>) => sql<ListedPaymentRow>`
  select p.id, p.amount_cents, p.currency, p.method, p.reference, p.paid_on::text as paid_on, p.created_at,
    p.organization_id, o.name as organization_name, p.invoice_id, i.code as invoice_code, i.customer_name,
    p.registered_by, trim(r.first_name || ' ' || r.last_name) as registered_by_name
  from (select * from payments p where ${chosen}) p
  join organizations o on o.id = p.organization_id
  join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
  left join profiles r on r.id = p.registered_by
  order by ${order}`;

export type PaymentSums = { currency: string; payments: number; amount_cents: number };

/** One page, and what all that match come to by currency, of the other currencies too. */
export async function listPaymentsOfAll(
  db: Db,
  query: PaymentListQuery,
): Promise<{ rows: ListedPaymentRow[]; sums: PaymentSums[] }> {
  const order = ORDERS[query.sort][query.order];
  const page = sql`${matching(query)} order by ${order}
    limit ${PAGE_SIZE} offset ${(query.page - 1) * PAGE_SIZE}`;
  const [rows, sums] = await Promise.all([
    listed(page, order).execute(db),
    sql<PaymentSums>`select p.currency, count(*)::int as payments, sum(p.amount_cents)::bigint as amount_cents
      from payments p where ${matching({ ...query, currency: undefined })}
      group by p.currency order by p.currency`.execute(db),
  ]);
  return { rows: rows.rows, sums: sums.rows };
}

/** The next `limit` payments that match, older than the last one written. */
export async function listOlderPayments(
  db: Db,
  filters: PaymentFilters,
  last: Pick<ListedPaymentRow, 'paid_on' | 'id'> | null,
  limit: number,
): Promise<ListedPaymentRow[]> {
  const order = ORDERS.paid_on.desc;
  const older = last ? sql`(p.paid_on, p.id) < (${last.paid_on}::date, ${last.id}::uuid)` : sql`true`;
  const page = sql`${matching(filters)} and ${older} order by ${order} limit ${limit}`;
  const { rows } = await listed(page, order).execute(db);
  return rows;
}
