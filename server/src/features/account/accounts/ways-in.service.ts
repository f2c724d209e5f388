import type { Provider } from '@atalaya/contract/provider-names';
import type { SystemDb } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { findOtherWaysIn, listIdentities, lockWaysIn } from './ways-in.queries.ts';

/** Whether one can sign in with a provider here: an account of one that is no more set up leads nowhere. */
export const isUsable = ({ config }: Platform, provider: Provider) =>
  config.providers[provider] !== undefined;

/** What an account can be entered with, and the accounts of providers that are linked to it, usable or not. */
export async function listWaysIn(db: SystemDb, user_id: string) {
  return { ...(await findOtherWaysIn(db, user_id)), identities: await listIdentities(db, user_id) };
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
  const { has_password, has_passkey, identities } = await listWaysIn(db, user_id);
  if (!has_password && !has_passkey && !identities.some(({ provider }) => isUsable(platform, provider)))
    throw new AppError('provider.last_way_in');
  return taken;
}
