import type { ApiKey } from '@atalaya/contract/api-keys';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { tellOfRevokedKey } from '../../notifications/security-news.service.ts';
import { getHolder } from '../sessions/account-holder.service.ts';
import { listKeys } from './api-keys.queries.ts';
import { endKey, shown } from './api-keys.service.ts';

/** The keys of a person up to the actor's rank. @throws object.not_found, user.rank_too_low */
export function listUserApiKeys(platform: Platform, actor: Actor, id: string): Promise<{ items: ApiKey[] }> {
  return platform.database.withActor(actor, 'list the API keys of any person', async (db) => {
    const holder = await getHolder(db, actor, id);
    return { items: holder ? (await listKeys(db, id)).map(shown) : [] };
  });
}

/** Revokes a key of a person, who is told. @throws object.not_found, user.rank_too_low */
export function revokeUserApiKey(platform: Platform, by: By, id: string, key_id: string): Promise<void> {
  return platform.database.withActor(by.actor, 'revoke an API key of any person', async (db) => {
    const holder = await getHolder(db, by.actor, id);
    if (!holder) throw new AppError('object.not_found');
    const key = await endKey(db, by, holder, key_id);
    if (id !== by.actor.profile_id) await tellOfRevokedKey(platform, db, { id, ...holder }, key, by.actor);
  });
}
