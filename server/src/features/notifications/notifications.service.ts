import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Notification, notificationRoutes } from '@atalaya/contract/notifications';
import type { z } from 'zod';
import type { Actor } from '../../platform/core/actor.ts';
import { untilDone } from '../../platform/database/chunks.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import {
  countUnread,
  listNotifications as listRows,
  markAllRead,
  markRead,
  purgeNotifications as purgeRows,
} from './notifications.queries.ts';
import type { NotificationRow } from './notifications.queries.ts';
import { tellCountChanged } from './notify.service.ts';

/** Rows per transaction, which keeps them locked until it ends. */
const BATCH = 1_000;

/** One page of what one was told, newest first. */
export async function listNotifications(
  platform: Platform,
  actor: Actor,
  query: { page: number; unread?: 'true' | undefined },
): Promise<z.output<typeof notificationRoutes.listNotifications.response>> {
  return platform.database.readAs(actor, 'list the notifications of a super_admin', async (db) => {
    const asked = { page: query.page, unread: query.unread === 'true' };
    const [{ rows, total }, unread] = await Promise.all([
      listRows(db, actor.profile_id, asked),
      countUnread(db, actor.profile_id),
    ]);
    return { items: rows.map(toNotification), total, page: query.page, page_size: PAGE_SIZE, unread };
  });
}

export async function countNotifications(platform: Platform, actor: Actor) {
  return withOwn(platform, actor, async (db) => ({ unread: await countUnread(db, actor.profile_id) }));
}

/** Marks one as read, in every tab. @throws object.not_found */
export async function readNotification(platform: Platform, actor: Actor, id: string) {
  return withOwn(platform, actor, async (db) => {
    if (!(await markRead(db, actor.profile_id, id))) throw new AppError('object.not_found');
    await tellCountChanged(db, [actor.profile_id]);
    return { unread: await countUnread(db, actor.profile_id) };
  });
}

/** Marks all as read, in every tab. */
export async function readNotifications(platform: Platform, actor: Actor) {
  return withOwn(platform, actor, async (db) => {
    await markAllRead(db, actor.profile_id);
    await tellCountChanged(db, [actor.profile_id]);
    return { unread: 0 };
  });
}

/** Deletes what was read 30 days ago, and all that is 90 days old; returns how many. */
export function purgeNotifications({ database }: Platform): Promise<number> {
  return untilDone(BATCH, () => database.withSystem('purge old notifications', (db) => purgeRows(db, BATCH)));
}

/** A super_admin is told of things of every organization, which no tenant sees. */
function withOwn<T>(platform: Platform, actor: Actor, work: (db: Db) => Promise<T>): Promise<T> {
  return platform.database.withActor(actor, 'the notifications of a super_admin', work);
}

const toNotification = ({ created_at, read_at, ...row }: NotificationRow): Notification => ({
  ...row,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
});
