import type { Connection, ConnectionRole, connectionRoutes } from '@atalaya/contract/connections';
import { CONNECTIONS_MAX } from '@atalaya/contract/limits';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { requireChosenOrganization } from '../../platform/core/chosen-organization.ts';
import type { WhichOrganization } from '../../platform/core/chosen-organization.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import { requireOtherConnection } from '../enforcement/enforcement.rules.ts';
import { lockOrganization } from '../seats/seats.rules.ts';
import { getAssignee } from '../tickets/tickets.service.ts';
import {
  countConnections,
  deleteConnection as deleteRow,
  findConnection,
  insertConnection,
  isNameTaken,
  listConnections as listRows,
  lockConnection as lockRow,
  replaceGroups,
  saveConnection,
} from './connections.queries.ts';
import type { ConnectionRow, GroupRole } from './connections.queries.ts';

export type { ConnectionRow };
type Routes = typeof connectionRoutes;

/** Those of an organization, by name. @throws request.invalid where a super_admin names none, object.not_found */
export async function listConnections(platform: Platform, actor: Actor, which: WhichOrganization) {
  const organization_id = requireChosenOrganization(actor, 'query', which);
  return platform.database.readAs(actor, 'list the connections of any organization', async (db) => ({
    items: (await listRows(db, organization_id, CONNECTIONS_MAX)).map(toConnection),
  }));
}

/** @throws object.not_found */
export async function readConnection(platform: Platform, actor: Actor, id: string): Promise<Connection> {
  return platform.database.readAs(actor, 'read a connection of any organization', async (db) =>
    toConnection(await getConnection(db, id)),
  );
}

/** @throws object.not_found, connection.name_taken, connection.too_many, ticket.not_assignable, request.invalid */
export async function createConnection(
  platform: Platform,
  by: By,
  which: WhichOrganization,
  body: z.output<Routes['createConnection']['body']>,
): Promise<Connection> {
  const organization_id = requireChosenOrganization(by.actor, 'query', which);
  return platform.database.withActor(by.actor, 'make a connection of any organization', async (db) => {
    await lockOrganization(db, organization_id);
    if ((await countConnections(db, organization_id)) >= CONNECTIONS_MAX)
      throw new AppError('connection.too_many', { params: { max: CONNECTIONS_MAX } });
    await getAssignee(db, body.heir_id, [organization_id]);
    const id = await insertConnection(db, organization_id, body);
    if (id === null) throw new AppError('connection.name_taken');
    await replaceGroups(db, { id, organization_id }, withoutTwins(body.groups));
    const made = await getConnection(db, id);
    await recordChange(db, by, { ...changeOf(made, 'created'), after: valuesOf(made) });
    return toConnection(made);
  });
}

/** @throws object.not_found, object.stale, connection.name_taken, ticket.not_assignable, request.invalid */
export async function updateConnection(
  platform: Platform,
  by: By,
  id: string,
  body: z.output<Routes['updateConnection']['body']>,
): Promise<Connection> {
  return platform.database.withActor(by.actor, 'change a connection of any organization', async (db) => {
    const before = await lockConnection(db, id);
    if (before.version !== body.version)
      throw new AppError('object.stale', { current: toConnection(before) });
    if (body.heir_id) await getAssignee(db, body.heir_id, [before.organization_id]);
    const wanted = {
      ...before,
      name: body.name ?? before.name,
      default_role: body.default_role ?? before.default_role,
      heir_id: body.heir_id === undefined ? before.heir_id : body.heir_id,
    };
    if (await isNameTaken(db, wanted)) throw new AppError('connection.name_taken');
    await saveConnection(db, id, wanted);
    if (body.groups) await replaceGroups(db, before, withoutTwins(body.groups));
    const after = await getConnection(db, id);
    await tellOfGroups(platform, db, before, after);
    const values = { before: valuesOf(before), after: valuesOf(after) };
    await recordChange(db, by, { ...changeOf(after, 'updated'), ...values });
    return toConnection(after);
  });
}

/** WhichOrganization groups of a connection give another role than before, for whom their members are known to. */
export type ChangedGroups = { connection_id: string; organization_id: string; groups: string[] };
export const CHANGED_GROUPS_QUEUE = 'changed-groups';

async function tellOfGroups(
  platform: Platform,
  db: Db,
  { id: connection_id, organization_id, groups: before }: ConnectionRow,
  { groups: after }: ConnectionRow,
): Promise<void> {
  const all = new Set([...before, ...after].map(({ group }) => group));
  const roleIn = (groups: GroupRole[], name: string) => groups.find(({ group }) => group === name)?.role;
  const groups = [...all].filter((name) => roleIn(before, name) !== roleIn(after, name));
  const changed: ChangedGroups = { connection_id, organization_id, groups };
  if (groups.length > 0) await platform.jobs.send(db, CHANGED_GROUPS_QUEUE, changed);
}

/** Removes one, with all that its provider has told of people; they stay. @throws object.not_found, enforcement.last_connection */
export async function deleteConnection(platform: Platform, by: By, id: string): Promise<void> {
  await platform.database.withActor(by.actor, 'remove a connection of any organization', async (db) => {
    const before = await lockConnection(db, id);
    await requireOtherConnection(db, { ...before, connection_id: id });
    await deleteRow(db, id);
    await recordChange(db, by, { ...changeOf(before, 'deleted'), before: valuesOf(before) });
  });
}

/** @throws object.not_found */
export async function getConnection(db: Db, id: string): Promise<ConnectionRow> {
  const found = await findConnection(db, id);
  if (!found) throw new AppError('object.not_found');
  return found;
}

/**
 * Locks a connection, and its organization before it, in which names of connections are unique: in the order in which
 * all transactions lock the two. @throws object.not_found
 */
export async function lockConnection(db: Db, id: string): Promise<ConnectionRow> {
  const { organization_id } = await getConnection(db, id);
  await lockOrganization(db, organization_id);
  const locked = await lockRow(db, id);
  if (!locked) throw new AppError('object.not_found');
  return locked;
}

/** A connection as the author of a change, for the notification of the person who was changed. */
export const authorOf = ({ name }: Pick<ConnectionRow, 'name'>) => ({
  first_name: name,
  last_name: '',
  email: '',
});

/** The role of a person who is in these groups, by their names or ids: the highest that the connection gives any. */
export function roleOfGroups(
  connection: Pick<ConnectionRow, 'default_role' | 'groups'>,
  groups: readonly string[],
): ConnectionRole {
  const given = connection.groups.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  return given.includes('admin') ? 'admin' : (given[0] ?? connection.default_role);
}

/** @throws request.invalid at the second of two groups that are the same */
function withoutTwins(groups: GroupRole[]): GroupRole[] {
  const twin = groups.findIndex(({ group }, at) => groups.findIndex((one) => one.group === group) !== at);
  if (twin !== -1)
    throw new AppError('request.invalid', {
      fields: [{ field: `body.groups.${twin}.group`, code: 'invalid' }],
    });
  return groups;
}

const valuesOf = ({ name, default_role, heir_id, groups }: ConnectionRow) => ({
  name,
  default_role,
  heir_id,
  groups: groups.map(({ group, role }) => `${group}: ${role}`),
});

/** A change of it, as the audit log has it. */
export const changeOf = ({ id, organization_id }: ConnectionRow, change: string) => ({
  action: `connection.${change}`,
  object_type: 'connection',
  object_id: id,
  organization_id,
});

function toConnection({ heir_id, heir_name, created_at, updated_at, ...row }: ConnectionRow): Connection {
  return {
    ...row,
    heir: heir_id === null ? null : { id: heir_id, name: heir_name ?? '' },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
