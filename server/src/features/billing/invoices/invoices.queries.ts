import { sql } from 'kysely';
import type { Actor } from '../../../platform/core/actor.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { notNull, number, uuid } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnList, columnsOf, onlyRow, rowsOf } from '../../../platform/database/rows.ts';
import { fieldsWith } from '../../../platform/records/fields.ts';
import type { Rows } from '../../../platform/database/row-types.ts';
import { yearOf } from '../billing-days.ts';
import type { IssuedInvoice } from './invoice-hash.ts';
import { INVOICE_FIELDS, INVOICE_LINE_FIELDS, PAYMENT_COLUMNS } from './invoices.fields.ts';

/** What invoices that are issued together share: a series, of the year of their day. */
export type Book = Pick<IssuedInvoice, 'series' | 'issued_on'>;

/** `last_hash`: that of the invoice before the first of them. */
export type Taken = { taken: { id: string; number: number }[]; last_hash: string | null };

/**
 * Takes the next numbers of a series and year, and holds them: the next transaction that issues waits until this one
 * ends, and gets the same numbers where it is rolled back. With each comes an id, which the hash covers too.
 */
export async function takeNumbers(db: SystemDb, { series, issued_on }: Book, count: number): Promise<Taken> {
  const { rows } = await rowsOf({ id: uuid, ...columnsOf('invoice_series', 'last_hash'), number })`
    with held as (
      insert into invoice_series as s (series, year, last_number) values (${series}, ${yearOf(issued_on)}, ${count}::int)
      on conflict (series, year) do update set last_number = s.last_number + excluded.last_number
      returning last_number, last_hash)
    select uuid_v7() as id, last_number - ${count}::int + place as number, last_hash
    from held cross join generate_series(1, ${count}::int) place order by place`.execute(db);
  return {
    taken: rows.map(({ id, number: taken }) => ({ id, number: taken })),
    last_hash: rows[0]?.last_hash ?? null,
  };
}

const ISSUED = fieldsWith(INVOICE_FIELDS, 'added');
const OF_LINE = ['organization_id', 'invoice_id', 'position', ...fieldsWith(INVOICE_LINE_FIELDS, 'added')];

export type SealedInvoice = IssuedInvoice & {
  hash: string;
  previous_hash: string | null;
  issued_by: string | null;
  offset_cents: number;
  request_id: string | undefined;
};

/** Stores invoices under the numbers that were taken for them, and the hash of the last as that of its book. */
export async function insertInvoices(
  db: SystemDb,
  { series, issued_on }: Book,
  invoices: SealedInvoice[],
): Promise<void> {
  const heads = invoices.map((invoice) => ({ ...invoice, lines: undefined }));
  const lines = invoices.flatMap(({ id: invoice_id, organization_id, lines: own }) =>
    own.map((line, n) => ({ ...line, organization_id, invoice_id, position: n + 1 })),
  );
  await sql`
    insert into invoices (${columnList(ISSUED)})
    select ${columnList(ISSUED)}
    from jsonb_populate_recordset(null::invoices, ${JSON.stringify(heads)}::jsonb)`.execute(db);
  await sql`
    insert into invoice_lines (${columnList(OF_LINE)})
    select ${columnList(OF_LINE)}
    from jsonb_populate_recordset(null::invoice_lines, ${JSON.stringify(lines)}::jsonb)`.execute(db);
  await sql`update invoice_series set last_hash = ${invoices.at(-1)?.hash}
    where series = ${series} and year = ${yearOf(issued_on)}`.execute(db);
}

/** The organization of an invoice, or null. */
export async function findOwner(db: SystemDb, invoice_id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('invoices', 'organization_id'))`
    select organization_id from invoices where id = ${invoice_id}`.execute(db);
  return rows[0]?.organization_id ?? null;
}

