import { PAYMENT_DAYS } from '@atalaya/contract/billing-limits';
import { recordChanges } from '../../../platform/records/audit.ts';
import type { Author, Change } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { onlyRow, withRows } from '../../../platform/database/rows.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { taxLines, totalsOf } from '@atalaya/contract/invoice-amounts';
import type { ChargeLine } from '@atalaya/contract/invoice-amounts';
import { tellOfInvoices } from '../billing-news.service.ts';
import { addDays, yearOf } from '../billing-days.ts';
import { periodLine } from '../billing-texts.ts';
import { queueInvoiceMails } from './invoice-mail.service.ts';
import type { Exchange } from './invoice-exchange.ts';
import { hashInvoice } from './invoice-hash.ts';
import type { IssuedInvoice } from './invoice-hash.ts';
import { insertInvoices, listChargedPeriods, takeNumbers } from './invoices.queries.ts';
import type { Book, SealedInvoice, Taken } from './invoices.queries.ts';
import { exchangesOf } from '../exchange-rates/exchange-rates.service.ts';
import { beginRecords, issueRecords } from '../verifactu/verifactu-recording.service.ts';
import { insertRecords } from '../verifactu/verifactu.queries.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';

export type Charge = {
  charge: IssuedInvoice['charge'];
  /** A simplified invoice names no number of the customer. */
  kind?: 'standard' | 'simplified';
  lines: ChargeLine[];
  period?: { start: string; end: string };
  payment_days?: number;
  /** Chosen by the caller: a retry with the same one issues no second invoice. */
  request_id?: string | undefined;
  /** Of a change that is recorded after it. */
  is_consequence?: boolean;
};

/** The series of each kind: the numbers of one never leave a gap in another. */
export const SERIES = { standard: 'A', simplified: 'S', rectifying: 'R' } as const;

/**
 * Issues an invoice to a locked organization under the next number of its year, taxed as the organization is, and
 * audits it.
 * @returns its id @throws invoice.exchange_rate_missing, verifactu.refused
 */
export async function issueTo(
  platform: Platform,
  db: SystemDb,
  by: Author,
  customer: SubscriptionRow,
  today: string,
  charge: Charge,
): Promise<string> {
  const book = { series: SERIES[charge.kind ?? 'standard'], issued_on: today };
  return writeInvoice(platform, db, by, book, draftOf(customer, today, charge), charge.is_consequence);
}

/** Charges the period that a subscription is in, once; nothing where its plan costs nothing. */
export const chargePeriod = (
  platform: Platform,
  db: SystemDb,
  by: Author,
  customer: SubscriptionRow,
  today: string,
): Promise<void> => chargePeriods(platform, db, by, [customer], today);

/** The same of many subscriptions, whose organizations are locked. */
export async function chargePeriods(
  platform: Platform,
  db: SystemDb,
  by: Author,
  customers: SubscriptionRow[],
  today: string,
): Promise<void> {
  const due = customers.flatMap((customer) => {
    const { period_start, period_end: end, organization_id, price_cents } = customer;
    if (price_cents === 0 || period_start === null || end === null) return [];
    return { customer, organization_id, period_start, period: { start: period_start, end } };
  });
  if (due.length === 0) return;
  const charged = await listChargedPeriods(db, due);
  const drafts = due
    .filter(({ organization_id }) => !charged.has(organization_id))
    .map(({ customer, period }) => {
      const description = periodLine(customer.plan_name, period, customer.language);
      const lines = [{ description, quantity: 1, unit_price_cents: customer.price_cents }];
      return draftOf(customer, today, { charge: 'period', lines, period });
    });
  await writeInvoices(platform, db, by, { series: SERIES.standard, issued_on: today }, drafts, true);
}

/** What an invoice says before it has a number; `offset_cents` is settled at once by the `original`, which it rectifies. */
type Draft = Pick<Charge, 'request_id'> & {
  invoice: Omit<IssuedInvoice, 'id' | 'number' | 'year' | keyof Book | keyof Exchange>;
  offset_cents?: number;
  original?: Exchange & { issued_on: string };
};

