import type { Db, SystemDb } from '../../platform/database/database.ts';
import type { Limit } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Message } from '../../platform/mail/mail.ts';
import { readSettings } from '../../platform/settings.queries.ts';
import { withSender } from '../../platform/settings.ts';
import { resetMail, setUpMail } from './accounts.email.ts';
import { findAddressee, findAddressees, findRecipient } from './accounts.queries.ts';
import type { Recipient } from './accounts.queries.ts';
import { insertLink } from './mailed-links.queries.ts';

/** Mails about a registration that one address gets in an hour, whoever asks for them. */
export const MAILS_PER_ADDRESS: Limit = { name: 'account-mails', max: 5, seconds: 3600 };

/** An absolute address of a page of ours. */
export function pageUrl(platform: Platform, path: `/${string}`, query: Record<string, string> = {}): string {
  const url = new URL(path, platform.config.publicUrl);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/**
 * Queues a mail about somebody's own account as their organization (null: the system) sends mails, in the caller's
 * transaction. It leaves before whatever else waits: nothing that somebody else can cause in bulk goes this way.
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

/** Who writes the mails of `queueAccessLinks`. */
const ACCESS_COMPOSER = 'access-link';

/**
 * Mails people whom somebody else manages a link to set a password, in the caller's transaction: to set up their
 * account where they have none yet, else to reset it. The links are made when the mails leave, which may be long
 * after: how many go to addresses that nobody has proven is limited. The inactive and the unseen get none.
 */
export async function queueAccessLinks(platform: Platform, db: Db, people: { id: string }[]): Promise<void> {
  const found = await findAddressees(
    db,
    people.map(({ id }) => id),
  );
  await platform.mail.enqueueLater(
    db,
    found.map(({ id, user_id, email, organization_id }) => ({
      composer: ACCESS_COMPOSER,
      about: id,
      to: email,
      organization_id,
      to_stranger: user_id === null,
    })),
  );
}

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
        return { proven: person.email_verified, write };
      }),
  });
}

/** Mails an active person what `compose` makes of them, in the caller's transaction; nobody where they are not. */
export async function mailPerson(
  platform: Platform,
  db: Db,
  profile_id: string,
  compose: (to: { to: string; language: 'es' | 'en'; first_name: string }) => Message,
): Promise<void> {
  const person = await findAddressee(db, profile_id);
  if (!person) return;
  const { email: to, language, first_name } = person;
  await mailAs(platform, db, person, compose({ to, language, first_name }));
}

/** Mails somebody a link to set a password that they, or who says so, have asked for, as their organization sends mails. */
export async function mailPasswordLink(platform: Platform, db: SystemDb, person: Recipient): Promise<void> {
  const message = await accessMail(platform, db, person);
  await platform.mail.enqueue(db, message, {
    lane: 'security',
    organization_id: person.organization_id,
    gives_access_to: person.id,
  });
}

/** Makes the link and writes the mail with it. */
async function accessMail(platform: Platform, db: SystemDb, person: Recipient): Promise<Message> {
  const to = { to: person.email, language: person.language };
  if (person.user_id === null) {
    const token = await insertLink(db, { purpose: 'set_up', profile_id: person.id });
    const link = pageUrl(platform, '/admin/reset-password', { token, setup: '1' });
    return setUpMail({ ...to, link, organization_name: person.organization_name });
  }
  const token = await insertLink(db, { purpose: 'reset_password', user_id: person.user_id });
  const link = pageUrl(platform, '/admin/reset-password', { token });
  if (!person.email_verified) return resetMail({ ...to, link, first_name: null });
  const settings = await readSettings(db, person.organization_id);
  return withSender(settings, resetMail({ ...to, link, first_name: person.first_name }));
}
