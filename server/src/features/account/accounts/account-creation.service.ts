import type { SystemDb } from '../../../platform/database/database.ts';
import type { Origin } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import {
  deleteUnclaimed,
  deleteWaysIn,
  findAccountByEmail,
  insertAccount,
  linkAccount,
  lockUnclaimed,
  setPassword,
} from './accounts.queries.ts';
import type { Account, NewAccount, Unclaimed } from './accounts.queries.ts';

/**
 * An account with a password, in the caller's transaction; null where the address has one already.
 * The password is hashed by the caller, outside the transaction.
 */
export async function createAccount(
  db: SystemDb,
  account: NewAccount & { password_hash: string },
): Promise<string | null> {
  const user_id = await insertAccount(db, account);
  if (user_id) await setPassword(db, user_id, account.password_hash);
  return user_id;
}

/**
 * The account of an address that was just proved elsewhere; where there is none, one is made as by a registration.
 * null for an account whose address was never proved here: it may be another person's.
 */
export async function openVerifiedAccount(
  db: SystemDb,
  origin: Origin,
  person: Omit<NewAccount, 'email_verified'>,
): Promise<string | null> {
  const { email } = person;
  const created = await insertAccount(db, { ...person, email_verified: true });
  if (!created) {
    const known = await findAccountByEmail(db, email);
    return known?.email_verified ? known.user_id : null;
  }
  const change = { action: 'account.registered', object_type: 'account', object_id: created };
  await recordChange(db, { actor: null, origin }, { ...change, organization_id: null, after: { email } });
  return created;
}

/**
 * The account of an address that the identity provider of its domain's owner vouches for: a new one, in the place of
 * one that was never proved. null where the address has another. `profile_id`: whose it is, where they are here already.
 */
export async function openSsoAccount(
  db: SystemDb,
  origin: Origin,
  { profile_id, ...person }: Omit<NewAccount, 'email_verified'> & { profile_id: string | null },
): Promise<string | null> {
  await removeUnclaimed(db, origin, person.email);
  const user_id = await insertAccount(db, { ...person, email_verified: true });
  if (user_id && profile_id) await linkAccount(db, profile_id, user_id);
  return user_id;
}

/** Whether the account of an address is unclaimed: never proved, and never admitted by an organization. */
export async function isUnclaimed(db: SystemDb, email: string): Promise<boolean> {
  return (await lockUnclaimed(db, email)) !== null;
}

/**
 * Deletes an unclaimed account for good before the owner of the mailbox gets one: what was typed, linked or made on it
 * is not theirs. null where there is no such account.
 */
export async function removeUnclaimed(
  db: SystemDb,
  origin: Origin,
  email: string,
): Promise<Unclaimed | null> {
  const unclaimed = await lockUnclaimed(db, email);
  if (!unclaimed) return null;
  await deleteUnclaimed(db, unclaimed);
  const { user_id: object_id } = unclaimed;
  const change = { action: 'account.replaced', object_type: 'account', object_id, organization_id: null };
  await recordChange(db, { actor: null, origin }, { ...change, before: { email } });
  return unclaimed;
}

/**
 * Ends every way into an account that was added before its address was verified: the owner of the mailbox may be another
 * person than the one who made them. The caller ends sessions and trusted browsers.
 */
export async function endUnprovenWaysIn(db: SystemDb, origin: Origin, account: Account): Promise<void> {
  if (account.email_verified) return;
  const { user_id: object_id } = account;
  const after = await deleteWaysIn(db, account);
  const change = {
    action: 'account.ways_in_ended',
    object_type: 'account',
    object_id,
    organization_id: null,
  };
  await recordChange(db, { actor: null, origin }, { ...change, after });
}
