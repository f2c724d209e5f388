import { z } from 'zod';
import {
  ELASTIC_AUTHS,
  HTTPS_AUTHS,
  RECORD_SHAPES,
  STREAM_PROBLEMS,
  STREAM_SECRETS,
  STREAM_STARTS,
} from './audit-stream-choices.ts';
import { NAME_MAX, STREAM_PEM_MAX, STREAM_SECRET_MAX, STREAM_TEXT_MAX, STREAM_URL_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import {
  id,
  instant,
  line,
  moment,
  name,
  pageOf,
  pageQuery,
  text,
  version,
  whichOrganization,
} from './shapes.ts';

const url = line(STREAM_URL_MAX).pipe(z.string().min(1));
const word = line(STREAM_TEXT_MAX);
/** What no header could carry is no secret either. Left out: it stays as it is; '': there is none any more. */
const secret = text(STREAM_SECRET_MAX)
  .regex(/^[\x20-\x7e]*$/, { error: 'invalid' })
  .optional();

const OF_THE_MESSAGE = /^(host|connection|content-.*|transfer-encoding|webhook-.*)$/i;

const https = {
  url,
  auth: z.enum(HTTPS_AUTHS),
  /** Which one carries the token, where `auth` is 'header': none of those that the message itself needs. */
  header: z
    .string()
    .max(STREAM_TEXT_MAX)
    .regex(/^[\w-]*$/, { error: 'invalid' })
    .refine((typed) => !OF_THE_MESSAGE.test(typed), { error: 'invalid' }),
};
const splunk = {
  url,
  /** '': those that the token says. */
  index: word,
  source_type: word,
};
const elastic = {
  url,
  /** Of an index or a data stream. */
  index: z
    .string()
    .min(1)
    .max(STREAM_TEXT_MAX)
    .regex(/^[a-z0-9][a-z0-9._-]*$/, { error: 'invalid' }),
  auth: z.enum(ELASTIC_AUTHS),
  /** Where `auth` is 'basic'. */
  username: word,
};

/** What PEM files hold. */
const pem = text(STREAM_PEM_MAX);
const syslog = {
  /** 'tls://host:port' */
  url,
  /** '': those that this runtime knows. */
  authority: pem,
  /** Ours, where the receiver wants one: '' for none. Its key is `client_key`. */
  certificate: pem,
};
const s3 = {
  /** Of the server: the bucket is named in the path. */
  url,
  region: word.pipe(z.string().min(1)),
  bucket: word.pipe(z.string().min(1)),
  /** Folders, between bars. */
  prefix: word,
  access_key_id: word.pipe(z.string().min(1)),
};

/** What a sink is, without what is secret of it. */
export const sinkSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('https'), ...https }),
  z.strictObject({ kind: z.literal('splunk'), ...splunk }),
  z.strictObject({ kind: z.literal('elastic'), ...elastic }),
  z.strictObject({ kind: z.literal('syslog'), ...syslog }),
  z.strictObject({ kind: z.literal('s3'), ...s3 }),
]);
export type Sink = z.infer<typeof sinkSchema>;

/** The same as a person gives it. */
const givenSink = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('https'), ...https, token: secret, signing_key: secret }),
  z.strictObject({ kind: z.literal('splunk'), ...splunk, token: secret }),
  z.strictObject({ kind: z.literal('elastic'), ...elastic, api_key: secret, password: secret }),
  z.strictObject({ kind: z.literal('syslog'), ...syslog, client_key: pem.optional() }),
  z.strictObject({ kind: z.literal('s3'), ...s3, secret_access_key: secret }),
]);
export type GivenSink = z.infer<typeof givenSink>;

/** From the beginning of the log, from a moment, or from now on. */
const start = z
  .strictObject({
    from: z.enum(STREAM_STARTS),
    /** Where it is from a moment. */
    since: moment.optional(),
  })
  .refine(({ from, since }) => from !== 'since' || since !== undefined, {
    path: ['since'],
    error: 'required',
  });
export type StreamStart = z.infer<typeof start>;

