import type { InvoiceDetail, billingRoutes } from '@atalaya/contract/billing';
import type { z } from 'zod';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { tellOfPayment } from '../billing-news.service.ts';
import { lockInvoice, requirePastDay } from './invoice-changes.service.ts';
import type { InvoiceRow } from './invoice-reading.queries.ts';
import { insertPayment, isRegistered } from './invoices.queries.ts';
import { getDetail } from './invoices.service.ts';
import { paymentDataOf } from './payment-data.ts';
import { findPaidInvoice } from './payments.queries.ts';
import { readToday } from '../../../platform/database/clock.ts';

type RefundBody = z.output<typeof billingRoutes.refundPayment.body>;

/**
 * Pays a payment back, or a part of it: a payment of its own, negative, by which the invoice is owed again. Never
 * what a rectifying one is to pay back already. A retry with the same `request_id` answers the
 * invoice as it is.
 * @throws object.not_found, payment.not_refundable, payment.refund_exceeds, request.invalid for a day to come
 */
export async function refundPayment(
  platform: Platform,
  by: Author,
  id: string,
  body: RefundBody,
): Promise<InvoiceDetail> {
  return platform.database.withSystem('pay back a payment of any organization', async (db) => {
    const invoice_id = await findPaidInvoice(db, id);
    if (invoice_id === null) throw new AppError('object.not_found');
    const invoice = await lockInvoice(db, invoice_id);
    const { request_id } = body;
    if (request_id && (await isRegistered(db, invoice, by.actor, request_id)))
      return getDetail(platform, db, invoice_id);
    requirePastDay(await readToday(db), body.paid_on);
    return payBack(platform, db, by, invoice, id, body);
  });
}

/** Pays back a payment, or a part of it, of a locked invoice. @throws payment.not_refundable, payment.refund_exceeds */
export async function payBack(
  platform: Platform,
  db: SystemDb,
  by: Author,
  invoice: InvoiceRow,
  id: string,
  body: RefundBody,
): Promise<InvoiceDetail> {
  const { id: invoice_id, organization_id, currency, code } = invoice;
  const { request_id, amount_cents: back_cents, reason, method, paid_on } = body;
  const { payments, status } = await getDetail(platform, db, invoice_id);
  const paid = payments.find((payment) => payment.id === id);
  if (!paid || paid.amount_cents < 0 || status === 'void') throw new AppError('payment.not_refundable');
  const { refundable_cents } = paid;
  if (back_cents > refundable_cents)
    throw new AppError('payment.refund_exceeds', { params: { refundable_cents } });
  const said = { amount_cents: -back_cents, currency, method, ...paymentDataOf(body), paid_on, reason };
  const payment = { ...said, organization_id, invoice_id, refunds_id: id };
  const registered_by = by.actor?.profile_id ?? null;
  const payment_id = await insertPayment(db, { ...payment, registered_by, request_id });
  await recordChange(db, by, {
    action: 'payment.refunded',
    object_type: 'invoice',
    object_id: invoice_id,
    organization_id,
    after: { code, payment_id, refunds_id: id, ...said },
  });
  await tellOfPayment(db, { ...payment, code });
  return getDetail(platform, db, invoice_id);
}
