import {
  INVOICE_KINDS,
  INVOICE_RECEIPTS,
  INVOICE_SORTS,
  INVOICE_STATUSES,
  INVOICE_STATUS_FILTERS,
  RECEIPT_FILTERS,
  RECEIPT_SIDES,
  RECTIFICATION_CODES,
  RECTIFICATION_METHODS,
  SAID_RECEIPTS,
} from './choices.ts';
import { z } from 'zod';
import { PAYMENT_MAX_CENTS } from './billing-limits.ts';
import { invoiceIssueBody, invoiceReceiveBody, invoiceRectifyBody, reason } from './invoice-bodies.ts';
import { asMethodHas, paid } from './payment-bodies.ts';
import { invoiceExchangeSchema } from './exchange-rates.ts';
import { defineRoutes } from './route.ts';
import {
  listedPaymentSchema,
  paymentExportQuery,
  paymentListQuery,
  paymentSchema,
} from './payment-shapes.ts';
import { day, id, instant, pageOf, pageQuery, searchQuery, storedDay } from './shapes.ts';
import {
  cents,
  invoiceIssuerSchema,
  organization,
  planChangePreviewSchema,
  status,
  subscriptionEventSchema,
  subscriptionSchema,
  taxRate,
  treatment,
} from './subscriptions.ts';
import { recordedSchema } from './verifactu.ts';

export const invoiceSchema = z.object({
  id,
  /** 'A-2027-00001': gapless per series and year; series R rectifies, S is of simplified ones. */
  code: z.string(),
  kind: z.enum(INVOICE_KINDS),
  status: z.enum(INVOICE_STATUSES),
  /** What became of it once it was delivered; paid where its payments say so; null: nothing was said. */
  receipt: z.enum(INVOICE_RECEIPTS).nullable(),
  organization,
  customer_name: z.string(),
  issued_on: storedDay,
  due_on: storedDay,
  currency: z.string(),
  subtotal_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  paid_cents: cents,
  /** Still to be paid; negative: to be paid back. */
  outstanding_cents: cents,
});
export type Invoice = z.infer<typeof invoiceSchema>;

const relatedInvoice = z.object({ id, code: z.string(), issued_on: storedDay });

export const invoiceDetailSchema = invoiceSchema.extend({
  issuer: invoiceIssuerSchema,
  customer_tax_id: z.string().nullable(),
  customer_country: z.string().nullable(),
  customer_email: z.string().nullable(),
  tax_treatment: treatment,
  period_start: storedDay.nullable(),
  period_end: storedDay.nullable(),
  /** Why it rectifies, in words and by the agency's code, and how; those before there were codes have none. */
  reason: z.string().nullable(),
  rectification_code: z.enum(RECTIFICATION_CODES).nullable(),
  rectification_method: z.enum(RECTIFICATION_METHODS).nullable(),
  rectifies: relatedInvoice.nullable(),
  /** In their order. */
  rectified_by: z.array(relatedInvoice),
  /** What it comes to with those: null for one that rectifies. */
  standing: z.object({ subtotal_cents: cents, tax_cents: cents, total_cents: cents }).nullable(),
  /** Why it should never have been issued; null: it was not annulled. */
  annulment_reason: z.string().nullable(),
  /** The day on which a run of direct debits is to collect it; null: none holds it. */
  collect_on: storedDay.nullable(),
  /** Of one in another currency whose tax the law wants in euros: the rate of a day, from where, and the tax. */
  exchange: invoiceExchangeSchema.nullable(),
  /** Of one that is recorded under VERI*FACTU: what its QR code says and looks like; null: it is not. */
  verifactu: recordedSchema.nullable(),
  /** All that was said of its receipt, in its order, and by whom: its issuer or its customer, as far as one may know. */
  receipts: z.array(
    z.object({
      id,
      state: z.enum(SAID_RECEIPTS),
      /** Why it was rejected. */
      reason: z.string().nullable(),
      said_on: storedDay,
      side: z.enum(RECEIPT_SIDES),
      said_by: z.string().nullable(),
      created_at: instant,
    }),
  ),
  /** What it lacks to be downloaded as Facturae, in both languages; null: nothing but the certificate of the issuer. */
  facturae_gap: z.object({ es: z.string(), en: z.string() }).nullable(),
  /** SHA-256, hexadecimal, of this invoice and of the one before it in its series and year. */
  hash: z.string(),
  previous_hash: z.string().nullable(),
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.int(),
      unit_price_cents: cents,
      amount_cents: cents,
      tax_rate: taxRate,
      tax_cents: cents,
      /** Of a substitution: the opposite of what it replaces. */
      is_taken_back: z.boolean(),
    }),
  ),
  /** Each with what of it can be paid back. */
  payments: z.array(paymentSchema.extend({ refundable_cents: cents })),
});
export type InvoiceDetail = z.infer<typeof invoiceDetailSchema>;

