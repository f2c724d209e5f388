import { z } from 'zod';
import { PAYMENT_METHODS, PAYMENT_SORTS } from './choices.ts';
import { day, id, instant, pageQuery, searchQuery, storedDay } from './shapes.ts';
import { cents, organization } from './subscriptions.ts';

/** What is told of payments, and asked of their list; their routes are in billing.ts. */

export const paymentSchema = z.object({
  id,
  /** Negative: paid back. */
  amount_cents: cents,
  currency: z.string(),
  method: z.enum(PAYMENT_METHODS),
  /** Of a direct debit the mandate's; of cash and others a note. */
  reference: z.string().nullable(),
  /** The bank of a transfer, the brand of a card. */
  institution: z.string().nullable(),
  /** Of the account of a transfer, or of the card. */
  last_four: z.string().nullable(),
  paid_on: storedDay,
  /** The payment that this one pays back, or a part of it, and why. */
  refunds_id: id.nullable(),
  reason: z.string().nullable(),
  created_at: instant,
});

/** A payment beside the invoice and the organization that it is of. */
export const listedPaymentSchema = paymentSchema.extend({
  organization,
  invoice: z.object({ id, code: z.string() }),
  customer_name: z.string(),
  /** Who entered it; null: no person, or one of whom an organization's people learn nothing. Without name: deleted. */
  registered_by: z.object({ id, name: z.string().nullable() }).nullable(),
});

const paymentFilters = {
  ...searchQuery,
  method: z.enum(PAYMENT_METHODS).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  /** super_admin only: another's is no row, never another error. */
  organization_id: id.optional(),
  /** Paid on these days and between them. */
  from: day.optional(),
  to: day.optional(),
};
const paymentOrder = {
  sort: z.enum(PAYMENT_SORTS).default('paid_on'),
  order: z.enum(['asc', 'desc']).default('desc'),
};
/** Of what the list shows, in its order. */
export const paymentExportQuery = z.strictObject({ ...paymentFilters, ...paymentOrder });
export type PaymentFilters = z.output<typeof paymentExportQuery>;
export const paymentListQuery = z.strictObject({ ...paymentFilters, ...pageQuery, ...paymentOrder });
export type PaymentListQuery = z.output<typeof paymentListQuery>;
