import { z } from 'zod';
import { BULK_AT_ONCE, BULK_LIMIT, OFFBOARDING_REASON_MAX } from './limits.ts';
import { ENDINGS, HELD_KINDS } from './offboarding-kinds.ts';
import { defineRoutes } from './route.ts';
import { id, instant, line, text } from './shapes.ts';

/** Things of one kind that a person holds: how many, and those of them that have a name. */
const held = z.object({
  kind: z.enum(HELD_KINDS),
  total: z.int(),
  items: z.array(z.object({ id: id.nullable(), name: z.string(), since: instant.nullable() })),
});
export type Held = z.infer<typeof held>;

const named = z.object({ id, name: z.string() });

export const RECEIPT_FORMAT = 'atalaya-offboarding-receipt/1';

/**
 * What an offboarding leaves: signed, so that it can be checked without the installation. `signature` is of the canonical
 * JSON (keys sorted, no spaces) of everything else, by the key that `public_key` is the public half of.
 */
export const receiptSchema = z.strictObject({
  format: z.literal(RECEIPT_FORMAT),
  id,
  /** To the second, in UTC. */
  at: instant,
  installation: z.object({ id, url: z.string() }),
  organization: named.nullable(),
  person: named.extend({ email: z.string() }),
  /** Whether they were active until then. */
  was_active: z.boolean(),
  acted_by: z.object({ kind: z.enum(['person', 'machine']), id: id.nullable(), name: z.string() }),
  reason: z.string().nullable(),
  /** Who was given their open tickets. */
  heir: named.nullable(),
  held: z.array(held),
  ended: z.array(z.object({ kind: z.enum(HELD_KINDS), total: z.int(), ending: z.enum(ENDINGS) })),
  /** The entries of the audit log that tell of it, each with the hash that seals it into its chain. */
  audit: z.array(z.object({ id, action: z.string(), hash: z.string() })),
  /** Base64 of its SubjectPublicKeyInfo: what is between the lines of a PEM file. */
  public_key: z.string(),
  signature: z.string(),
});
export type Receipt = z.infer<typeof receiptSchema>;

const one = z.strictObject({ id });
const ID_LENGTH = 36;

export const offboardingRoutes = defineRoutes({
  readHoldings: {
    method: 'GET',
    path: '/api/offboarding/holdings',
    summary: 'What people hold that an offboarding would end or hand over, in the order of the ids',
    access: 'users.offboard',
    costly: true,
    query: z.strictObject({
      /** Between commas. */
      ids: text(BULK_LIMIT * (ID_LENGTH + 1))
        .transform((value) => value.split(','))
        .pipe(z.array(id).min(1).max(BULK_LIMIT)),
    }),
    response: z.object({
      items: z.array(
        z.object({
          person: named.extend({
            email: z.string(),
            is_active: z.boolean(),
            organization_id: id.nullable(),
          }),
          /** Of each kind the first twenty by name. */
          held: z.array(held),
        }),
      ),
    }),
  },
  offboardUsers: {
    method: 'POST',
    path: '/api/offboarding',
    summary:
      'Deactivate people, end all access that they hold, hand their open tickets over, and sign a receipt for each: all or nothing',
    access: 'users.offboard',
    body: z.strictObject({
      ids: z.array(id).min(1).max(BULK_AT_ONCE),
      /** Who gets their open tickets; null: they are left unassigned. */
      heir_id: id.nullable(),
      reason: line(OFFBOARDING_REASON_MAX).optional(),
      /** Said after the warning that an organization loses its last admin. */
      confirm_last_admin: z.literal(true).optional(),
    }),
    response: z.object({ items: z.array(z.object({ id, person: named })) }),
    status: 201,
    errors: [
      'enforcement.last_person',
      'user.rank_too_low',
      'user.self_forbidden',
      'user.last_super_admin',
      'user.last_admin',
      'ticket.not_assignable',
      'offboarding.heir_leaves',
    ],
  },
  listReceipts: {
    method: 'GET',
    path: '/api/users/{id}/offboarding-receipts',
    summary: 'The receipts of the offboardings of a person, newest first',
    access: 'users.readReceipts',
    params: one,
    response: z.object({ items: z.array(z.object({ id, at: instant, acted_by: z.string() })) }),
  },
  downloadReceipt: {
    method: 'GET',
    path: '/api/offboarding/receipts/{id}',
    summary: 'A receipt as the file that was signed: `npm run verify-receipt` checks it',
    access: 'users.readReceipts',
    costly: true,
    params: one,
    response: z.unknown().meta({ description: 'canonical JSON, byte for byte' }),
    produces: 'application/json',
  },
  downloadReceiptPdf: {
    method: 'GET',
    path: '/api/offboarding/receipts/{id}/pdf',
    summary: 'The same for people to read, in the language of who asks, with the signed file attached',
    access: 'users.readReceipts',
    costly: true,
    params: one,
    response: z.unknown().meta({ description: 'A4 sheets' }),
    produces: 'application/pdf',
  },
});
