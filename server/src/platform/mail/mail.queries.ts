import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Whether somebody is there and active. */
export async function isActive(db: Kysely<Tables>, profile_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from profiles where id = ${profile_id} and is_active and deleted_at is null`.execute(db);
  return rows.length === 1;
}
