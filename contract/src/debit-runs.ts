import { z } from 'zod';
import {
  DEBIT_RUN_MAX,
  DEBIT_RUN_STATUSES,
  DEBIT_SEQUENCES,
  DEBIT_STATUSES,
  MANDATE_TYPES,
  RETURN_CODES,
} from './debit-codes.ts';
import { defineRoutes } from './route.ts';
import { day, id, instant, pageOf, pageQuery, storedDay } from './shapes.ts';
import { cents, organization } from './subscriptions.ts';

export const debitRunSchema = z.object({
  id,
  number: z.int(),
  /** Banks take the two schemes apart. */
  type: z.enum(MANDATE_TYPES),
  status: z.enum(DEBIT_RUN_STATUSES),
  collect_on: storedDay,
  debits: z.int(),
  total_cents: cents,
  created_at: instant,
});
export type DebitRun = z.infer<typeof debitRunSchema>;

const invoice = z.object({ id, code: z.string() });
export const debitSchema = z.object({
  id,
  organization,
  invoice,
  amount_cents: cents,
  sequence: z.enum(DEBIT_SEQUENCES),
  /** Of the mandate. */
  reference: z.string(),
  status: z.enum(DEBIT_STATUSES),
  return_code: z.enum(RETURN_CODES).nullable(),
  returned_on: storedDay.nullable(),
});
export type Debit = z.infer<typeof debitSchema>;

export const debitRunDetailSchema = debitRunSchema.extend({
  /** In their order in the file. */
  items: z.array(debitSchema),
  /** Whether its day has come, so that it can be confirmed. */
  is_due: z.boolean(),
});
export type DebitRunDetail = z.infer<typeof debitRunDetailSchema>;

const one = z.strictObject({ id });

export const debitRunRoutes = defineRoutes({
  listDebitRuns: {
    method: 'GET',
    path: '/api/debit-runs',
    summary: 'Runs of SEPA direct debits, newest first',
    access: 'debitRuns.read',
    query: z.strictObject({ status: z.enum(DEBIT_RUN_STATUSES).optional(), ...pageQuery }),
    response: pageOf(debitRunSchema),
  },
  listCollectable: {
    method: 'GET',
    path: '/api/debit-runs/collectable',
    summary:
      'Unpaid invoices in euros that a run could collect, first due first, and the first day on which it could',
    access: 'debitRuns.read',
    query: z.strictObject({ type: z.enum(MANDATE_TYPES).default('core') }),
    response: z.object({
      items: z.array(
        z.object({
          invoice,
          organization,
          due_on: storedDay,
          outstanding_cents: cents,
          reference: z.string(),
        }),
      ),
      /** Of all, of which the first 500 are listed: what one run holds. */
      total: z.int(),
      /** The first day that a run could be collected on; null: who collects was not configured. */
      first_day: storedDay.nullable(),
    }),
  },
  createDebitRun: {
    method: 'POST',
    path: '/api/debit-runs',
    summary:
      'Make a run of the invoices named, and its file, once: what is left to be paid of each is one debit',
    access: 'debitRuns.update',
    body: z.strictObject({
      type: z.enum(MANDATE_TYPES),
      invoice_ids: z.array(id).min(1).max(DEBIT_RUN_MAX),
      collect_on: day,
    }),
    response: debitRunDetailSchema,
    status: 201,
    errors: ['debit_run.creditor_missing', 'debit_run.not_collectable', 'debit_run.no_bank_day'],
  },
  readDebitRun: {
    method: 'GET',
    path: '/api/debit-runs/{id}',
    summary: 'One run with its debits',
    access: 'debitRuns.read',
    params: one,
    response: debitRunDetailSchema,
  },
  downloadDebitRun: {
    method: 'GET',
    path: '/api/debit-runs/{id}/file',
    summary: 'The file of a run for the bank (pain.008.001.08): the same bytes each time',
    access: 'debitRuns.read',
    costly: true,
    params: one,
    response: z.unknown().meta({ description: 'as it was made' }),
    produces: 'application/xml',
  },
  presentDebitRun: {
    method: 'POST',
    path: '/api/debit-runs/{id}/presentation',
    summary: 'Say that the bank was given the file of a run',
    access: 'debitRuns.update',
    params: one,
    response: debitRunDetailSchema,
    errors: ['debit_run.wrong_status'],
  },
  confirmDebitRun: {
    method: 'POST',
    path: '/api/debit-runs/{id}/confirmation',
    summary: 'Say that a run was collected: what is left of it is registered as payments of its day',
    access: 'debitRuns.update',
    params: one,
    response: debitRunDetailSchema,
    errors: ['debit_run.wrong_status'],
  },
  cancelDebitRun: {
    method: 'POST',
    path: '/api/debit-runs/{id}/cancellation',
    summary: 'Say that a run will not be collected: its invoices are free again',
    access: 'debitRuns.update',
    params: one,
    response: debitRunDetailSchema,
    errors: ['debit_run.wrong_status'],
  },
  returnDebit: {
    method: 'POST',
    path: '/api/debits/{id}/return',
    summary: 'Say that a debit came back, and why: its invoice is owed again',
    access: 'debitRuns.update',
    params: one,
    body: z.strictObject({ code: z.enum(RETURN_CODES), returned_on: day }),
    response: debitRunDetailSchema,
    errors: ['debit_run.wrong_status', 'payment.not_refundable', 'payment.refund_exceeds'],
  },
});
