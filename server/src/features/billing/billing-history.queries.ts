import { sql } from 'kysely';
import type { SystemDb } from '../../platform/database/database.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import type { HistoryCustomer, HistoryPlan, PastChange, PastInvoice } from './billing-history.ts';

export async function listCustomers(db: SystemDb, ids: string[]): Promise<HistoryCustomer[]> {
  const { rows } = await rowsOf({
    ...columnsOf('organizations', 'language', 'country', 'tax_id', 'billing_email'),
    ...columnsOf('subscriptions', 'organization_id', 'tax_treatment', 'tax_rate'),
    organization_name: ROWS.organizations.name,
  })`
    select o.id as organization_id, o.name as organization_name, o.language, o.country, o.tax_id,
      o.billing_email, s.tax_treatment, s.tax_rate
    from organizations o join subscriptions s on s.organization_id = o.id
    where o.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function listPlans(db: SystemDb): Promise<HistoryPlan[]> {
  const { rows } = await rowsOf(columnsOf('plans', 'key', 'name', 'price_cents', 'currency'))`
    select key, name, price_cents, currency from plans`.execute(db);
  return rows;
}

/** A change of a past day, whose event bears that day. */
export async function replayChange(db: SystemDb, organization_id: string, change: PastChange): Promise<void> {
  await sql`update organizations o set plan_type = p.key, subscription_status = ${change.status},
      max_users = p.max_users
    from plans p, (select set_config('app.billing_at', ${`${change.on}T09:00:00Z`}, true) as at) past
    where o.id = ${organization_id} and p.key = ${change.plan_key} and past.at is not null`.execute(db);
}

/** Events are of this moment again. */
export async function endReplay(db: SystemDb): Promise<void> {
  await sql`select set_config('app.billing_at', '', true)`.execute(db);
}

export type NumberedInvoice = PastInvoice & {
  id: string;
  number: number;
  hash: string;
  previous_hash: string | null;
};

/** Stores invoices of the past with their lines and payments, in an installation that has none yet. */
export async function insertPast(db: SystemDb, invoices: NumberedInvoice[]): Promise<void> {
  await sql`
    insert into invoice_series (series, year, last_number, last_hash)
    select distinct on (series, year) series, year, number, hash
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb)
      as i (series text, year int, number int, hash text)
    order by series, year, number desc`.execute(db);
  await sql`
    insert into invoices (id, organization_id, series, year, number, kind, issued_on, due_on, currency,
      subtotal_cents, tax_cents, total_cents, tax_treatment, customer_name, customer_tax_id, customer_country,
      customer_email, charge, period_start, period_end, hash, previous_hash, paid_cents, created_at)
    select id, organization_id, series, year, number, kind, issued_on, due_on, currency,
      subtotal_cents, tax_cents, total_cents, tax_treatment, customer_name, customer_tax_id, customer_country,
      customer_email, charge, period_start, period_end, hash, previous_hash, paid_cents, issued_on
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as i (id uuid, organization_id uuid,
      series text, year int, number int, kind text, issued_on date, due_on date, currency text,
      subtotal_cents bigint, tax_cents bigint, total_cents bigint, tax_treatment text, customer_name text,
      customer_tax_id text, customer_country text, customer_email text, charge text, period_start date,
      period_end date, hash text, previous_hash text, paid_cents bigint)`.execute(db);
  const lines = invoices.flatMap((invoice) =>
    invoice.lines.map((line, index) => ({
      ...line,
      position: index + 1,
      invoice_id: invoice.id,
      organization_id: invoice.organization_id,
    })),
  );
  await sql`
    insert into invoice_lines (organization_id, invoice_id, position, description, quantity, unit_price_cents,
      amount_cents, tax_rate, tax_cents, is_taken_back)
    select organization_id, invoice_id, position, description, quantity, unit_price_cents, amount_cents, tax_rate,
      tax_cents, is_taken_back
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (organization_id uuid, invoice_id uuid,
      position int, description text, quantity int, unit_price_cents int, amount_cents bigint, tax_rate int,
      tax_cents bigint, is_taken_back boolean)`.execute(db);
  await sql`
    insert into payments (organization_id, invoice_id, amount_cents, currency, method, paid_on, created_at)
    select organization_id, id, paid_cents, currency, 'transfer', paid_on, paid_on + interval '10 hours'
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as i (organization_id uuid, id uuid,
      paid_cents bigint, currency text, paid_on date)
    where paid_on is not null and paid_cents <> 0 order by paid_on`.execute(db);
}
