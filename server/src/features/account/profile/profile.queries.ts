import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

/** What people change of themselves. */
const ownProfile = columnsOf('profiles', 'first_name', 'last_name', 'language', 'theme');
export type OwnProfile = RowOf<typeof ownProfile>;

/** One's own row, locked. */
export async function lockProfile(db: Db, id: string): Promise<{ own: OwnProfile; version: number } | null> {
  const { rows } = await rowsOf({ ...ownProfile, ...columnsOf('profiles', 'version') })`
    select first_name, last_name, language, theme, version from profiles
    where id = ${id} and deleted_at is null for no key update`.execute(db);
  if (!rows[0]) return null;
  const { version, ...own } = rows[0];
  return { own, version };
}

export async function saveProfile(db: Db, id: string, profile: OwnProfile): Promise<void> {
  await sql`
    update profiles set first_name = ${profile.first_name}, last_name = ${profile.last_name},
      language = ${profile.language}, theme = ${profile.theme}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}
