import {
  deleteChallenge,
  findChallenge,
  insertTrustedDevice,
  takeGuess,
} from '../../../platform/accounts/challenges.queries.ts';
import type { Finished, Waiting } from '../../../platform/request/entry.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { giveBackTo, takeFrom } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { startSession } from '../accounts/sign-in.service.ts';
import { mailSecurity } from './factor-changes.service.ts';
import { CODE_GUESSES, spendCode } from './factor-codes.service.ts';
import { findFactors } from './two-factor.queries.ts';

/** What the sign-in asks for. @throws two_factor.challenge_over */
export async function readSecondFactor(platform: Platform, token: string | null) {
  return platform.database.withSystem('what a sign-in still asks for', async (db) => {
    const user_id = await getChallenge(db, token);
    const { app_since, passkeys, recovery_codes_left } = await findFactors(db, user_id);
    return { code: app_since !== null || recovery_codes_left > 0, passkey: passkeys > 0 };
  });
}

/** Whose sign-in waits in this browser. @throws two_factor.challenge_over */
export async function getChallenge(db: SystemDb, token: string | null): Promise<string> {
  const user_id = token === null ? null : await findChallenge(db, token);
  if (!user_id) throw new AppError('two_factor.challenge_over');
  return user_id;
}

/**
 * Finishes a sign-in with a code.
 * @throws two_factor.challenge_over after five minutes or five guesses, two_factor.wrong_code, request.rate_limited
 */
export async function completeSecondFactor(
  platform: Platform,
  waiting: Waiting,
  code: string,
): Promise<Finished> {
  const { token } = waiting;
  // Counted in a transaction of its own: a guess that is refused must stay counted.
  const user_id = await platform.database.withSystem('take a guess at a second factor', async (db) =>
    token === null ? null : takeGuess(db, token),
  );
  if (!user_id) throw new AppError('two_factor.challenge_over');
  await takeFrom(platform, CODE_GUESSES, user_id);
  const finished = await platform.database.withSystem('finish a sign-in with a code', async (db) => {
    const kind = await spendCode(platform, db, user_id, code);
    if (!kind) throw new AppError('two_factor.wrong_code', { details: { user_id } });
    const done = await finishSignIn(platform, db, user_id, waiting, kind);
    if (kind === 'recovery_code') {
      const left = (await findFactors(db, user_id)).recovery_codes_left;
      await mailSecurity(platform, db, done.actor.profile_id, 'code_used', String(left));
    }
    return done;
  });
  await giveBackTo(platform, CODE_GUESSES, user_id);
  return finished;
}

/**
 * Uses the challenge up and opens the session, in the caller's transaction.
 * @throws two_factor.challenge_over where another call was faster, account.invalid_credentials where the person
 *   may not sign in any more, sso.required
 */
export async function finishSignIn(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  { token, origin, browser, trust_device }: Waiting,
  second_factor: string,
): Promise<Finished> {
  if (token === null || !(await deleteChallenge(db, token))) throw new AppError('two_factor.challenge_over');
  const { previous } = browser;
  const started = await startSession(platform, db, user_id, origin, {
    way: 'second_factor',
    second_factor,
    previous,
  });
  if (!started) throw new AppError('account.invalid_credentials', { details: { user_id } });
  return { ...started, device: trust_device ? await insertTrustedDevice(db, user_id, origin) : null };
}
