import type { Browser, Challenged, Started } from '../../platform/accounts/entry.ts';
import type { Origin } from '../../platform/actor.ts';
import { recordChange } from '../../platform/audit.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { takeFrom } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { alreadyRegisteredMail, verificationMail } from './accounts.email.ts';
import type { Language } from './accounts.email.ts';
import {
  findAccountByEmail,
  findAddresseeByEmail,
  insertAccount,
  renameAccount,
  setEmailVerified,
  setPassword,
} from './accounts.queries.ts';
import type { Account } from './accounts.queries.ts';
import { MAILS_PER_ADDRESS, mailAs, pageUrl } from './accounts.service.ts';
import { claimLink, insertLink, withdrawLinks } from './mailed-links.queries.ts';
import { enter, startSession } from './session.service.ts';

export type Registration = { first_name: string; last_name: string; email: string; password: string };

/**
 * Creates an account. With e-mail verification on, a mail goes out whether or not the address has an account, and
 * null is returned either way; with it off the new account is signed in at once.
 * @throws account.common_password, request.rate_limited; with verification off account.already_registered
 */
export async function register(
  platform: Platform,
  origin: Origin,
  form: Registration,
  language: Language,
): Promise<Started | null> {
  platform.accounts.refuseCommon(form.password);
  const verified = platform.config.requireEmailVerification;
  if (verified) await takeFrom(platform, MAILS_PER_ADDRESS, form.email);
  // Hashed in every case: a known address takes as long as a new one.
  const hash = await platform.accounts.hashPassword(form.password);
  return platform.database.withSystem('registration', (db) =>
    verified
      ? registerUnverified(platform, db, origin, form, hash, language)
      : registerAtOnce(platform, db, origin, form, hash),
  );
}

async function registerUnverified(
  platform: Platform,
  db: SystemDb,
  origin: Origin,
  form: Registration,
  hash: string,
  language: Language,
): Promise<null> {
  const created = await insertAccount(db, { ...form, email_verified: false });
  const known = created ? null : await findAccountByEmail(db, form.email);
  if (known && isTaken(known)) {
    const person = await findAddresseeByEmail(db, form.email);
    const to = { to: form.email, language: person?.language ?? language, first_name: known.first_name };
    const mail = alreadyRegisteredMail({ ...to, link: pageUrl(platform, '/admin/login') });
    await mailAs(platform, db, person ?? NOBODYS, mail);
    return null;
  }
  const user_id = created ?? known?.user_id;
  // The account was deleted between the two statements: as good as never registered.
  if (!user_id) return null;
  if (known) {
    // Nobody has proved this address yet, so the latest form counts, and earlier links are dead.
    await renameAccount(db, user_id, form);
    await withdrawLinks(db, ['verify_email'], { user_id, profile_id: null });
  }
  await setPassword(db, user_id, hash);
  await mailVerification(platform, db, { ...form, user_id }, language);
  await recordRegistration(db, origin, user_id, form.email);
  return null;
}

async function registerAtOnce(
  platform: Platform,
  db: SystemDb,
  origin: Origin,
  form: Registration,
  hash: string,
): Promise<Started> {
  const user_id = await insertAccount(db, { ...form, email_verified: false });
  if (!user_id) throw new AppError('account.already_registered');
  await setPassword(db, user_id, hash);
  await recordRegistration(db, origin, user_id, form.email);
  const started = await startSession(platform, db, user_id, origin);
  // Somebody has added this person, who proves the address by their own link: an unverified form must not take it.
  if (!started) throw new AppError('account.already_registered');
  return started;
}

/** Nobody has proved yet whose the address is: the system writes. */
const NOBODYS = { organization_id: null };

const isTaken = (account: Account) => account.email_verified || account.profile_id !== null;

function recordRegistration(db: SystemDb, origin: Origin, user_id: string, email: string): Promise<void> {
  return recordChange(
    db,
    { actor: null, origin },
    {
      action: 'account.registered',
      object_type: 'account',
      object_id: user_id,
      organization_id: null,
      after: { email },
    },
  );
}

async function mailVerification(
  platform: Platform,
  db: SystemDb,
  account: { user_id: string; email: string; first_name: string },
  language: Language,
): Promise<void> {
  const token = await insertLink(db, { purpose: 'verify_email', user_id: account.user_id });
  const link = pageUrl(platform, '/admin/verify-email', { token });
  const to = { to: account.email, language, first_name: account.first_name };
  await mailAs(platform, db, NOBODYS, verificationMail({ ...to, link }));
}

/** Sends the verification mail again, if there is something to verify; nobody is told whether. */
export async function resendVerification(
  platform: Platform,
  email: string,
  language: Language,
): Promise<void> {
  await takeFrom(platform, MAILS_PER_ADDRESS, email);
  await platform.database.withSystem('send a verification mail again', async (db) => {
    const account = await findAccountByEmail(db, email);
    if (account && !account.email_verified) await mailVerification(platform, db, account, language);
  });
}

/**
 * Proves an address with the token of the mail, attaches the profile that was prepared for it, and signs in.
 * @throws account.verification_invalid: unknown, used or over, or a person who may not sign in
 */
export async function verifyEmail(
  platform: Platform,
  origin: Origin,
  token: string,
  browser: Browser,
): Promise<Started | Challenged> {
  return platform.database.withSystem('verify an address', async (db) => {
    const link = await claimLink(db, token, ['verify_email']);
    if (!link?.user_id) throw new AppError('account.verification_invalid');
    await setEmailVerified(db, link.user_id);
    await recordChange(
      db,
      { actor: null, origin },
      { action: 'account.verified', object_type: 'account', object_id: link.user_id, organization_id: null },
    );
    const entered = await enter(platform, db, link.user_id, origin, browser);
    if (!entered) throw new AppError('account.verification_invalid');
    return entered;
  });
}
