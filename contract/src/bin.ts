import { z } from 'zod';
import { BIN_TYPES } from './choices.ts';
import { ORGANIZATION_NAME_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import { id, instant, pageOf, pageQuery, searchQuery, text } from './shapes.ts';

export const binEntrySchema = z.object({
  type: z.enum(BIN_TYPES),
  id,
  name: z.string(),
  /** An e-mail address, a slug, a ticket's number, a plan's key or how a reply begins. */
  detail: z.string(),
  /** Whose it is; null: of none. */
  organization_name: z.string().nullable(),
  deleted_at: instant,
  /** null: no known person. */
  deleted_by: z.string().nullable(),
  /** Whole days until it goes for good by itself; null: it never does, as plans that were subscribed to. */
  days_left: z.int().nullable(),
});
export type BinEntry = z.infer<typeof binEntrySchema>;

const one = z.strictObject({ id });

export const binRoutes = defineRoutes({
  listBin: {
    method: 'GET',
    path: '/api/bin',
    summary: "What is in the bin, newest first: an admin's are people of their organization",
    access: 'bin.list',
    query: z.strictObject({
      ...pageQuery,
      ...searchQuery,
      organization_id: id.optional(),
      /** One kind alone. */
      type: z.enum(BIN_TYPES).optional(),
    }),
    response: pageOf(binEntrySchema),
  },
  purgeUser: {
    method: 'DELETE',
    path: '/api/bin/users/{id}',
    summary: 'Delete a person of the bin for good, account and all',
    access: 'bin.purge',
    params: one,
  },
  purgeTicket: {
    method: 'DELETE',
    path: '/api/bin/tickets/{id}',
    summary: 'Delete a ticket of the bin for good, conversation and all',
    access: 'bin.purge',
    params: one,
  },
  purgeOrganization: {
    method: 'DELETE',
    path: '/api/bin/organizations/{id}',
    summary: 'Delete an organization of the bin for good, people and all; one with invoices stays',
    access: 'bin.purge',
    params: one,
    body: z.strictObject({
      /** Its name, as the person has typed it. */
      confirm_name: text(ORGANIZATION_NAME_MAX),
    }),
    errors: ['organization.name_mismatch', 'organization.referred_to'],
  },
});
