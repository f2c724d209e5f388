import { NOWHERE } from '../../../platform/core/actor.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { CHANGED_GROUPS_QUEUE, authorOf, roleOfGroups } from '../../connections/connections.service.ts';
import type { ChangedGroups, ConnectionRow } from '../../connections/connections.service.ts';
import { tellOfRole } from '../../notifications/security-news.service.ts';
import { giveRoles } from '../../users/users-provider.service.ts';
import { ScimError } from './scim-error.ts';
import { listUsersOfGroups } from './scim-groups.queries.ts';
import { changeAsClient } from './scim-turn.service.ts';
import type { OwnTurn } from './scim-turn.service.ts';
import { listGroupNames } from './scim-users.queries.ts';

type Group = { id: string; display_name: string; external_id: string | null };

/** Whether a group of the provider gives a role. */
export const givesRole = ({ groups }: ConnectionRow, { id, display_name, external_id }: Group) =>
  groups.some(({ group }) => [id, display_name, external_id].includes(group));

/** Gives people the role that their groups say; a super_admin is of no organization, and none is made. */
export async function followGroups(turn: OwnTurn, user_ids: string[]): Promise<void> {
  const { platform, db, by, connection } = turn;
  if (user_ids.length === 0) return;
  const people = await listGroupNames(db, [...new Set(user_ids)]);
  const roles = new Map(
    people.map(({ profile_id, groups }) => [profile_id, roleOfGroups(connection, groups)]),
  );
  const given = await giveRoles(db, by, roles);
  for (const [role, all] of Map.groupBy(given, (person) => person.role)) {
    await tellOfRole(platform, db, all, { role, by: authorOf(connection) });
    for (const { id, email } of all)
      turn.changes.push({ what: 'person.role', id, name: `${email}: ${role}` });
  }
}

/** Members of groups of which an admin has said another role get it, as after a request of the provider. */
export async function followChangedGroups(platform: Platform, changed: ChangedGroups): Promise<void> {
  const { connection_id, organization_id, groups } = changed;
  const follow = async (turn: OwnTurn) =>
    followGroups(turn, await listUsersOfGroups(turn.db, connection_id, groups));
  try {
    await changeAsClient(platform, { connection_id, organization_id }, NOWHERE, [], follow);
  } catch (error) {
    // The connection, or its organization, was removed since.
    if (!(error instanceof ScimError && error.status === 404)) throw error;
  }
}

/** Named before jobs begin. */
export function followGroupsByJob(platform: Platform): void {
  platform.jobs.work<ChangedGroups>(CHANGED_GROUPS_QUEUE, (changed) =>
    followChangedGroups(platform, changed),
  );
}
