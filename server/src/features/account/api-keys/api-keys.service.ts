import type { ApiKey, EndedApiKey, apiKeyRoutes } from '@atalaya/contract/api-keys';
import { permissionsOfScopes } from '@atalaya/contract/key-scopes';
import { API_KEYS_MAX } from '@atalaya/contract/limits';
import { may } from '@atalaya/contract/permissions';
import type { z } from 'zod';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { requireStillSignedIn } from '../../../platform/accounts/still-signed-in.ts';
import { makeApiKey, networkOf } from '../../../platform/request/api-key.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { tellOfKeyElsewhere, tellOfNewKey } from '../../notifications/security-news.service.ts';
import { requireOwner } from '../two-factor/owner.service.ts';
import type { OwnerProof } from '../two-factor/owner.service.ts';
import {
  countKeys,
  findUsedKey,
  insertKey,
  listEndedKeys,
  listKeys,
  restoreKey,
  revokeKey,
} from './api-keys.queries.ts';
import type { ApiKeyRow, EndedKeyRow, NewKey } from './api-keys.queries.ts';

type Body = z.output<typeof apiKeyRoutes.createApiKey.body>;

/** One's own keys, and those that one may have back. */
export function listApiKeys(
  platform: Platform,
  actor: Actor,
): Promise<{ items: ApiKey[]; ended: EndedApiKey[] }> {
  return platform.database.withTenant(actor, async (db) => ({
    items: (await listKeys(db, actor.profile_id)).map(shown),
    ended: (await listEndedKeys(db, actor.profile_id)).map(shownEnded),
  }));
}

/**
 * Makes a key that may at most what its person may; the token leaves the server this once. Its owner is told.
 * @throws api_key.too_many, api_key.scope_forbidden; the codes of `requireOwner`
 */
export async function createApiKey(platform: Platform, by: By, body: Body) {
  const { name, expires_in_days: days } = body;
  const scopes = grantable(by.actor, body.scopes);
  await requireOwner(platform, by, body);
  const { token, ...key } = makeApiKey();
  const row = await platform.database.withOwn(by.actor, 'change the own API keys', (db) =>
    addKey(platform, db, by, { ...key, name, days, scopes, assistant_host: null }),
  );
  return { key: shown(row), token };
}

/** The scopes, each once. @throws api_key.scope_forbidden where the actor could do nothing with one of them */
export function grantable<S extends string>(actor: Actor, asked: readonly S[]): S[] {
  const scopes = [...new Set(asked)];
  if (!scopes.every((scope) => isGrantable(actor, scope))) throw new AppError('api_key.scope_forbidden');
  return scopes;
}

export const isGrantable = (actor: Actor, scope: string): boolean =>
  [...permissionsOfScopes([scope])].some((permission) => may(actor, permission));

/** A key of the actor's own, in the caller's transaction; they are told. @throws api_key.too_many, session.required */
export async function addKey(
  platform: Platform,
  db: Db,
  by: By,
  key: Omit<NewKey, 'profile_id' | 'network'>,
): Promise<ApiKeyRow> {
  const { actor, origin } = by;
  const { name, prefix, scopes, assistant_host } = key;
  await requireRoomForKey(db, actor);
  const network = networkOf(origin.ip_address ?? '');
  const made = await insertKey(db, { ...key, profile_id: actor.profile_id, network });
  const known = assistant_host === null ? { prefix } : { assistant_host };
  const after = { name, ...known, scopes, expires_at: made.expires_at.toISOString() };
  await record(db, by, actor, 'api_key.created', made.id, { after });
  const event = assistant_host === null ? 'security.api_key_created' : 'security.assistant_allowed';
  await tellOfNewKey(platform, db, personOf(actor), { event, name, origin });
  return made;
}

/**
 * Lets a key work again that a recovery of the account has ended.
 * @throws object.not_found, api_key.too_many; the codes of `requireOwner`
 */
export async function restoreApiKey(
  platform: Platform,
  by: By,
  id: string,
  proof: OwnerProof,
): Promise<ApiKey> {
  const { actor, origin } = by;
  await requireOwner(platform, by, proof);
  return platform.database.withOwn(actor, 'change the own API keys', async (db) => {
    await requireRoomForKey(db, actor);
    const row = await restoreKey(db, actor.profile_id, id);
    if (!row) throw new AppError('object.not_found');
    const { name, prefix } = row;
    await record(db, by, actor, 'api_key.restored', id, { after: { name, prefix } });
    await tellOfNewKey(platform, db, personOf(actor), { event: 'security.api_key_restored', name, origin });
    return shown(row);
  });
}

/** @throws object.not_found */
export function revokeApiKey(platform: Platform, by: By, id: string): Promise<void> {
  return platform.database.withOwn(by.actor, 'change the own API keys', async (db) => {
    await endKey(db, by, by.actor, id);
  });
}

/** @throws session.required where the actor was signed out, moved or deactivated by now; api_key.too_many */
async function requireRoomForKey(db: Db, actor: Actor): Promise<void> {
  await requireStillSignedIn(db, actor);
  if ((await countKeys(db, actor.profile_id)) >= API_KEYS_MAX) throw new AppError('api_key.too_many');
}

type Owner = Pick<Actor, 'profile_id' | 'organization_id'>;

/** Revokes a key for good, in the caller's transaction. @throws object.not_found */
export async function endKey(
  db: Db,
  by: Author,
  owner: Owner,
  id: string,
): Promise<{ name: string; assistant_host: string | null }> {
  const key = await revokeKey(db, owner.profile_id, id);
  if (!key) throw new AppError('object.not_found');
  const { name, prefix } = key;
  await record(db, by, owner, 'api_key.revoked', id, { before: { name, prefix } });
  return key;
}

/** A key was used from a network where it was not before (platform/request/session.ts). */
export type KeyElsewhere = { api_key_id: string; ip_address: string };

/** Tells the owner of a key, unless it has ended by now. */
export function tellOfKey(platform: Platform, { api_key_id, ip_address }: KeyElsewhere): Promise<void> {
  return platform.database.withSystem('tell whose key is used from a new network', async (db) => {
    const key = await findUsedKey(db, api_key_id);
    if (!key) return;
    const { profile_id: id, organization_id } = key;
    await tellOfKeyElsewhere(platform, db, { id, organization_id }, key, ip_address);
  });
}

function record(
  db: Db,
  by: Author,
  { organization_id }: Owner,
  action: string,
  object_id: string,
  values: { before?: object; after?: object },
): Promise<void> {
  return recordChange(db, by, { action, object_type: 'api_key', object_id, organization_id, ...values });
}

const personOf = ({ profile_id: id, organization_id }: Owner) => ({ id, organization_id });

export const shown = (row: ApiKeyRow): ApiKey => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

const shownEnded = (row: EndedKeyRow): EndedApiKey => ({
  ...row,
  ...shown(row),
  ended_at: row.ended_at.toISOString(),
  restorable_until: row.restorable_until.toISOString(),
});
