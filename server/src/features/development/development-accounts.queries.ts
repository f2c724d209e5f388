import type { SystemDb } from '../../platform/database/database.ts';
import { notNull, nullable } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

const foundAccount = {
  ...columnsOf('profiles', 'id', 'first_name', 'last_name', 'email', 'role'),
  user_id: notNull(ROWS.profiles.user_id),
  /** The name of their organization; null: none. */
  organization: nullable(ROWS.organizations.name),
};
export type FoundAccount = RowOf<typeof foundAccount>;

/** Those of these addresses that have an account and may sign in. */
export async function findDemoAccounts(db: SystemDb, emails: readonly string[]): Promise<FoundAccount[]> {
  const { rows } = await rowsOf(foundAccount)`
    select p.id, p.user_id, p.first_name, p.last_name, p.email, p.role, o.name as organization
    from profiles p left join organizations o on o.id = p.organization_id
    where p.email = any(${emails}::text[]) and p.user_id is not null and p.is_active and p.deleted_at is null`.execute(
    db,
  );
  return rows;
}
