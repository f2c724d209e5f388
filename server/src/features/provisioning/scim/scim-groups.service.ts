import { recordChange } from '../../../platform/records/audit.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { parse } from 'scim2-parse-filter';
import { ScimError, invalidPath, invalidValue, notFound } from './scim-error.ts';
import { memberCondition } from './scim-filter.queries.ts';
import {
  ALL_MEMBERS,
  addMembers,
  countMembers,
  deleteScimGroup,
  findScimGroup,
  insertScimGroup,
  listMemberUsers,
  removeMembers,
  saveScimGroup,
  withValues,
  withoutValues,
} from './scim-groups.queries.ts';
import type { Member, ScimGroupRow } from './scim-groups.queries.ts';
import { readOperations } from './scim-patch.ts';
import type { Operation } from './scim-patch.ts';
import { canonicalResource, canonicalValue, isObject } from './scim-resource.ts';
import type { Values } from './scim-resource.ts';
import { followGroups, givesRole } from './scim-roles.service.ts';
import { readAsClient, requireMatch, requireWritable } from './scim-turn.service.ts';
import type { Client, OwnTurn } from './scim-turn.service.ts';

/** Groups of the provider, some of which give their members a role. */

const MEMBERS_MAX = 100_000;
const NAME_MAX = 320;

export const groupTag = ({ version }: ScimGroupRow) => `W/"${version}"`;

/** @param base the address of all resources */
export function toScimGroup(row: ScimGroupRow, base: string): Values {
  const { id, display_name, external_id, members, created_at, updated_at } = row;
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id,
    ...(external_id === null ? {} : { externalId: external_id }),
    displayName: display_name,
    members: members.map(({ value, display, is_user }) => ({
      value,
      ...(display === null ? {} : { display }),
      ...(is_user ? { type: 'User', $ref: `${base}/Users/${value}` } : {}),
    })),
    meta: {
      resourceType: 'Group',
      created: created_at.toISOString(),
      lastModified: updated_at.toISOString(),
      location: `${base}/Groups/${id}`,
      version: groupTag(row),
    },
  };
}

/** @throws ScimError 404 */
export function readGroup(
  platform: Platform,
  client: Client,
  id: string,
  with_members: boolean,
): Promise<ScimGroupRow> {
  return readAsClient(platform, client, async (db) => {
    const row = await findScimGroup(db, client.connection_id, id, with_members);
    if (!row) throw notFound();
    return row;
  });
}

export async function createGroup(turn: OwnTurn, sent: unknown): Promise<ScimGroupRow> {
  const { db, client } = turn;
  requireWritable(turn);
  const resource = canonicalResource('Group', withDisplays(sent));
  const told = toldOf(resource);
  const id = await insertScimGroup(db, client, told);
  const people = await addAll(turn, id, membersOf(resource['members']));
  await recordGroup(turn, 'created', { id, ...told });
  if (givesRole(turn.connection, { id, ...told })) await followGroups(turn, people);
  return getRow(turn, id);
}

/** PUT: all members in the place of those before (Okta). */
export async function replaceGroup(
  turn: OwnTurn,
  id: string,
  sent: unknown,
  ifMatch: string | undefined,
): Promise<ScimGroupRow> {
  const resource = canonicalResource('Group', withDisplays(sent));
  return changeGroup(turn, id, ifMatch, async (before) => ({
    told: toldOf(resource),
    touched: await replaceMembers(turn, before.id, membersOf(resource['members'])),
  }));
}

