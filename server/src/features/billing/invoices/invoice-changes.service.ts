import type { InvoiceDetail, billingRoutes } from '@atalaya/contract/billing';
import type { invoiceIssueBody } from '@atalaya/contract/invoice-bodies';
import type { z } from 'zod';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { canBeSimplified, taxLines } from '@atalaya/contract/invoice-amounts';
import { tellOfPayment } from '../billing-news.service.ts';
import { addDays } from '../billing-days.ts';
import { requireNotCollected } from '../debit-runs/debits.rules.ts';
import { issueTo } from './invoice-issue.service.ts';
import { findInvoice } from './invoice-reading.queries.ts';
import type { InvoiceRow } from './invoice-reading.queries.ts';
import { findIssued, findOwner, insertPayment, isRegistered } from './invoices.queries.ts';
import { getDetail } from './invoices.service.ts';
import { paymentDataOf } from './payment-data.ts';
import { lockOrganizations } from '../../seats/seats.rules.ts';
import { changeTerms, lockSubscription } from '../subscriptions/subscription-change.service.ts';
import { readToday } from '../../../platform/database/clock.ts';
import { findSubscription } from '../subscriptions/subscriptions.queries.ts';

/**
 * Issues an invoice of any lines; asked again with the same `request_id`, answers the one there.
 * @throws object.not_found where the organization does not exist, invoice.country_required, invoice.not_simplified, and
 *   as `issueTo`
 */
export async function issueInvoice(
  platform: Platform,
  by: Author,
  body: z.output<typeof invoiceIssueBody>,
): Promise<InvoiceDetail> {
  return platform.database.withSystem('issue an invoice to any organization', async (db) => {
    const customer = await lockSubscription(db, body.organization_id);
    const { kind, lines, payment_days, request_id } = body;
    const issued = request_id && (await findIssued(db, customer.organization_id, by.actor, request_id));
    if (issued) return getDetail(platform, db, issued);
    // Without it the tax is a guess, and the tax id was never checked.
    if (customer.country === null) throw new AppError('invoice.country_required');
    if (
      kind === 'simplified' &&
      !canBeSimplified(taxLines(lines, customer), customer.currency, customer.tax_treatment)
    )
      throw new AppError('invoice.not_simplified');
    const terms = payment_days === undefined ? {} : { payment_days };
    const charge = { charge: 'other', kind, lines, request_id, ...terms } as const;
    const id = await issueTo(platform, db, by, customer, await readToday(db), charge);
    return getDetail(platform, db, id);
  });
}

type PaymentBody = z.output<typeof billingRoutes.registerPayment.body>;

/**
 * Registers a payment, of what is left at most; of a rectifying invoice, what was paid back (negative).
 * A subscription that was past due is active again once nothing of it is. A retry with the same `request_id`
 * answers the invoice as it is.
 * @throws object.not_found, invoice.amount_exceeds, invoice.being_collected, request.invalid for a day to come
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
    await requireNotCollected(db, id);
    const today = await readToday(db);
    requirePastDay(today, body.paid_on);
    await payInvoice(db, by, invoice, body, today);
    return getDetail(platform, db, id);
  });
}

/**
 * Registers a payment of a locked invoice, and tells of it. Its id.
 * @throws invoice.amount_exceeds
 */
export async function payInvoice(
  db: SystemDb,
  by: Author,
  invoice: InvoiceRow,
  body: PaymentBody,
  today: string,
): Promise<string> {
  const { id: invoice_id, organization_id, currency, code, outstanding_cents: left } = invoice;
  const { amount_cents, method, paid_on, request_id } = body;
  if (Math.sign(amount_cents) !== Math.sign(left) || Math.abs(amount_cents) > Math.abs(left))
    throw new AppError('invoice.amount_exceeds', { params: { outstanding_cents: left } });
  const said = { amount_cents, currency, method, ...paymentDataOf(body), paid_on };
  const payment = { ...said, organization_id, invoice_id, refunds_id: null, reason: null };
  const registered_by = by.actor?.profile_id ?? null;
  const payment_id = await insertPayment(db, { ...payment, registered_by, request_id });
  await recordChange(db, by, {
    action: 'payment.registered',
    object_type: 'invoice',
    object_id: invoice_id,
    organization_id,
    after: { code, payment_id, ...said },
  });
  await tellOfPayment(db, { ...payment, code });
  await endPastDue(db, by, organization_id, today);
  return payment_id;
}

/** Somewhere it is tomorrow already. @throws request.invalid */
export function requirePastDay(today: string, day: string, field = 'paid_on'): void {
  if (day > addDays(today, 1))
    throw new AppError('request.invalid', { fields: [{ field: `body.${field}`, code: 'too_big' }] });
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
  await changeTerms(db, by, organization_id, { status: 'active', reason: null }, today);
}
