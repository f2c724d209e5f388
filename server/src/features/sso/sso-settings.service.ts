import type { SignOn, SignOnTest, ssoRoutes } from '@atalaya/contract/sso';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { RefusedAddress } from '../../platform/core/guarded-fetch.ts';
import type { GuardedFetch } from '../../platform/core/guarded-fetch.ts';
import { keyFor, seal, unseal } from '../../platform/core/sealed.ts';
import { presentInstant } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import { getConnection, lockConnection } from '../connections/connections.service.ts';
import { requireOtherConnection } from '../enforcement/enforcement.rules.ts';
import type { OidcClient } from './oidc-client.ts';
import type { OidcSettings } from './oidc-providers.ts';
import { pemOf, readCertificate } from './saml/saml-certificate.ts';
import { ownOf } from './saml/saml-own.ts';
import { samlValuesOf } from './saml/saml-provider.ts';
import { findSignOn, insertSignOn, lockSignOn, saveSignOn, saveState, saveTest } from './sso.queries.ts';
import type { OidcValues, SignOnRow } from './sso.queries.ts';

type Routes = typeof ssoRoutes;

export const CALLBACK_PATH = '/api/sso/callback';
export const logoutPath = (connection_id: string) => `/api/sso/${connection_id}/logout`;

const sealingKey = ({ config }: Platform) => keyFor(config.authSecret, 'secrets of identity providers');

/** @throws object.not_found */
export function readSignOn(platform: Platform, actor: Actor, connection_id: string): Promise<SignOn> {
  return platform.database.readAs(actor, 'read how people sign in through any connection', async (db) => {
    await getConnection(db, connection_id);
    return signOnOf(platform, connection_id, await findSignOn(db, connection_id));
  });
}

/** How the providers of organizations are reached. */
export type Outside = { oidc: OidcClient; fetch: GuardedFetch };
type Given = z.output<Routes['saveSignOn']['body']>;

/**
 * Sets a connection up, once its provider has said what it is asked for. Settings have to be tested anew.
 * @throws object.not_found, object.stale, sso.address_refused, sso.unreachable, sso.metadata_refused, request.invalid,
 *   enforcement.last_connection
 */
export async function saveSettings(
  platform: Platform,
  by: By,
  outside: Outside,
  connection_id: string,
  given: Given,
): Promise<SignOn> {
  const stored = await platform.database.withActor(
    by.actor,
    'read what is to be changed of how people sign in',
    async (db) => {
      await getConnection(db, connection_id);
      return findSignOn(db, connection_id);
    },
  );
  const values =
    given.kind === 'oidc'
      ? await oidcValuesOf(platform, outside.oidc, { connection_id, stored, given })
      : await samlValuesOf(outside.fetch, given, await presentInstant(platform.database));
  return platform.database.withActor(by.actor, 'change how people sign in', async (db) => {
    const { organization_id } = await lockConnection(db, connection_id);
    const of = { connection_id, organization_id };
    const before = await lockSignOn(db, connection_id);
    if ((before?.version ?? null) !== given.version) throw stale(platform, connection_id, before);
    if (before?.is_on) await requireOtherConnection(db, before);
    if (before) await saveSignOn(db, of, values);
    else if (!(await insertSignOn(db, of, values)))
      throw stale(platform, connection_id, await findSignOn(db, connection_id));
    const after = await getSignOn(db, connection_id);
    await recordChange(db, by, {
      ...changeOf(of, 'updated'),
      before: before && auditedOf(before),
      after: auditedOf(after),
    });
    return signOnOf(platform, connection_id, after);
  });
}

type Asked = {
  connection_id: string;
  stored: SignOnRow | null;
  given: Extract<Given, { kind: 'oidc' }>;
};
async function oidcValuesOf(
  platform: Platform,
  client: OidcClient,
  { connection_id, stored, given: { issuer, client_id, client_secret } }: Asked,
): Promise<OidcValues> {
  const secret = client_secret ?? (stored ? secretOf(platform, stored) : null);
  if (secret === null)
    throw new AppError('request.invalid', { fields: [{ field: 'body.client_secret', code: 'required' }] });
  const asked = { issuer, client_id, client_secret: secret };
  const sealed_secret = seal(sealingKey(platform), connection_id, Buffer.from(secret));
  return { kind: 'oidc', issuer: await checkProvider(platform, client, asked), client_id, sealed_secret };
}

/** What the audit log keeps of settings. */
function auditedOf(row: SignOnRow) {
  const { kind: protocol, metadata_url, allows_unasked } = row;
  if (protocol === 'oidc') return { protocol, issuer: row.issuer, client_id: row.client_id };
  return { protocol, metadata_url, allows_unasked, ...providerAudited(row) };
}

/** What it keeps of a provider that speaks SAML: of certificates what they are known by. */
export const providerAudited = (
  row: Pick<SignOnRow, 'entity_id' | 'sign_in_url' | 'logout_url' | 'certificates' | 'wants_signed'>,
) => ({
  entity_id: row.entity_id,
  sign_in_url: row.sign_in_url,
  logout_url: row.logout_url,
  wants_signed: row.wants_signed,
  certificates: (row.certificates ?? []).map((der) => readCertificate(der).fingerprint).join(' '),
});

