import { z } from 'zod';
import { EMAIL_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import { id, instant, moment, pageOf, pageQuery, text, whichOrganization } from './shapes.ts';
import { undoSchema } from './undo.ts';

export const AUDIT_ACTION_MAX = 80;

export const auditEntrySchema = z.object({
  id,
  created_at: instant,
  /**
   * null: a job of the server, or a person who was not signed in. Of people of the system an organization gets the name
   * alone, without their address, network, browser and key.
   */
  actor: z
    .object({ id: id.nullable(), email: z.string().nullable(), name: z.string().nullable() })
    .nullable(),
  /** `noun.verb`, such as 'user.updated'. */
  action: z.string(),
  object_type: z.string(),
  object_id: id.nullable(),
  /** What the object was called then, or is called now; null where neither is known. */
  object_name: z.string().nullable(),
  organization: z.object({ id, name: z.string() }).nullable(),
  /** The object, or its changed fields, as it was and as it became. */
  before: z.unknown(),
  after: z.unknown(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  /** The API key that the change was made with; null: a session, or no user signed in. */
  api_key_id: id.nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** How a person joined, as far as records tell. */
export const joiningSchema = z.object({
  name: z.string(),
  /** How their profile was made; 'unknown': before that was kept. */
  kind: z.enum(['invited', 'created', 'imported', 'registered', 'demo', 'unknown']),
  at: instant,
  by: z.string().nullable(),
  /** The file of an import. */
  file: z.string().nullable(),
  /** By which they came into their organization. */
  invitation: z.object({ at: instant, by: z.string().nullable(), accepted_at: instant }).nullable(),
});
export type Joining = z.infer<typeof joiningSchema>;

const filters = {
  /** Who: a part of their address. */
  actor: text(EMAIL_MAX).optional(),
  /** What: an action ('user.updated'), or all about a noun ('user'). */
  action: text(AUDIT_ACTION_MAX).optional(),
  /** About whom or what: of a person their account and the invitations that they accepted too. */
  object_id: id.optional(),
  /** Everything that one request did. */
  request_id: id.optional(),
  /** super_admin only: another's is no row, never another error. */
  organization_id: id.optional(),
  /** The period, its start included and its end not. */
  from: moment.optional(),
  to: moment.optional(),
};
export const auditFilters = z.strictObject(filters);
export type AuditFilters = z.infer<typeof auditFilters>;

export const auditListQuery = z.strictObject({ ...filters, ...pageQuery });
export type AuditListQuery = z.infer<typeof auditListQuery>;

/** Where a chain of the log ended, as the installation has signed it: all but the signature, as JSON with sorted keys. */
export const anchorSchema = z.object({
  kind: z.literal('anchor'),
  version: z.literal(1),
  installation: id,
  at: instant,
  /** An organization's id, or 'system'. */
  chain: z.string(),
  /** In all lanes together. */
  entries: z.int(),
  lanes: z.array(z.object({ lane: z.int(), position: z.int(), hash: z.string() })),
  /** Ed25519, as SubjectPublicKeyInfo, and what it signs with: base64. */
  public_key: z.string(),
  signature: z.string(),
});
export type Anchor = z.infer<typeof anchorSchema>;

export const auditRoutes = defineRoutes({
  listAudit: {
    method: 'GET',
    path: '/api/audit',
    summary:
      'Every change that was made, newest first, of a request the main one unless filters look for single ones; a user sees their own sign-ins alone',
    access: 'audit.list',
    query: auditListQuery,
    response: pageOf(
      auditEntrySchema.extend({
        /** Where a request is shown by its main change alone: how many others it made, by their action. */
        parts: z.record(z.string(), z.int()),
      }),
    ).extend({
      /** Where the changes of one person are asked for. */
      joining: joiningSchema.nullable(),
    }),
  },
  exportAudit: {
    method: 'GET',
    path: '/api/audit/export',
    summary: 'The changes that match, as CSV (UTF-8 with BOM, semicolons), newest first',
    access: 'audit.export',
    costly: true,
    query: auditFilters,
    response: z.unknown().meta({ description: 'written page by page' }),
    produces: 'text/csv',
  },
  listAnchors: {
    method: 'GET',
    path: '/api/audit/anchors',
    summary:
      'Where the log was signed, newest first: of an organization, for a super_admin who names none of all',
    access: 'audit.export',
    query: z.strictObject({ organization_id: id.optional(), ...pageQuery }),
    response: pageOf(z.object({ id, at: instant, chain: z.string(), entries: z.int() })),
  },
  exportAnchors: {
    method: 'GET',
    path: '/api/audit/anchors/export',
    summary: 'The same as they were signed, one a line (NDJSON), the oldest first',
    access: 'audit.export',
    costly: true,
    query: whichOrganization,
    response: z.unknown().meta({ description: 'written page by page' }),
    produces: 'application/x-ndjson',
  },
  readAuditEntry: {
    method: 'GET',
    path: '/api/audit/{id}',
    summary: 'One change',
    access: 'audit.list',
    params: z.strictObject({ id }),
    response: auditEntrySchema.extend({
      /**
       * What the ids in it are called, of what is there and the reader may see. Null: it is gone, or for this reader as
       * good as gone. Ids of what has no name, and more than are looked up, are not in it.
       */
      names: z.record(id, z.string().nullable()),
      /** What takes the change back, for a reader who may do so. */
      undo: undoSchema.nullable(),
      /** The entry of the change that this one took back. */
      undoes_entry_id: id.nullable(),
      /** What else its request did: the newest of it, and how much in all. */
      rest: z.object({ items: z.array(auditEntrySchema), total: z.int() }),
    }),
  },
});
