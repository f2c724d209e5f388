import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { Seats } from '@atalaya/contract/organizations';
import type { Role } from '@atalaya/contract/roles';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { findSeats, findUseBeside, lockOrganizations } from './seats.queries.ts';
import type { SeatsRow } from './seats.queries.ts';

export {
  lockBinnedOrganization,
  lockOrganizationToPurge,
  lockOrganizations,
  tryLockOrganizations,
} from './seats.queries.ts';

/** Locks one of them. @throws object.not_found */
export async function lockOrganization(db: Db, id: string): Promise<void> {
  const locked = await lockOrganizations(db, [id]);
  if (locked.length === 0) throw new AppError('object.not_found');
}

/** How many seats an invitation for a role reserves: a super_admin belongs to no organization and takes none. */
export const seatsFor = (role: Role) => (role === 'super_admin' ? 0 : 1);

/** The seats of an organization: used, reserved by invitations, left. @throws object.not_found */
export async function seatsOf(db: Db, organization_id: string): Promise<Seats> {
  const { max_users, active_users, reserved_seats, used_seats } = await getSeats(db, organization_id);
  const left = leftOf(max_users, used_seats);
  return { max_users, active_users, pending_invitations: reserved_seats, left };
}

/** null: no limit. */
const leftOf = (max_users: number, used: number) =>
  max_users === UNLIMITED_SEATS ? null : Math.max(0, max_users - used);

/** The seats that are left in an organization, counted down while people take them. */
export class SeatsLeft {
  #left: number | null;

  /** @param left null: no limit */
  constructor(left: number | null) {
    this.#left = left;
  }

  /** How many of so many more would find no seat. */
  lackingFor(added: number): number {
    return this.#left === null ? 0 : Math.max(0, added - this.#left);
  }

  take(seats = 1): void {
    if (this.#left !== null) this.#left -= seats;
  }

  giveBack(): void {
    this.take(-1);
  }
}

/** @throws object.not_found */
export const readSeatsLeft = async (db: Db, organization_id: string) =>
  new SeatsLeft((await seatsOf(db, organization_id)).left);

export const seatsFull = () => new AppError('organization.seats_full');

/** Active people and invitations of any role that can still be accepted. @throws object.not_found */
export async function membersOf(
  db: Db,
  organization_id: string,
): Promise<Pick<SeatsRow, 'active_users' | 'pending_invitations'>> {
  const { active_users, pending_invitations } = await getSeats(db, organization_id);
  return { active_users, pending_invitations };
}

/**
 * @param added people or invitations that need a seat of an organization that `lockOrganizations` has locked
 * @throws organization.seats_full
 */
export async function requireSeats(db: Db, organization_id: string, added: number): Promise<void> {
  if ((await readSeatsLeft(db, organization_id)).lackingFor(added) > 0) throw seatsFull();
}

/**
 * Of an acceptance, whose invitation has reserved the seat that it takes; a limit that was lowered since is kept.
 * @throws organization.seats_full
 */
export async function requireReservedSeat(db: Db, organization_id: string): Promise<void> {
  const { max_users, active_users } = await getSeats(db, organization_id);
  if (new SeatsLeft(leftOf(max_users, active_users)).lackingFor(1) > 0) throw seatsFull();
}

/** A limit is not below what is in use. @throws organization.seats_below_use, object.not_found */
export async function requireSeatLimit(db: Db, organization_id: string, max_users: number): Promise<void> {
  const use = await findUseBeside(db, organization_id, max_users);
  if (!use) throw new AppError('object.not_found');
  if (use.is_over_limit) throw new AppError('organization.seats_below_use', { params: { used: use.used } });
}

async function getSeats(db: Db, organization_id: string): Promise<SeatsRow> {
  const seats = await findSeats(db, organization_id);
  if (!seats) throw new AppError('object.not_found');
  return seats;
}