async function checkProvider(platform: Platform, client: OidcClient, asked: OidcSettings): Promise<string> {
  const now = await presentInstant(platform.database);
  return client.check(asked, now).catch((error: unknown) => {
    throw providerFault(error);
  });
}

/** An address that is refused, or a provider that does not answer as it should; its own words are not told. */
export function providerFault(error: unknown): AppError {
  const details = { fault: error instanceof Error ? error.name : 'unknown' };
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RefusedAddress) return new AppError('sso.address_refused', { details });
  return new AppError('sso.unreachable', { details });
}

/** @throws object.not_found, object.stale, sso.not_tested, enforcement.last_connection */
export function switchSignOn(
  platform: Platform,
  by: By,
  connection_id: string,
  { version, is_on }: z.output<Routes['switchSignOn']['body']>,
): Promise<SignOn> {
  return platform.database.withActor(by.actor, 'switch how people sign in on or off', async (db) => {
    await lockConnection(db, connection_id);
    const before = await lockSignOn(db, connection_id);
    if (!before) throw new AppError('object.not_found');
    if (before.version !== version) throw stale(platform, connection_id, before);
    if (is_on && before.tested_at === null) throw new AppError('sso.not_tested');
    if (!is_on) await requireOtherConnection(db, before);
    await saveState(db, connection_id, is_on);
    await recordChange(db, by, changeOf(before, is_on ? 'switched_on' : 'switched_off'));
    return signOnOf(platform, connection_id, await findSignOn(db, connection_id));
  });
}

/** Keeps what a test has received; false where the settings have changed since it began. */
export function saveTestResult(
  platform: Platform,
  by: By,
  { connection_id, version }: Pick<SignOnRow, 'connection_id' | 'version'>,
  result: SignOnTest,
): Promise<boolean> {
  return platform.database.withActor(by.actor, 'keep what a test has received', async (db) => {
    const row = await lockSignOn(db, connection_id);
    if (!row || !(await saveTest(db, { connection_id, version }, result))) return false;
    const { outcome, code } = result;
    await recordChange(db, by, { ...changeOf(row, 'tested'), after: { outcome, code } });
    return true;
  });
}

/** What a client of the protocol needs; null where it is not OpenID Connect, or AUTH_SECRET is another one by now. */
export function oidcSettingsOf(platform: Platform, row: SignOnRow): OidcSettings | null {
  const { issuer, client_id } = row;
  const client_secret = secretOf(platform, row);
  return issuer === null || client_id === null || client_secret === null
    ? null
    : { issuer, client_id, client_secret };
}

function secretOf(platform: Platform, { connection_id, sealed_secret }: SignOnRow): string | null {
  return sealed_secret === null
    ? null
    : (unseal(sealingKey(platform), connection_id, sealed_secret)?.toString() ?? null);
}

/** @throws object.not_found */
export async function getSignOn(db: Db, connection_id: string): Promise<SignOnRow> {
  const row = await findSignOn(db, connection_id);
  if (!row) throw new AppError('object.not_found');
  return row;
}

const stale = (platform: Platform, connection_id: string, row: SignOnRow | null) =>
  new AppError('object.stale', { current: signOnOf(platform, connection_id, row) });

export const changeOf = (
  { connection_id, organization_id }: Pick<SignOnRow, 'connection_id' | 'organization_id'>,
  change: string,
) => ({ action: `sign_on.${change}`, object_type: 'sign_on', object_id: connection_id, organization_id });

function signOnOf({ config }: Platform, connection_id: string, row: SignOnRow | null): SignOn {
  return {
    connection_id,
    redirect_uri: new URL(CALLBACK_PATH, config.publicUrl).href,
    logout_uri: new URL(logoutPath(connection_id), config.publicUrl).href,
    saml: ownOf(config, connection_id),
    settings: row && settingsOf(row),
    test: row?.test_result ?? null,
  };
}

function settingsOf(row: SignOnRow): SignOn['settings'] {
  const state = { is_tested: row.tested_at !== null, is_on: row.is_on, version: row.version };
  if (row.kind === 'oidc')
    return { kind: 'oidc', issuer: row.issuer ?? '', client_id: row.client_id ?? '', ...state };
  return {
    kind: 'saml',
    metadata_url: row.metadata_url,
    entity_id: row.entity_id ?? '',
    sign_in_url: row.sign_in_url ?? '',
    logout_url: row.logout_url,
    certificates: (row.certificates ?? []).map(readCertificate).map((certificate) => ({
      fingerprint: certificate.fingerprint,
      pem: pemOf(certificate),
      not_before: certificate.not_before.toISOString(),
      not_after: certificate.not_after.toISOString(),
    })),
    allows_unasked: row.allows_unasked ?? false,
    wants_signed: row.wants_signed ?? false,
    read_at: row.read_at?.toISOString() ?? '',
    failing:
      row.failing_since && row.problem
        ? { since: row.failing_since.toISOString(), problem: row.problem }
        : null,
    ...state,
  };
}
