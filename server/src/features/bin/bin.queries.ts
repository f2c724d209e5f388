import { sql } from 'kysely';
import { BIN_DAYS } from '@atalaya/contract/limits';
import type { SystemDb } from '../../platform/database/database.ts';

export type PurgedPerson = { id: string; organization_id: string | null; email: string };

/** Locks people who have been in the bin for its 30 days; none that another instance is purging. */
export async function lockDuePeople(db: SystemDb, limit: number) {
  const { rows } = await sql<PurgedPerson & { user_id: string | null }>`
    select id, user_id, organization_id, email from profiles
    where deleted_at < now() - make_interval(days => ${BIN_DAYS})
    order by deleted_at limit ${limit} for update skip locked`.execute(db);
  return rows;
}

/** Deletes people for good, with what only they hold up: the invitations that they sent or accepted, their accounts. */
export async function purgePeople(db: SystemDb, ids: string[], user_ids: string[]): Promise<void> {
  await sql`update organization_invitations set accepted_by = null
    where accepted_by = any(${ids}::uuid[])`.execute(db);
  await sql`delete from organization_invitations where invited_by = any(${ids}::uuid[])`.execute(db);
  await sql`delete from profiles where id = any(${ids}::uuid[])`.execute(db);
  await sql`delete from auth."user" where id = any(${user_ids}::uuid[])`.execute(db);
}
