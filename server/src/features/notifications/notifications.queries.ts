import { ALL_NOTIFICATION_EVENTS, NOTIFICATION_OBJECTS } from '@atalaya/contract/notification-events';
import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Notification } from '@atalaya/contract/notifications';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { boolean, json, number, oneOf } from '../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import type { RowOf } from '../../platform/database/columns.ts';

/** Days that what was read stays, and what was not. */
const READ_DAYS = 30;
const UNREAD_DAYS = 90;

const notificationRow = {
  ...columnsOf('notifications', 'id', 'object_id', 'created_at', 'read_at'),
  event: oneOf(...ALL_NOTIFICATION_EVENTS),
  object_type: oneOf(...NOTIFICATION_OBJECTS),
  params: json<Notification['params']>(),
};
export type NotificationRow = RowOf<typeof notificationRow>;

/** One page of what a person was told, newest first, and how many there are. */
export async function listNotifications(
  db: Db,
  profile_id: string,
  { page, unread }: { page: number; unread: boolean },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const whose = sql`profile_id = ${profile_id} and (not ${unread}::boolean or read_at is null)`;
  const [list, count] = await Promise.all([
    rowsOf(notificationRow)`select id, event, object_type, object_id, params, created_at, read_at
      from notifications where ${whose} order by id desc
      limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from notifications where ${whose}`.execute(db),
  ]);
  return { rows: list.rows, total: count.rows[0]?.total ?? 0 };
}

export async function countUnread(db: Db, profile_id: string): Promise<number> {
  const { rows } = await rowsOf({ unread: number })`select count(*)::int as unread from notifications
    where profile_id = ${profile_id} and read_at is null`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Marks one as read, or keeps it so; false where the person has none of this id. */
export async function markRead(db: Db, profile_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`update notifications set read_at = coalesce(read_at, now())
    where id = ${id} and profile_id = ${profile_id} returning id`.execute(db);
  return rows.length === 1;
}

export async function markAllRead(db: Db, profile_id: string): Promise<void> {
  await sql`update notifications set read_at = now()
    where profile_id = ${profile_id} and read_at is null`.execute(db);
}

/** Deletes some of what is old enough; returns how many. */
export async function purgeNotifications(db: SystemDb, limit: number): Promise<number> {
  const { rows } = await sql`delete from notifications where id in (
      select id from notifications
      where created_at < now() - make_interval(days => ${READ_DAYS})
        and (read_at < now() - make_interval(days => ${READ_DAYS})
          or created_at < now() - make_interval(days => ${UNREAD_DAYS}))
      order by created_at limit ${limit} for update skip locked)
    returning id`.execute(db);
  return rows.length;
}

/** Remembers a device of a person; true where others were known and this one was not. */
export async function isNewDevice(db: SystemDb, profile_id: string, device: string): Promise<boolean> {
  const { rows } = await rowsOf({ is_new: boolean })`
    with kept as (
      insert into known_devices (profile_id, device) values (${profile_id}, ${device})
      on conflict do nothing returning device)
    select exists (select from kept)
      and exists (select from known_devices where profile_id = ${profile_id}) as is_new`.execute(db);
  return rows[0]?.is_new ?? false;
}
