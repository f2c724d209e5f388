import { sql } from 'kysely';
import type { MutableEvent } from '@atalaya/contract/notification-events';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

const preferenceRow = columnsOf('notification_preferences', 'event', 'screen', 'mail');
export type PreferenceRow = RowOf<typeof preferenceRow>;

/** The preferences that a person has changed; of all other events they are told by every way. */
export async function listPreferences(db: Db, profile_id: string): Promise<PreferenceRow[]> {
  const { rows } = await rowsOf(preferenceRow)`select event, screen, mail from notification_preferences
    where profile_id = ${profile_id}`.execute(db);
  return rows;
}

export async function savePreference(
  db: Db,
  profile_id: string,
  { event, screen, mail }: { event: MutableEvent; screen: boolean; mail: boolean },
): Promise<void> {
  await sql`insert into notification_preferences (profile_id, event, screen, mail)
    values (${profile_id}, ${event}, ${screen}, ${mail})
    on conflict (profile_id, event) do update set updated_at = now(),
      screen = excluded.screen, mail = excluded.mail`.execute(db);
}

/** The person whom a link to unsubscribe is of; null once they are deleted. */
export async function findSubscriber(db: SystemDb, profile_id: string) {
  const { rows } = await rowsOf(columnsOf('profiles', 'organization_id', 'role'))`
    select organization_id, role from profiles
    where id = ${profile_id} and deleted_at is null for no key update`.execute(db);
  return rows[0] ?? null;
}
