import { randomBytes } from 'node:crypto';
import type { twoFactorRoutes } from '@atalaya/contract/two-factor';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { requireStillSignedIn } from '../../../platform/accounts/still-signed-in.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { giveBackTo, takeFrom } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { hasPassword } from '../accounts/own-password.service.ts';
import type { z } from 'zod';
import { newCodes, noteFactorChange, withFirstCodes } from './factor-changes.service.ts';
import { CODE_GUESSES } from './factor-codes.service.ts';
import { openSecret, sealSecret } from './factor-secrets.ts';
import { requireOwner } from './owner.service.ts';
import type { OwnerProof } from './owner.service.ts';
import { SECRET_BYTES, base32, keyUri, matchingStep } from './totp.ts';
import {
  confirmApp,
  deleteApp,
  findFactors,
  findSecret,
  lockAccount,
  startApp,
} from './two-factor.queries.ts';

/** One's own second factors, without anything that opens one. */
export async function readTwoFactor(
  platform: Platform,
  { user_id }: Actor,
): Promise<z.input<typeof twoFactorRoutes.readTwoFactor.response>> {
  const { app_since, recovery_codes_left, passkeys } = await platform.database.withSystem(
    'read the own second factors',
    (db) => findFactors(db, user_id),
  );
  return {
    app_since: app_since?.toISOString() ?? null,
    recovery_codes_left,
    passkeys,
    has_password: await hasPassword(platform, user_id),
  };
}

/**
 * Makes a secret for an authenticator app, which counts once a first code has confirmed it.
 * @throws two_factor.already_on; the codes of `requireOwner`
 */
export async function startTwoFactor(
  platform: Platform,
  by: By,
  proof: OwnerProof,
): Promise<{ secret: string; qr: string }> {
  const { actor } = by;
  await requireOwner(platform, by, proof);
  const secret = randomBytes(SECRET_BYTES);
  const sealed = sealSecret(platform.config.authSecret, actor.user_id, secret);
  const started = await platform.database.withSystem('set up an authenticator app', async (db) => {
    await requireStillSignedIn(db, actor);
    return startApp(db, actor.user_id, sealed);
  });
  if (!started) throw new AppError('two_factor.already_on');
  // Loaded when it is needed: no part of the start.
  const { default: qrcode } = await import('qrcode');
  const qr = await qrcode.toString(keyUri(secret, actor.email), { type: 'svg', margin: 1 });
  return { secret: base32(secret), qr };
}

/**
 * Turns the app on. @returns the recovery codes, to be shown this once, where it is the first factor
 * @throws two_factor.not_started, two_factor.wrong_code, request.rate_limited
 */
export async function confirmTwoFactor(platform: Platform, by: By, code: string): Promise<string[] | null> {
  const { user_id } = by.actor;
  await takeFrom(platform, CODE_GUESSES, user_id);
  const codes = await platform.database.withSystem('turn an authenticator app on', async (db) => {
    await requireStillSignedIn(db, by.actor);
    const sealed = await findSecret(db, user_id, 'waiting');
    const secret = sealed && openSecret(platform.config.authSecret, user_id, sealed.secret);
    if (!secret) throw new AppError('two_factor.not_started');
    const step = matchingStep(secret, code.replaceAll(/\s/g, ''), sealed.at);
    if (step === null) throw new AppError('two_factor.wrong_code');
    return withFirstCodes(platform, db, user_id, async () => {
      if (!(await confirmApp(db, user_id, step))) throw new AppError('two_factor.not_started');
      const change = { action: 'two_factor.app_added', event: 'app_added' } as const;
      await noteFactorChange(platform, db, by, by.actor, change);
    });
  });
  await giveBackTo(platform, CODE_GUESSES, user_id);
  return codes;
}

/**
 * Turns the app off; with the last factor go recovery codes and trusted browsers.
 * @throws two_factor.not_set_up; the codes of `requireOwner`
 */
export async function disableTwoFactor(platform: Platform, by: By, proof: OwnerProof): Promise<void> {
  const { user_id } = by.actor;
  await requireOwner(platform, by, proof);
  await platform.database.withSystem('turn an authenticator app off', async (db) => {
    await lockAccount(db, user_id);
    if (!(await findFactors(db, user_id)).app_since) throw new AppError('two_factor.not_set_up');
    await deleteApp(db, user_id);
    const change = { action: 'two_factor.app_removed', event: 'app_removed' } as const;
    await noteFactorChange(platform, db, by, by.actor, change);
  });
}

/** Ten new recovery codes. @throws two_factor.not_set_up; the codes of `requireOwner` */
export async function renewRecoveryCodes(platform: Platform, by: By, proof: OwnerProof): Promise<string[]> {
  const { user_id } = by.actor;
  await requireOwner(platform, by, proof);
  return platform.database.withSystem('renew the own recovery codes', async (db) => {
    await lockAccount(db, user_id);
    const factors = await findFactors(db, user_id);
    if (!factors.app_since && factors.passkeys === 0) throw new AppError('two_factor.not_set_up');
    const change = { action: 'two_factor.codes_renewed', event: 'codes_renewed' } as const;
    await noteFactorChange(platform, db, by, by.actor, change);
    return newCodes(platform, db, user_id);
  });
}
