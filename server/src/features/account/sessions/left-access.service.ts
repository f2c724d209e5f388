import type { KeyEnding } from '@atalaya/contract/api-keys';
import type { Author } from '../../../platform/records/audit.ts';
import { recordChanges } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/doors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { endKeysOf, lockPerson } from '../../../platform/accounts/accounts.queries.ts';
import type { EndedKey } from '../../../platform/accounts/accounts.queries.ts';
import { deleteChallengesOf, deleteTrustedDevices } from '../../../platform/accounts/challenges.queries.ts';

/** An account, its person (null: it has no profile), and the organization whose audit log shows what happens to it. */
export type Owner = { user_id: string; profile_id: string | null; organization_id: string | null };

type Ending = {
  /** What ends it: kept with each key, which its owner may have back. */
  ended_by: KeyEnding;
  /** A session that stays. */
  except?: string | undefined;
  trusted_browsers?: boolean;
  api_keys?: boolean;
};

/**
 * Ends what an intruder may have left behind in an account, in the caller's transaction: sessions, sign-ins that
 * have begun, trusted browsers and API keys. Passkeys, the app and accounts of providers are the owner's to look through.
 * @returns the keys that it has ended
 */
export async function endLeftAccess(
  { accounts }: Pick<Platform, 'accounts'>,
  db: Db,
  by: Author,
  owner: Owner,
  { ended_by, except, trusted_browsers = true, api_keys = true }: Ending,
): Promise<EndedKey[]> {
  const { user_id, profile_id, organization_id } = owner;
  if (profile_id !== null) await lockPerson(db, profile_id);
  // Before the sessions, for it waits for a sign-in that is being finished: what that opens is there to be ended then.
  await deleteChallengesOf(db, user_id);
  await accounts.endSessionsOf(db, [user_id], except);
  const browsers = trusted_browsers ? await deleteTrustedDevices(db, user_id) : 0;
  const keys = api_keys && profile_id !== null ? await endKeysOf(db, profile_id, ended_by) : [];
  await recordChanges(db, by, [
    ...(browsers > 0
      ? [
          {
            action: 'trusted_browser.all_revoked',
            object_type: 'user',
            object_id: profile_id,
            organization_id,
            before: { trusted_browsers: browsers },
          },
        ]
      : []),
    ...keys.map(({ id, ...before }) => ({
      action: 'api_key.revoked',
      object_type: 'api_key',
      object_id: id,
      organization_id,
      before,
      after: { ended_by },
    })),
  ]);
  return keys;
}
