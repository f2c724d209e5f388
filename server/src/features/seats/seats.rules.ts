import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { Seats } from '@atalaya/contract/organizations';
import type { Role } from '@atalaya/contract/roles';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { findSeats, lockOrganizations } from './seats.queries.ts';
import type { SeatsRow } from './seats.queries.ts';

/**
 * Locks organizations whose seats are about to be taken, given back or limited: the next transaction that
 * counts them waits for this one.
 * @returns the ids of those outside the bin that the transaction may see
 */
export async function lockSeats(db: Db, organization_ids: string[]): Promise<string[]> {
  return lockOrganizations(db, [...new Set(organization_ids)]);
}

/** How many seats an invitation for a role reserves: a super_admin belongs to no organization and takes none. */
export const seatsFor = (role: Role) => (role === 'super_admin' ? 0 : 1);

/** The seats of an organization: used, reserved by invitations, left. @throws object.not_found */
export async function seatsOf(db: Db, organization_id: string): Promise<Seats> {
  const { max_users, active_users, reserved_seats, used_seats } = await getSeats(db, organization_id);
  const left = max_users === UNLIMITED_SEATS ? null : Math.max(0, max_users - used_seats);
  return { max_users, active_users, pending_invitations: reserved_seats, left };
}

/** Active people and invitations of any role that can still be accepted. @throws object.not_found */
export async function membersOf(
  db: Db,
  organization_id: string,
): Promise<Pick<SeatsRow, 'active_users' | 'pending_invitations'>> {
  const { active_users, pending_invitations } = await getSeats(db, organization_id);
  return { active_users, pending_invitations };
}

/**
 * @param added people or invitations that need a seat of an organization held by `lockSeats`
 * @throws organization.seats_full
 */
export async function requireSeats(db: Db, organization_id: string, added: number): Promise<void> {
  const { left } = await seatsOf(db, organization_id);
  if (left !== null && added > left) throw new AppError('organization.seats_full');
}

/**
 * Of an acceptance, whose invitation has reserved the seat that it takes; a limit that was lowered since is kept.
 * @throws organization.seats_full
 */
export async function requireReservedSeat(db: Db, organization_id: string): Promise<void> {
  const { max_users, active_users } = await getSeats(db, organization_id);
  if (max_users !== UNLIMITED_SEATS && active_users >= max_users)
    throw new AppError('organization.seats_full');
}

/** A limit is not below what is in use. @throws organization.seats_below_use */
export async function requireRoom(db: Db, organization_id: string, max_users: number): Promise<void> {
  const { used_seats: used } = await getSeats(db, organization_id);
  if (max_users !== UNLIMITED_SEATS && max_users < used)
    throw new AppError('organization.seats_below_use', { params: { used } });
}

async function getSeats(db: Db, organization_id: string): Promise<SeatsRow> {
  const seats = await findSeats(db, organization_id);
  if (!seats) throw new AppError('object.not_found');
  return seats;
}
