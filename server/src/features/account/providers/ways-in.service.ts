import { PROVIDERS } from '@atalaya/contract/provider-names';
import type { Provider } from '@atalaya/contract/provider-names';
import type { WaysIn } from '@atalaya/contract/providers';
import type { Actor } from '../../../platform/request/actor.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/request/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { findOtherWaysIn, listIdentities, lockWaysIn } from './providers.queries.ts';

const isUsable = ({ config }: Platform, provider: Provider) => config.providers[provider] !== undefined;

/** What one can sign in with, and what of it can be taken away. */
export function readWaysIn(platform: Platform, { user_id }: Actor): Promise<WaysIn> {
  return platform.database.withSystem('the own ways to sign in', async (db) => {
    const { has_password, has_passkey } = await findOtherWaysIn(db, user_id);
    const rows = await listIdentities(db, user_id);
    return {
      has_password,
      providers: PROVIDERS.flatMap((provider) => {
        const row = rows.find((each) => each.provider === provider);
        const configured = isUsable(platform, provider);
        if (!row && !configured) return [];
        const others = rows.some((each) => each !== row && isUsable(platform, each.provider));
        return {
          provider,
          configured,
          linked: row ? { email: row.email, linked_at: row.created_at.toISOString() } : null,
          removable: row !== undefined && (has_password || has_passkey || others),
        };
      }),
    };
  });
}

/**
 * Takes a way in away, unless it is the last one. Of two at once the later one waits, and sees what the other has left.
 * @param take null where there is nothing to take away
 * @throws object.not_found, provider.last_way_in
 */
export async function takeWayIn<T>(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  take: () => Promise<T | null>,
): Promise<T> {
  await lockWaysIn(db, user_id);
  const taken = await take();
  if (taken === null) throw new AppError('object.not_found');
  const { has_password, has_passkey } = await findOtherWaysIn(db, user_id);
  const identities = await listIdentities(db, user_id);
  if (!has_password && !has_passkey && !identities.some(({ provider }) => isUsable(platform, provider)))
    throw new AppError('provider.last_way_in');
  return taken;
}
