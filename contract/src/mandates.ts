import { z } from 'zod';
import {
  BIC_MAX,
  CREDITOR_ID_MAX,
  IBAN_TYPED_MAX,
  LEAD_DAYS_MAX,
  MANDATE_EVENTS,
  MANDATE_REFERENCE_MAX,
  MANDATE_STATUSES,
  MANDATE_TYPES,
  MANDATE_USES,
  SEPA_NAME_MAX,
} from './debit-codes.ts';
import { MANDATE_REFERENCE } from './payment-data.ts';
import { reason } from './invoice-bodies.ts';
import { defineRoutes } from './route.ts';
import {
  day,
  id,
  instant,
  name,
  pageOf,
  pageQuery,
  searchQuery,
  storedDay,
  text,
  version,
} from './shapes.ts';
import { organization } from './subscriptions.ts';

export const creditorSchema = z.object({
  /** 0: it was never configured. */
  version: z.int(),
  name: z.string(),
  iban: z.string(),
  bic: z.string().nullable(),
  /** As SEPA has it: country, check digits, suffix of the business, national number. */
  identifier: z.string(),
  /** Days on which banks work that a run needs at least before it is collected, by the type of its mandates. */
  core_days: z.int(),
  b2b_days: z.int(),
});
export type Creditor = z.infer<typeof creditorSchema>;

export const mandateSchema = z.object({
  id,
  version: z.int(),
  organization,
  reference: z.string(),
  debtor_name: z.string(),
  /** Masked but for who may change it. */
  iban: z.string(),
  bic: z.string().nullable(),
  type: z.enum(MANDATE_TYPES),
  use: z.enum(MANDATE_USES),
  status: z.enum(MANDATE_STATUSES),
  /** Its next debit is the last one. */
  is_last: z.boolean(),
  signed_on: storedDay,
  /** The day of its last debit; null: none yet. */
  used_on: storedDay.nullable(),
  /** After which day it is not valid any more, unless it is used before. */
  expires_on: storedDay,
});
export type Mandate = z.infer<typeof mandateSchema>;

export const mandateDetailSchema = mandateSchema.extend({
  /** Newest first. */
  events: z.array(
    z.object({
      id,
      kind: z.enum(MANDATE_EVENTS),
      /** What was amended, by field: before and after, accounts masked. */
      changes: z.array(
        z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
      reason: z.string().nullable(),
      created_at: instant,
    }),
  ),
});
export type MandateDetail = z.infer<typeof mandateDetailSchema>;

const account = { iban: text(IBAN_TYPED_MAX), bic: text(BIC_MAX).nullable() };
const amendable = {
  reference: z.string().max(MANDATE_REFERENCE_MAX).regex(MANDATE_REFERENCE, { error: 'invalid' }),
  debtor_name: name(SEPA_NAME_MAX),
  ...account,
  is_last: z.boolean(),
};
const lead_days = z.int().min(1).max(LEAD_DAYS_MAX);
export const mandateListQuery = z.strictObject({
  ...searchQuery,
  status: z.enum(MANDATE_STATUSES).optional(),
  /** super_admin only: another's is no row, never another error. */
  organization_id: id.optional(),
  ...pageQuery,
});
export type MandateListQuery = z.output<typeof mandateListQuery>;
const one = z.strictObject({ id });

export const mandateRoutes = defineRoutes({
  readCreditor: {
    method: 'GET',
    path: '/api/creditor',
    summary: 'Who collects by SEPA direct debit, and into which account',
    access: 'debitRuns.read',
    response: creditorSchema,
  },
  updateCreditor: {
    method: 'PUT',
    path: '/api/creditor',
    summary:
      'Say who collects by SEPA direct debit; what is collected from then on tells the banks of the change',
    access: 'mandates.update',
    body: z.strictObject({
      version: z.union([z.literal(0), version]),
      name: name(SEPA_NAME_MAX),
      ...account,
      identifier: text(CREDITOR_ID_MAX),
      core_days: lead_days,
      b2b_days: lead_days,
    }),
    response: creditorSchema,
    errors: ['object.stale'],
  },
  listMandates: {
    method: 'GET',
    path: '/api/mandates',
    summary: 'Mandates of SEPA direct debit, newest first; search on reference, debtor or company',
    access: 'mandates.list',
    query: mandateListQuery,
    response: pageOf(mandateSchema),
  },
  readMandate: {
    method: 'GET',
    path: '/api/mandates/{id}',
    summary: 'One mandate with its history',
    access: 'mandates.list',
    params: one,
    response: mandateDetailSchema,
  },
  signMandate: {
    method: 'POST',
    path: '/api/mandates',
    summary: 'Enter a mandate that a company has signed; a company has one that is active',
    access: 'mandates.update',
    body: z.strictObject({
      organization_id: id,
      ...amendable,
      type: z.enum(MANDATE_TYPES),
      use: z.enum(MANDATE_USES),
      signed_on: day,
    }),
    response: mandateDetailSchema,
    status: 201,
    errors: ['mandate.another_active', 'mandate.reference_taken'],
  },
  amendMandate: {
    method: 'PUT',
    path: '/api/mandates/{id}',
    summary: 'Amend an active mandate: its next debit tells the bank what changed',
    access: 'mandates.update',
    params: one,
    body: z.strictObject({ version, ...amendable }),
    response: mandateDetailSchema,
    errors: ['object.stale', 'mandate.over', 'mandate.reference_taken'],
  },
  cancelMandate: {
    method: 'POST',
    path: '/api/mandates/{id}/cancellation',
    summary: 'Cancel an active mandate: nothing more is collected with it',
    access: 'mandates.update',
    params: one,
    body: z.strictObject({ reason }),
    response: mandateDetailSchema,
    errors: ['mandate.over'],
  },
});
