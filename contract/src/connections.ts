import { z } from 'zod';
import { CONNECTION_GROUPS_MAX, GROUP_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import { id, instant, line, name, version, whichOrganization } from './shapes.ts';

/** The roles that a provider can give a person: never super_admin. */
export const CONNECTION_ROLES = ['user', 'admin'] as const;
const role = z.enum(CONNECTION_ROLES);
export type ConnectionRole = z.infer<typeof role>;

const group = z.strictObject({
  /** Its name or id, as the provider sends it. */
  group: line(GROUP_MAX).pipe(z.string().min(1)),
  role,
});

export const connectionSchema = z.object({
  id,
  organization_id: id,
  name: z.string(),
  /** Of people whom no group says more of. */
  default_role: role,
  /** Who gets the open tickets of people whom the provider removes; null: they stay unassigned. */
  heir: z.object({ id, name: z.string() }).nullable(),
  groups: z.array(z.object({ group: z.string(), role })),
  created_at: instant,
  updated_at: instant,
  version,
});
export type Connection = z.infer<typeof connectionSchema>;

const one = z.strictObject({ id });
const values = {
  name: name(),
  default_role: role,
  heir_id: id.nullable(),
  groups: z.array(group).max(CONNECTION_GROUPS_MAX),
};
const errors = ['connection.name_taken', 'ticket.not_assignable'] as const;

export const connectionRoutes = defineRoutes({
  listConnections: {
    method: 'GET',
    path: '/api/connections',
    summary: 'What ties an organization to its identity providers, by name',
    access: 'connections.read',
    query: whichOrganization,
    response: z.object({ items: z.array(connectionSchema) }),
  },
  readConnection: {
    method: 'GET',
    path: '/api/connections/{id}',
    summary: 'One connection to an identity provider',
    access: 'connections.read',
    params: one,
    response: connectionSchema,
  },
  createConnection: {
    method: 'POST',
    path: '/api/connections',
    summary: 'Tie an organization to an identity provider',
    access: 'connections.update',
    query: whichOrganization,
    body: z.strictObject({
      name: values.name,
      default_role: role.default('user'),
      heir_id: values.heir_id.default(null),
      groups: values.groups.default([]),
    }),
    response: connectionSchema,
    status: 201,
    errors: [...errors, 'connection.too_many'],
  },
  updateConnection: {
    method: 'PATCH',
    path: '/api/connections/{id}',
    summary: 'Change a connection; a stale version answers 409 with the current values',
    access: 'connections.update',
    params: one,
    body: z.strictObject({
      version,
      name: values.name.optional(),
      default_role: role.optional(),
      heir_id: values.heir_id.optional(),
      groups: values.groups.optional(),
    }),
    response: connectionSchema,
    errors: [...errors, 'object.stale'],
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/api/connections/{id}',
    summary: 'Remove a connection: its provider says nothing of people any more, and its people stay',
    access: 'connections.update',
    params: one,
    errors: ['enforcement.last_connection'],
  },
});
