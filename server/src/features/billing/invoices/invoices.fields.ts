import type { Field } from '../../../platform/records/fields.ts';
import type { Rows } from '../../../platform/database/row-types.ts';

/** Whether the hash of an invoice is made over a column, or why not. */
export type SealedField = Field & { hash: 'covered' | { left: string } };
type SealedFields<T extends keyof Rows> = Record<keyof Rows[T], SealedField>;

/** What was billed is never taken back: it is rectified. */
const NEVER = { undo: { left: 'what was billed is rectified, not undone' } };
const SEALED = { ...NEVER, hash: 'covered', listed: true, added: true } as const;
const SEALED_AND_TAKEN = { ...SEALED, exported: true } as const;
/** What becomes of an invoice once it is issued: payments and invoices that rectify it say so, which are kept too. */
const LATER = { ...NEVER, hash: { left: 'written after the invoice is issued' }, exported: true } as const;
const COMPUTED = { ...NEVER, hash: { left: 'computed from columns that it covers' } } as const;

/** What is done with each column of an invoice. */
export const INVOICE_FIELDS = {
  id: SEALED_AND_TAKEN,
  organization_id: SEALED,
  series: { ...SEALED, searched: true },
  year: { ...SEALED, searched: true },
  number: { ...SEALED, searched: true },
  code: { ...COMPUTED, listed: true, exported: true },
  kind: SEALED_AND_TAKEN,
  issued_on: SEALED_AND_TAKEN,
  due_on: SEALED_AND_TAKEN,
  currency: SEALED_AND_TAKEN,
  subtotal_cents: SEALED_AND_TAKEN,
  tax_cents: SEALED_AND_TAKEN,
  total_cents: SEALED_AND_TAKEN,
  tax_treatment: SEALED_AND_TAKEN,
  customer_name: { ...SEALED_AND_TAKEN, searched: true },
  customer_tax_id: { ...SEALED_AND_TAKEN, searched: true },
  customer_country: SEALED_AND_TAKEN,
  customer_email: SEALED_AND_TAKEN,
  charge: SEALED_AND_TAKEN,
  period_start: SEALED_AND_TAKEN,
  period_end: SEALED_AND_TAKEN,
  rectifies_id: SEALED_AND_TAKEN,
  reason: SEALED_AND_TAKEN,
  rectification_code: SEALED_AND_TAKEN,
  rectification_method: SEALED_AND_TAKEN,
  exchange_rate_micros: SEALED_AND_TAKEN,
  exchange_rated_on: SEALED_AND_TAKEN,
  exchange_source: SEALED_AND_TAKEN,
  exchange_tax_cents: SEALED_AND_TAKEN,
  paid_cents: { ...LATER, listed: true },
  // Given too: one that rectifies is settled in part by the invoice that it rectifies.
  offset_cents: { ...LATER, added: true },
  outstanding_cents: { ...LATER, hash: { left: 'follows from what is paid of it' }, listed: true },
  voided_at: LATER,
  annulled_at: LATER,
  annulment_reason: { ...LATER, listed: true },
  created_at: { ...NEVER, hash: { left: 'the day of issue is covered' }, exported: true },
  hash: { ...NEVER, hash: { left: 'is the hash itself' }, listed: true, added: true },
  previous_hash: { ...NEVER, hash: 'covered', listed: true, added: true },
  issued_by: { ...NEVER, hash: { left: 'the audit log says who issued it' }, added: true },
  request_id: { ...NEVER, hash: { left: 'for a request that is sent twice' }, added: true },
  search: COMPUTED,
} as const satisfies SealedFields<'invoices'>;

/** What is done with each column of a line of an invoice. */
export const INVOICE_LINE_FIELDS = {
  id: { ...NEVER, hash: { left: 'nothing refers to a line' }, exported: true },
  organization_id: { ...NEVER, hash: { left: 'the invoice says it' } },
  invoice_id: {
    ...NEVER,
    hash: { left: 'a line is covered inside its invoice' },
    listed: true,
    exported: true,
  },
  position: { ...NEVER, hash: { left: 'lines are covered in their order' }, exported: true },
  description: SEALED_AND_TAKEN,
  quantity: SEALED_AND_TAKEN,
  unit_price_cents: SEALED_AND_TAKEN,
  amount_cents: SEALED_AND_TAKEN,
  tax_rate: SEALED_AND_TAKEN,
  tax_cents: SEALED_AND_TAKEN,
  is_taken_back: SEALED_AND_TAKEN,
  created_at: { ...NEVER, hash: { left: 'the day of issue is covered' } },
} as const satisfies SealedFields<'invoice_lines'>;

const SHOWN = { ...NEVER, listed: true, exported: true } as const;
const REGISTERED = { ...SHOWN, added: true } as const;

/** What is done with each column of a payment. */
export const PAYMENT_COLUMNS = {
  id: SHOWN,
  organization_id: { ...NEVER, added: true },
  invoice_id: { ...NEVER, added: true, exported: true },
  amount_cents: REGISTERED,
  currency: REGISTERED,
  method: REGISTERED,
  reference: REGISTERED,
  institution: REGISTERED,
  last_four: REGISTERED,
  paid_on: REGISTERED,
  refunds_id: REGISTERED,
  reason: REGISTERED,
  created_at: SHOWN,
  registered_by: { ...NEVER, added: true },
  request_id: { ...NEVER, added: true },
} as const satisfies Record<keyof Rows['payments'], Field>;
