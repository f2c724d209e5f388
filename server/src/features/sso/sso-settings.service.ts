import type { SignOn, SignOnTest, ssoRoutes } from '@atalaya/contract/sso';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { RefusedAddress } from '../../platform/core/guarded-fetch.ts';
import { keyFor, seal, unseal } from '../../platform/core/sealed.ts';
import { presentInstant } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import { getConnection, holdConnection } from '../connections/connections.service.ts';
import { requireOtherConnection } from '../enforcement/enforcement.rules.ts';
import type { OidcClient } from './oidc-client.ts';
import type { OidcSettings } from './oidc-providers.ts';
import { findSignOn, insertOidc, lockSignOn, saveOidc, saveState, saveTest } from './sso.queries.ts';
import type { SignOnRow } from './sso.queries.ts';

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

/**
 * Sets OpenID Connect up, once the provider has said that it is there. Settings that differ have to be tested anew.
 * @throws object.not_found, object.stale, sso.address_refused, sso.unreachable, request.invalid,
 *   enforcement.last_connection
 */
export async function saveSignOn(
  platform: Platform,
  by: By,
  client: OidcClient,
  connection_id: string,
  { version, issuer, client_id, client_secret }: z.output<Routes['saveSignOn']['body']>,
): Promise<SignOn> {
  const stored = await platform.database.withActor(
    by.actor,
    'read what is to be changed of how people sign in',
    async (db) => {
      await getConnection(db, connection_id);
      return findSignOn(db, connection_id);
    },
  );
  const secret = client_secret ?? (stored ? secretOf(platform, stored) : null);
  if (secret === null)
    throw new AppError('request.invalid', { fields: [{ field: 'body.client_secret', code: 'required' }] });
  const asked = { issuer, client_id, client_secret: secret };
  const canonical = await checkProvider(platform, client, asked);
  const values = {
    issuer: canonical,
    client_id,
    sealed_secret: seal(sealingKey(platform), connection_id, Buffer.from(secret)),
  };
  return platform.database.withActor(by.actor, 'change how people sign in', async (db) => {
    const { organization_id } = await holdConnection(db, connection_id);
    const before = await lockSignOn(db, connection_id);
    if ((before?.version ?? null) !== version) throw stale(platform, connection_id, before);
    if (!before) {
      if (!(await insertOidc(db, { connection_id, organization_id }, values)))
        throw stale(platform, connection_id, await findSignOn(db, connection_id));
    } else {
      if (before.is_on) await requireOtherConnection(db, before);
      await saveOidc(db, connection_id, values);
    }
    await recordChange(db, by, {
      ...changeOf({ connection_id, organization_id }, 'updated'),
      before: before && { issuer: before.issuer, client_id: before.client_id },
      after: { issuer: canonical, client_id },
    });
    return signOnOf(platform, connection_id, await findSignOn(db, connection_id));
  });
}

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
    await holdConnection(db, connection_id);
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
export function keepTest(
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
    settings: row && {
      issuer: row.issuer ?? '',
      client_id: row.client_id ?? '',
      is_tested: row.tested_at !== null,
      is_on: row.is_on,
      version: row.version,
    },
    test: row?.test_result ?? null,
  };
}
