import { sql } from 'kysely';
import type { Role } from '@atalaya/contract/roles';
import type { Db } from '../../platform/database/database.ts';
import { notNull, number } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { rowsOf } from '../../platform/database/rows.ts';

/** Transactions that could remove a super_admin wait here for each other: one at a time, on every instance. */
export async function lockSuperAdmins(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.super_admins'))`.execute(db);
}

/** Which organizations these people belong to, without locking anything. */
export async function organizationsOf(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await rowsOf({ organization_id: notNull(ROWS.profiles.organization_id) })`
    select distinct organization_id from profiles
    where id = any(${ids}::uuid[]) and organization_id is not null`.execute(db);
  return rows.map((row) => row.organization_id);
}

/** How many active people of a role an organization has; null: those without organization. */
export async function countActive(db: Db, organization_id: string | null, role: Role): Promise<number> {
  const none = '00000000-0000-0000-0000-000000000000';
  const { rows } = await rowsOf({ people: number })`
    select coalesce(sum(people), 0)::int as people from profile_counts
    where coalesce(organization_id, ${sql.lit(none)}::uuid) = ${organization_id ?? none}
      and role = ${role} and is_active`.execute(db);
  return rows[0]?.people ?? 0;
}
