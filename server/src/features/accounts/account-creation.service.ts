import type { SystemDb } from '../../platform/database/database.ts';
import { insertAccount, setPassword } from './accounts.queries.ts';
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
