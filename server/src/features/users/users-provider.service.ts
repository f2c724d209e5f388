import type { Role } from '@atalaya/contract/roles';
import type { Db } from '../../platform/database/database.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import type { Author } from '../../platform/records/audit.ts';
import { changesOf, snapshotOf } from './user-shapes.ts';
import { countActive } from './user-standing.queries.ts';
import { lockUsers, saveUser, setInBin, setRole } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';

/** What an identity provider does to people of its organization: no actor, no rank, and audited like all changes. */

export type Person = UserRow;
export type LockedPerson = { person: Person; in_bin: boolean };

/** Locks people, in the bin too, in the order of their ids; without those who are not there. */
export async function lockKnownPeople(db: Db, ids: string[]): Promise<Map<string, LockedPerson>> {
  const locked = new Map<string, LockedPerson>();
  for (const place of ['listed', 'bin'] as const) {
    const left = ids.filter((id) => !locked.has(id)).toSorted();
    // One statement each, sent together: each is looked up by its id, as its plan is kept.
    const found = await Promise.all(left.map((id) => lockUsers(db, [id], place)));
    for (const person of found.flat()) locked.set(person.id, { person, in_bin: place === 'bin' });
  }
  return locked;
}

/** Writes what differs of people who are locked; the ids of those of whom anything did. */
export async function writePeople(
  db: Db,
  by: Author,
  people: { before: Person; after: Person }[],
): Promise<Set<string>> {
  const differing = people.filter(
    ({ before, after }) => JSON.stringify(snapshotOf(before)) !== JSON.stringify(snapshotOf(after)),
  );
  if (differing.length === 0) return new Set();
  await Promise.all(differing.map(({ after }) => saveUser(db, after)));
  await recordChanges(
    db,
    by,
    differing.flatMap(({ before, after }) =>
      changesOf({ action: 'user.updated', object_id: before.id }, snapshotOf(before), snapshotOf(after)),
    ),
  );
  return new Set(differing.map(({ before }) => before.id));
}

/** Takes people who are locked out of the bin. */
export async function bringBackPeople(db: Db, by: Author, people: Person[]): Promise<void> {
  if (people.length === 0) return;
  await setInBin(
    db,
    people.map(({ id }) => id),
    false,
  );
  await recordChanges(
    db,
    by,
    people.map((person) => ({
      action: 'user.restored',
      object_type: 'user',
      object_id: person.id,
      organization_id: person.organization_id,
      after: snapshotOf(person),
    })),
  );
}

/** Gives each of these people a role, but those in the bin; those whom it changes, as they are now. */
export async function giveRoles(
  db: Db,
  by: Author,
  roleOf: ReadonlyMap<string, Exclude<Role, 'super_admin'>>,
): Promise<Person[]> {
  const people = await lockUsers(db, [...roleOf.keys()], 'listed');
  const given: Person[] = [];
  for (const [role, all] of Map.groupBy(people, ({ id }) => roleOf.get(id))) {
    const changed = all.filter((person) => person.role !== role);
    if (role === undefined || changed.length === 0) continue;
    const ids = changed.map(({ id }) => id);
    await setRole(db, ids, role);
    const after = changed.map((person) => ({ ...person, role }));
    await recordChanges(
      db,
      by,
      changed.flatMap((person) =>
        changesOf(
          { action: 'user.updated', object_id: person.id },
          snapshotOf(person),
          snapshotOf({ ...person, role }),
        ),
      ),
    );
    given.push(...after);
  }
  return given;
}

/** How many active admins an organization has. */
export const countAdmins = (db: Db, organization_id: string): Promise<number> =>
  countActive(db, organization_id, 'admin');