export const auditStreamSchema = z.object({
  id,
  /** null: of the whole system. */
  organization_id: id.nullable(),
  name: z.string(),
  sink: sinkSchema,
  /** Which secrets there are: none is shown. */
  secrets: z.array(z.enum(STREAM_SECRETS)),
  shape: z.enum(RECORD_SHAPES),
  is_on: z.boolean(),
  /** Entries of the log that it was not sent yet, and when the oldest of them was written. */
  waiting: z.int(),
  oldest_at: instant.nullable(),
  /** The last batch that it took. */
  sent_at: instant.nullable(),
  /** The first try that failed since the last that went well. */
  failing_since: instant.nullable(),
  /** When it is tried again, where it fails. */
  next_try_at: instant.nullable(),
  problem: z.enum(STREAM_PROBLEMS).nullable(),
  status: z.int().nullable(),
  /** What the sink said to the last try, its beginning. */
  answer: z.string().nullable(),
  /** The entry that it never takes: it waits until the sink does, or a person passes over it. */
  refused_id: id.nullable(),
  /** Since when its people are told that it is behind. */
  alarmed_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  version,
});
export type AuditStream = z.infer<typeof auditStreamSchema>;

const outcome = {
  /** null: the sink took it. */
  problem: z.enum(STREAM_PROBLEMS).nullable(),
  status: z.int().nullable(),
  answer: z.string().nullable(),
  duration_ms: z.int(),
};

export const streamBatchSchema = z.object({
  id,
  records: z.int(),
  bytes: z.int(),
  /** The first and the last of its entries. */
  first_id: id.nullable(),
  last_id: id.nullable(),
  ...outcome,
  created_at: instant,
});
export type StreamBatch = z.infer<typeof streamBatchSchema>;

const one = z.strictObject({ id });
const values = { name: name(NAME_MAX), shape: z.enum(RECORD_SHAPES), sink: givenSink };

export const auditStreamRoutes = defineRoutes({
  listAuditStreams: {
    method: 'GET',
    path: '/api/audit-streams',
    summary:
      'What takes a copy of the audit log of an organization; for a super_admin who names none, of the whole log',
    access: 'auditStreams.read',
    query: whichOrganization,
    response: z.object({ items: z.array(auditStreamSchema) }),
  },
  createAuditStream: {
    method: 'POST',
    path: '/api/audit-streams',
    summary: 'Have the audit log sent to a sink',
    access: 'auditStreams.update',
    query: whichOrganization,
    body: z.strictObject({
      ...values,
      shape: values.shape.default('plain'),
      start: start.default({ from: 'now' }),
    }),
    response: auditStreamSchema,
    status: 201,
    errors: ['audit_stream.too_many', 'audit_stream.address_refused'],
  },
  updateAuditStream: {
    method: 'PATCH',
    path: '/api/audit-streams/{id}',
    summary:
      'Change, pause or resume a stream; secrets that are left out stay, while its address does; a stale version answers 409 with the current values',
    access: 'auditStreams.update',
    params: one,
    body: z.strictObject({
      version,
      name: values.name.optional(),
      shape: values.shape.optional(),
      sink: values.sink.optional(),
      is_on: z.boolean().optional(),
    }),
    response: auditStreamSchema,
    errors: ['audit_stream.address_refused', 'object.stale'],
  },
  deleteAuditStream: {
    method: 'DELETE',
    path: '/api/audit-streams/{id}',
    summary: 'Remove a stream with what is kept of its batches',
    access: 'auditStreams.update',
    params: one,
  },
  testAuditStream: {
    method: 'POST',
    path: '/api/audit-streams/{id}/test',
    summary: 'Send one record that says that it is a test, and tell what the sink answered',
    access: 'auditStreams.update',
    costly: true,
    params: one,
    body: z.strictObject({}),
    response: z.object(outcome),
  },
  backfillAuditStream: {
    method: 'POST',
    path: '/api/audit-streams/{id}/backfill',
    summary: 'Have the log sent again from its beginning or a moment, or go on from now',
    access: 'auditStreams.update',
    costly: true,
    params: one,
    body: start,
    response: auditStreamSchema,
  },
  passOverRefused: {
    method: 'POST',
    path: '/api/audit-streams/{id}/pass-over',
    summary: 'Leave out the entry that the sink never takes, and go on with the next',
    access: 'auditStreams.update',
    params: one,
    body: z.strictObject({
      /** As `refused_id` says: another one by now is not passed over unseen. */
      entry_id: id,
    }),
    response: auditStreamSchema,
    errors: ['audit_stream.not_refused'],
  },
  listStreamBatches: {
    method: 'GET',
    path: '/api/audit-streams/{id}/batches',
    summary: 'What a sink was sent and how it answered, newest first',
    access: 'auditStreams.read',
    params: one,
    query: z.strictObject({ ...pageQuery }),
    response: pageOf(streamBatchSchema),
  },
});
