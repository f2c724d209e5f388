import type { SystemDb } from '../../platform/database/database.ts';
import type { Origin } from '../../platform/actor.ts';
import { recordChange } from '../../platform/audit.ts';
import { findAccountByEmail, insertAccount, setPassword } from './accounts.queries.ts';
import type { NewAccount } from './accounts.queries.ts';

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
 * The account of an address that somebody has just proved elsewhere, made where there is none, as registration makes
 * one; null where there is one whose address nobody has proved here: it may be another's.
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
