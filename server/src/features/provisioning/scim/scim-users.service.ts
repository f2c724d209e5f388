import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { queueAccessLinks } from '../../account/accounts/accounts.service.ts';
import { offboardHeld } from '../../offboarding/offboarding.service.ts';
import { requireSeats } from '../../seats/seats.rules.ts';
import { getAssignee } from '../../tickets/tickets.service.ts';
import { addPerson } from '../../users/users-create.service.ts';
import { bringBackPerson, holdPerson, writePerson } from '../../users/users-provider.service.ts';
import type { HeldPerson, Person } from '../../users/users-provider.service.ts';
import { invalidValue, notFound, notUnique } from './scim-error.ts';
import { isOn, patched, readOperations } from './scim-patch.ts';
import { personOf } from './scim-person.ts';
import type { ToldPerson } from './scim-person.ts';
import { canonicalResource } from './scim-resource.ts';
import type { Values } from './scim-resource.ts';
import { readAsClient, requireMatch, requireWritable } from './scim-turn.service.ts';
import type { Client, Turn } from './scim-turn.service.ts';
import {
  deleteScimUser,
  findPersonByEmail,
  findScimUser,
  insertScimUser,
  isUserNameTaken,
  saveScimUser,
} from './scim-users.queries.ts';
import type { ScimUserRow } from './scim-users.queries.ts';

/** People as the provider of a connection makes, changes and removes them. */

const NAME_MAX = 320;

export const userTag = ({ version, person_version }: ScimUserRow) => `W/"${version}.${person_version}"`;

