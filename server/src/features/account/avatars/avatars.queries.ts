import { sql } from 'kysely';
import type { Role } from '@atalaya/contract/roles';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import { notNull } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

const avatarRow = columnsOf('profiles', 'avatar_url', 'organization_id');
export type AvatarRow = RowOf<typeof avatarRow>;

/**
 * The own row, locked, if that person still is signed in by this session and may be: they can have been deactivated,
 * or signed out, while their picture was on its way.
 */
export async function lockSignedIn(
  db: Db,
  id: string,
  session_id: string,
): Promise<(AvatarRow & { version: number }) | null> {
  const { rows } = await rowsOf({ ...avatarRow, ...columnsOf('profiles', 'version') })`
    select p.avatar_url, p.organization_id, p.version from profiles p
    where p.id = ${id} and p.is_active and p.deleted_at is null
      and exists (select 1 from auth."session" s
        where s."id" = ${session_id} and s."userId" = p.user_id and s."expiresAt" > now())
    for no key update`.execute(db);
  return rows[0] ?? null;
}

/** The row of a person, locked. */
export async function lockPicture(db: Db, id: string): Promise<(AvatarRow & { role: Role }) | null> {
  const { rows } = await rowsOf({ ...avatarRow, ...columnsOf('profiles', 'role') })`
    select avatar_url, organization_id, role from profiles
    where id = ${id} and deleted_at is null for no key update`.execute(db);
  return rows[0] ?? null;
}

export async function setAvatar(db: Db, id: string, avatar_url: string | null): Promise<void> {
  await sql`update profiles set avatar_url = ${avatar_url}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

/** Which of these addresses some profile keeps, in the bin or not. */
export async function keptAvatars(db: SystemDb, avatar_urls: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf({ avatar_url: notNull(ROWS.profiles.avatar_url) })`
    select avatar_url from profiles where avatar_url = any(${avatar_urls}::text[])`.execute(db);
  return new Set(rows.map((row) => row.avatar_url));
}
