import { z } from 'zod';
import { organizationFilters } from './organizations.ts';
import { defineRoutes } from './route.ts';
import { id, instant, pageOf, pageQuery } from './shapes.ts';
import { ticketFilters } from './tickets.ts';
import { userFilters } from './users.ts';

export const TRANSFER_RESOURCES = ['users', 'organizations', 'tickets'] as const;
export type TransferResource = (typeof TRANSFER_RESOURCES)[number];
export const TRANSFER_STATES = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
export const transferSchema = z.object({
  id,
  kind: z.enum(['export', 'import', 'change']),
  resource: z.enum(TRANSFER_RESOURCES),
  state: z.enum(TRANSFER_STATES),
  processed: z.int(),
  /** null: not counted yet. */
  total: z.int().nullable(),
  /** The code of what made it fail. */
  problem: z.string().nullable(),
  file_name: z.string(),
  /** Of a change of many: what is done, as its request calls it. */
  action: z.string().nullable(),
  /** Whether its file can be downloaded now. */
  has_file: z.boolean(),
  /**
   * Of an import or a change: how many were brought in or changed, how many were left out, and whether it can be taken
   * back by its id.
   */
  applied: z.int(),
  invalid: z.int(),
  can_undo: z.boolean(),
  created_at: instant,
  expires_at: instant,
});
export type Transfer = z.infer<typeof transferSchema>;

/** One of them, with what kept a change from being made at all. */
export const transferDetailSchema = transferSchema.extend({
  refused: z
    .object({
      total: z.int(),
      rows: z.array(
        z.object({
          id,
          name: z.string(),
          code: z.string(),
          params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        }),
      ),
    })
    .nullable(),
});
export type TransferDetail = z.infer<typeof transferDetailSchema>;

export const exportBody = z.strictObject({
  /** The filters are those of the list. */
  what: z.discriminatedUnion('resource', [
    z.strictObject({ resource: z.literal('users'), filters: userFilters }),
    z.strictObject({ resource: z.literal('organizations'), filters: organizationFilters }),
    z.strictObject({ resource: z.literal('tickets'), filters: ticketFilters }),
  ]),
});
export type ExportBody = z.infer<typeof exportBody>;

const one = z.strictObject({ id });
const empty = z.strictObject({});

export const transferRoutes = defineRoutes({
  listTransfers: {
    method: 'GET',
    path: '/api/transfers',
    summary: "One's own imports, exports and changes of many, newest first",
    access: 'transfers.use',
    query: z.strictObject(pageQuery),
    response: pageOf(transferSchema).extend({
      /** How many are queued or running, on all pages. */
      running: z.int(),
    }),
  },
  readTransfer: {
    method: 'GET',
    path: '/api/transfers/{id}',
    summary: "One of one's own imports, exports and changes of many, with its progress",
    access: 'transfers.use',
    params: one,
    response: transferDetailSchema,
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
    summary: 'Stop one; what an import has brought in stays, of a change nothing does',
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
    costly: true,
    params: one,
    response: z.unknown().meta({ description: 'text/csv' }),
  },
});
