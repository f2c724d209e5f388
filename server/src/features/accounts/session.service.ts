import type { Origin, SignedIn } from '../../platform/actor.ts';
import { recordChange } from '../../platform/audit.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { clientAddress, giveBackTo, takeFrom } from '../../platform/http/rate-limits.ts';
import type { Limit } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { readOpenedSession } from '../../platform/session.ts';
import { tellOfNewDevice } from '../notifications/security-news.service.ts';
import { parseUserAgent } from '../../platform/user-agent.ts';
import { deleteSession, findAccountByEmail, isStillPassword, setLastLogin } from './accounts.queries.ts';
import type { Account } from './accounts.queries.ts';

/** Wrong passwords from one address for one account: whoever guesses locks out themselves, not the owner (R1). */
const PER_ACCOUNT: Limit = { name: 'sign-in-account', max: 10, seconds: 900 };
const PER_ADDRESS: Limit = { name: 'sign-in-address', max: 100, seconds: 900 };

/** A session that has just been opened; the token is for the cookie alone. */
export type Started = SignedIn & { token: string };

/**
 * Signs in with e-mail and password. `previous`: who the browser was until now; that session ends.
 * Unknown, wrong, inactive and deleted answer alike, after the same work.
 * @throws account.invalid_credentials, account.email_not_verified, request.rate_limited
 */
export async function signIn(
  platform: Platform,
  origin: Origin,
  given: { email: string; password: string },
  previous: SignedIn | null,
): Promise<Started> {
  const email = given.email.normalize('NFC').trim().toLowerCase();
  const address = clientAddress(origin.ip_address ?? '');
  await takeFrom(platform, PER_ADDRESS, address);
  await takeFrom(platform, PER_ACCOUNT, `${address} ${email}`);
  const account = await platform.database.withSystem('sign-in: find the account', (db) =>
    findAccountByEmail(db, email),
  );
  const hash = account?.password_hash ?? null;
  const right = await platform.accounts.verifyPassword(hash, given.password);
  if (!account || hash === null || !right) throw refusal(account);
  if (!maySignIn(platform, account)) throw new AppError('account.email_not_verified');
  const started = await platform.database.withSystem('sign-in: open the session', async (db) => {
    // The password may have been changed, and its sessions ended, while this one was being checked.
    if (!(await isStillPassword(db, account.user_id, hash))) throw refusal(account);
    if (previous) await deleteSession(db, previous.actor.session_id);
    const opened = await startSession(platform, db, account.user_id, origin, 'session.started');
    if (!opened) throw refusal(account);
    return opened;
  });
  await giveBackTo(platform, PER_ACCOUNT, `${address} ${email}`);
  await giveBackTo(platform, PER_ADDRESS, address);
  return started;
}

/** For the log: whose account was refused, never what was typed. */
const refusal = (account: Account | null) =>
  new AppError('account.invalid_credentials', { details: { user_id: account?.user_id ?? null } });

/** A linked profile was given by an invitation or while verification was off: it needs no second proof. */
function maySignIn(platform: Platform, account: Account): boolean {
  return account.email_verified || account.profile_id !== null || !platform.config.requireEmailVerification;
}

/** Opens a session in the caller's transaction; null where this person may not sign in (roll back then). */
export async function startSession(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  origin: Origin,
  action: string,
): Promise<Started | null> {
  const { token } = await platform.accounts.openSession(db, user_id, origin);
  const signedIn = await readOpenedSession(db, token, origin);
  if (!signedIn) return null;
  const { actor } = signedIn;
  await setLastLogin(db, actor.profile_id);
  const person = { id: actor.profile_id, organization_id: actor.organization_id };
  await tellOfNewDevice(db, person, origin, parseUserAgent(origin.user_agent));
  await recordChange(
    db,
    { actor, origin },
    {
      action,
      object_type: 'session',
      object_id: actor.session_id,
      organization_id: actor.organization_id,
    },
  );
  return { token, ...signedIn };
}

/**
 * Opens the session of somebody who has shown who they are without a password, in place of the browser's own.
 * @throws account.invalid_credentials: the same answer as to a wrong password, where they may not sign in
 */
export async function replaceSession(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  origin: Origin,
  previous: SignedIn | null,
): Promise<Started> {
  if (previous) await deleteSession(db, previous.actor.session_id);
  const started = await startSession(platform, db, user_id, origin, 'session.started');
  if (!started) throw new AppError('account.invalid_credentials', { details: { user_id } });
  return started;
}

/** Ends a session on the server: a copy of its cookie opens nothing any more. */
export async function signOut(platform: Platform, origin: Origin, { actor }: SignedIn): Promise<void> {
  await platform.database.withSystem('sign-out', async (db) => {
    await deleteSession(db, actor.session_id);
    await recordChange(
      db,
      { actor, origin },
      {
        action: 'session.ended',
        object_type: 'session',
        object_id: actor.session_id,
        organization_id: actor.organization_id,
      },
    );
  });
}
