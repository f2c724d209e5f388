import { insertChallenge, isTrusted } from '../../platform/accounts/challenges.queries.ts';
import type { Browser, Challenged, Started } from '../../platform/accounts/entry.ts';
import type { Origin, SignedIn } from '../../platform/actor.ts';
import { recordChange } from '../../platform/audit.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { clientAddress, giveBackTo, takeFrom } from '../../platform/http/rate-limits.ts';
import type { Limit } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { readOpenedSession } from '../../platform/session.ts';
import { tellOfNewDevice } from '../notifications/security-news.service.ts';
import {
  deleteSession,
  findAccount,
  findAccountByEmail,
  isStillPassword,
  setLastLogin,
} from './accounts.queries.ts';
import type { Account } from './accounts.queries.ts';
import { hasRegistered } from './registrations.queries.ts';

/** Wrong passwords from one address for one account: whoever guesses locks out themselves, not the owner (R1). */
const PER_ACCOUNT: Limit = { name: 'sign-in-account', max: 10, seconds: 900 };
const PER_ADDRESS: Limit = { name: 'sign-in-address', max: 100, seconds: 900 };

/**
 * Signs in with e-mail and password; where the account has a second factor, that is asked for instead, unless the
 * browser is trusted. The session that the browser had ends when another is opened.
 * Unknown, wrong, inactive and deleted answer alike, after the same work.
 * @throws account.invalid_credentials, account.email_not_verified, request.rate_limited
 */
export async function signIn(
  platform: Platform,
  origin: Origin,
  given: { email: string; password: string },
  browser: Browser,
): Promise<Started | Challenged> {
  const email = given.email.normalize('NFC').trim().toLowerCase();
  const address = clientAddress(origin.ip_address ?? '');
  await takeFrom(platform, PER_ADDRESS, address);
  await takeFrom(platform, PER_ACCOUNT, `${address} ${email}`);
  const account = await platform.database.withSystem('sign-in: find the account', (db) =>
    findAccountByEmail(db, email),
  );
  const hash = account?.password_hash ?? null;
  const right = await platform.accounts.verifyPassword(hash, given.password);
  if (!account || hash === null || !right) {
    if (await awaitsMail(platform, email, browser)) throw new AppError('account.email_not_verified');
    throw refusal(account);
  }
  if (!maySignIn(platform, account)) throw new AppError('account.email_not_verified');
  const started = await platform.database.withSystem('sign-in: open the session', async (db) => {
    // The password may have been changed, and its sessions ended, while this one was being checked.
    if (!(await isStillPassword(db, account.user_id, hash))) throw refusal(account);
    const opened = await enter(platform, db, account.user_id, origin, browser);
    if (!opened) throw refusal(account);
    return opened;
  });
  await giveBackTo(platform, PER_ACCOUNT, `${address} ${email}`);
  await giveBackTo(platform, PER_ADDRESS, address);
  return started;
}

/** Whether this browser has registered the address: it is told so whether or not the address had an account before. */
async function awaitsMail(platform: Platform, email: string, { registration }: Browser): Promise<boolean> {
  if (registration === null) return false;
  return platform.database.withSystem('whether this browser has registered an address', (db) =>
    hasRegistered(db, email, registration),
  );
}

/** For the log: whose account was refused, never what was typed. */
const refusal = (account: Account | null) =>
  new AppError('account.invalid_credentials', { details: { user_id: account?.user_id ?? null } });

/** Whether the address of an account is proved, or needs no proof. */
export async function isAddressProved(platform: Platform, db: SystemDb, user_id: string): Promise<boolean> {
  const account = await findAccount(db, user_id);
  return account !== null && maySignIn(platform, account);
}

/** A linked profile was given by an invitation or while verification was off: it needs no second proof. */
function maySignIn(platform: Platform, account: Account): boolean {
  return account.email_verified || account.profile_id !== null || !platform.config.requireEmailVerification;
}

/**
 * What follows on a first proof, such as a password or a mailed link: a session, or a challenge where a second
 * factor is due; null where this person may not sign in (roll back then).
 */
export async function enter(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  origin: Origin,
  browser: Browser,
): Promise<Started | Challenged | null> {
  // Opened even where it is not kept: who may sign in is decided in one place, for both.
  const opened = await openSession(platform, db, user_id, origin);
  if (!opened) return null;
  const asked = opened.session.two_factor === 'on';
  const trusted = asked && browser.device !== null && (await isTrusted(db, user_id, browser.device));
  if (asked && !trusted) {
    await deleteSession(db, opened.actor.session_id);
    return { challenge: await insertChallenge(db, user_id) };
  }
  if (browser.previous) await deleteSession(db, browser.previous.actor.session_id);
  await noteStart(platform, db, opened, origin, trusted ? 'trusted_device' : null);
  return opened;
}

/**
 * Opens a session for somebody who has proved all that is asked of them; null where this person may not sign in
 * (roll back then). `second_factor`: what was given beside the password, for the audit log; `previous`: whose session
 * the browser had, which ends.
 */
export async function startSession(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  origin: Origin,
  {
    second_factor = null,
    previous = null,
  }: { second_factor?: string | null; previous?: SignedIn | null } = {},
): Promise<Started | null> {
  const opened = await openSession(platform, db, user_id, origin);
  if (!opened) return null;
  if (previous) await deleteSession(db, previous.actor.session_id);
  await noteStart(platform, db, opened, origin, second_factor);
  return opened;
}

async function openSession(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  origin: Origin,
): Promise<Started | null> {
  const { token } = await platform.accounts.openSession(db, user_id, origin);
  const signedIn = await readOpenedSession(db, token, origin);
  return signedIn ? { token, ...signedIn } : null;
}

async function noteStart(
  platform: Platform,
  db: SystemDb,
  { actor }: Started,
  origin: Origin,
  second_factor: string | null,
): Promise<void> {
  await setLastLogin(db, actor.profile_id);
  const person = { id: actor.profile_id, organization_id: actor.organization_id };
  await tellOfNewDevice(platform, db, person, origin);
  await recordChange(
    db,
    { actor, origin },
    {
      action: 'session.started',
      object_type: 'session',
      object_id: actor.session_id,
      organization_id: actor.organization_id,
      ...(second_factor ? { after: { second_factor } } : {}),
    },
  );
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
