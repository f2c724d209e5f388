import { randomBytes } from 'node:crypto';
import type { Browser, Started } from '../../platform/accounts/entry.ts';
import type { Origin } from '../../platform/actor.ts';
import { recordChange } from '../../platform/audit.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { takeFrom } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { createAccount } from './account-creation.service.ts';
import { alreadyRegisteredMail, closedAccountMail, verificationMail } from './accounts.email.ts';
import type { Language } from './accounts.email.ts';
import { findAccountByEmail, findRecipient, isClosed } from './accounts.queries.ts';
import { MAILS_PER_ADDRESS, mailAs, mailPasswordLink, pageUrl } from './accounts.service.ts';
import {
  claimRegistration,
  findRegistration,
  insertRegistration,
  repeatRegistration,
} from './registrations.queries.ts';
import { startSession } from './session.service.ts';

export type Form = { first_name: string; last_name: string; email: string; password: string };

/** What a browser keeps in its cookie, so that the password of its form may be taken over. */
export const newBrowserSecret = () => randomBytes(32).toString('base64url');

/**
 * Takes a registration form. With e-mail verification on there is no account yet: a mail goes out whoever has the
 * address, and null is returned either way; with it off the new account is signed in at once.
 * @throws account.common_password, request.rate_limited; with verification off account.already_registered
 */
export async function register(
  platform: Platform,
  origin: Origin,
  form: Form,
  from: { language: Language; browser: string },
): Promise<Started | null> {
  platform.accounts.refuseCommon(form.password);
  const verified = platform.config.requireEmailVerification;
  if (verified) await takeFrom(platform, MAILS_PER_ADDRESS, form.email);
  // Hashed in every case: a known address takes as long as a new one.
  const password_hash = await platform.accounts.hashPassword(form.password);
  return platform.database.withSystem('registration', (db) =>
    verified
      ? awaitProof(platform, db, origin, { ...form, password_hash }, from)
      : registerAtOnce(platform, db, origin, { ...form, password_hash }),
  );
}

type HashedForm = Form & { password_hash: string };

async function awaitProof(
  platform: Platform,
  db: SystemDb,
  origin: Origin,
  form: HashedForm,
  { language, browser }: { language: Language; browser: string },
): Promise<null> {
  const owned = await mailOwner(platform, db, form.email, language);
  const token = await insertRegistration(db, { ...form, browser, is_mailed: !owned });
  if (!owned) await mailVerification(platform, db, form.email, token, language);
  await recordRegistration(db, origin, null, form.email);
  return null;
}

/**
 * Where somebody has the address already, mails them what helps: the link that sets up an account which was prepared for
 * them, or that there is one. @returns false where nobody has it
 */
async function mailOwner(
  platform: Platform,
  db: SystemDb,
  email: string,
  language: Language,
): Promise<boolean> {
  const person = await findRecipient(db, { email });
  const account = await findAccountByEmail(db, email);
  if (person && !account) {
    await mailPasswordLink(platform, db, person);
    return true;
  }
  const to = { to: email, language: person?.language ?? language };
  if (await isClosed(db, email)) {
    await mailAs(platform, db, NOBODYS, closedAccountMail(to));
    return true;
  }
  if (!account) return false;
  const link = pageUrl(platform, '/admin/login');
  const mail = alreadyRegisteredMail({ ...to, first_name: account.first_name, link });
  await mailAs(platform, db, person ?? NOBODYS, mail);
  return true;
}

async function registerAtOnce(
  platform: Platform,
  db: SystemDb,
  origin: Origin,
  form: HashedForm,
): Promise<Started> {
  const user_id = await createAccount(db, { ...form, email_verified: false });
  if (!user_id) throw new AppError('account.already_registered');
  await recordRegistration(db, origin, user_id, form.email);
  const started = await startSession(platform, db, user_id, origin);
  // Somebody has added this person, who proves the address by their own link: an unverified form must not take it.
  if (!started) throw new AppError('account.already_registered');
  return started;
}

/** Nobody has proved yet whose the address is: the system writes. */
const NOBODYS = { organization_id: null };

/** `user_id` null: the account waits for its address to be proved. */
function recordRegistration(
  db: SystemDb,
  origin: Origin,
  user_id: string | null,
  email: string,
): Promise<void> {
  const change = { action: 'account.registered', object_type: 'account', object_id: user_id };
  return recordChange(db, { actor: null, origin }, { ...change, organization_id: null, after: { email } });
}

async function mailVerification(
  platform: Platform,
  db: SystemDb,
  email: string,
  token: string,
  language: Language,
): Promise<void> {
  const link = pageUrl(platform, '/admin/verify-email', { token });
  await mailAs(platform, db, NOBODYS, verificationMail({ to: email, language, link }));
}

/** Sends the mail of a registration again, if one waits; nobody is told whether. `browser`: its secret. */
export async function resendVerification(
  platform: Platform,
  email: string,
  { language, browser }: { language: Language; browser: string | null },
): Promise<void> {
  await takeFrom(platform, MAILS_PER_ADDRESS, email);
  await platform.database.withSystem('send a verification mail again', async (db) => {
    const token = await repeatRegistration(db, email, browser);
    if (token !== null) await mailVerification(platform, db, email, token, language);
  });
}

/**
 * Proves an address with the token of the mail: the account is made, with the profile that was prepared for it, and
 * signed in. The link proves who reads the mailbox, not who has typed the password of the form: it is taken over in the
 * browser of the form alone, and elsewhere another is asked for.
 * @throws account.verification_invalid: unknown, used or over; account.password_needed, account.common_password
 */
export async function verifyEmail(
  platform: Platform,
  origin: Origin,
  given: { token: string; password?: string | undefined },
  browser: Browser,
): Promise<Started> {
  const form = await platform.database.withSystem('read a registration', (db) =>
    findRegistration(db, given.token, browser.registration),
  );
  if (!form) throw new AppError('account.verification_invalid');
  if (given.password === undefined && !form.by_this_browser) throw new AppError('account.password_needed');
  if (given.password !== undefined) platform.accounts.refuseCommon(given.password);
  const password_hash =
    given.password === undefined
      ? form.password_hash
      : await platform.accounts.hashPassword(given.password, 'known');
  return platform.database.withSystem('verify an address', async (db) => {
    const claimed = await claimRegistration(db, given.token, form.email);
    const user_id = claimed
      ? await createAccount(db, { ...form, password_hash, email_verified: true })
      : null;
    if (!user_id) throw new AppError('account.verification_invalid');
    await recordChange(
      db,
      { actor: null, origin },
      { action: 'account.verified', object_type: 'account', object_id: user_id, organization_id: null },
    );
    const started = await startSession(platform, db, user_id, origin, { previous: browser.previous });
    if (!started) throw new AppError('account.verification_invalid');
    return started;
  });
}
