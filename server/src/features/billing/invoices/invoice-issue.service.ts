import { PAYMENT_DAYS } from '@atalaya/contract/billing-limits';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { taxLines, totalsOf } from '@atalaya/contract/invoice-amounts';
import type { ChargeLine } from '@atalaya/contract/invoice-amounts';
import { tellOfInvoice } from '../billing-news.service.ts';
import { addDays } from '../billing-days.ts';
import { periodLine } from '../billing-texts.ts';
import { queueInvoiceMail } from './invoice-mail.service.ts';
import type { Exchange } from './invoice-exchange.ts';
import { hashInvoice } from './invoice-hash.ts';
import type { IssuedInvoice } from './invoice-hash.ts';
import { insertInvoice, isPeriodCharged, takeNumber } from './invoices.queries.ts';
import { exchangeOf } from '../exchange-rates/exchange-rates.service.ts';
import { beginRecord, recordIssue } from '../verifactu/verifactu-recording.service.ts';
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
 * audits it. The number is taken last, after the chain of VERI*FACTU: others wait for both until the transaction ends.
 * @returns its id @throws invoice.exchange_rate_missing, verifactu.refused
 */
export async function issueTo(
  platform: Platform,
  db: SystemDb,
  by: Author,
  customer: SubscriptionRow,
  today: string,
  {
    charge,
    kind = 'standard',
    lines,
    period,
    payment_days = PAYMENT_DAYS,
    request_id,
    is_consequence,
  }: Charge,
): Promise<string> {
  const taxed = taxLines(lines, customer);
  const draft = {
    organization_id: customer.organization_id,
    series: SERIES[kind],
    year: Number(today.slice(0, 4)),
    kind,
    issued_on: today,
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
  return writeInvoice(platform, db, by, draft, { request_id, is_consequence });
}

/** Charges the period that a subscription is in, once; nothing where its plan costs nothing. */
export async function chargePeriod(
  platform: Platform,
  db: SystemDb,
  by: Author,
  customer: SubscriptionRow,
  today: string,
): Promise<void> {
  const { period_start: start, period_end: end, organization_id, plan_name, language } = customer;
  if (customer.price_cents === 0 || start === null || end === null) return;
  if (await isPeriodCharged(db, organization_id, start)) return;
  const period = { start, end };
  const description = periodLine(plan_name, period, language);
  const lines = [{ description, quantity: 1, unit_price_cents: customer.price_cents }];
  const charge = { charge: 'period', lines, period, is_consequence: true } as const;
  await issueTo(platform, db, by, customer, today, charge);
}

type Draft = Omit<IssuedInvoice, 'id' | 'number' | keyof Exchange>;
type Writing = Pick<Charge, 'request_id'> & {
  /** Settled at once by the invoice that it rectifies. */
  offset_cents?: number;
  original?: Exchange & { issued_on: string };
  is_consequence?: boolean | undefined;
};

/** Numbers, seals, stores and audits an invoice. @throws as `issueTo` */
export async function writeInvoice(
  platform: Platform,
  db: SystemDb,
  by: Author,
  draft: Draft,
  { offset_cents = 0, request_id, original, is_consequence = false }: Writing = {},
): Promise<string> {
  const recording = await beginRecord(db, draft);
  const way = { is_recorded: recording !== null, original: original ?? null };
  const exchange = await exchangeOf(platform, db, draft, way);
  const { previous_hash, ...numbered } = await takeNumber(db, draft.series, draft.year);
  const invoice: IssuedInvoice = { ...draft, ...exchange, ...numbered };
  const hash = hashInvoice(invoice, previous_hash);
  const issued_by = by.actor?.profile_id ?? null;
  await insertInvoice(db, invoice, { hash, previous_hash, issued_by, offset_cents, request_id });
  if (recording) await recordIssue(db, recording, invoice);
  const { series, year, number, total_cents, currency, rectifies_id, reason } = invoice;
  const { rectification_code } = invoice;
  await recordChange(db, by, {
    action: 'invoice.issued',
    object_type: 'invoice',
    object_id: invoice.id,
    organization_id: invoice.organization_id,
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
    is_consequence,
  });
  await tellOfInvoice(db, invoice);
  await queueInvoiceMail(db, invoice);
  return invoice.id;
}
