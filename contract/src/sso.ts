import { z } from 'zod';
import {
  CERTIFICATES_TEXT_MAX,
  CLIENT_ID_MAX,
  CLIENT_SECRET_MAX,
  ISSUER_MAX,
  METADATA_MAX,
  PROVIDER_URL_MAX,
} from './limits.ts';
import { CONNECTION_ROLES } from './connections.ts';
import { defineRoutes } from './route.ts';
import { SAML_PROBLEMS } from './saml-problems.ts';
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

const state = {
  /** A test with the settings as they are has succeeded: it can be on. */
  is_tested: z.boolean(),
  is_on: z.boolean(),
  version,
};
const oidcSettings = z.object({
  kind: z.literal('oidc'),
  issuer: z.string(),
  client_id: z.string(),
  ...state,
});
const samlSettings = z.object({
  kind: z.literal('saml'),
  /** Where its metadata are read anew each day; null: they came as a file, or were typed in. */
  metadata_url: z.string().nullable(),
  entity_id: z.string(),
  sign_in_url: z.string(),
  logout_url: z.string().nullable(),
  certificates: z.array(
    z.object({ fingerprint: z.string(), pem: z.string(), not_before: instant, not_after: instant }),
  ),
  /** Whether people may come from the provider without having been sent there. */
  allows_unasked: z.boolean(),
  /** Whether the provider takes signed requests alone. */
  wants_signed: z.boolean(),
  read_at: instant,
  /** Since when the metadata at the address cannot be read; what was known before holds. */
  failing: z.object({ since: instant, problem: z.enum(SAML_PROBLEMS) }).nullable(),
  ...state,
});

export const signOnSchema = z.object({
  connection_id: id,
  /** Ours, to be typed in at the provider: of OpenID Connect, and of SAML, whose entity id is where our metadata are. */
  redirect_uri: z.string(),
  logout_uri: z.string(),
  saml: z.object({ entity_id: z.string(), acs_url: z.string(), logout_url: z.string() }),
  /** null: it is not set up. */
  settings: z.union([oidcSettings, samlSettings, z.null()]),
  /** The last test, whether or not the settings have changed since. */
  test: signOnTestSchema.nullable(),
});
export type SignOn = z.infer<typeof signOnSchema>;

const one = z.strictObject({ id });
const required = (max: number) => line(max).pipe(z.string().min(1));
const address = (max: number) => required(max).pipe(z.url({ error: 'invalid' }));

/** What an admin says of the provider. */
const oidcValues = z.strictObject({
  kind: z.literal('oidc').default('oidc'),
  /** null: it is set up for the first time. */
  version: version.nullable(),
  issuer: address(ISSUER_MAX),
  client_id: required(CLIENT_ID_MAX),
  /** null: the one that is stored. */
  client_secret: text(CLIENT_SECRET_MAX).min(1).nullable(),
});
const samlValues = z.strictObject({
  kind: z.literal('saml'),
  version: version.nullable(),
  allows_unasked: z.boolean(),
  provider: z.discriminatedUnion('from', [
    z.strictObject({ from: z.literal('url'), metadata_url: address(PROVIDER_URL_MAX) }),
    z.strictObject({ from: z.literal('file'), metadata: text(METADATA_MAX).min(1) }),
    z.strictObject({
      from: z.literal('hand'),
      entity_id: required(ISSUER_MAX),
      sign_in_url: address(PROVIDER_URL_MAX),
      /** null: it ends no sessions. */
      logout_url: address(PROVIDER_URL_MAX).nullable(),
      /** One or several, as PEM files have them. */
      certificates: text(CERTIFICATES_TEXT_MAX).min(1),
      wants_signed: z.boolean().default(false),
    }),
  ]),
});

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
      'Set up OpenID Connect or SAML 2.0, which has to be tested then before it is on; a stale version answers 409',
    access: 'connections.update',
    costly: true,
    params: one,
    body: z.discriminatedUnion('kind', [oidcValues, samlValues]),
    response: signOnSchema,
    errors: [
      'object.stale',
      'sso.address_refused',
      'sso.unreachable',
      'sso.metadata_refused',
      'enforcement.last_connection',
    ],
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
    summary: 'Where a person with this address may sign in through their company; null for all others',
    access: 'public',
    body: z.strictObject({ email }),
    response: z.object({ start: z.string().nullable() }),
    errors: ['request.rate_limited'],
  },
});
