import type { Actor } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { giveBackTo, takeFrom } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { isSignOnRequired } from '../../enforcement/enforcement.rules.ts';
import { findAccount, isFreshSession } from './accounts.queries.ts';

/** Wrong current passwords of one account: a person who finds an open laptop cannot go on guessing. */
const GUESSES: Limit = { name: 'current-password', max: 10, seconds: 900 };

/**
 * Whether the actor knows their own password.
 * @returns the stored hash that it was compared with
 * @throws account.wrong_password, request.rate_limited
 */
export async function checkOwnPassword(platform: Platform, actor: Actor, password: string): Promise<string> {
  const { user_id } = actor;
  await takeFrom(platform, GUESSES, user_id);
  const current = await findOwnHash(platform, user_id);
  const right = await platform.accounts.verifyPassword(current, password, 'known').catch(async (error) => {
    // Nothing was tried.
    await giveBackTo(platform, GUESSES, user_id);
    throw error;
  });
  if (!right || !current) throw new AppError('account.wrong_password');
  await giveBackTo(platform, GUESSES, user_id);
  return current;
}

/** Whether the session of the actor was opened a moment ago: what an account without password proves itself by. */
export function hasSignedInJustNow(platform: Platform, { session_id }: Actor): Promise<boolean> {
  return platform.database.withSystem('whether a session is fresh', (db) => isFreshSession(db, session_id));
}

/** Whether an account has a password that is of use: not where its organization requires single sign-on. */
export async function hasPassword(platform: Platform, user_id: string): Promise<boolean> {
  return (await findOwnHash(platform, user_id)) !== null;
}

function findOwnHash(platform: Platform, user_id: string): Promise<string | null> {
  return platform.database.withSystem('find the own account', async (db) => {
    const account = await findAccount(db, user_id);
    if (!account?.password_hash || (await isSignOnRequired(db, account))) return null;
    return account.password_hash;
  });
}
