import type { Db, SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import type { LaterMail } from '../../../platform/mail/mail.ts';
import type { Message } from '../../../platform/mail/message.ts';
import { plainName } from '../../../platform/mail/plain-name.ts';
import { readSettings } from '../../../platform/settings/settings.queries.ts';
import { withSender } from '../../../platform/settings/settings.ts';
import { findRequiredStart } from '../../enforcement/enforcement.rules.ts';
import {
  alreadyRegisteredMail,
  passwordChangedMail,
  resetMail,
  setUpMail,
  signOnMail,
} from './accounts.email.ts';
import type { Language } from './accounts.email.ts';
import { findAccount, findAddressee, findAddressees, findRecipient } from './accounts.queries.ts';
import type { Addressee, Recipient } from './accounts.queries.ts';
import { insertLink } from './mailed-links.queries.ts';

/** An absolute address of a page of ours. */
export function pageUrl(platform: Platform, path: `/${string}`, query: Record<string, string> = {}): string {
  const url = new URL(path, platform.config.publicUrl);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/**
 * Queues a mail about a person's own account as their organization (null: the system) sends mails, in the caller's
 * transaction. It leaves before all other mails that wait: no mail that another person can cause in bulk goes this way.
 */
export async function mailAs(
  platform: Platform,
  db: Db,
  { organization_id }: { organization_id: string | null },
  message: Message,
  options: { gives_access_to?: string } = {},
): Promise<void> {
  const settings = await readSettings(db, organization_id);
  await platform.mail.enqueue(db, withSender(settings, message), {
    lane: 'security',
    organization_id,
    ...options,
  });
}

export const PASSWORD_CHANGED = 'password-changed';
export const ALREADY_REGISTERED = 'already-registered';

/** Who writes the mails of `queueAccessLinks`. */
const ACCESS_COMPOSER = 'access-link';

/**
 * Mails people who are managed by another person a link to set a password, in the caller's transaction: to set up their
 * account where they have none yet, else to reset it. The links are made when the mails leave, which may be long
 * after: how many go to unproven addresses is limited. Inactive people, and those the caller does not see, get none.
 */
export async function queueAccessLinks(platform: Platform, db: Db, people: { id: string }[]): Promise<void> {
  const found = await findAddressees(
    db,
    people.map(({ id }) => id),
  );
  await platform.mail.enqueueLater(db, found.map(accessLetter));
}

const accessLetter = ({ id, user_id, email, organization_id }: Addressee): LaterMail => ({
  composer: ACCESS_COMPOSER,
  about: id,
  to: email,
  organization_id,
  to_stranger: user_id === null,
});

/** Whether a person is known: the address is proven, or they have an account and the installation asks for no proof. */
const isKnown = (
  { config }: Platform,
  { user_id, email_verified }: Pick<Addressee, 'user_id' | 'email_verified'>,
) => email_verified || (user_id !== null && !config.requireEmailVerification);

/** Names who writes the mails of this feature that are written when they leave. */
export function registerAccountMails(platform: Platform): void {
  platform.mail.composes(ACCESS_COMPOSER, {
    find: (profile_id) =>
      platform.database.withSystem('find whom a link gives access', async (db) => {
        const person = await findRecipient(db, { id: profile_id });
        if (!person) return null;
        const write = () =>
          platform.database.withSystem('make a link that gives access', (own) =>
            accessMail(platform, own, person),
          );
        return { proven: isKnown(platform, person), write };
      }),
  });
  registerAccountNews(platform, PASSWORD_CHANGED, (to) =>
    passwordChangedMail({ ...to, link: pageUrl(platform, '/admin/reset-password'), ended_keys: [] }),
  );
  registerAccountNews(platform, ALREADY_REGISTERED, (to) =>
    alreadyRegisteredMail({ ...to, link: pageUrl(platform, '/admin/login') }),
  );
}

/** News of a person's own account, which they may not have caused. `first_name` null: greeted without a name. */
export type NewsReader = { to: string; language: Language; first_name: string | null };

const newsComposer = (kind: string) => `account-news-${kind}`;

/**
 * Registers what news of a kind say to an unproven address: the person who made that account may be another than the
 * reader, so no word of theirs is in it.
 */
export function registerAccountNews(
  platform: Platform,
  kind: string,
  write: (to: NewsReader) => Message,
): void {
  platform.mail.composes(newsComposer(kind), {
    find: (user_id) =>
      platform.database.withSystem('find whom news of their account are for', async (db) => {
        const account = await findAccount(db, user_id);
        const person = account?.profile_id ? await findAddressee(db, account.profile_id) : null;
        // Who is inactive or in the bin gets none.
        if (!account || (account.profile_id && !person)) return null;
        const to = { to: account.email, language: person?.language ?? 'es', first_name: null };
        return { proven: account.email_verified, write: async () => write(to) };
      }),
  });
}

/**
 * Mails an active person news of their account, in the caller's transaction: what `compose` makes of them, or, where
 * the address was not proven, what was named for the kind, within the budget of mails to strangers.
 */
export async function mailPerson(
  platform: Platform,
  db: Db,
  profile_id: string,
  kind: string,
  compose: (to: NewsReader) => Message,
): Promise<void> {
  const person = await findAddressee(db, profile_id);
  if (!person) return;
  const { user_id, email: to, language, organization_id } = person;
  if (isKnown(platform, person)) {
    const first_name = plainName(person.first_name);
    await mailAs(platform, db, person, compose({ to, language, first_name }));
  } else if (user_id) await mailUnproven(platform, db, kind, { user_id, to, organization_id });
}

/** The news of a kind that wait for the same account are one mail. */
export async function mailUnproven(
  platform: Platform,
  db: Db,
  kind: string,
  { user_id: about, ...to }: { user_id: string; to: string; organization_id: string | null },
): Promise<void> {
  const composer = newsComposer(kind);
  await platform.mail.enqueueLater(db, [{ composer, about, ...to, to_stranger: true }]);
}

/**
 * Mails a person a link to set a password that they, or a person who claims to be them, have asked for, as their
 * organization sends mails. To an unproven address, also that of an account made by a copied link, it counts as a mail
 * to a stranger, and is the next of these to leave: one person could make many such accounts and ask for as many mails.
 */
export async function mailPasswordLink(platform: Platform, db: SystemDb, person: Recipient): Promise<void> {
  if (isKnown(platform, person)) await mailAccess(platform, db, person);
  else await platform.mail.enqueueLater(db, [accessLetter(person)], { ahead: true });
}

/** The same at once, with a proven address or without: for people whom the operator has named. */
export async function mailAccess(platform: Platform, db: SystemDb, person: Recipient): Promise<void> {
  const message = await accessMail(platform, db, person);
  await platform.mail.enqueue(db, message, {
    lane: 'security',
    organization_id: person.organization_id,
    gives_access_to: person.id,
  });
}

/** Makes the link and writes the mail with it; none where it would not let in. */
async function accessMail(platform: Platform, db: SystemDb, person: Recipient): Promise<Message> {
  const to = { to: person.email, language: person.language };
  const start = await findRequiredStart(db, person);
  if (start !== null) return signOnMail({ ...to, link: new URL(start, platform.config.publicUrl).href });
  if (person.user_id === null) {
    const token = await insertLink(db, { purpose: 'set_up', profile_id: person.id });
    const link = pageUrl(platform, '/admin/reset-password', { token, setup: '1' });
    return setUpMail({ ...to, link, organization_name: person.organization_name });
  }
  const token = await insertLink(db, { purpose: 'reset_password', user_id: person.user_id });
  const link = pageUrl(platform, '/admin/reset-password', { token });
  if (!person.email_verified) return resetMail({ ...to, link, first_name: null });
  const settings = await readSettings(db, person.organization_id);
  return withSender(settings, resetMail({ ...to, link, first_name: plainName(person.first_name) }));
}
