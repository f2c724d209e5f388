import type { SystemDb } from '../../platform/database/database.ts';
import { requireReservedSeat, requireSeats } from '../seats/seats.rules.ts';
import { findPersonByEmail, insertJoined } from './invitation-people.queries.ts';
import type { Joining } from './invitation-people.queries.ts';
import { listOpenFor } from './invitations.queries.ts';
import type { InvitationRow } from './invitations.queries.ts';

/** What exists under an address already; the profile's row is locked. */
export const findKnownPerson = (db: SystemDb, email: string) => findPersonByEmail(db, email);

/** The invitation of an address to an organization that waits; who comes by another way has accepted it. */
export async function findWaiting(
  db: SystemDb,
  { email, organization_id }: { email: string; organization_id: string },
): Promise<InvitationRow | null> {
  const open = await listOpenFor(db, email);
  return open.find((row) => row.organization_id === organization_id && row.role !== 'super_admin') ?? null;
}

/** A seat for a new person: the one that their invitation has reserved, or a free one. @throws organization.seats_full */
export const requireSeatFor = (db: SystemDb, organization_id: string, invitation: InvitationRow | null) =>
  invitation ? requireReservedSeat(db, organization_id) : requireSeats(db, organization_id, 1);

/** A new person of an organization, whose seat the caller has made sure of behind its lock. */
export const joinNewPerson = (db: SystemDb, person: Joining) => insertJoined(db, person);