/** @param base the address of all resources */
export function toScimUser(row: ScimUserRow, base: string): Values {
  const { id, user_name, external_id, resource, is_active, groups, created_at, updated_at } = row;
  const location = `${base}/Users/${id}`;
  return {
    ...resource,
    id,
    ...(external_id === null ? {} : { externalId: external_id }),
    userName: user_name,
    active: is_active,
    ...(groups.length === 0
      ? {}
      : { groups: groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}` })) }),
    meta: {
      resourceType: 'User',
      created: created_at.toISOString(),
      lastModified: updated_at.toISOString(),
      location,
      version: userTag(row),
    },
  };
}

/** @throws ScimError 404 */
export function readUser(platform: Platform, client: Client, id: string): Promise<ScimUserRow> {
  return readAsClient(platform, client, async (db) => {
    const row = await findScimUser(db, client.connection_id, id);
    if (!row) throw notFound();
    return row;
  });
}

/** Links a person who is in the organization already; else makes one, who takes a seat. */
export async function createUser(turn: Turn, sent: unknown): Promise<ScimUserRow> {
  const { db, connection } = turn;
  const { id: connection_id, organization_id } = connection;
  requireWritable(turn);
  const resource = canonicalResource('User', sent);
  const told = toldOf(resource);
  if (await isUserNameTaken(db, { connection_id, user_name: told.user_name, except: null }))
    throw notUnique();
  const person = personOf(resource);
  const is_active = resource['active'] !== false;
  const known = await findPersonByEmail(db, organization_id, person.email);
  if (known?.is_linked) throw notUnique();
  const profile_id = known?.id ?? (await makePerson(turn, person, is_active));
  const id = await insertScimUser(db, { connection_id, organization_id, profile_id }, told);
  if (known) {
    await followPerson(turn, await lockPerson(turn, profile_id), { person, is_active });
    turn.changes.push({ what: 'person.linked', id: profile_id, name: told.user_name });
  }
  return getRow(turn, id);
}

async function makePerson(turn: Turn, person: ToldPerson, is_active: boolean): Promise<string> {
  const { platform, db, by, connection } = turn;
  const added = await addPerson(db, by, {
    ...person,
    phone: person.phone ?? null,
    job_title: person.job_title ?? null,
    role: connection.default_role,
    is_active,
    organization_id: connection.organization_id,
  });
  if (is_active) await queueAccessLinks(platform, db, [added]);
  turn.changes.push({ what: 'person.created', id: added.id, name: person.email });
  return added.id;
}

/** PUT: all that the provider knows of the person. */
export async function replaceUser(
  turn: Turn,
  id: string,
  sent: unknown,
  ifMatch: string | undefined,
): Promise<ScimUserRow> {
  const before = await getRow(turn, id);
  requireMatch(ifMatch, userTag(before));
  const resource = canonicalResource('User', sent);
  return saveUserOf(turn, before, resource, activeIn(resource) ?? before.is_active);
}

export async function patchUser(
  turn: Turn,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<ScimUserRow> {
  const before = await getRow(turn, id);
  requireMatch(ifMatch, userTag(before));
  const operations = readOperations('User', body);
  const resource = patched('User', withTold(before), operations);
  const asked = operations.some((one) => isOn(one, 'active')) ? activeIn(resource) : undefined;
  return saveUserOf(turn, before, resource, asked ?? before.is_active);
}

const activeIn = ({ active }: Values) => (typeof active === 'boolean' ? active : undefined);

const withTold = ({ resource, user_name, external_id }: ScimUserRow): Values => ({
  ...resource,
  userName: user_name,
  ...(external_id === null ? {} : { externalId: external_id }),
});

async function saveUserOf(turn: Turn, before: ScimUserRow, resource: Values, is_active: boolean) {
  const { db, connection } = turn;
  if (is_active) requireWritable(turn);
  const told = toldOf(resource);
  const isTaken = { connection_id: connection.id, user_name: told.user_name, except: before.id };
  if (told.user_name !== before.user_name && (await isUserNameTaken(db, isTaken))) throw notUnique();
  await saveScimUser(db, before.id, told);
  const person = personOf(resource);
  await followPerson(turn, await lockPerson(turn, before.profile_id), { person, is_active });
  return getRow(turn, before.id);
}

/** DELETE: the person stays, deactivated, and the provider knows nothing of them any more. */
export async function removeUser(turn: Turn, id: string, ifMatch: string | undefined): Promise<void> {
  const row = await getRow(turn, id);
  requireMatch(ifMatch, userTag(row));
  await deleteScimUser(turn.db, id);
  const held = await lockPerson(turn, row.profile_id);
  if (!held.in_bin && held.person.is_active) await endPerson(turn, held.person);
  turn.changes.push({ what: 'person.unlinked', id: row.profile_id, name: row.user_name });
}

async function getRow({ db, connection }: Turn, id: string): Promise<ScimUserRow> {
  const row = await findScimUser(db, connection.id, id);
  if (!row) throw notFound();
  return row;
}

/** @throws ScimError invalidValue */
function toldOf(resource: Values) {
  const { userName, externalId, ...rest } = resource;
  const user_name = typeof userName === 'string' ? userName.trim() : '';
  if (user_name === '') throw invalidValue('userName is missing');
  const external_id = typeof externalId === 'string' && externalId !== '' ? externalId : null;
  if (user_name.length > NAME_MAX || (external_id?.length ?? 0) > NAME_MAX)
    throw invalidValue(`userName and externalId have at most ${NAME_MAX} characters`);
  return { user_name, external_id, resource: rest };
}

/** @throws ScimError 404 */
async function lockPerson({ db }: Turn, profile_id: string): Promise<HeldPerson> {
  const held = await holdPerson(db, profile_id);
  if (!held) throw notFound();
  return held;
}

/** Names and access of a person as the provider tells; the address that they sign in with stays what it is. */
async function followPerson(
  turn: Turn,
  { person: before, in_bin }: HeldPerson,
  { person, is_active }: { person: ToldPerson; is_active: boolean },
): Promise<void> {
  const { db, by, connection } = turn;
  const was_active = before.is_active && !in_bin;
  const named = {
    ...before,
    first_name: person.first_name,
    last_name: person.last_name,
    phone: person.phone ?? before.phone,
    job_title: person.job_title ?? before.job_title,
  };
  const after = { ...named, is_active: is_active || (before.is_active && !in_bin) };
  if (is_active && !was_active) {
    await requireSeats(db, connection.organization_id, 1);
    if (in_bin) {
      await bringBackPerson(db, by, before);
      turn.changes.push({ what: 'person.restored', id: before.id, name: before.email });
    }
  }
  if (await writePerson(db, by, before, after))
    turn.changes.push({ what: 'person.updated', id: before.id, name: before.email });
  if (!is_active && was_active) await endPerson(turn, after);
}

/** Ends all that the person holds, with a receipt; never refused. */
async function endPerson(turn: Turn, person: Person): Promise<void> {
  const { platform, db, by, connection, signer } = turn;
  await offboardHeld(platform, db, by, [person], {
    heir_id: await heirFor(turn, person.id),
    reason: null,
    signer,
    machine: `SCIM · ${connection.name}`,
  });
  turn.changes.push({ what: 'person.offboarded', id: person.id, name: person.email });
}

/** An heir who has gone themselves, or who leaves now, inherits nothing. */
async function heirFor({ db, connection }: Turn, leaver_id: string): Promise<string | null> {
  const { heir_id, organization_id } = connection;
  if (heir_id === leaver_id) return null;
  try {
    return (await getAssignee(db, heir_id, [organization_id]))?.id ?? null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ticket.not_assignable') return null;
    throw error;
  }
}
