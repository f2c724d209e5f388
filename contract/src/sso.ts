import { z } from 'zod';
import { CLIENT_ID_MAX, CLIENT_SECRET_MAX, ISSUER_MAX } from './limits.ts';
import { CONNECTION_ROLES } from './connections.ts';
import { defineRoutes } from './route.ts';
import { email, id, instant, line, text, version } from './shapes.ts';

/** What a test of a connection has received, and what would have come of it outside of a test. */
export const signOnTestSchema = z.object({
  tested_at: instant,
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
  /** `refused`: `code` says why. */
  outcome: z.enum(['known', 'linked', 'created', 'refused']),
  code: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(CONNECTION_ROLES).nullable(),
});
export type SignOnTest = z.infer<typeof signOnTestSchema>;

export const signOnSchema = z.object({
  connection_id: id,
  /** Ours, to be typed in at the provider. */
  redirect_uri: z.string(),
  logout_uri: z.string(),
  /** null: it is not set up. */
  settings: z
    .object({
      issuer: z.string(),
      client_id: z.string(),
      /** A test with the settings as they are has succeeded: it can be on. */
      is_tested: z.boolean(),
      is_on: z.boolean(),
      version,
    })
    .nullable(),
  /** The last test, whether or not the settings have changed since. */
  test: signOnTestSchema.nullable(),
});
export type SignOn = z.infer<typeof signOnSchema>;

const one = z.strictObject({ id });
const required = (max: number) => line(max).pipe(z.string().min(1));

export const ssoRoutes = defineRoutes({
  readSignOn: {
    method: 'GET',
    path: '/api/connections/{id}/sign-on',
    summary: 'How the people of a connection sign in, and what the provider has to know of us',
    access: 'connections.read',
    params: one,
    response: signOnSchema,
  },
  saveSignOn: {
    method: 'PUT',
    path: '/api/connections/{id}/sign-on',
    summary:
      'Set up OpenID Connect, which has to be tested then before it is on; a stale version answers 409',
    access: 'connections.update',
    costly: true,
    params: one,
    body: z.strictObject({
      /** null: it is set up for the first time. */
      version: version.nullable(),
      issuer: required(ISSUER_MAX).pipe(z.url({ error: 'invalid' })),
      client_id: required(CLIENT_ID_MAX),
      /** null: the one that is stored. */
      client_secret: text(CLIENT_SECRET_MAX).min(1).nullable(),
    }),
    response: signOnSchema,
    errors: ['object.stale', 'sso.address_refused', 'sso.unreachable', 'enforcement.last_connection'],
  },
  switchSignOn: {
    method: 'PUT',
    path: '/api/connections/{id}/sign-on/state',
    summary: 'Switch the sign-in through a connection on, which has been tested, or off',
    access: 'connections.update',
    params: one,
    body: z.strictObject({ version, is_on: z.boolean() }),
    response: signOnSchema,
    errors: ['object.stale', 'sso.not_tested', 'enforcement.last_connection'],
  },
  testSignOn: {
    method: 'POST',
    path: '/api/connections/{id}/sign-on/test',
    summary: 'Begin to sign in as a test, which opens no session and keeps what is received to be looked at',
    access: 'connections.update',
    costly: true,
    params: one,
    body: z.strictObject({}),
    response: z.object({ url: z.string() }),
    errors: ['sso.unreachable', 'sso.address_refused'],
  },
  findSignOn: {
    method: 'POST',
    path: '/api/sso/start',
    summary: 'Where somebody with this address may sign in through their company; null for all others',
    access: 'public',
    body: z.strictObject({ email }),
    response: z.object({ start: z.string().nullable() }),
    errors: ['request.rate_limited'],
  },
});
