import { sql } from 'kysely';
import type { Role } from '@atalaya/contract/roles';
import type { Db } from '../../platform/database/database.ts';

/** Whether a person still has the role and the access with which the request began. */
export async function stillHasRole(db: Db, profile_id: string, role: Role): Promise<boolean> {
  const { rows } = await sql`select 1 from profiles
    where id = ${profile_id} and role = ${role} and is_active and deleted_at is null`.execute(db);
  return rows.length === 1;
}
