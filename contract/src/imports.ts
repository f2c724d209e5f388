import { z } from 'zod';
import { ALL_IMPORT_FIELDS } from './import-fields.ts';
import { IMPORT_COLUMNS_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import { id, instant, pageOf, pageQuery } from './shapes.ts';
import { TRANSFER_RESOURCES, TRANSFER_STATES } from './transfers.ts';

const field = z.enum(ALL_IMPORT_FIELDS);
const mapping = z
  .array(
    z.strictObject({
      field,
      column: z
        .int()
        .min(0)
        .max(IMPORT_COLUMNS_MAX - 1),
    }),
  )
  .max(ALL_IMPORT_FIELDS.length);
export type ImportMapping = z.infer<typeof mapping>;

export const importSchema = z.object({
  id,
  resource: z.enum(TRANSFER_RESOURCES),
  /** `read`: the columns are to be named; `check`: the dry run; `apply`: what was right is brought in. */
  step: z.enum(['read', 'check', 'apply']),
  state: z.enum(TRANSFER_STATES),
  /** The code of what made it fail. */
  problem: z.string().nullable(),
  file_name: z.string(),
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
  delimiter: z.enum([';', ',', '\t']),
  columns: z.array(z.object({ title: z.string(), examples: z.array(z.string()) })),
  mapping,
  /** Rows of the file, and how many of them the present step has looked at. */
  rows: z.int(),
  processed: z.int(),
  valid: z.int(),
  invalid: z.int(),
  applied: z.int(),
  created_at: instant,
  expires_at: instant,
});
export type Import = z.infer<typeof importSchema>;

export const importRowSchema = z.object({
  /** As people count: the header is the first. */
  number: z.int(),
  /** The beginnings of what the chosen columns hold, in the order of the mapping. */
  values: z.array(z.string()),
  state: z.enum(['read', 'valid', 'invalid', 'created', 'failed']),
  /** The code of an error, or why a field is refused. */
  code: z.string().nullable(),
  field: field.nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const one = z.strictObject({ id });

export const importRoutes = defineRoutes({
  createImport: {
    method: 'POST',
    path: '/api/imports',
    summary: 'Upload a CSV of at most 10 MiB and 50,000 rows: multipart/form-data; nothing is brought in yet',
    access: 'transfers.use',
    query: z.strictObject({ resource: z.enum(TRANSFER_RESOURCES) }),
    file: 'file',
    response: importSchema,
    status: 201,
    errors: [
      'import.too_large',
      'import.too_many_rows',
      'import.not_text',
      'import.malformed',
      'import.empty',
      'import.too_many_columns',
      'import.too_many_cells',
      'import.quota_full',
      'request.unsupported_media',
      'request.rate_limited',
    ],
  },
  readImport: {
    method: 'GET',
    path: '/api/imports/{id}',
    summary: "One of one's own imports, with its progress",
    access: 'transfers.use',
    params: one,
    response: importSchema,
  },
  checkImport: {
    method: 'POST',
    path: '/api/imports/{id}/check',
    summary: 'Dry run, as a job: what would come of each row; nothing is brought in',
    access: 'transfers.use',
    params: one,
    body: z.strictObject({ mapping }),
    response: importSchema,
    status: 202,
    errors: ['transfer.wrong_state'],
  },
  listImportRows: {
    method: 'GET',
    path: '/api/imports/{id}/rows',
    summary: 'What came of the rows, or of those alone that are wrong',
    access: 'transfers.use',
    params: one,
    query: z.strictObject({ ...pageQuery, wrong: z.literal('true').optional() }),
    response: pageOf(importRowSchema),
  },
  downloadImportProblems: {
    method: 'GET',
    path: '/api/imports/{id}/problems',
    summary: 'The rows that are wrong as CSV, each with its reason, to be corrected and imported again',
    access: 'transfers.use',
    costly: true,
    params: one,
    response: z.unknown().meta({ description: 'text/csv' }),
    produces: 'text/csv',
  },
  applyImport: {
    method: 'POST',
    path: '/api/imports/{id}/apply',
    summary: 'Bring in the rows that the dry run found right, as a job; undone by its own id for 30 days',
    access: 'transfers.use',
    params: one,
    /** People get a link to set a password only where that is said. */
    body: z.strictObject({ send_links: z.boolean().default(false) }),
    response: importSchema,
    status: 202,
    errors: ['transfer.wrong_state'],
  },
});
