import type { InvoiceDetail, billingRoutes, invoiceIssueBody } from '@atalaya/contract/billing';
import type { z } from 'zod';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { totalsOf } from '@atalaya/contract/invoice-amounts';
import { tellOfPayment } from '../billing-news.service.ts';
import { addDays } from '../billing-days.ts';
import { closureReason } from '../billing-texts.ts';
import { issueTo, writeInvoice } from './invoice-issue.service.ts';
import { findInvoice, listLines, listUnpaid } from './invoice-reading.queries.ts';
import type { InvoiceRow } from './invoice-reading.queries.ts';
import { findIssued, findOwner, insertPayment, isRegistered, markVoided } from './invoices.queries.ts';
import { getDetail } from './invoices.service.ts';
import { paymentDataOf } from './payment-data.ts';
import { lockOrganizations } from '../../seats/seats.rules.ts';
import {
  changeSubscription,
  getSubscription,
  lockSubscription,
} from '../subscriptions/subscription-change.service.ts';
import { findSubscription, readToday } from '../subscriptions/subscriptions.queries.ts';

/**
 * Issues an invoice of any lines; asked again with the same `request_id`, answers the one there.
 * @throws object.not_found where the organization does not exist, invoice.country_required
 */
export async function issueInvoice(
  platform: Platform,
  by: Author,
  body: z.output<typeof invoiceIssueBody>,
): Promise<InvoiceDetail> {
  return platform.database.withSystem('issue an invoice to any organization', async (db) => {
    const customer = await lockSubscription(db, body.organization_id);
    const { lines, payment_days, request_id } = body;
    const issued = request_id && (await findIssued(db, customer.organization_id, by.actor, request_id));
    if (issued) return getDetail(platform, db, issued);
    // Without it the tax is a guess, and the tax id was never checked.
    if (customer.country === null) throw new AppError('invoice.country_required');
    const terms = payment_days === undefined ? {} : { payment_days };
    const charge = { charge: 'other', lines, request_id, ...terms } as const;
    const id = await issueTo(db, by, customer, await readToday(db), charge);
    return getDetail(platform, db, id);
  });
}

type PaymentBody = z.output<typeof billingRoutes.registerPayment.body>;

/**
 * Registers a payment, of what is left at most; of a rectifying invoice, what was paid back (negative).
 * A subscription that was past due is active again once nothing of it is. A retry with the same `request_id`
 * answers the invoice as it is.
 * @throws object.not_found, invoice.amount_exceeds, request.invalid for a day to come
 */
export async function registerPayment(
  platform: Platform,
  by: Author,
  id: string,
  body: PaymentBody,
): Promise<InvoiceDetail> {
  return platform.database.withSystem('register a payment of any organization', async (db) => {
    const invoice = await lockInvoice(db, id);
    const { request_id } = body;
    if (request_id && (await isRegistered(db, invoice, by.actor, request_id)))
      return getDetail(platform, db, id);
    const today = await readToday(db);
    requirePastDay(today, body.paid_on);
    const { amount_cents } = body;
    const left = invoice.outstanding_cents;
    if (Math.sign(amount_cents) !== Math.sign(left) || Math.abs(amount_cents) > Math.abs(left))
      throw new AppError('invoice.amount_exceeds', { params: { outstanding_cents: left } });
    const { organization_id, currency } = invoice;
    const payment = {
      organization_id,
      invoice_id: id,
      amount_cents,
      currency,
      method: body.method,
      ...paymentDataOf(body),
      paid_on: body.paid_on,
      refunds_id: null,
      reason: null,
      registered_by: by.actor?.profile_id ?? null,
      request_id,
    };
    const payment_id = await insertPayment(db, payment);
    await recordChange(db, by, {
      action: 'payment.registered',
      object_type: 'invoice',
      object_id: id,
      organization_id,
      after: {
        code: invoice.code,
        payment_id,
        amount_cents,
        currency,
        method: body.method,
        ...paymentDataOf(body),
        paid_on: body.paid_on,
      },
    });
    await tellOfPayment(db, { ...payment, code: invoice.code });
    await endPastDue(db, by, organization_id, today);
    return getDetail(platform, db, id);
  });
}

/**
 * Voids an invoice by a rectifying one of the opposite amounts. What was not paid yet is offset between the two; what
 * was paid stays owed to the customer on the rectifying one, until it is paid back. Asked again with the same
 * `request_id`, answers the one there.
 * @returns the rectifying invoice @throws object.not_found, invoice.not_voidable
 */
