import { MUTABLE_EVENTS, NOTIFICATION_EVENTS } from '@atalaya/contract/notification-events';
import type { MutableEvent } from '@atalaya/contract/notification-events';
import type { NotificationPreference } from '@atalaya/contract/notifications';
import { ranksAtLeast } from '@atalaya/contract/roles';
import type { Role } from '@atalaya/contract/roles';
import type { Actor, By, Origin } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Author } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readSettings } from '../../platform/settings/settings.queries.ts';
import { channelsOf } from '../../platform/settings/settings.ts';
import { findSubscriber, listPreferences, savePreference } from './notification-preferences.queries.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

type Change = { event: MutableEvent; screen?: boolean | undefined; mail?: boolean | undefined };
type Whose = { profile_id: string; organization_id: string | null; role: Role };

/** How one wants to be told of each event that can concern one. */
export function listNotificationPreferences(platform: Platform, actor: Actor) {
  return platform.database.withOwn(actor, 'the own preferences', async (db) => ({
    items: await preferencesOf(db, actor),
  }));
}

/** Changes how one is told of an event. */
export function updateNotificationPreference(platform: Platform, by: By, change: Change) {
  return platform.database.withOwn(by.actor, 'the own preferences', async (db) => {
    await save(db, by, by.actor, change);
    return { items: await preferencesOf(db, by.actor) };
  });
}

/** Which mails a link ends, and whether they still come. Changes nothing. @throws object.not_found */
export async function checkUnsubscription(platform: Platform, token: string) {
  return platform.database.withSystem('what an unsubscribe link ends', async (db) => {
    const { event, profile_id } = read(platform, token);
    const whose = await findSubscriber(db, profile_id);
    if (!whose) throw new AppError('object.not_found');
    const { mail } = await effective(db, { ...whose, profile_id }, event);
    return { event, mail };
  });
}

/** Ends the mails of one kind by the link in one of them, without a session; idempotent. @throws object.not_found */
export async function unsubscribe(platform: Platform, origin: Origin, token: string) {
  return platform.database.withSystem('unsubscribe by a mailed link', async (db) => {
    const { event, profile_id } = read(platform, token);
    const whose = await findSubscriber(db, profile_id);
    if (!whose) throw new AppError('object.not_found');
    await save(db, { actor: null, origin }, { ...whose, profile_id }, { event, mail: false });
    return { event, mail: false };
  });
}

function read(platform: Platform, token: string) {
  const subscription = readUnsubscribeToken(platform.config, token);
  if (!subscription) throw new AppError('object.not_found');
  return subscription;
}

async function save(db: Db, by: Author, whose: Whose, change: Change): Promise<void> {
  const { screen, mail } = await effective(db, whose, change.event);
  const after = { screen: change.screen ?? screen, mail: change.mail ?? mail };
  if (after.screen === screen && after.mail === mail) return;
  await savePreference(db, whose.profile_id, { event: change.event, ...after });
  await recordChange(db, by, {
    action: 'user.notifications_changed',
    object_type: 'user',
    object_id: whose.profile_id,
    organization_id: whose.organization_id,
    before: { event: change.event, screen, mail },
    after: { event: change.event, ...after },
  });
}

/** What a person has chosen, or else their organization. */
async function effective(db: Db, { profile_id, organization_id }: Whose, event: MutableEvent) {
  const chosen = (await listPreferences(db, profile_id)).find((each) => each.event === event);
  return chosen ?? channelsOf((await readSettings(db, organization_id)).notifications, event);
}

async function preferencesOf(
  db: Db,
  { profile_id, organization_id, role }: Whose,
): Promise<NotificationPreference[]> {
  const settings = await readSettings(db, organization_id);
  const changed = new Map((await listPreferences(db, profile_id)).map((row) => [row.event, row]));
  return MUTABLE_EVENTS.filter((event) => ranksAtLeast(role, NOTIFICATION_EVENTS[event].from)).map(
    (event) => {
      const { screen, mail } = changed.get(event) ?? channelsOf(settings.notifications, event);
      return { event, screen, mail: NOTIFICATION_EVENTS[event].mail ? mail : null };
    },
  );
}