function draftOf(
  customer: SubscriptionRow,
  today: string,
  { charge, kind = 'standard', lines, period, payment_days = PAYMENT_DAYS, request_id }: Charge,
): Draft {
  const taxed = taxLines(lines, customer);
  const invoice = {
    organization_id: customer.organization_id,
    kind,
    due_on: addDays(today, payment_days),
    currency: customer.currency,
    ...totalsOf(taxed),
    tax_treatment: customer.tax_treatment,
    customer_name: customer.organization_name,
    customer_tax_id: kind === 'simplified' ? null : customer.tax_id,
    customer_country: customer.country,
    customer_email: customer.billing_email,
    charge,
    period_start: period?.start ?? null,
    period_end: period?.end ?? null,
    rectifies_id: null,
    reason: null,
    rectification_code: null,
    rectification_method: null,
    lines: taxed.map((line) => ({ ...line, is_taken_back: false })),
  };
  return { invoice, request_id };
}

/** Numbers, seals, stores and audits an invoice. @returns its id @throws as `issueTo` */
export async function writeInvoice(
  platform: Platform,
  db: SystemDb,
  by: Author,
  book: Book,
  draft: Draft,
  is_consequence = false,
): Promise<string> {
  return onlyRow(await writeInvoices(platform, db, by, book, [draft], is_consequence)).id;
}

/**
 * The same of many, in their order and one after another in both chains: all of them, or none. Numbers are taken after
 * the chain of VERI*FACTU is held; others wait for both until the transaction ends.
 */
async function writeInvoices(
  platform: Platform,
  db: SystemDb,
  by: Author,
  book: Book,
  drafts: Draft[],
  is_consequence: boolean,
): Promise<IssuedInvoice[]> {
  if (drafts.length === 0) return [];
  const recorder = await beginRecords(db, book.issued_on);
  const way = { issued_on: book.issued_on, is_recorded: recorder !== null };
  const exchanges = await exchangesOf(platform, db, drafts, way);
  const invoices = sealed(book, drafts, exchanges, await takeNumbers(db, book, drafts.length), by);
  const records = recorder && (await issueRecords(db, recorder, invoices));
  await insertInvoices(db, book, invoices);
  if (records) await insertRecords(db, records);
  await recordChanges(
    db,
    by,
    invoices.map((invoice) => ({ ...issuedChange(invoice), is_consequence })),
  );
  await tellOfInvoices(db, invoices);
  await queueInvoiceMails(db, invoices);
  return invoices;
}

/** Invoices under the numbers that were taken for them, each with its hash over the one before it. */
function sealed(
  book: Book,
  drafts: Draft[],
  exchanges: Exchange[],
  { taken, last_hash }: Taken,
  by: Author,
): SealedInvoice[] {
  const issued_by = by.actor?.profile_id ?? null;
  const year = yearOf(book.issued_on);
  let previous_hash = last_hash;
  const exchanged = withRows(drafts, exchanges);
  return withRows(exchanged, taken).map(([[draft, exchange], numbered]) => {
    const { invoice: said, offset_cents = 0, request_id } = draft;
    const invoice: IssuedInvoice = { ...said, ...book, ...exchange, year, ...numbered };
    const hash = hashInvoice(invoice, previous_hash);
    const seal = { hash, previous_hash, issued_by, offset_cents, request_id };
    previous_hash = hash;
    return { ...invoice, ...seal };
  });
}

function issuedChange(invoice: IssuedInvoice): Change {
  const { id, organization_id, series, year, number, total_cents, currency, rectifies_id, reason } = invoice;
  const { rectification_code } = invoice;
  return {
    action: 'invoice.issued',
    object_type: 'invoice',
    object_id: id,
    organization_id,
    after: {
      series,
      year,
      number,
      total_cents,
      currency,
      rectifies_id,
      reason,
      ...(rectification_code === null ? {} : { rectification_code }),
    },
  };
}
