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
  /** The name of their organization; null: none. */
  organization: string | null;
};

/** Those of these addresses that have an account and may sign in. */
export async function findDemoAccounts(db: SystemDb, emails: readonly string[]): Promise<FoundAccount[]> {
  const { rows } = await sql<FoundAccount>`
    select p.id, p.user_id, p.first_name, p.last_name, p.email, p.role, o.name as organization
    from profiles p left join organizations o on o.id = p.organization_id
    where p.email = any(${emails}::text[]) and p.user_id is not null and p.is_active and p.deleted_at is null`.execute(
    db,
  );
  return rows;
}
