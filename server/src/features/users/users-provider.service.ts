import type { Role } from '@atalaya/contract/roles';
import type { Db } from '../../platform/database/database.ts';
import { recordChange, recordChanges } from '../../platform/records/audit.ts';
import type { Author } from '../../platform/records/audit.ts';
import { changesOf, snapshotOf } from './user-changes.ts';
import { countActive } from './user-standing.queries.ts';
import { lockUsers, saveUser, setInBin, setRole } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';

/** What an identity provider does to people of its organization: no actor, no rank, and audited like all changes. */

export type Person = UserRow;
export type HeldPerson = { person: Person; in_bin: boolean };

/** Locks a person, in the bin too; null: there is none. */
export async function holdPerson(db: Db, id: string): Promise<HeldPerson | null> {
  const [listed] = await lockUsers(db, [id], 'listed');
  if (listed) return { person: listed, in_bin: false };
  const [binned] = await lockUsers(db, [id], 'bin');
  return binned ? { person: binned, in_bin: true } : null;
}

/** Writes what differs of a person who is held; whether anything did. */
export async function writePerson(db: Db, by: Author, before: Person, after: Person): Promise<boolean> {
  const [was, is] = [snapshotOf(before), snapshotOf(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return false;
  await saveUser(db, after);
  await recordChanges(db, by, changesOf({ action: 'user.updated', object_id: before.id }, was, is));
  return true;
}

/** Takes a person who is held out of the bin. */
export async function bringBackPerson(db: Db, by: Author, person: Person): Promise<void> {
  await setInBin(db, [person.id], false);
  await recordChange(db, by, {
    action: 'user.restored',
    object_type: 'user',
    object_id: person.id,
    organization_id: person.organization_id,
    after: snapshotOf(person),
  });
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
