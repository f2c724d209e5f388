import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** What people change of themselves. */
export type OwnProfile = {
  first_name: string;
  last_name: string;
  language: 'es' | 'en' | null;
  theme: string | null;
};

/** One's own row, locked. */
export async function lockProfile(db: Db, id: string): Promise<{ own: OwnProfile; version: number } | null> {
  const { rows } = await sql<OwnProfile & { version: number }>`
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
