import type { SystemDb } from '../../../platform/database/database.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { openSecret, recoveryHash } from './factor-secrets.ts';
import { matchingStep } from './totp.ts';
import { findSecret, spendRecoveryCode, spendStep } from './two-factor.queries.ts';

/**
 * Wrong codes of one account, wherever they are typed. The person who types them knows the password already; the owner
 * is locked out for an hour at most, can use a passkey in that hour, and ends it by changing the password.
 */
export const CODE_GUESSES: Limit = { name: 'second-factor', max: 20, seconds: 3600 };

export type CodeKind = 'app' | 'recovery_code';

/** Uses a code up, of the app or for recovery, in the caller's transaction; null where it is wrong or was used. */
export async function spendCode(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  code: string,
): Promise<CodeKind | null> {
  const { authSecret } = platform.config;
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) {
    const hash = recoveryHash(authSecret, user_id, code);
    return (await spendRecoveryCode(db, user_id, hash)) ? 'recovery_code' : null;
  }
  const sealed = await findSecret(db, user_id, 'on');
  const secret = sealed && openSecret(authSecret, user_id, sealed.secret);
  const step = secret && matchingStep(secret, digits, sealed.at);
  return step !== null && (await spendStep(db, user_id, step)) ? 'app' : null;
}
