import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { id, instant, pageOf, pageQuery } from './shapes.ts';
import { TRANSFER_STATES } from './transfers.ts';

/** Everything about one organization as a zip file: its job, and the file that came of it. */
export const dataExportSchema = z.object({
  id,
  organization: z.object({ id, name: z.string() }),
  requested_by: z.string(),
  /** With internal notes and what is in the bin: as a super_admin has asked for it, and for them alone. */
  internal: z.boolean(),
  state: z.enum(TRANSFER_STATES),
  /** Rows and files written so far, of how many; null: not counted yet. */
  processed: z.int(),
  total: z.int().nullable(),
  /** The size of the file; null: there is none. */
  bytes: z.int().nullable(),
  /** The code of what made it fail. */
  problem: z.string().nullable(),
  created_at: instant,
  /** When the file goes. */
  expires_at: instant,
});
export type DataExport = z.infer<typeof dataExportSchema>;

const one = z.strictObject({ id });

export const dataExportRoutes = defineRoutes({
  listDataExports: {
    method: 'GET',
    path: '/api/data-exports',
    summary: 'Exports of everything about an organization, newest first',
    access: 'dataExports.use',
    query: z.strictObject({ ...pageQuery, organization_id: id.optional() }),
    response: pageOf(dataExportSchema),
  },
  createDataExport: {
    method: 'POST',
    path: '/api/data-exports',
    summary: 'Write everything about an organization into a zip of CSV, JSON and files, as a job',
    access: 'dataExports.use',
    body: z.strictObject({
      /** Whose; an admin's own in any case. */
      organization_id: id.optional(),
    }),
    response: dataExportSchema,
    status: 202,
    errors: ['data_export.in_progress', 'request.rate_limited'],
  },
  cancelDataExport: {
    method: 'POST',
    path: '/api/data-exports/{id}/cancel',
    summary: 'Stop an export of data',
    access: 'dataExports.use',
    params: one,
    body: z.strictObject({}),
    response: dataExportSchema,
    errors: ['data_export.wrong_state'],
  },
  downloadDataExport: {
    method: 'GET',
    path: '/api/data-exports/{id}/file',
    summary: 'The zip of an export of data, for seven days',
    access: 'dataExports.use',
    costly: true,
    params: one,
    response: z.unknown().meta({ description: 'application/zip' }),
  },
});
