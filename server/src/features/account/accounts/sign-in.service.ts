import { insertChallenge, isTrusted } from '../../../platform/accounts/challenges.queries.ts';
import type { Browser, Challenged, Started } from '../../../platform/request/entry.ts';
import { knownBrowserOf, newBrowserToken } from '../../../platform/accounts/known-browser.ts';
import type { Asker } from '../../../platform/accounts/password-hash.ts';
import type { Origin, SignedIn } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { isPublished } from '../../../platform/process/demo.ts';
import { AppError } from '../../../platform/core/errors.ts';
import {
  clientShares,
  giveBackAll,
  refusalOf,
  takeAll,
  tryToTakeAll,
} from '../../../platform/limits/rate-limits.ts';
import type { Limit, Share } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { readOpenedSession } from '../../../platform/request/session.ts';
import { admit, noteBreakGlass } from '../../enforcement/enforcement.service.ts';
import type { Way } from '../../enforcement/enforcement.service.ts';
import { tellOfNewDevice } from '../../notifications/security-news.service.ts';
import {
  deleteSession,
  findAccount,
  findAccountByEmail,
  isStillPassword,
  setLastLogin,
} from './accounts.queries.ts';
import type { Account } from './accounts.queries.ts';
import { isKnownNetwork } from './known-networks.service.ts';
import { hasRegistered } from './registrations.queries.ts';

/** Wrong passwords from one address for one account: a person who guesses locks out themselves, not the owner (R1). */
const PER_ACCOUNT: Limit = { name: 'sign-in-account', max: 10, seconds: 900 };
const PER_ADDRESS: Limit = { name: 'sign-in-address', max: 100, seconds: 900 };
/** For one account from all addresses: then only who is known to it may try. Others have the mailed link. */
const FROM_ANYWHERE: Limit = { name: 'sign-in-anywhere', max: 100, seconds: 3600 };
/** In a browser in which the account was entered before: apart from what all others do. */
const PER_BROWSER: Limit = { name: 'sign-in-browser', max: 10, seconds: 900 };

/**
 * Signs in with e-mail and password; where the account has a second factor, that is asked for instead, unless the
 * browser is trusted. The session that the browser had ends when another is opened.
 * Unknown, wrong, inactive and deleted answer alike, after the same work; so does a published account of the demo
 * where the request did not begin on this machine, since a sentence of its own would tell strangers that it is there.
 * @throws account.invalid_credentials, account.email_not_verified, request.rate_limited, server.unavailable; once all was
 *   right sso.required
 */
export async function signIn(
  platform: Platform,
  origin: Origin,
  given: { email: string; password: string },
  browser: Browser,
): Promise<Started | Challenged> {
  const email = given.email.normalize('NFC').trim().toLowerCase();
  const account = await platform.database.withSystem('sign-in: find the account', (db) =>
    findAccountByEmail(db, email),
  );
  const attempt = await takeAttempt(platform, origin, { email, account }, browser);
  const hash = account?.password_hash ?? null;
  const right = await platform.accounts
    .verifyPassword(hash, given.password, attempt.asker)
    .catch(async (error: unknown) => {
      // Nothing was tried.
      await giveBackAll(platform, attempt.shares);
      throw error;
    });
  if (!account || hash === null || !right) {
    if (await awaitsMail(platform, email, browser)) throw new AppError('account.email_not_verified');
    throw refusal(account);
  }
  if (!maySignIn(platform, account)) throw new AppError('account.email_not_verified');
  const started = await platform.database.withSystem('sign-in: open the session', async (db) => {
    // The password may have been changed, and its sessions ended, while this one was being checked.
    if (!(await isStillPassword(db, account.user_id, hash))) throw refusal(account);
    const opened = await enter(platform, db, account.user_id, origin, { way: 'password', browser });
    if (!opened) throw refusal(account);
    return opened;
  });
  await giveBackAll(platform, attempt.shares);
  return started;
}

/**
 * Counts an attempt, and says who makes it. A browser that the account knows has a limit of its own, which no other
 * person can use up. Once strangers have tried too often from everywhere, only known networks and browsers may try.
 * @throws request.rate_limited
 */
async function takeAttempt(
  platform: Platform,
  { ip_address }: Origin,
  { email, account }: { email: string; account: Account | null },
  browser: Browser,
): Promise<{ shares: Share[]; asker: Asker }> {
  const known = knownBrowserOf(browser.known, account);
  if (known !== null) {
    const shares = [{ limit: PER_BROWSER, key: known }];
    await takeAll(platform, shares);
    return { shares, asker: 'known' };
  }
  const near = [...clientShares(PER_ACCOUNT, ip_address, email), ...clientShares(PER_ADDRESS, ip_address)];
  const anywhere = { limit: FROM_ANYWHERE, key: email };
  const refused = await tryToTakeAll(platform, [...near, anywhere]);
  if (!refused) return { shares: [...near, anywhere], asker: 'stranger' };
  if (refused.of !== anywhere || !account || !(await isKnown(platform, account, ip_address, browser)))
    throw refusalOf(refused);
  await takeAll(platform, near);
  return { shares: near, asker: 'known' };
}

/** Whether an account trusts a browser, or was entered from its network before. */
async function isKnown(
  platform: Platform,
  { user_id, profile_id }: Account,
  ip_address: string | null,
  { device }: Browser,
): Promise<boolean> {
  if (profile_id !== null && (await isKnownNetwork(platform, profile_id, ip_address))) return true;
  return platform.database.withSystem('whether an account trusts a browser', async (db) =>
    device === null ? false : isTrusted(db, user_id, device),
  );
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
 * @throws sso.required
 */
export async function enter(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  origin: Origin,
  { way, browser }: { way: Way; browser: Browser },
): Promise<Started | Challenged | null> {
  // Opened even where it is not kept: who may sign in is decided in one place, for both.
  const opened = await openSession(platform, db, user_id, origin, way);
  if (!opened || (isPublished(opened.actor.email) && !browser.is_local)) return null;
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
 * Opens a session for a person who has proved all that is asked of them; null where this person may not sign in
 * (roll back then). `way`: by which they come; `second_factor`: what was given beside the password, for the audit log;
 * `previous`: whose session the browser had, which ends.
 * @throws sso.required
 */
export async function startSession(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  origin: Origin,
  {
    way,
    second_factor = null,
    previous = null,
  }: { way: Way; second_factor?: string | null; previous?: SignedIn | null },
): Promise<Started | null> {
  const opened = await openSession(platform, db, user_id, origin, way);
  if (!opened) return null;
  if (previous) await deleteSession(db, previous.actor.session_id);
  await noteStart(platform, db, opened, origin, second_factor);
  return opened;
}

type Opened = Started & { admitted: Awaited<ReturnType<typeof admit>> };

/** All sessions are opened here. */
async function openSession(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  origin: Origin,
  way: Way,
): Promise<Opened | null> {
  const { token } = await platform.accounts.openSession(db, user_id, origin);
  const signedIn = await readOpenedSession(db, token, origin);
  if (!signedIn) return null;
  const admitted = await admit(db, signedIn.actor, way);
  const account = await findAccount(db, user_id);
  return { token, browser: account?.password_hash ? newBrowserToken(account) : null, ...signedIn, admitted };
}

async function noteStart(
  platform: Platform,
  db: SystemDb,
  { actor, admitted }: Opened,
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
  if (admitted === 'break_glass') await noteBreakGlass(platform, db, { actor, origin });
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
