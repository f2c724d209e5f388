import type { Started } from '../../platform/request/entry.ts';
import type { Origin } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { startSession } from '../account/accounts/sign-in.service.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { findDemoAccounts } from './development.queries.ts';

const EMAILS = DEMO_ACCOUNTS.map(({ email }) => email);

/** The demo accounts that exist and may sign in, in the order in which they are defined. */
export async function listDemoAccounts(platform: Platform) {
  const found = await platform.database.withSystem('list the demo accounts', (db) =>
    findDemoAccounts(db, EMAILS),
  );
  return found.toSorted((a, b) => EMAILS.indexOf(a.email) - EMAILS.indexOf(b.email));
}

/** 'Login Rápido': signs in as a demo account without its password. @throws object.not_found for any other, sso.required */
export async function signInAsDemoAccount(
  platform: Platform,
  origin: Origin,
  email: string,
): Promise<Started> {
  return platform.database.withSystem('sign in as a demo account', async (db) => {
    const [account] = EMAILS.includes(email) ? await findDemoAccounts(db, [email]) : [];
    const started =
      account && (await startSession(platform, db, account.user_id, origin, { way: 'development' }));
    if (!started) throw new AppError('object.not_found');
    return started;
  });
}
