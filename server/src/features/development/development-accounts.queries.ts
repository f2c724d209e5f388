import { sql } from 'kysely';
import type { Role } from '@atalaya/contract/roles';
import type { SystemDb } from '../../platform/database/database.ts';

export type FoundAccount = {
  id: string;
  user_id: string;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
};

/** Those of these addresses that have an account and may sign in. */
export async function findDemoAccounts(db: SystemDb, emails: readonly string[]): Promise<FoundAccount[]> {
  const { rows } = await sql<FoundAccount>`
    select id, user_id, first_name, last_name, email, role from profiles
    where email = any(${emails}::text[]) and user_id is not null and is_active and deleted_at is null`.execute(
    db,
  );
  return rows;
}
