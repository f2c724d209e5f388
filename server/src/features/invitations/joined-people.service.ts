import type { SystemDb } from '../../platform/database/database.ts';
import { findPersonByEmail, insertJoined } from './invitation-people.queries.ts';
import type { Joining } from './invitation-people.queries.ts';

/** What exists under an address already; the profile's row is locked. */
export const findKnownPerson = (db: SystemDb, email: string) => findPersonByEmail(db, email);

/** A new person of an organization, whose seat the caller has made sure of behind its lock. */
export const joinNewPerson = (db: SystemDb, person: Joining) => insertJoined(db, person);
