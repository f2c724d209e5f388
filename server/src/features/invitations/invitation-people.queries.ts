import { sql } from 'kysely';
import type { SystemDb } from '../../platform/database/database.ts';
import { boolean } from '../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../platform/database/rows.ts';
import type { KnownPerson } from './invitations.rules.ts';

/** What exists under an address already. The profile's row is locked. */
export async function findPersonByEmail(
  db: SystemDb,
  email: string,
): Promise<Omit<KnownPerson, 'is_unclaimed'>> {
  const profile = await rowsOf({
    ...columnsOf('profiles', 'id', 'organization_id', 'user_id', 'role', 'is_active'),
    in_bin: boolean,
    organization_deleted: boolean,
  })`
    select p.id, p.organization_id, p.user_id, p.role, p.deleted_at is not null as in_bin, p.is_active,
      exists (select 1 from organizations o where o.id = p.organization_id and o.deleted_at is not null)
        as organization_deleted
    from profiles p where p.email = ${email} for update`.execute(db);
  const account = await rowsOf(columnsOf('auth.user', 'id'))`
    select id from auth."user" where email = ${email}`.execute(db);
  const row = profile.rows[0];
  return {
    profile_id: row?.id ?? null,
    organization_id: row?.organization_id ?? null,
    user_id: row?.user_id ?? account.rows[0]?.id ?? null,
    role: row?.role ?? null,
    in_bin: row?.in_bin ?? false,
    is_active: row?.is_active ?? false,
    organization_deleted: row?.organization_deleted ?? false,
  };
}

export type Joining = {
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  organization_id: string | null;
  user_id: string;
};

/** A new person who joins by an invitation. */
export async function insertJoined(db: SystemDb, row: Joining): Promise<string> {
  const { rows } = await rowsOf(columnsOf('profiles', 'id'))`
    insert into profiles (first_name, last_name, email, role, organization_id, user_id, last_login_at)
    values (${row.first_name}, ${row.last_name}, ${row.email}, ${row.role}, ${row.organization_id}, ${row.user_id}, now())
    returning id`.execute(db);
  return onlyRow(rows).id;
}

/** A person who has an account, but no organization, joins one. */
export async function moveIn(
  db: SystemDb,
  profile_id: string,
  { role, organization_id }: { role: string; organization_id: string | null },
): Promise<void> {
  await sql`update profiles set role = ${role}, organization_id = ${organization_id}, is_active = true,
      version = version + 1, updated_at = now()
    where id = ${profile_id}`.execute(db);
}
