import { PASSKEYS_MAX } from '@atalaya/contract/limits';
import type { Passkey, passkeyRoutes } from '@atalaya/contract/passkeys';
import type { z } from 'zod';
import { fullName } from '../../../platform/core/actor.ts';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import { requireStillSignedIn } from '../../../platform/accounts/still-signed-in.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { keepingAccess } from '../../enforcement/enforcement.rules.ts';
import { takeWayIn } from '../accounts/ways-in.service.ts';
import { noteFactorChange, withFirstCodes } from '../two-factor/factor-changes.service.ts';
import { requireOwner } from '../two-factor/owner.service.ts';
import type { OwnerProof } from '../two-factor/owner.service.ts';
import { descriptorsOf } from './passkey-options.ts';
import {
  claimChallenge,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listCredentials,
  listPasskeys as listRows,
  renamePasskey as rename,
} from './passkeys.queries.ts';
import type { PasskeyRow } from './passkeys.queries.ts';
import { ALGORITHMS, TIMEOUT_MS, challengeOf, relyingParty, verifyAttestation } from './webauthn.ts';
import type { Attestation } from './webauthn.ts';

const shown = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export async function listPasskeys(platform: Platform, { user_id }: Actor): Promise<{ items: Passkey[] }> {
  const rows = await platform.database.withSystem('list the own passkeys', (db) => listRows(db, user_id));
  return { items: rows.map(shown) };
}

/**
 * What the browser asks an authenticator for: a passkey that knows its person, for it is a way in by itself.
 * @throws passkey.too_many; the codes of `requireOwner`
 */
export async function startPasskey(
  platform: Platform,
  by: By,
  proof: OwnerProof,
): Promise<z.input<typeof passkeyRoutes.startPasskey.response>> {
  await requireOwner(platform, by, proof);
  const { user_id, email } = by.actor;
  return platform.database.withSystem('begin to add a passkey', async (db) => {
    const credentials = await listCredentials(db, user_id);
    if (credentials.length >= PASSKEYS_MAX) throw new AppError('passkey.too_many');
    return {
      challenge: await insertChallenge(db, 'register', user_id),
      rp: { id: relyingParty(platform.config), name: 'Atalaya' },
      user: {
        id: userHandle(user_id),
        name: email,
        displayName: fullName(by.actor),
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: TIMEOUT_MS,
      attestation: 'none' as const,
      excludeCredentials: descriptorsOf(credentials),
      authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
    };
  });
}

/** The account's id in bytes: it tells an authenticator nothing about the person. */
export const userHandle = (user_id: string) =>
  Buffer.from(user_id.replaceAll('-', ''), 'hex').toString('base64url');

/**
 * Adds the passkey that an authenticator has made for the challenge of `startPasskey`.
 * @returns it, and recovery codes to be shown this once where it is the account's first factor
 * @throws passkey.refused, passkey.too_many, session.required
 */
export async function addPasskey(
  platform: Platform,
  by: By,
  { name, ...given }: Attestation & { name: string },
): Promise<{ passkey: Passkey; recovery_codes: string[] | null }> {
  const { user_id } = by.actor;
  const challenge = challengeOf(given.client_data);
  const claimed = await platform.database.withSystem('use a challenge for a new passkey up', (db) =>
    claimChallenge(db, challenge, 'register', user_id),
  );
  if (!claimed) throw new AppError('passkey.refused');
  const credential = await verifyAttestation(platform.config, given, challenge);
  return platform.database.withSystem('add a passkey', async (db) => {
    await requireStillSignedIn(db, by.actor);
    let added: PasskeyRow | null = null;
    const recovery_codes = await withFirstCodes(platform, db, user_id, async () => {
      if ((await listRows(db, user_id)).length >= PASSKEYS_MAX) throw new AppError('passkey.too_many');
      added = await insertPasskey(db, { ...credential, user_id, name, transports: given.transports });
      await noteFactorChange(platform, db, by, by.actor, {
        action: 'passkey.added',
        event: 'passkey_added',
        detail: name,
        after: { name },
      });
    });
    if (!added) throw new AppError('passkey.refused');
    return { passkey: shown(added), recovery_codes };
  });
}

/** @throws object.not_found */
export async function renamePasskey(platform: Platform, by: By, id: string, name: string): Promise<Passkey> {
  const { user_id, profile_id, organization_id } = by.actor;
  return platform.database.withSystem('rename a passkey', async (db) => {
    const row = await rename(db, user_id, id, name);
    if (!row) throw new AppError('object.not_found');
    await recordChange(db, by, {
      action: 'passkey.renamed',
      object_type: 'user',
      object_id: profile_id,
      organization_id,
      after: { name },
    });
    return shown(row);
  });
}

/** @throws object.not_found, provider.last_way_in, enforcement.last_person; the codes of `requireOwner` */
export async function removePasskey(
  platform: Platform,
  by: By,
  id: string,
  proof: OwnerProof,
): Promise<void> {
  await requireOwner(platform, by, proof);
  await platform.database.withSystem('remove a passkey', async (db) => {
    const { user_id } = by.actor;
    const name = await keepingAccess(db, by.actor, () =>
      takeWayIn(platform, db, user_id, () => deletePasskey(db, user_id, id)),
    );
    await noteFactorChange(platform, db, by, by.actor, {
      action: 'passkey.removed',
      event: 'passkey_removed',
      detail: name,
      after: { name },
    });
  });
}
