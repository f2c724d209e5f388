import { z } from 'zod';
import {
  INVOICE_LINES_MAX,
  LINE_DESCRIPTION_MAX,
  QUANTITY_MAX,
  REASON_MAX,
  UNIT_PRICE_MAX_CENTS,
} from './billing-limits.ts';
import { RECTIFICATION_CODES, RECTIFICATION_METHODS, SAID_RECEIPTS } from './choices.ts';
import { day, id, name, request_id, text } from './shapes.ts';
import { taxRate } from './subscriptions.ts';

/** What invoices are issued and rectified by, and what is said of them. */

export const reason = text(REASON_MAX)
  .transform((value) => value.trim())
  .pipe(z.string().min(1));

const linesFrom = (lowest_price: number) =>
  z
    .array(
      z.strictObject({
        description: name(LINE_DESCRIPTION_MAX),
        quantity: z.int().min(1).max(QUANTITY_MAX).default(1),
        unit_price_cents: z.int().min(lowest_price).max(UNIT_PRICE_MAX_CENTS),
      }),
    )
    .min(1)
    .max(INVOICE_LINES_MAX);

export const invoiceIssueBody = z.strictObject({
  organization_id: id,
  /** Days until it is due. */
  payment_days: z.int().min(0).max(365).optional(),
  /** Simplified: without the number of the customer, up to 400 euros. */
  kind: z.enum(['standard', 'simplified']).default('standard'),
  lines: linesFrom(0),
  request_id,
});

export const invoiceRectifyBody = z.strictObject({
  /** R5 where the invoice is simplified, any other where it is not. */
  code: z.enum(RECTIFICATION_CODES),
  method: z.enum(RECTIFICATION_METHODS).default('difference'),
  reason,
  /** By difference what changes, by substitution what holds instead; without them the whole is given back. */
  lines: linesFrom(-UNIT_PRICE_MAX_CENTS).optional(),
  /** Of those lines; that of the invoice unless named. */
  tax_rate: taxRate.optional(),
  request_id,
});

/** What became of an invoice: that it was rejected has its reason. */
export const invoiceReceiveBody = z
  .strictObject({ state: z.enum(SAID_RECEIPTS), reason: reason.optional(), said_on: day })
  .refine(({ state, reason: why }) => (state === 'rejected') === (why !== undefined), {
    path: ['reason'],
    error: 'required',
  });
