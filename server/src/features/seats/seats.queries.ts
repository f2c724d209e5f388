import { sql } from 'kysely';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { boolean, notNull } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/**
 * Locks organizations whose seats are about to be taken, given back or limited: the next transaction that counts them
 * waits for this one. In the order of their ids, so that two that take several never wait for each other.
 * @returns the ids of those outside the bin that the transaction may see
 */
export async function lockOrganizations(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await rowsOf({ ...columnsOf('organizations', 'id'), in_bin: boolean })`
    select id, deleted_at is not null as in_bin from organizations where id = any(${ids}::uuid[])
    order by id for no key update`.execute(db);
  return rows.flatMap(({ id, in_bin }) => (in_bin ? [] : id));
}

/** Locks those outside the bin that no other transaction has locked; their ids. */
export async function tryLockOrganizations(db: SystemDb, ids: string[]): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('organizations', 'id'))`
    select id from organizations where id = any(${ids}::uuid[]) and deleted_at is null
    order by id for no key update skip locked`.execute(db);
  return rows.map((row) => row.id);
}

/** Locks one that is in the bin: its version, or null where there is none. */
export async function lockBinnedOrganization(db: Db, id: string): Promise<number | null> {
  const { rows } = await rowsOf(columnsOf('organizations', 'version'))`select version from organizations
    where id = ${id} and deleted_at is not null for no key update`.execute(db);
  return rows[0]?.version ?? null;
}

/**
 * Locks one that is in the bin for `days` at least, to delete it: no row comes to it until then. Its name, or null where
 * there is none, or, unless it `waits`, where another transaction has locked it.
 */
export async function lockOrganizationToPurge(
  db: SystemDb,
  id: string,
  { days, waits }: { days: number; waits: boolean },
): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('organizations', 'name'))`
    select name from organizations where id = ${id} and deleted_at <= now() - make_interval(days => ${days})
    for update ${waits ? sql`` : sql`skip locked`}`.execute(db);
  return rows[0]?.name ?? null;
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

/** How many seats of an organization outside the bin are used, and whether that is over a limit; null where there is none. */
export async function findUseBeside(db: Db, organization_id: string, max_users: number) {
  const { rows } = await rowsOf({
    used: notNull(ROWS.organization_seats.used_seats),
    is_over_limit: boolean,
  })`
    select s.used_seats as used, exceeds_seats(${max_users}::int, s.used_seats) as is_over_limit
    from organization_seats s join organizations o on o.id = s.organization_id
    where s.organization_id = ${organization_id} and o.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
