import { newToken } from '../../../platform/core/token.ts';
import type { Browser, Started } from '../../../platform/request/entry.ts';
import type { Origin } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { networksOf } from '../../../platform/core/client-address.ts';
import { isWithin } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import { plainName } from '../../../platform/mail/plain-name.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { createAccount } from './account-creation.service.ts';
import { alreadyRegisteredMail, closedAccountMail, verificationMail } from './accounts.email.ts';
import type { Language } from './accounts.email.ts';
import { findAccountByEmail, findRecipient, isClosed } from './accounts.queries.ts';
import { ALREADY_REGISTERED, mailAs, mailPasswordLink, mailUnproven, pageUrl } from './accounts.service.ts';
import { isMailDue } from './asked-mails.service.ts';
import {
  claimRegistration,
  findRegistration,
  insertRegistration,
  repeatRegistration,
} from './registrations.queries.ts';
import { startSession } from './sign-in.service.ts';

export type Form = { first_name: string; last_name: string; email: string; password: string };

/** What a browser keeps in its cookie, so that the password of its form may be taken over. */
export const newBrowserSecret = newToken;

/**
 * Takes a registration form. With e-mail verification on there is no account yet: a mail goes out, within
 * the limits, whether or not the address is taken, and null is returned; with it off the new account is signed in.
 * @throws account.common_password; with verification off account.already_registered
 */
export async function register(
  platform: Platform,
  origin: Origin,
  form: Form,
  from: { language: Language; browser: string },
): Promise<Started | null> {
  platform.accounts.refuseCommon(form.password);
  // Hashed in every case: a known address takes as long as a new one.
  const password_hash = await platform.accounts.hashPassword(form.password);
  const hashed = { ...form, password_hash };
  if (!platform.config.requireEmailVerification)
    return platform.database.withSystem('register at once', (db) =>
      registerAtOnce(platform, db, origin, hashed),
    );
  const is_due = await isRegistrationMailDue(platform, origin, form.email);
  return platform.database.withSystem('registration', (db) =>
    awaitProof(platform, db, origin, hashed, { ...from, is_due }),
  );
}

const FIRST_OF_DAY: Limit = { name: 'registration-first', max: 1, seconds: 24 * 3600 };

/** Some are kept back for networks that have not asked for one to this address before. */
async function isRegistrationMailDue(
  platform: Platform,
  { ip_address }: Origin,
  email: string,
): Promise<boolean> {
  const widest = networksOf(ip_address).at(-1)?.name ?? '';
  const may_take_kept = await isWithin(platform, FIRST_OF_DAY, `${widest} ${email}`);
  return isMailDue(platform, 'registration', { email, ip_address, may_take_kept });
}

type HashedForm = Form & { password_hash: string };

async function awaitProof(
  platform: Platform,
  db: SystemDb,
  origin: Origin,
  form: HashedForm,
  { language, browser, is_due }: { language: Language; browser: string; is_due: boolean },
): Promise<null> {
  const mailOwner = await findOwnersMail(platform, db, form.email, language);
  const token = await insertRegistration(db, { ...form, browser, has_link: !mailOwner });
  const mail = mailOwner ?? (() => mailVerification(platform, db, form.email, token, language));
  if (is_due) await mail();
  await recordRegistration(db, origin, null, form.email);
  return null;
}

/**
 * How to mail the owner of an address that is taken already: the link that sets up an account which was prepared for
 * them, or the news that they have one, or had one. null where the address is free.
 */
async function findOwnersMail(
  platform: Platform,
  db: SystemDb,
  email: string,
  language: Language,
): Promise<(() => Promise<void>) | null> {
  const person = await findRecipient(db, { email });
  const account = await findAccountByEmail(db, email);
  if (person && !account) return () => mailPasswordLink(platform, db, person);
  const to = { to: email, language: person?.language ?? language };
  if (await isClosed(db, email)) return () => mailAs(platform, db, NOBODYS, closedAccountMail(to));
  if (!account) return null;
  const { user_id, email_verified } = account;
  if (!email_verified)
    return () => mailUnproven(platform, db, ALREADY_REGISTERED, { user_id, to: email, ...NOBODYS });
  const link = pageUrl(platform, '/admin/login');
  const first_name = plainName(account.first_name);
  return () => mailAs(platform, db, person ?? NOBODYS, alreadyRegisteredMail({ ...to, first_name, link }));
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
  const started = await startSession(platform, db, user_id, origin, { way: 'registration' });
  // An admin has added this person, who proves the address by their own link: an unverified form must not take it.
  if (!started) throw new AppError('account.already_registered');
  return started;
}

/** It is not proved yet whose the address is: the system writes. */
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

/** Sends the mail of a registration again, if one waits; the answer does not tell whether. `browser`: its secret. */
export async function resendVerification(
  platform: Platform,
  origin: Origin,
  email: string,
  { language, browser }: { language: Language; browser: string | null },
): Promise<void> {
  if (!(await isRegistrationMailDue(platform, origin, email))) return;
  await platform.database.withSystem('send a verification mail again', async (db) => {
    const token = await repeatRegistration(db, email, browser);
    if (token !== null) await mailVerification(platform, db, email, token, language);
  });
}

/** What the reader of the mail says of themselves. */
type Own = { first_name: string; last_name: string; password: string };

/**
 * Proves an address with the token of the mail: the account is made, with the profile that was prepared for it, and
 * signed in. The link proves who reads the mailbox, not who has filled in the form: its names and its password are taken
 * over in the browser of the form alone, and elsewhere others are asked for.
 * @throws account.verification_invalid: unknown, used or over; account.password_needed, account.common_password;
 *   sso.required where the profile is of an organization that requires it
 */
export async function verifyEmail(
  platform: Platform,
  origin: Origin,
  given: { token: string } & { [Field in keyof Own]?: Own[Field] | undefined },
  browser: Browser,
): Promise<Started> {
  const form = await platform.database.withSystem('read a registration', (db) =>
    findRegistration(db, given.token, browser.registration),
  );
  if (!form) throw new AppError('account.verification_invalid');
  const { first_name, last_name, password } = given;
  const isWhole = first_name !== undefined && last_name !== undefined && password !== undefined;
  if (!isWhole && !form.by_this_browser) throw new AppError('account.password_needed');
  if (isWhole) platform.accounts.refuseCommon(password);
  const person = isWhole
    ? { first_name, last_name, password_hash: await platform.accounts.hashPassword(password, 'known') }
    : form;
  return platform.database.withSystem('verify an address', async (db) => {
    const claimed = await claimRegistration(db, given.token, form.email);
    const user_id = claimed
      ? await createAccount(db, { ...person, email: form.email, email_verified: true })
      : null;
    if (!user_id) throw new AppError('account.verification_invalid');
    await recordChange(
      db,
      { actor: null, origin },
      { action: 'account.verified', object_type: 'account', object_id: user_id, organization_id: null },
    );
    const started = await startSession(platform, db, user_id, origin, {
      way: 'registration',
      previous: browser.previous,
    });
    if (!started) throw new AppError('account.verification_invalid');
    return started;
  });
}