/** The invoice that this person has issued to a locked organization with this key already, or null. */
export async function findIssued(
  db: SystemDb,
  organization_id: string,
  by: Actor | null,
  request_id: string,
): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('invoices', 'id'))`
    select id from invoices
    where organization_id = ${organization_id} and issued_by = ${by?.profile_id ?? null}
      and request_id = ${request_id}`.execute(db);
  return rows[0]?.id ?? null;
}

/** Of these periods those that have been charged already, by their organization. */
export async function listChargedPeriods(
  db: SystemDb,
  periods: { organization_id: string; period_start: string }[],
): Promise<Set<string>> {
  const organizations = periods.map(({ organization_id }) => organization_id);
  const starts = periods.map(({ period_start }) => period_start);
  const { rows } = await rowsOf(columnsOf('invoices', 'organization_id'))`
    select i.organization_id from unnest(${organizations}::uuid[], ${starts}::date[]) as asked (organization_id, start)
    join invoices i on i.organization_id = asked.organization_id and i.period_start = asked.start
    where i.charge = 'period' and i.kind <> 'rectifying' and i.voided_at is null`.execute(db);
  return new Set(rows.map(({ organization_id }) => organization_id));
}

/** The period that a day falls in and that has been charged, or null. */
export async function findChargedPeriod(
  db: SystemDb,
  organization_id: string,
  day: string,
): Promise<{ period_start: string; period_end: string } | null> {
  const { rows } = await rowsOf({
    period_start: notNull(ROWS.invoices.period_start),
    period_end: notNull(ROWS.invoices.period_end),
  })`
    select period_start::text as period_start, period_end::text as period_end from invoices
    where organization_id = ${organization_id} and charge = 'period' and kind <> 'rectifying' and voided_at is null
      and period_start <= ${day}::date and period_end > ${day}::date
    order by period_start desc limit 1`.execute(db);
  return rows[0] ?? null;
}

const REGISTERED = fieldsWith(PAYMENT_COLUMNS, 'added');
export type NewPayment = Omit<Pick<Rows['payments'], (typeof REGISTERED)[number]>, 'request_id'> & {
  request_id: string | undefined;
};

/** Whether a locked invoice has a payment that this person registered with this key already. */
export async function isRegistered(
  db: SystemDb,
  invoice: { id: string; organization_id: string },
  by: Actor | null,
  request_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments
    where organization_id = ${invoice.organization_id} and invoice_id = ${invoice.id}
      and registered_by = ${by?.profile_id ?? null} and request_id = ${request_id}`.execute(db);
  return rows.length > 0;
}

/** Stores a payment of a locked invoice, and adds it to what was paid of it. */
export async function insertPayment(db: SystemDb, payment: NewPayment): Promise<string> {
  const { rows } = await rowsOf(columnsOf('payments', 'id'))`
    insert into payments (${columnList(REGISTERED)})
    select ${columnList(REGISTERED)}
    from jsonb_populate_record(null::payments, ${JSON.stringify(payment)}::jsonb)
    returning id`.execute(db);
  await sql`update invoices set paid_cents = paid_cents + ${payment.amount_cents}
    where id = ${payment.invoice_id}`.execute(db);
  return onlyRow(rows).id;
}

/** Marks a locked invoice as voided: rectifying ones leave nothing of it. */
export async function markVoided(db: SystemDb, invoice_id: string): Promise<void> {
  await sql`update invoices set voided_at = now() where id = ${invoice_id}`.execute(db);
}

/** Settles a part of a locked invoice with one that rectifies it; negative: of what was to be paid back. */
export async function offset(db: SystemDb, invoice_id: string, cents: number): Promise<void> {
  await sql`update invoices set offset_cents = offset_cents + ${cents} where id = ${invoice_id}`.execute(db);
}

/** Marks a locked invoice, of which nothing was paid, as one that should never have been issued. */
export async function markAnnulled(db: SystemDb, invoice_id: string, reason: string): Promise<void> {
  await sql`update invoices set voided_at = now(), annulled_at = now(), annulment_reason = ${reason},
      offset_cents = total_cents
    where id = ${invoice_id}`.execute(db);
}
