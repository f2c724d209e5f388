import { z } from 'zod';
import { BANK_ENTRY_STATUSES, MATCH_KINDS, MATCH_REASONS } from './statement-codes.ts';
import { defineRoutes } from './route.ts';
import { id, instant, pageOf, pageQuery, storedDay } from './shapes.ts';
import { cents } from './subscriptions.ts';

export const bankStatementSchema = z.object({
  id,
  account: z.string(),
  /** As the bank calls it. */
  reference: z.string(),
  closed_on: storedDay,
  opening_cents: cents,
  closing_cents: cents,
  entries: z.int(),
  /** Those that nothing was confirmed of. */
  open_entries: z.int(),
  created_at: instant,
});
export type BankStatement = z.infer<typeof bankStatementSchema>;

export const bankMatchSchema = z.object({
  kind: z.enum(MATCH_KINDS),
  /** Of an invoice that it pays, of a run or a debit that it collects, of a debit that comes back. */
  target_id: z.string(),
  /** The code of the invoice; of a run its number. */
  label: z.string(),
  organization_name: z.string().nullable(),
  amount_cents: cents,
  reason: z.enum(MATCH_REASONS),
  is_certain: z.boolean(),
});
export type BankMatch = z.infer<typeof bankMatchSchema>;

export const bankEntrySchema = z.object({
  id,
  booked_on: storedDay,
  /** Negative: it left the account. */
  amount_cents: cents,
  party_name: z.string().nullable(),
  party_iban: z.string().nullable(),
  text: z.string(),
  /** Of a debit that came back. */
  return_code: z.string().nullable(),
  status: z.enum(BANK_ENTRY_STATUSES),
  /** What it was confirmed as. */
  settled_as: z.string().nullable(),
  /** What it seems to be, the likeliest first; none of what is settled. */
  matches: z.array(bankMatchSchema),
});
export type BankEntry = z.infer<typeof bankEntrySchema>;

export const bankStatementDetailSchema = bankStatementSchema.extend({ items: z.array(bankEntrySchema) });
export type BankStatementDetail = z.infer<typeof bankStatementDetailSchema>;

const one = z.strictObject({ id });

export const bankStatementRoutes = defineRoutes({
  listBankStatements: {
    method: 'GET',
    path: '/api/bank-statements',
    summary: 'Bank statements, newest first',
    access: 'bankStatements.read',
    query: z.strictObject(pageQuery),
    response: pageOf(bankStatementSchema),
  },
  uploadBankStatement: {
    method: 'POST',
    path: '/api/bank-statements',
    summary:
      'Upload a camt.053 file of at most 1 MiB: multipart/form-data; what is there already is left as it is',
    access: 'bankStatements.update',
    file: 'file',
    response: z.object({ statements: z.array(bankStatementSchema), known: z.int() }),
    status: 201,
    errors: [
      'statement.unreadable',
      'statement.unbalanced',
      'request.too_large',
      'request.unsupported_media',
    ],
  },
  readBankStatement: {
    method: 'GET',
    path: '/api/bank-statements/{id}',
    summary: 'One statement with its entries, and what each seems to be',
    access: 'bankStatements.read',
    params: one,
    response: bankStatementDetailSchema,
  },
  confirmBankEntries: {
    method: 'POST',
    path: '/api/bank-statements/{id}/confirmations',
    summary:
      'Confirm what entries are, of what was proposed: payments are registered, runs confirmed, debits returned; all or none',
    access: 'bankStatements.update',
    params: one,
    body: z.strictObject({
      entries: z
        .array(z.strictObject({ id, kind: z.enum(MATCH_KINDS), target_id: id }))
        .min(1)
        .max(500),
    }),
    response: bankStatementDetailSchema,
    errors: [
      'statement.not_proposed',
      'invoice.amount_exceeds',
      'debit_run.wrong_status',
      'payment.refund_exceeds',
    ],
  },
});
