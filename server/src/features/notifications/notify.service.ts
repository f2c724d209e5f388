import { MUTABLE_EVENTS, NOTIFICATION_EVENTS } from '@atalaya/contract/notification-events';
import type { NotificationEvent, NotificationObject } from '@atalaya/contract/notification-events';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { chunksOf } from '../../platform/database/chunks.ts';
import { withRows } from '../../platform/database/rows.ts';
import { publish } from '../../platform/live/publish.ts';
import type { Message } from '../../platform/mail/message.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { listSettings, readSettings } from '../../platform/settings/settings.queries.ts';
import type { EffectiveSettings } from '../../platform/settings/settings.queries.ts';
import { channelsOf, withSender } from '../../platform/settings/settings.ts';
import { listAdminIds, listSuperAdmins, sendNotifications, sendOwnNotifications } from './notify.queries.ts';
import type { Reader, ToldRow } from './notify.queries.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

type Params = Record<string, string | number>;
type About = {
  event: NotificationEvent;
  /** Whose news it is; where it is about an account, its owner's. */
  organization_id: string | null;
  object_type: NotificationObject;
};
export type News = About & {
  /**
   * Profiles; those that are gone, inactive or of another organization are left out. Or the organization's admins, or
   * all super_admins, or both.
   */
  to: string[] | 'admins' | 'super_admins' | 'all_admins';
  /** Whose doing it is: they are not told. */
  except?: string;
  object_id: string | null;
  /** What the sentence on the screen names. */
  params?: Params;
};
/** The same where it is about something else for each of them. */
export type OwnNews = About & { each: { person: string; object_id: string | null; params: Params }[] };

/** Who a mail is written to, and the address that ends mails of its kind; undefined for kinds that cannot be ended. */
export type MailReader = { to: string; language: 'es' | 'en'; unsubscribe: string | undefined };

/** Mails that are written and queued together: some 5 kB each. */
const MAILS_AT_ONCE = 200;

/** Characters of one text of the params. */
const TEXT_MAX = 200;

/**
 * Tells people something in the transaction of what it is about, so that there are both or neither: on the screen,
 * live, and by mail where `compose` writes one, as each prefers.
 */
export async function notify(
  platform: Platform,
  db: Db,
  news: News | OwnNews,
  compose?: (reader: MailReader, profile_id: string) => Message,
): Promise<void> {
  const settings = await readSettings(db, news.organization_id);
  const readers = await tell(db, news, settings);
  if (!compose || !NOTIFICATION_EVENTS[news.event].mail) return;
  // The words of another person are mailed to proven addresses alone, where the installation asks for proof.
  const { requireEmailVerification } = platform.config;
  const mailed = readers.filter(({ mail, proven }) => mail && (proven || !requireEmailVerification));
  for (const part of chunksOf(mailed, MAILS_AT_ONCE)) {
    const mails = part.map((reader) =>
      compose(mailReaderOf(platform, news.event, reader), reader.profile_id),
    );
    await platform.mail.enqueueAll(
      db,
      mails.map((mail) => withSender(settings, mail)),
      { lane: laneOf(news.event), organization_id: news.organization_id },
    );
  }
}

/** One's own doing, or an intruder's; all other news, also of one's account, other people can cause in bulk. */
const OWN_DOINGS = new Set<NotificationEvent>([
  'security.new_device',
  'security.api_key_created',
  'security.api_key_restored',
  'security.api_key_new_network',
  'security.assistant_allowed',
  'security.assistant_new_network',
  'security.break_glass_used',
]);
const laneOf = (event: NotificationEvent) => (OWN_DOINGS.has(event) ? 'security' : 'bulk');

/** The same without mails. */
export async function notifyOnScreen(db: Db, news: News): Promise<void> {
  await tell(db, news, await readSettings(db, news.organization_id));
}

/** News of many organizations, which their own admins are told. */
export type AdminNews = Pick<About, 'event' | 'object_type'> & {
  each: { organization_id: string; object_id: string | null; params: Params }[];
};

/** Tells the admins of each of these organizations, on the screen. */
export async function notifyAdmins(db: SystemDb, { event, object_type, each }: AdminNews): Promise<void> {
  const settings = await listSettings(
    db,
    each.map(({ organization_id }) => organization_id),
  );
  const items = withRows(each, settings).map(([one, own]) => ({
    ...one,
    ...defaultsOf(own, event),
    admins: true as const,
    params: bounded(one.params),
  }));
  const about = { event, object_type, organization_id: null };
  await tellReaders(db, await sendOwnNotifications(db, about, items));
}

async function tell(db: Db, news: News | OwnNews, settings: EffectiveSettings): Promise<Reader[]> {
  const { event, organization_id, object_type } = news;
  const about = { event, organization_id, object_type, defaults: defaultsOf(settings, event) };
  return tellReaders(db, await send(db, about, news));
}

const defaultsOf = ({ notifications, language }: EffectiveSettings, event: NotificationEvent) => ({
  ...channelsOf(notifications, event),
  language,
});

async function tellReaders(db: Db, readers: Reader[]): Promise<Reader[]> {
  await tellCountChanged(
    db,
    readers.filter(({ screen }) => screen).map(({ profile_id }) => profile_id),
  );
  return readers;
}

type Told = Omit<ToldRow, 'people' | 'object_id' | 'params'>;

async function send(db: Db, about: Told, news: News | OwnNews): Promise<Reader[]> {
  if ('each' in news) {
    const each = news.each.map((one) => ({ ...one, params: bounded(one.params) }));
    return sendOwnNotifications(db, about, each);
  }
  const { object_id, params = {} } = news;
  return sendNotifications(db, {
    ...about,
    people: await peopleOf(db, news),
    object_id,
    params: bounded(params),
  });
}

/** Who they are; null: the admins of the organization. */
async function peopleOf(db: Db, { to, except, organization_id }: News): Promise<string[] | null> {
  if (to === 'admins' && except === undefined) return null;
  const admins = to === 'admins' || to === 'all_admins' ? await adminsOf(db, organization_id) : [];
  const supers = to === 'super_admins' || to === 'all_admins' ? await listSuperAdmins(db) : [];
  const named = typeof to === 'string' ? [] : to;
  return [...named, ...admins, ...supers].filter((id) => id !== except);
}

/** The active admins of an organization; of none there are none. */
export const adminsOf = async (db: Db, organization_id: string | null): Promise<string[]> =>
  organization_id === null ? [] : listAdminIds(db, organization_id);

/** Has every open page of these people count again what they have not read. */
export async function tellCountChanged(db: Db, profile_ids: string[]): Promise<void> {
  const [first] = profile_ids;
  if (!first) return;
  const nobody_else = { organization_id: null, minimum_role: null };
  await publish(db, { topic: 'notifications', object_id: first, ...nobody_else, profile_ids });
}

function mailReaderOf(platform: Platform, event: NotificationEvent, reader: Reader): MailReader {
  const { profile_id, email: to, language } = reader;
  const mutable = MUTABLE_EVENTS.find((each) => each === event);
  if (!mutable) return { to, language, unsubscribe: undefined };
  const token = unsubscribeToken(platform.config, { profile_id, event: mutable });
  return { to, language, unsubscribe: new URL(`/unsubscribe/${token}`, platform.config.publicUrl).href };
}

/** A cut in the middle of a character would be no text. */
const bounded = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, TEXT_MAX).toWellFormed() : value,
    ]),
  );
