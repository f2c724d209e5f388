import { z } from 'zod';
import { IMPORT_COLUMNS_MAX } from './limits.ts';
import { organizationFilters } from './organizations.ts';
import { defineRoutes } from './route.ts';
import { id, instant, pageOf, pageQuery } from './shapes.ts';
import { ticketFilters } from './tickets.ts';
import { userFilters } from './users.ts';

export const TRANSFER_RESOURCES = ['users', 'organizations', 'tickets'] as const;
export type TransferResource = (typeof TRANSFER_RESOURCES)[number];
export const TRANSFER_STATES = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
/** An import is read from its file, checked without writing anything, and applied. */
export const TRANSFER_STEPS = ['export', 'read', 'check', 'apply'] as const;

/** The columns that an import of each resource knows. */
export const IMPORT_FIELDS = {
  users: ['first_name', 'last_name', 'email', 'phone', 'role', 'is_active', 'organization'],
  organizations: ['name', 'domain', 'plan_type', 'max_users', 'country', 'tax_id', 'billing_email'],
  tickets: ['title', 'description', 'priority', 'assigned_to', 'organization'],
} as const satisfies Record<TransferResource, readonly string[]>;
export type ImportField = (typeof IMPORT_FIELDS)[TransferResource][number];
const FIELDS = [...new Set(Object.values(IMPORT_FIELDS).flat())] as [ImportField, ...ImportField[]];

/** Which column of the file each field is read from, counted from 0. */
const mapping = z.partialRecord(
  z.enum(FIELDS),
  z
    .int()
    .min(0)
    .max(IMPORT_COLUMNS_MAX - 1),
);
export type ImportMapping = z.infer<typeof mapping>;

const importSchema = z.object({
  /** How the file was understood. */
  encoding: z.enum(['utf-8', 'windows-1252']),
  separator: z.enum([';', ',']),
  headers: z.array(z.string()),
  /** The first rows, for choosing the columns. */
  sample: z.array(z.array(z.string())),
  mapping,
  send_links: z.boolean(),
  /** Of the rows looked at so far. */
  valid: z.int(),
  invalid: z.int(),
  applied: z.int(),
});

export const transferSchema = z.object({
  id,
  kind: z.enum(['export', 'import']),
  resource: z.enum(TRANSFER_RESOURCES),
  step: z.enum(TRANSFER_STEPS),
  state: z.enum(TRANSFER_STATES),
  processed: z.int(),
  /** null: not counted yet. */
  total: z.int().nullable(),
  /** The code of what made it fail. */
  problem: z.string().nullable(),
  file_name: z.string(),
  /** Whether its file can be downloaded now. */
  has_file: z.boolean(),
  import: importSchema.nullable(),
  /** What takes an applied import back; `state` as in `undoSchema`. */
  undo: z.object({ id, state: z.enum(['available', 'done', 'expired']) }).nullable(),
  created_at: instant,
  expires_at: instant,
});
export type Transfer = z.infer<typeof transferSchema>;

export const exportBody = z.strictObject({
  /** The filters are those of the list. */
  what: z.discriminatedUnion('resource', [
    z.strictObject({ resource: z.literal('users'), filters: userFilters }),
    z.strictObject({ resource: z.literal('organizations'), filters: organizationFilters }),
    z.strictObject({ resource: z.literal('tickets'), filters: ticketFilters }),
  ]),
});
export type ExportBody = z.infer<typeof exportBody>;

/** One row of a checked import that cannot be brought in, and why: the code of an error or of a field. */
export const importProblemSchema = z.object({
  /** The line in the file: the headers are 1. */
  line: z.int(),
  cells: z.array(z.string()),
  code: z.string(),
  field: z.enum(FIELDS).nullable(),
});
export type ImportProblem = z.infer<typeof importProblemSchema>;

const one = z.strictObject({ id });
const empty = z.strictObject({});

export const transferRoutes = defineRoutes({
  listTransfers: {
    method: 'GET',
    path: '/api/transfers',
    summary: "One's own imports and exports, newest first",
    access: 'transfers.use',
    query: z.strictObject(pageQuery),
    response: pageOf(transferSchema),
  },
  readTransfer: {
    method: 'GET',
    path: '/api/transfers/{id}',
    summary: "One of one's own imports and exports, with its progress",
    access: 'transfers.use',
    params: one,
    response: transferSchema,
  },
  createExport: {
    method: 'POST',
    path: '/api/transfers/exports',
    summary: 'Write what matches the filters of a list into a CSV file, as a job',
    access: 'transfers.use',
    body: exportBody,
    response: transferSchema,
    status: 202,
  },
  cancelTransfer: {
    method: 'POST',
    path: '/api/transfers/{id}/cancel',
    summary: 'Stop an import or export; what an import has brought in already stays, and can be undone',
    access: 'transfers.use',
    params: one,
    body: empty,
    response: transferSchema,
    errors: ['transfer.wrong_state'],
  },
  downloadTransfer: {
    method: 'GET',
    path: '/api/transfers/{id}/file',
    summary: 'The CSV of an export (UTF-8 with BOM, semicolons), for seven days and for whoever asked for it',
    access: 'transfers.use',
    params: one,
    response: z.unknown().meta({ description: 'text/csv' }),
  },
});
