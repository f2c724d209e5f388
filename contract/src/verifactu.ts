import { z } from 'zod';
import {
  CERTIFICATE_KINDS,
  RECTIFICATION_CODES,
  VERIFACTU_ENVIRONMENTS,
  VERIFACTU_RECORD_KINDS,
  VERIFACTU_RECORD_STATES,
  VERIFACTU_SENDING_PROBLEMS,
} from './choices.ts';
import { CERTIFICATE_FILE_MAX, CERTIFICATE_PASSWORD_MAX, NAME_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import {
  day,
  digits,
  id,
  instant,
  line,
  pageOf,
  pageQuery,
  searchQuery,
  storedDay,
  text,
  version,
} from './shapes.ts';
import { cents } from './subscriptions.ts';

/** What the tax agency calls a kind of invoice: full, simplified or without a customer's number, rectifying. */
export const INVOICE_TYPES = ['F1', 'F2', ...RECTIFICATION_CODES] as const;

/** What the tax agency finds wrong: its code, its words and, where there are some, ours in English. */
const agencyError = z.object({ code: z.string().nullable(), es: z.string(), en: z.string() });

export const verifactuRecordSchema = z.object({
  id: z.string(),
  /** Its place in the chain, from 1: also its id. */
  number: z.int(),
  kind: z.enum(VERIFACTU_RECORD_KINDS),
  invoice: z.object({ id, code: z.string() }),
  /** Null: of an annulment. */
  invoice_type: z.enum(INVOICE_TYPES).nullable(),
  total_cents: cents.nullable(),
  environment: z.enum(VERIFACTU_ENVIRONMENTS),
  recorded_at: instant,
  /** SHA-256 as the agency has it: 64 upper-case hexadecimal digits. */
  hash: z.string(),
  state: z.enum(VERIFACTU_RECORD_STATES),
  error: agencyError.nullable(),
  sent_at: instant.nullable(),
  answered_at: instant.nullable(),
  /** The agency's receipt (CSV) for the message that it came with. */
  receipt: z.string().nullable(),
  /** The number of the record that it corrects, and of the one that corrects it. */
  corrects: z.int().nullable(),
  corrected_by: z.int().nullable(),
});
export type VerifactuRecord = z.infer<typeof verifactuRecordSchema>;

/** What an invoice says that is recorded: what its QR code says and looks like. */
export const recordedSchema = z.object({
  environment: z.enum(VERIFACTU_ENVIRONMENTS),
  /** What became of its last record at the tax agency. */
  state: z.enum(VERIFACTU_RECORD_STATES),
  url: z.string(),
  /** How many squares wide it is, and the path of the dark ones. */
  qr: z.object({ size: z.int(), path: z.string() }),
});

/** What the issuer identifies with at the tax agency, and signs with; its key is never given out. */
const certificate = z.object({
  kind: z.enum(CERTIFICATE_KINDS),
  subject: z.string(),
  issuer: z.string(),
  /** Hexadecimal. */
  serial: z.string(),
  /** SHA-256 of the certificate. */
  fingerprint: z.string(),
  /** The NIF that it names; null: none. */
  tax_id: z.string().nullable(),
  starts_at: instant,
  ends_at: instant,
  /** Its time has come and is not over. */
  is_valid: z.boolean(),
  /** It names another NIF than the issuer's, or none: good only where they act for the issuer. */
  is_other: z.boolean(),
});

/** A record as it was written; `correction`: that it can be corrected, and what the new record says of this one. */
const recordDetail = verifactuRecordSchema.extend({
  xml: z.string(),
  correction: z
    .object({ previous_rejection: z.enum(['S', 'X']).nullable(), without_previous: z.boolean() })
    .nullable(),
});

export const verifactuSchema = z.object({
  /** 0: it was never configured. */
  version: z.int(),
  tax_id: z.string().nullable(),
  name: z.string(),
  /** Null: it is made when it is first saved. */
  installation: z.string().nullable(),
  environment: z.enum(VERIFACTU_ENVIRONMENTS),
  starts_on: storedDay,
  is_on: z.boolean(),
  /** How many there are: once there is one, nothing above changes any more. */
  records: z.int(),
  /** The years of which there are records, newest first. */
  years: z.array(z.int()),
  certificate: certificate.nullable(),
  sending: z.object({
    waiting: z.int(),
    rejected: z.int(),
    /** Messages in a row that had no answer. */
    failures: z.int(),
    failing_since: instant.nullable(),
    /** What keeps records from being sent; null: nothing does. */
    problem: z.enum(VERIFACTU_SENDING_PROBLEMS).nullable(),
    error: agencyError.nullable(),
    last_sent_at: instant.nullable(),
    next_at: instant,
  }),
});
export type Verifactu = z.infer<typeof verifactuSchema>;

/** What a verifier finds wrong: in the words of `verifactu-problems.*.ts`. */
export const VERIFACTU_PROBLEMS = [
  'form',
  'changed',
  'hash',
  'moved',
  'gap',
  'cut',
  'unlike',
  'missing',
] as const;

const recordFilters = {
  ...searchQuery,
  kind: z.enum(VERIFACTU_RECORD_KINDS).optional(),
  state: z.enum(VERIFACTU_RECORD_STATES).optional(),
  year: z.coerce.number().int().min(2024).max(2200).optional(),
};
export const recordListQuery = z.strictObject({ ...recordFilters, ...pageQuery });
export type RecordListQuery = z.output<typeof recordListQuery>;

const recordNumber = z.strictObject({ number: digits(999_999_999) });

export const verifactuRoutes = defineRoutes({
  readVerifactu: {
    method: 'GET',
    path: '/api/verifactu',
    summary: 'Who issues under VERI*FACTU, from which day, and how many records there are',
    access: 'verifactu.read',
    response: verifactuSchema,
  },
  updateVerifactu: {
    method: 'PUT',
    path: '/api/verifactu',
    summary: 'Configure VERI*FACTU and switch it on or off; for good once there is a record',
    access: 'verifactu.update',
    body: z.strictObject({
      version: z.union([z.literal(0), version]),
      tax_id: text(20),
      name: line(NAME_MAX),
      environment: z.enum(VERIFACTU_ENVIRONMENTS),
      starts_on: day,
      is_on: z.boolean(),
    }),
    response: verifactuSchema,
    errors: ['object.stale', 'verifactu.begun', 'verifactu.certificate_needed'],
  },
  saveVerifactuCertificate: {
    method: 'PUT',
    path: '/api/verifactu/certificate',
    summary:
      'Give the certificate of the issuer, a PKCS#12 file with its password, in the place of the one before',
    access: 'verifactu.update',
    costly: true,
    body: z.strictObject({
      kind: z.enum(CERTIFICATE_KINDS),
      /** The file in base64. */
      file: z.base64().min(1).max(CERTIFICATE_FILE_MAX),
      password: text(CERTIFICATE_PASSWORD_MAX),
    }),
    response: verifactuSchema,
    errors: [
      'verifactu.certificate_unreadable',
      'verifactu.certificate_password',
      'verifactu.certificate_key',
      'verifactu.certificate_expired',
    ],
  },
  removeVerifactuCertificate: {
    method: 'DELETE',
    path: '/api/verifactu/certificate',
    summary: 'Remove the certificate of the issuer: without one nothing is sent or signed',
    access: 'verifactu.update',
    response: verifactuSchema,
    errors: ['object.not_found'],
  },
  sendVerifactuRecords: {
    method: 'POST',
    path: '/api/verifactu/send',
    summary: 'Send what waits now, without the pause after a failure',
    access: 'verifactu.update',
    response: verifactuSchema,
  },
  listVerifactuRecords: {
    method: 'GET',
    path: '/api/verifactu/records',
    summary: 'Records of VERI*FACTU, newest first; search on the number of the invoice',
    access: 'verifactu.read',
    query: recordListQuery,
    response: pageOf(verifactuRecordSchema),
  },
  readVerifactuRecord: {
    method: 'GET',
    path: '/api/verifactu/records/{number}',
    summary: 'A record of VERI*FACTU as it was written, and whether it can be corrected',
    access: 'verifactu.read',
    params: recordNumber,
    response: recordDetail,
    errors: ['object.not_found'],
  },
  correctVerifactuRecord: {
    method: 'POST',
    path: '/api/verifactu/records/{number}/correct',
    summary: 'Correct a record that the tax agency has refused or taken with errors, by a new one',
    access: 'verifactu.update',
    params: recordNumber,
    response: recordDetail,
    errors: [
      'object.not_found',
      'verifactu.not_correctable',
      'verifactu.refused',
      'verifactu.clock_behind',
      'verifactu.chain_broken',
    ],
  },
  exportVerifactuRecords: {
    method: 'GET',
    path: '/api/verifactu/export',
    summary: 'The records of a year as XML, to keep and to verify (npm run verify-verifactu -- FILE)',
    access: 'verifactu.read',
    costly: true,
    query: z.strictObject({ year: z.coerce.number().int().min(2024).max(2200) }),
    response: z.unknown().meta({ description: 'written page by page' }),
    produces: 'application/xml',
  },
  verifyVerifactuRecords: {
    method: 'GET',
    path: '/api/verifactu/verify',
    summary: 'Recompute the whole chain: what is wrong with which record',
    access: 'verifactu.read',
    costly: true,
    response: z.object({
      records: z.int(),
      problems: z.array(
        z.object({ number: z.int(), code: z.string().nullable(), kind: z.enum(VERIFACTU_PROBLEMS) }),
      ),
    }),
  },
});
