import { sql } from 'kysely';
import { BIN_DAYS } from '@atalaya/contract/limits';
import { purgePeople } from '../../platform/accounts/accounts.queries.ts';
import type { SystemDb, Db } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

const binPerson = columnsOf('profiles', 'id', 'user_id', 'email');
export type BinPerson = RowOf<typeof binPerson>;
const binInvitation = columnsOf('organization_invitations', 'id', 'email');
export type BinInvitation = RowOf<typeof binInvitation>;

/** Into the bin, or back out of it. */
export async function setInBin(db: Db, id: string, in_bin: boolean): Promise<void> {
  await sql`update organizations set deleted_at = case when ${in_bin} then now() end,
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

/** Deactivates the active people of an organization, and remembers which; returns them. */
export async function deactivatePeople(db: Db, organization_id: string): Promise<BinPerson[]> {
  const { rows } = await rowsOf({ ...binPerson, was_active: ROWS.profiles.deactivated_with_organization })`
    update profiles set deactivated_with_organization = is_active, is_active = false,
      version = version + 1, updated_at = now()
    where organization_id = ${organization_id} and deleted_at is null
    returning id, user_id, email, deactivated_with_organization as was_active`.execute(db);
  return rows.filter((row) => row.was_active);
}

/** Activates those again; returns them. */
export async function reactivatePeople(db: Db, organization_id: string): Promise<BinPerson[]> {
  const { rows } = await rowsOf(binPerson)`
    update profiles set is_active = true, deactivated_with_organization = false,
      version = version + 1, updated_at = now()
    where organization_id = ${organization_id} and deactivated_with_organization
    returning id, user_id, email`.execute(db);
  return rows;
}

/** Withdraws the open invitations of an organization, and remembers which; returns them. */
export async function withdrawInvitations(db: Db, organization_id: string): Promise<BinInvitation[]> {
  const { rows } = await rowsOf(binInvitation)`
    update open_invitations set revoked_at = now(), revoked_with_organization = true, updated_at = now()
    where organization_id = ${organization_id}
    returning id, email`.execute(db);
  return rows;
}

/** Opens those again, for as long as they would have been valid; returns them. */
export async function reopenInvitations(db: Db, organization_id: string): Promise<BinInvitation[]> {
  const { rows } = await rowsOf(binInvitation)`
    update organization_invitations set revoked_at = null, revoked_with_organization = false, updated_at = now()
    where organization_id = ${organization_id} and revoked_with_organization
    returning id, email`.execute(db);
  return rows;
}

/** Organizations that have been in the bin for its 30 days, those longest in it first. */
export async function listDue(db: SystemDb): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('organizations', 'id'))`
    select id from organizations where deleted_at < now() - make_interval(days => ${BIN_DAYS})
    order by deleted_at`.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes an organization for good that is locked, with its settings, invitations, people and their accounts. */
export async function purgeOrganization(db: SystemDb, id: string): Promise<void> {
  const people = await rowsOf(columnsOf('profiles', 'id', 'user_id'))`
    select id, user_id from profiles where organization_id = ${id} for update`.execute(db);
  await sql`delete from organization_invitations where organization_id = ${id}`.execute(db);
  await purgePeople(db, people.rows);
  await sql`delete from settings where organization_id = ${id}`.execute(db);
  await sql`delete from organizations where id = ${id}`.execute(db);
}