const invoiceFilters = {
  ...searchQuery,
  status: z.enum(INVOICE_STATUS_FILTERS).optional(),
  receipt: z.enum(RECEIPT_FILTERS).optional(),
  /** super_admin only: another's is no row, never another error. */
  organization_id: id.optional(),
  /** Issued on these days and between them. */
  from: day.optional(),
  to: day.optional(),
};
const invoiceOrder = {
  sort: z.enum(INVOICE_SORTS).default('issued_on'),
  order: z.enum(['asc', 'desc']).default('desc'),
};
/** Of what the list shows, in its order. */
export const invoiceExportQuery = z.strictObject({ ...invoiceFilters, ...invoiceOrder });
export type InvoiceFilters = z.output<typeof invoiceExportQuery>;
export const invoiceListQuery = z.strictObject({ ...invoiceFilters, ...pageQuery, ...invoiceOrder });
export type InvoiceListQuery = z.output<typeof invoiceListQuery>;

const one = z.strictObject({ id });
const subscription = '/api/organizations/{id}/subscription';

export const billingRoutes = defineRoutes({
  readSubscription: {
    method: 'GET',
    path: subscription,
    summary: 'The subscription of an organization: plan, price, period, seats, next charge, what is owed',
    access: 'subscription.read',
    params: one,
    response: subscriptionSchema,
  },
  listSubscriptionEvents: {
    method: 'GET',
    path: `${subscription}/events`,
    summary: 'What happened to a subscription, newest first, with the monthly revenue before and after',
    access: 'subscription.read',
    params: one,
    query: z.strictObject(pageQuery),
    response: pageOf(subscriptionEventSchema),
  },
  previewPlanChange: {
    method: 'GET',
    path: `${subscription}/preview`,
    summary: 'What changing to a plan would cost now, or when it would take effect; nothing is written',
    access: 'subscription.read',
    params: one,
    query: z.strictObject({ plan_id: id }),
    response: planChangePreviewSchema,
    errors: [
      'organization.seats_below_use',
      'subscription.same_plan',
      'subscription.other_currency',
      'subscription.wrong_status',
    ],
  },
  changePlan: {
    method: 'POST',
    path: `${subscription}/plan`,
    summary:
      'Change the plan: upwards now, with an invoice to the day; downwards at the end of the period paid for',
    access: 'subscription.change',
    params: one,
    body: z.strictObject({ plan_id: id }),
    response: subscriptionSchema,
    errors: [
      'organization.seats_below_use',
      'subscription.same_plan',
      'subscription.other_currency',
      'subscription.wrong_status',
    ],
  },
  cancelPlanChange: {
    method: 'DELETE',
    path: `${subscription}/plan`,
    summary: 'Take back a downgrade that waits for the end of the period',
    access: 'subscription.change',
    params: one,
    response: subscriptionSchema,
  },
  changeSubscriptionStatus: {
    method: 'POST',
    path: `${subscription}/status`,
    summary: 'Change the status by hand, to any other, with a reason',
    access: 'subscription.change',
    params: one,
    body: z.strictObject({ status, reason }),
    response: subscriptionSchema,
    errors: ['subscription.wrong_status'],
  },
  changeTax: {
    method: 'PUT',
    path: `${subscription}/tax`,
    summary: 'How an organization is taxed from its next invoice on',
    access: 'subscription.change',
    params: one,
    body: z.strictObject({ tax_treatment: treatment, tax_rate: taxRate }),
    response: subscriptionSchema,
    errors: ['subscription.vat_number_required'],
  },
  listInvoices: {
    method: 'GET',
    path: '/api/invoices',
    summary: 'Invoices, newest first unless sorted; search on number, customer or tax id',
    access: 'invoices.list',
    query: invoiceListQuery,
    response: pageOf(invoiceSchema).extend({
      /** Over all that match, by currency. */
      sums: z.array(z.object({ currency: z.string(), total_cents: cents, outstanding_cents: cents })),
    }),
  },
  exportInvoices: {
    method: 'GET',
    path: '/api/invoices/export',
    summary: 'The invoices that match, as CSV (UTF-8 with BOM, semicolons), newest first unless sorted',
    access: 'invoices.export',
    costly: true,
    query: invoiceExportQuery,
    response: z.unknown().meta({ description: 'written page by page' }),
    produces: 'text/csv',
  },
  listPayments: {
    method: 'GET',
    path: '/api/payments',
    summary:
      'Payments of every invoice, newest first unless sorted; search on invoice, customer or reference',
    access: 'invoices.list',
    query: paymentListQuery,
    response: pageOf(listedPaymentSchema).extend({
      /** Over all that match, by currency. */
      sums: z.array(z.object({ currency: z.string(), amount_cents: cents })),
      /** Those of what the other filters match: to choose from. */
      currencies: z.array(z.string()),
    }),
  },
  exportPayments: {
    method: 'GET',
    path: '/api/payments/export',
    summary: 'The payments that match, as CSV (UTF-8 with BOM, semicolons), newest first unless sorted',
    access: 'invoices.export',
    costly: true,
    query: paymentExportQuery,
    response: z.unknown().meta({ description: 'written page by page' }),
    produces: 'text/csv',
  },
  readInvoice: {
    method: 'GET',
    path: '/api/invoices/{id}',
    summary: 'One invoice with its lines and payments',
    access: 'invoices.read',
    params: one,
    response: invoiceDetailSchema,
  },
  downloadInvoice: {
    method: 'GET',
    path: '/api/invoices/{id}/pdf',
    summary: 'One invoice as a PDF in Spanish, to keep or to send; the same invoice is the same file',
    access: 'invoices.read',
    costly: true,
    params: one,
    response: z.unknown().meta({ description: 'A4 sheets' }),
    produces: 'application/pdf',
  },
  downloadEInvoice: {
    method: 'GET',
    path: '/api/invoices/{id}/ubl',
    summary: 'One invoice as an e-invoice, UBL 2.1 of EN 16931; a rectifying one is a credit note',
    access: 'invoices.read',
    costly: true,
    params: one,
    response: z.unknown().meta({ description: 'the same invoice is the same file' }),
    produces: 'application/xml',
    errors: [
      'invoice.issuer_tax_id_missing',
      'invoice.customer_country_missing',
      'invoice.customer_tax_id_missing',
    ],
  },
  downloadFacturae: {
    method: 'GET',
    path: '/api/invoices/{id}/facturae',
    summary: 'One invoice as Facturae 3.2.2, signed (XAdES-EPES), for public administrations',
    access: 'invoices.read',
    costly: true,
    params: one,
    response: z.unknown().meta({ description: 'signed anew each time, with the certificate of the issuer' }),
    produces: 'application/xml',
    errors: ['invoice.no_facturae'],
  },
  issueInvoice: {
    method: 'POST',
    path: '/api/invoices',
    summary: 'Issue an invoice under the next number of its series and year, taxed as its organization is',
    access: 'invoices.issue',
    body: invoiceIssueBody,
    response: invoiceDetailSchema,
    status: 201,
    errors: ['invoice.country_required', 'invoice.not_simplified', 'invoice.exchange_rate_missing'],
  },
  registerPayment: {
    method: 'POST',
    path: '/api/invoices/{id}/payments',
    summary: 'Register a payment, in part or in full; of a rectifying invoice: what was paid back, negative',
    access: 'invoices.pay',
    params: one,
    body: z
      .strictObject({
        amount_cents: z
          .int()
          .min(-PAYMENT_MAX_CENTS)
          .max(PAYMENT_MAX_CENTS)
          .refine((value) => value !== 0, { error: 'invalid' }),
        ...paid,
      })
      .check(asMethodHas),
    response: invoiceDetailSchema,
    status: 201,
    errors: ['invoice.amount_exceeds', 'invoice.being_collected'],
  },
  refundPayment: {
    method: 'POST',
    path: '/api/payments/{id}/refunds',
    summary: 'Pay a payment back, or a part of it, with the reason; answers its invoice, which is owed again',
    access: 'invoices.pay',
    params: one,
    body: z
      .strictObject({ amount_cents: z.int().min(1).max(PAYMENT_MAX_CENTS), reason, ...paid })
      .check(asMethodHas),
    response: invoiceDetailSchema,
    status: 201,
    errors: ['payment.not_refundable', 'payment.refund_exceeds'],
  },
  rectifyInvoice: {
    method: 'POST',
    path: '/api/invoices/{id}/rectify',
    summary: 'Rectify an invoice, as a whole or in part, by another, which it answers with',
    access: 'invoices.rectify',
    params: one,
    body: invoiceRectifyBody,
    response: invoiceDetailSchema,
    status: 201,
    errors: [
      'invoice.not_rectifiable',
      'invoice.rectified_too_far',
      'invoice.being_collected',
      'invoice.exchange_rate_missing',
    ],
  },
  annulInvoice: {
    method: 'POST',
    path: '/api/invoices/{id}/annul',
    summary: 'Annul an invoice that should never have been issued: it stays, and counts for nothing',
    access: 'invoices.rectify',
    params: one,
    body: z.strictObject({ reason }),
    response: invoiceDetailSchema,
    errors: ['invoice.not_annullable', 'invoice.being_collected'],
  },
  receiveInvoice: {
    method: 'POST',
    path: '/api/invoices/{id}/receipts',
    summary:
      'Say what became of an invoice that was delivered: received, accepted or rejected; its customer accepts or rejects',
    access: 'invoices.receive',
    params: one,
    body: invoiceReceiveBody,
    response: invoiceDetailSchema,
    status: 201,
    errors: ['invoice.annulled'],
  },
});