export async function patchGroup(
  turn: OwnTurn,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<ScimGroupRow> {
  const operations = readOperations('Group', body);
  return changeGroup(turn, id, ifMatch, async (before) => {
    const told = { display_name: before.display_name, external_id: before.external_id };
    const touched: string[] = [];
    for (const operation of operations) touched.push(...(await apply(turn, id, operation, told)));
    return { told, touched };
  });
}

type Told = { display_name: string; external_id: string | null };

/** Those who are touched, and all members where the group gives another role than before, follow. */
async function changeGroup(
  turn: OwnTurn,
  id: string,
  ifMatch: string | undefined,
  fn: (before: ScimGroupRow) => Promise<{ told: Told; touched: string[] }>,
): Promise<ScimGroupRow> {
  const { db, connection } = turn;
  const before = await getRow(turn, id, false);
  requireWritable(turn);
  requireMatch(ifMatch, groupTag(before));
  const { told, touched } = await fn(before);
  await saveScimGroup(db, id, told);
  await recordGroup(turn, 'updated', { id, ...told });
  const [was, is] = [givesRole(connection, before), givesRole(connection, { id, ...told })];
  const isRenamed = told.display_name !== before.display_name || told.external_id !== before.external_id;
  const all = (was || is) && isRenamed ? await listMemberUsers(db, id) : [];
  if (was || is) await followGroups(turn, [...touched, ...all]);
  return getRow(turn, id);
}

export async function removeGroup(turn: OwnTurn, id: string, ifMatch: string | undefined): Promise<void> {
  const before = await getRow(turn, id, false);
  requireWritable(turn);
  requireMatch(ifMatch, groupTag(before));
  const people = givesRole(turn.connection, before) ? await listMemberUsers(turn.db, id) : [];
  await deleteScimGroup(turn.db, id);
  await recordGroup(turn, 'deleted', before);
  await followGroups(turn, people);
}

async function getRow({ db, connection }: OwnTurn, id: string, with_members = true): Promise<ScimGroupRow> {
  const row = await findScimGroup(db, connection.id, id, with_members);
  if (!row) throw notFound();
  return row;
}

/** The audit log knows of a group what it is called; who is in it, by the roles of people. */
async function recordGroup(
  turn: OwnTurn,
  change: 'created' | 'updated' | 'deleted',
  { id, display_name }: Told & { id: string },
): Promise<void> {
  await recordChange(turn.db, turn.by, {
    action: `provisioned_group.${change}`,
    object_type: 'provisioned_group',
    object_id: id,
    organization_id: turn.connection.organization_id,
    after: { name: display_name },
  });
  turn.changes.push({ what: `group.${change}`, id, name: display_name });
}

/** One operation; the people whom it adds or takes away. `told` is changed. */
async function apply(turn: OwnTurn, id: string, operation: Operation, told: Told): Promise<string[]> {
  const { op, path, value } = operation;
  if (!path) throw invalidPath('An operation has a path');
  const { attribute } = path.found;
  if (attribute.mutability === 'readOnly') return [];
  if (attribute.name === 'members') return applyToMembers(turn, id, operation);
  const kept = op === 'remove' ? undefined : canonicalValue(attribute, value);
  const { display_name, external_id } = toldOf({
    displayName: told.display_name,
    externalId: told.external_id,
    [attribute.name]: kept,
  });
  Object.assign(told, { display_name, external_id });
  return [];
}

async function applyToMembers(turn: OwnTurn, id: string, { op, path, value }: Operation): Promise<string[]> {
  const { db } = turn;
  if (path?.sub) throw invalidPath('A part of a member is not changed: add the member anew');
  if (path?.filter) {
    if (op !== 'remove')
      throw invalidPath('Members that a filter finds are removed, or added by their value');
    return removeMembers(db, id, memberCondition(parse(path.filter)));
  }
  // An empty list takes none away; no list at all takes all.
  const members = value === undefined || value === null ? null : membersOf(membersIn(value));
  if (op === 'add') return addAll(turn, id, members ?? []);
  if (op === 'replace') return replaceMembers(turn, id, members ?? []);
  return removeMembers(db, id, members ? withValues(members.map((one) => one.value)) : ALL_MEMBERS);
}

async function replaceMembers(turn: OwnTurn, id: string, members: Member[]): Promise<string[]> {
  const gone = await removeMembers(turn.db, id, withoutValues(members.map(({ value }) => value)));
  return [...gone, ...(await addAll(turn, id, members))];
}

async function addAll(turn: OwnTurn, id: string, members: Member[]): Promise<string[]> {
  if (members.length === 0) return [];
  const people = await addMembers(turn.db, { id, ...turn.client }, members);
  if ((await countMembers(turn.db, id)) > MEMBERS_MAX)
    throw new ScimError(400, 'tooMany', `A group has at most ${MEMBERS_MAX} members`);
  return people;
}

/** Some providers call `display` of a member `displayName`. */
const membersIn = (value: unknown): unknown =>
  (Array.isArray(value) ? value : [value]).map((one: unknown) =>
    isObject(one) && one['display'] === undefined ? { ...one, display: one['displayName'] } : one,
  );

function withDisplays(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [
      key,
      key.toLowerCase() === 'members' && value !== null ? membersIn(value) : value,
    ]),
  );
}

/** By their values, each once. @throws ScimError invalidValue */
function membersOf(sent: unknown): Member[] {
  const members = new Map<string, Member>();
  for (const one of Array.isArray(sent) ? (sent as unknown[]) : []) {
    const { value, display } = isObject(one) ? one : { value: one, display: undefined };
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || text === '' || text.length > NAME_MAX || text.includes('\u0000'))
      throw invalidValue('A member has a value');
    const shown = typeof display === 'string' && display !== '' ? display.slice(0, NAME_MAX) : null;
    members.set(text, { value: text, display: shown });
  }
  return [...members.values()];
}

/** @throws ScimError invalidValue */
function toldOf({ displayName, externalId }: Values): Told {
  const display_name = typeof displayName === 'string' ? displayName.trim() : '';
  if (display_name === '' || display_name.length > NAME_MAX)
    throw invalidValue(`displayName has 1 to ${NAME_MAX} characters`);
  const external_id = typeof externalId === 'string' && externalId !== '' ? externalId : null;
  if ((external_id?.length ?? 0) > NAME_MAX)
    throw invalidValue(`externalId has at most ${NAME_MAX} characters`);
  return { display_name, external_id };
}
