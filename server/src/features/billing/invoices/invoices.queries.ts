import { sql } from 'kysely';
import type { Actor } from '../../../platform/core/actor.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { notNull, uuid } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnList, columnsOf, onlyRow, rowsOf } from '../../../platform/database/rows.ts';
import { fieldsWith } from '../../../platform/records/fields.ts';
import type { Rows } from '../../../platform/database/row-types.ts';
import type { IssuedInvoice } from './invoice-hash.ts';
import { INVOICE_FIELDS, INVOICE_LINE_FIELDS, PAYMENT_COLUMNS } from './invoices.fields.ts';

/**
 * Takes the next number of a series and year, and holds it: the next transaction that issues waits until this one
 * ends, and gets the same number where it is rolled back. With it comes an id, which the hash covers too.
 */
export async function takeNumber(
  db: SystemDb,
  series: string,
  year: number,
): Promise<{ id: string; number: number; previous_hash: string | null }> {
  const { rows } = await rowsOf({
    id: uuid,
    number: ROWS.invoice_series.last_number,
    previous_hash: ROWS.invoice_series.last_hash,
  })`
    insert into invoice_series as s (series, year, last_number) values (${series}, ${year}, 1)
    on conflict (series, year) do update set last_number = s.last_number + 1
    returning uuid_v7() as id, last_number as number, last_hash as previous_hash`.execute(db);
  return onlyRow(rows);
}

const ISSUED = fieldsWith(INVOICE_FIELDS, 'added');
const OF_LINE = fieldsWith(INVOICE_LINE_FIELDS, 'added');

/** Stores an invoice under the number that was taken for it, and its hash as the last of its series and year. */
export async function insertInvoice(
  db: SystemDb,
  invoice: IssuedInvoice,
  seal: {
    hash: string;
    previous_hash: string | null;
    issued_by: string | null;
    offset_cents: number;
    request_id: string | undefined;
  },
): Promise<void> {
  const { lines, ...head } = invoice;
  await sql`
    insert into invoices (${columnList(ISSUED)})
    select ${columnList(ISSUED)}
    from jsonb_populate_record(null::invoices, ${JSON.stringify({ ...head, ...seal })}::jsonb)`.execute(db);
  await sql`
    insert into invoice_lines (organization_id, invoice_id, position, ${columnList(OF_LINE)})
    select ${invoice.organization_id}::uuid, ${invoice.id}::uuid, ordinality, ${columnList(OF_LINE)}
    from jsonb_populate_recordset(null::invoice_lines, ${JSON.stringify(lines)}::jsonb) with ordinality`.execute(
    db,
  );
  await sql`update invoice_series set last_hash = ${seal.hash}
    where series = ${invoice.series} and year = ${invoice.year}`.execute(db);
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

/** Whether a period that begins on a day has been charged already. */
export async function isPeriodCharged(
  db: SystemDb,
  organization_id: string,
  period_start: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from invoices
    where organization_id = ${organization_id} and period_start = ${period_start}::date and charge = 'period'
      and kind <> 'rectifying' and voided_at is null`.execute(db);
  return rows.length > 0;
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
