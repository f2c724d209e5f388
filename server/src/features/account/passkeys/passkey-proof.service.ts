import type { Actor } from '../../../platform/core/actor.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { requestOptions } from './passkey-options.ts';
import {
  claimChallenge,
  findCredential,
  insertChallenge,
  listCredentials,
  noteUse,
} from './passkeys.queries.ts';
import type { Purpose } from './passkeys.queries.ts';
import { challengeOf, verifyAssertion } from './webauthn.ts';
import type { Assertion } from './webauthn.ts';

/** Asks the actor for one of the account's passkeys, to prove that the account is theirs. */
export function startOwnerPasskey(platform: Platform, { user_id }: Actor) {
  return platform.database.withSystem('ask for a passkey of the own', async (db) => {
    const challenge = await insertChallenge(db, 'owner', user_id);
    const options = requestOptions(platform.config, challenge, await listCredentials(db, user_id));
    return { ...options, userVerification: 'required' as const };
  });
}

/**
 * Runs `then` where a passkey of the account, which has verified its person, has signed what `startOwnerPasskey` gave.
 * @throws passkey.refused
 */
export async function withOwnPasskey(
  platform: Platform,
  { user_id }: Actor,
  given: Assertion,
  then: (db: SystemDb) => Promise<void>,
): Promise<void> {
  const challenge = await claim(platform, given, 'owner', user_id);
  await platform.database.withSystem('check a passkey of the own', async (db) => {
    const credential = await findCredential(db, given.credential_id);
    if (credential?.user_id !== user_id) throw new AppError('passkey.refused');
    const counter = await verifyAssertion(platform.config, given, challenge, credential, {
      verifiesPerson: true,
    });
    await noteUse(db, credential.id, counter);
    await then(db);
  });
}

/** Uses the challenge up before anything is checked: right or wrong, it serves once. @throws passkey.refused */
export async function claim(
  platform: Platform,
  given: Assertion,
  purpose: Purpose,
  user_id: string | null,
): Promise<string> {
  const challenge = challengeOf(given.client_data);
  const claimed = await platform.database.withSystem('use a challenge for a passkey up', (db) =>
    claimChallenge(db, challenge, purpose, user_id),
  );
  if (!claimed) throw new AppError('passkey.refused');
  return challenge;
}
