import type { Role } from '@atalaya/contract/roles';
import { recordChanges } from '../../../platform/records/audit.ts';
import type { ConnectionRow } from '../../connections/connections.queries.ts';
import { roleOfGroups } from '../../connections/connections.service.ts';
import { tellOfRole } from '../../notifications/security-news.service.ts';
import { changesOf, snapshotOf } from '../../users/user-changes.ts';
import { lockUsers, setRole } from '../../users/users.queries.ts';
import type { UserRow } from '../../users/users.queries.ts';
import type { Turn } from './scim-turn.service.ts';
import { listGroupNames } from './scim-users.queries.ts';

type Group = { id: string; display_name: string; external_id: string | null };

/** Whether a group of the provider gives a role. */
export const givesRole = ({ groups }: ConnectionRow, { id, display_name, external_id }: Group) =>
  groups.some(({ group }) => [id, display_name, external_id].includes(group));

/** Gives people the role that their groups say; a super_admin is of no organization, and none is made. */
export async function followGroups(turn: Turn, user_ids: string[]): Promise<void> {
  const { platform, db, by, connection } = turn;
  if (user_ids.length === 0) return;
  const groups = new Map(
    (await listGroupNames(db, [...new Set(user_ids)])).map((one) => [one.profile_id, one.groups]),
  );
  const people = await lockUsers(db, [...groups.keys()], 'listed');
  const wanted = Map.groupBy(people, ({ id }) => roleOfGroups(connection, groups.get(id) ?? []));
  for (const [role, all] of wanted) {
    const changed = all.filter((person) => person.role !== role);
    if (changed.length === 0) continue;
    await setRole(
      db,
      changed.map(({ id }) => id),
      role,
    );
    await recordChanges(
      db,
      by,
      changed.flatMap((person) => changeOf(person, role)),
    );
    const named = { first_name: connection.name, last_name: '', email: '' };
    await tellOfRole(
      platform,
      db,
      changed.map((person) => ({ ...person, role })),
      { role, by: named },
    );
    for (const { id, email } of changed)
      turn.changes.push({ action: 'user.role', id, name: `${email}: ${role}` });
  }
}

const changeOf = (person: UserRow, role: Role) =>
  changesOf(
    { action: 'user.updated', object_id: person.id },
    snapshotOf(person),
    snapshotOf({ ...person, role }),
  );
