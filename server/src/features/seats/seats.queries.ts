import type { Db } from '../../platform/database/database.ts';
import { boolean, notNull } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/**
 * Locks the rows of organizations whose seats are about to be counted, in the order of their ids, so that two
 * transactions that take several never wait for each other.
 * @returns the ids of those outside the bin that the transaction may see
 */
export async function lockOrganizations(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await rowsOf({ ...columnsOf('organizations', 'id'), in_bin: boolean })`
    select id, deleted_at is not null as in_bin from organizations where id = any(${ids}::uuid[])
    order by id for no key update`.execute(db);
  return rows.flatMap(({ id, in_bin }) => (in_bin ? [] : id));
}

const seatsRow = {
  /** UNLIMITED_SEATS: no limit. */
  max_users: ROWS.organization_seats.max_users,
  active_users: notNull(ROWS.organization_seats.active_users),
  /** Invitations that can still be accepted, of any role. */
  pending_invitations: notNull(ROWS.organization_seats.pending_invitations),
  /** Those of them that reserve a seat. */
  reserved_seats: notNull(ROWS.organization_seats.reserved_seats),
  used_seats: notNull(ROWS.organization_seats.used_seats),
};
export type SeatsRow = RowOf<typeof seatsRow>;

/** The seats of an organization outside the bin, or null. */
export async function findSeats(db: Db, organization_id: string): Promise<SeatsRow | null> {
  const { rows } = await rowsOf(seatsRow)`
    select s.max_users, s.active_users, s.pending_invitations, s.reserved_seats, s.used_seats
    from organization_seats s join organizations o on o.id = s.organization_id
    where s.organization_id = ${organization_id} and o.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
