import type { ApiKey, apiKeyRoutes } from '@atalaya/contract/api-keys';
import { permissionsOfScopes } from '@atalaya/contract/key-scopes';
import { API_KEYS_MAX } from '@atalaya/contract/limits';
import { may } from '@atalaya/contract/permissions';
import type { z } from 'zod';
import type { Actor, Origin } from '../../platform/actor.ts';
import { makeApiKey } from '../../platform/api-key.ts';
import { recordChange } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { countKeys, insertKey, listKeys, revokeKey } from './api-keys.queries.ts';
import type { ApiKeyRow } from './api-keys.queries.ts';

type By = { actor: Actor; origin: Origin };
type Body = z.output<typeof apiKeyRoutes.createApiKey.body>;

/** One's own keys. */
export async function listApiKeys(platform: Platform, actor: Actor): Promise<{ items: ApiKey[] }> {
  const rows = await platform.database.withTenant(actor, (db) => listKeys(db, actor.profile_id));
  return { items: rows.map(shown) };
}

/**
 * Makes a key that may at most what its person may; the token leaves the server this once.
 * @throws api_key.too_many, api_key.scope_forbidden
 */
export async function createApiKey(platform: Platform, by: By, body: Body) {
  const { actor } = by;
  const scopes = [...new Set(body.scopes)];
  if (
    !scopes.every((scope) => [...permissionsOfScopes([scope])].some((permission) => may(actor, permission)))
  )
    throw new AppError('api_key.scope_forbidden');
  const { token, ...key } = makeApiKey();
  const row = await withOwnKeys(platform, actor, async (db) => {
    if ((await countKeys(db, actor.profile_id)) >= API_KEYS_MAX) throw new AppError('api_key.too_many');
    const { name, expires_in_days: days } = body;
    const made = await insertKey(db, { ...key, profile_id: actor.profile_id, name, scopes, days });
    const after = { name, prefix: key.prefix, scopes, expires_at: made.expires_at.toISOString() };
    await record(db, by, 'api_key.created', made.id, { after });
    return made;
  });
  return { key: shown(row), token };
}

/** @throws object.not_found */
export function revokeApiKey(platform: Platform, by: By, id: string): Promise<void> {
  return withOwnKeys(platform, by.actor, async (db) => {
    const before = await revokeKey(db, by.actor.profile_id, id);
    if (!before) throw new AppError('object.not_found');
    await record(db, by, 'api_key.revoked', id, { before });
  });
}

function record(
  db: Db,
  by: By,
  action: string,
  object_id: string,
  values: { before?: object; after?: object },
): Promise<void> {
  const { organization_id } = by.actor;
  return recordChange(db, by, { action, object_type: 'api_key', object_id, organization_id, ...values });
}

/** The audit entry of somebody without organization belongs to none, which no tenant may write. */
function withOwnKeys<T>(platform: Platform, actor: Actor, work: (db: Db) => Promise<T>): Promise<T> {
  if (actor.organization_id !== null) return platform.database.withTenant(actor, work);
  return platform.database.withSystem('change the own API keys of somebody without organization', work);
}

const shown = (row: ApiKeyRow): ApiKey => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});
