import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Limit } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EnqueueOptions, Message } from '../../platform/mail/mail.ts';
import { readSettings } from '../../platform/settings.queries.ts';
import { withSender } from '../../platform/settings.ts';
import { resetMail, setUpMail } from './accounts.email.ts';
import { findAddressee } from './accounts.queries.ts';
import type { Addressee } from './accounts.queries.ts';
import { insertLink } from './mailed-links.queries.ts';

/** Mails about a registration that one address gets in an hour, whoever asks for them. */
export const MAILS_PER_ADDRESS: Limit = { name: 'account-mails', max: 5, seconds: 3600 };

/** An absolute address of a page of ours. */
export function pageUrl(platform: Platform, path: `/${string}`, query: Record<string, string> = {}): string {
  const url = new URL(path, platform.config.publicUrl);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** Queues a mail to somebody as their organization (null: the system) sends mails, in the caller's transaction. */
export async function mailAs(
  platform: Platform,
  db: Db,
  { organization_id }: { organization_id: string | null },
  message: Message,
  options: EnqueueOptions = {},
): Promise<void> {
  const settings = await readSettings(db, organization_id);
  await platform.mail.enqueue(db, withSender(settings, message), options);
}

/**
 * Mails an active person a link to set a password, in the caller's transaction: to set up their account where they
 * have none yet, else to reset it. `by`: who has added them, named in the mail.
 */
export async function sendSetUpMail(
  platform: Platform,
  db: Db,
  profile: { id: string },
  by: { actor: Actor | null },
  not_before?: Date,
): Promise<void> {
  const person = await findAddressee(db, profile.id);
  if (person) await mailPasswordLink(platform, db, person, by.actor, not_before);
}

/** The same for a person who has been here for long: nobody is named. */
export async function sendResetMail(platform: Platform, db: Db, profile: { id: string }): Promise<void> {
  await sendSetUpMail(platform, db, profile, { actor: null });
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

/** Mails a link to set a password to somebody whose address is known, as their organization sends mails. */
export async function mailPasswordLink(
  platform: Platform,
  db: Db,
  person: Addressee,
  by: Actor | null,
  not_before?: Date,
): Promise<void> {
  const to = { to: person.email, language: person.language, first_name: person.first_name };
  const gives_access_to = person.id;
  if (person.user_id === null) {
    const token = await insertLink(db, { purpose: 'set_up', profile_id: person.id });
    const link = pageUrl(platform, '/admin/reset-password', { token, setup: '1' });
    const name = by ? `${by.first_name} ${by.last_name}`.trim() : null;
    await mailAs(platform, db, person, setUpMail({ ...to, link, by: name }), { gives_access_to, not_before });
    return;
  }
  const token = await insertLink(db, { purpose: 'reset_password', user_id: person.user_id });
  const link = pageUrl(platform, '/admin/reset-password', { token });
  await mailAs(platform, db, person, resetMail({ ...to, link }), { gives_access_to });
}
