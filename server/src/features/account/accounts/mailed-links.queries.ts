import { RECOVERY_DAYS } from '@atalaya/contract/limits';
import { sql } from 'kysely';
import { hashToken, newToken } from '../../../platform/core/token.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { oneOf } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

/** What a link is for, whom it is for, and how long it is valid. */
export type NewLink =
  | { purpose: 'reset_password'; user_id: string }
  | { purpose: 'set_up'; profile_id: string };
export type Purpose = NewLink['purpose'];
const link = columnsOf('auth.mailed_link', 'purpose', 'user_id', 'profile_id');
export type Link = RowOf<typeof link>;

/** Hours that a link is valid. */
const HOURS: Record<Purpose, number> = { reset_password: 1, set_up: 7 * 24 };
/** Days that a link is remembered after its end, so that one can be told why it fails. */
const REMEMBERED_DAYS = 30;

/** Makes a link and returns its token, of 256 bits: the database keeps the hash alone. */
export async function insertLink(db: SystemDb, link: NewLink): Promise<string> {
  const token = newToken();
  await sql`
    insert into auth.mailed_link (purpose, token_hash, user_id, profile_id, expires_at)
    values (${link.purpose}, ${hashToken(token)}, ${link.purpose === 'set_up' ? null : link.user_id},
      ${link.purpose === 'set_up' ? link.profile_id : null},
      now() + make_interval(hours => ${HOURS[link.purpose]}))`.execute(db);
  return token;
}

/** Uses a link up; null where it is unknown, over, used, or for something else. Of many at once one gets it. */
export async function claimLink(db: SystemDb, token: string, purposes: Purpose[]): Promise<Link | null> {
  const { rows } = await rowsOf(link)`
    update auth.mailed_link set used_at = now()
    where token_hash = ${hashToken(token)} and purpose = any(${purposes}::text[])
      and used_at is null and expires_at > now()
    returning purpose, user_id, profile_id`.execute(db);
  return rows[0] ?? null;
}

/** The state of a link, without using it. */
export async function findLinkState(
  db: SystemDb,
  token: string,
  purposes: Purpose[],
): Promise<'valid' | 'expired' | 'used' | 'invalid'> {
  const { rows } = await rowsOf({ state: oneOf('valid', 'expired', 'used') })`
    select case when used_at is not null then 'used' when expires_at <= now() then 'expired' else 'valid' end as state
    from auth.mailed_link
    where token_hash = ${hashToken(token)} and purpose = any(${purposes}::text[])`.execute(db);
  return rows[0]?.state ?? 'invalid';
}

/** Uses up every other link of an account, or of a profile that has none yet. */
export async function withdrawLinks(
  db: SystemDb,
  purposes: Purpose[],
  of: { user_id: string | null; profile_id: string | null },
): Promise<void> {
  await sql`
    update auth.mailed_link set used_at = now()
    where (user_id = ${of.user_id}::uuid or profile_id = ${of.profile_id}::uuid)
      and purpose = any(${purposes}::text[]) and used_at is null`.execute(db);
}

/**
 * Forgets sessions that have ended, registrations that were not confirmed in time, links long over, and ways in that
 * were not looked through in time.
 */
export async function deleteEnded(db: SystemDb): Promise<void> {
  await sql`delete from auth."session" where "expiresAt" < now()`.execute(db);
  await sql`delete from auth.registration where expires_at < now()`.execute(db);
  await sql`
    delete from auth.access_review where created_at < now() - make_interval(days => ${RECOVERY_DAYS})`.execute(
    db,
  );
  await sql`
    delete from auth.mailed_link where expires_at < now() - make_interval(days => ${REMEMBERED_DAYS})`.execute(
    db,
  );
}