export async function voidInvoice(
  platform: Platform,
  by: Author,
  id: string,
  { reason, request_id }: z.output<typeof billingRoutes.voidInvoice.body>,
): Promise<InvoiceDetail> {
  return platform.database.withSystem('void an invoice of any organization', async (db) => {
    const invoice = await lockInvoice(db, id);
    const voided = request_id && (await findIssued(db, invoice.organization_id, by.actor, request_id));
    if (voided) return getDetail(platform, db, voided);
    if (invoice.kind === 'rectifying' || invoice.status === 'void')
      throw new AppError('invoice.not_voidable');
    const rectifying = await voidHeld(db, by, invoice, { reason, request_id }, await readToday(db));
    return getDetail(platform, db, rectifying);
  });
}

/** Voids all invoices that a locked organization, which leaves, has not paid in full, by a rectifying invoice each. */
export async function voidUnpaid(db: SystemDb, by: Author, organization_id: string): Promise<void> {
  const today = await readToday(db);
  const { language } = await getSubscription(db, organization_id);
  const reason = closureReason(language);
  for (const invoice of await listUnpaid(db, organization_id))
    await voidHeld(db, by, invoice, { reason }, today);
}

/** Voids an invoice that is locked. @returns the id of the rectifying one */
async function voidHeld(
  db: SystemDb,
  by: Author,
  invoice: InvoiceRow,
  { reason, request_id }: { reason: string; request_id?: string | undefined },
  today: string,
): Promise<string> {
  await markVoided(db, invoice.id, invoice.outstanding_cents);
  const draft = await opposite(db, invoice, reason, today);
  const rectifying = await writeInvoice(db, by, draft, {
    offset_cents: -invoice.outstanding_cents || 0,
    request_id,
    is_consequence: true,
  });
  await recordChange(db, by, {
    action: 'invoice.voided',
    object_type: 'invoice',
    object_id: invoice.id,
    organization_id: invoice.organization_id,
    before: { code: invoice.code, outstanding_cents: invoice.outstanding_cents },
    after: { reason, rectified_by: rectifying },
  });
  await endPastDue(db, by, invoice.organization_id, today);
  return rectifying;
}

/** The opposite of an invoice, to the customer as they were written on it. */
async function opposite(db: SystemDb, invoice: InvoiceRow, reason: string, today: string) {
  const lines = (await listLines(db, [invoice.id])).map((line) => ({
    description: line.description,
    quantity: line.quantity,
    tax_rate: line.tax_rate,
    unit_price_cents: -line.unit_price_cents || 0,
    amount_cents: -line.amount_cents || 0,
    tax_cents: -line.tax_cents || 0,
  }));
  const { organization_id, currency, tax_treatment, charge, period_start, period_end } = invoice;
  const { customer_name, customer_tax_id, customer_country, customer_email } = invoice;
  return {
    organization_id,
    series: 'R' as const,
    year: Number(today.slice(0, 4)),
    kind: 'rectifying' as const,
    issued_on: today,
    due_on: today,
    currency,
    ...totalsOf(lines),
    tax_treatment,
    customer_name,
    customer_tax_id,
    customer_country,
    customer_email,
    charge,
    period_start,
    period_end,
    rectifies_id: invoice.id,
    reason,
    lines,
  };
}

/** Somewhere it is tomorrow already. @throws request.invalid */
export function requirePastDay(today: string, paid_on: string): void {
  if (paid_on > addDays(today, 1))
    throw new AppError('request.invalid', { fields: [{ field: 'body.paid_on', code: 'too_big' }] });
}

/** An invoice that nothing else changes until the transaction ends. @throws object.not_found */
export async function lockInvoice(db: SystemDb, id: string): Promise<InvoiceRow> {
  const owner = await findOwner(db, id);
  if (owner) await lockOrganizations(db, [owner]);
  const invoice = owner && (await findInvoice(db, id));
  if (!invoice) throw new AppError('object.not_found');
  return invoice;
}

/** Once nothing that was due is unpaid, a subscription that was past due is active again. */
export async function endPastDue(
  db: SystemDb,
  by: Author,
  organization_id: string,
  today: string,
): Promise<void> {
  const subscription = await findSubscription(db, organization_id);
  if (subscription?.status !== 'past_due') return;
  const { first_due_on } = subscription;
  if (first_due_on !== null && first_due_on < today) return;
  await changeSubscription(db, by, organization_id, { status: 'active', reason: null }, today);
}
