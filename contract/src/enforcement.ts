import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { id, instant, version, whichOrganization } from './shapes.ts';

export const breakGlassPersonSchema = z.object({
  id,
  name: z.string(),
  email: z.string(),
  has_passkey: z.boolean(),
  /** An active admin with a passkey: gets in while single sign-on is required. */
  is_ready: z.boolean(),
});

export const enforcementSchema = z.object({
  organization_id: id,
  is_on: z.boolean(),
  /** Since when it is as it is, and who has made it so; null: it never was otherwise, or went off by itself. */
  changed_at: instant.nullable(),
  changed_by: z.string().nullable(),
  /** null: it was never switched. */
  version: version.nullable(),
  /** Who gets in without it, by name. */
  people: z.array(breakGlassPersonSchema),
  /** What switching it on asks for. */
  ready: z.object({
    /** A connection is on. */
    connection: z.boolean(),
    /** At least one person with emergency access is ready. */
    person: z.boolean(),
    /** The session of who asks goes on afterwards. */
    session: z.boolean(),
  }),
  /** What switching it on does: sessions that end, and people who cannot come in by any connection as it is now. */
  ends_sessions: z.int(),
  shuts_out: z.int(),
});
export type Enforcement = z.infer<typeof enforcementSchema>;

export const enforcementRoutes = defineRoutes({
  readEnforcement: {
    method: 'GET',
    path: '/api/enforcement',
    summary: 'Whether the people of an organization must sign in through its provider, and who need not',
    access: 'connections.read',
    query: whichOrganization,
    response: enforcementSchema,
  },
  switchEnforcement: {
    method: 'PUT',
    path: '/api/enforcement',
    summary:
      'Require single sign-on, which ends the sessions that were opened otherwise, or no longer; a stale version answers 409',
    access: 'connections.enforce',
    query: whichOrganization,
    body: z.strictObject({ version: version.nullable(), is_on: z.boolean() }),
    response: enforcementSchema,
    errors: ['object.stale', 'enforcement.not_ready'],
  },
  addBreakGlass: {
    method: 'POST',
    path: '/api/enforcement/people',
    summary: 'Give an admin emergency access: a passkey lets them in while single sign-on is required',
    access: 'connections.enforce',
    query: whichOrganization,
    body: z.strictObject({ profile_id: id }),
    response: enforcementSchema,
  },
  removeBreakGlass: {
    method: 'DELETE',
    path: '/api/enforcement/people/{id}',
    summary: 'Take emergency access from a person, unless they are the last while single sign-on is required',
    access: 'connections.enforce',
    params: z.strictObject({ id }),
    query: whichOrganization,
    response: enforcementSchema,
    errors: ['enforcement.last_person'],
  },
});
