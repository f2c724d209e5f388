import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { id, pageOf, pageQuery, searchQuery } from './shapes.ts';

export const SUBSCRIPTION_STATUSES = ['trial', 'active', 'past_due', 'canceled', 'inactive'] as const;

export const organizationSchema = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  domain: z.string().nullable(),
  plan_type: z.string(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  max_users: z.int(),
});
export type Organization = z.infer<typeof organizationSchema>;

/** Seats of an organization: active people + pending invitations never exceed max_users (-1: no limit). */
export const seatsSchema = z.object({
  max_users: z.int(),
  active_users: z.int(),
  pending_invitations: z.int(),
  /** null: no limit */
  left: z.int().nullable(),
});
export type Seats = z.infer<typeof seatsSchema>;

export const organizationRoutes = defineRoutes({
  listOrganizations: {
    method: 'GET',
    path: '/api/organizations',
    summary: 'Organizations by name; search on name, domain or slug',
    access: 'organizations.list',
    query: z.strictObject({ ...pageQuery, ...searchQuery }),
    response: pageOf(organizationSchema),
  },
  readSeats: {
    method: 'GET',
    path: '/api/organizations/{id}/seats',
    summary: 'How many seats an organization has, uses and has left',
    access: 'invitations.list',
    params: z.strictObject({ id }),
    response: seatsSchema,
  },
});
