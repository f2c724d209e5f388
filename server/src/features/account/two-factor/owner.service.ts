import type { ownerProof } from '@atalaya/contract/owner-proof';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { giveBackTo, takeFrom } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { checkOwnPassword, hasPassword, hasSignedInJustNow } from '../accounts/own-password.service.ts';
import { withOwnPasskey } from '../passkeys/passkey-proof.service.ts';
import { mailSecurity } from './factor-changes.service.ts';
import { CODE_GUESSES, spendCode } from './factor-codes.service.ts';
import { findFactors } from './two-factor.queries.ts';

/** What an actor gives to prove that the account is theirs. */
export type OwnerProof = z.output<z.ZodObject<typeof ownerProof>>;
/**
 * Lets pass who has just proved to be the owner of the account, before a change of how it is entered: a session alone
 * may be an open laptop or a stolen cookie. By its password, or, where it has none, by having signed in a moment ago or
 * a passkey; and where a second factor is on, by a code or a passkey too, which are used up even where the change fails.
 * @throws account.wrong_password, two_factor.sign_in_again, two_factor.code_needed, two_factor.wrong_code,
 *   passkey.refused, request.rate_limited
 */
export async function requireOwner(platform: Platform, by: By, proof: OwnerProof): Promise<void> {
  const { actor } = by;
  if (await hasPassword(platform, actor.user_id)) {
    if (proof.password === undefined) throw new AppError('account.wrong_password');
    await checkOwnPassword(platform, actor, proof.password);
  } else if (!proof.passkey && !(await hasSignedInJustNow(platform, actor))) {
    throw new AppError('two_factor.sign_in_again');
  }
  if (proof.passkey)
    await withOwnPasskey(platform, actor, proof.passkey, (db) => recordProof(db, by, 'passkey'));
  else await requireCode(platform, by, proof.code);
}

async function requireCode(platform: Platform, by: By, code: string | undefined): Promise<void> {
  const { user_id, profile_id } = by.actor;
  const { app_since, passkeys } = await platform.database.withSystem('which factors are asked for', (db) =>
    findFactors(db, user_id),
  );
  if (app_since === null && passkeys === 0) return;
  if (code === undefined) throw new AppError('two_factor.code_needed');
  await takeFrom(platform, CODE_GUESSES, user_id);
  await platform.database.withSystem('use a code of the own up', async (db) => {
    const kind = await spendCode(platform, db, user_id, code);
    if (!kind) throw new AppError('two_factor.wrong_code');
    await recordProof(db, by, kind);
    if (kind !== 'recovery_code') return;
    const left = (await findFactors(db, user_id)).recovery_codes_left;
    await mailSecurity(platform, db, profile_id, 'code_used', String(left));
  });
  await giveBackTo(platform, CODE_GUESSES, user_id);
}

function recordProof(db: SystemDb, by: By, second_factor: string): Promise<void> {
  const { profile_id: object_id, organization_id } = by.actor;
  const change = { action: 'two_factor.proved', object_type: 'user', object_id, organization_id };
  return recordChange(db, by, { ...change, after: { second_factor } });
}
