import type { Browser, Finished, Started, Waiting } from '../../../platform/request/entry.ts';
import type { Origin } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { isAddressProved, startSession } from '../accounts/sign-in.service.ts';
import { finishSignIn, getChallenge } from '../two-factor/second-factor.service.ts';
import { requestOptions } from './passkey-options.ts';
import { claim } from './passkey-proof.service.ts';
import { findCredential, insertChallenge, listCredentials, noteUse } from './passkeys.queries.ts';
import { userHandle } from './passkeys.service.ts';
import { verifyAssertion } from './webauthn.ts';
import type { Assertion } from './webauthn.ts';

/** Begins a sign-in with any passkey of ours that the authenticator has. */
export async function startPasskeySignIn(platform: Platform) {
  const challenge = await platform.database.withSystem('begin to sign in with a passkey', (db) =>
    insertChallenge(db, 'sign_in', null),
  );
  return requestOptions(platform.config, challenge, null);
}

/**
 * Signs in with a passkey alone: it is held, and has verified who holds it, so it counts as both factors.
 * @throws passkey.refused, account.email_not_verified, sso.required
 */
export async function signInWithPasskey(
  platform: Platform,
  origin: Origin,
  given: Assertion,
  browser: Browser,
): Promise<Started> {
  const challenge = await claim(platform, given, 'sign_in', null);
  return platform.database.withSystem('sign in with a passkey', async (db) => {
    const credential = await findCredential(db, given.credential_id);
    // Asked for no account in particular, the authenticator must say by itself whose the passkey is.
    if (!credential || given.user_handle !== userHandle(credential.user_id))
      throw new AppError('passkey.refused');
    const counter = await verifyAssertion(platform.config, given, challenge, credential, {
      verifiesPerson: true,
    });
    await noteUse(db, credential.id, counter);
    const { user_id } = credential;
    if (!(await isAddressProved(platform, db, user_id))) throw new AppError('account.email_not_verified');
    const proof = { way: 'passkey', second_factor: 'passkey', previous: browser.previous } as const;
    const started = await startSession(platform, db, user_id, origin, proof);
    if (!started) throw new AppError('passkey.refused', { details: { user_id } });
    return started;
  });
}

/** Begins the second step of a sign-in with one of the account's passkeys. @throws two_factor.challenge_over */
export async function startPasskeySecondFactor(platform: Platform, token: string | null) {
  return platform.database.withSystem('ask for a passkey after the password', async (db) => {
    const user_id = await getChallenge(db, token);
    const challenge = await insertChallenge(db, 'second_factor', user_id);
    return requestOptions(platform.config, challenge, await listCredentials(db, user_id));
  });
}

/** Finishes a sign-in with a passkey. @throws two_factor.challenge_over, passkey.refused */
export async function completePasskeySecondFactor(
  platform: Platform,
  waiting: Waiting,
  given: Assertion,
): Promise<Finished> {
  const user_id = await platform.database.withSystem('whose sign-in waits for a passkey', (db) =>
    getChallenge(db, waiting.token),
  );
  const challenge = await claim(platform, given, 'second_factor', user_id);
  return platform.database.withSystem('finish a sign-in with a passkey', async (db) => {
    const credential = await findCredential(db, given.credential_id);
    if (credential?.user_id !== user_id) throw new AppError('passkey.refused');
    const counter = await verifyAssertion(platform.config, given, challenge, credential, {
      verifiesPerson: false,
    });
    await noteUse(db, credential.id, counter);
    return finishSignIn(platform, db, user_id, waiting, 'passkey');
  });
}
