import type { ProvisionedChange } from '@atalaya/contract/provisioning';
import type { Origin } from '../../../platform/core/actor.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { invalidValue, notFound } from './scim-error.ts';
import { isOn, patched, readOperations } from './scim-patch.ts';
import { changeAll, createAll, userTag } from './scim-people.service.ts';
import { personOf } from './scim-person.ts';
import { canonicalResource } from './scim-resource.ts';
import type { Values } from './scim-resource.ts';
import { changeTogether, readAsClient } from './scim-turn.service.ts';
import type { Client } from './scim-turn.service.ts';
import { findScimUsers, lookUpByIndexes } from './scim-users.queries.ts';
import type { ScimUserRow, Told } from './scim-users.queries.ts';

/** People as the provider of a connection asks for them to be made, changed and removed. */

const NAME_MAX = 320;

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
    const [, rows] = await Promise.all([lookUpByIndexes(db), findScimUsers(db, client.connection_id, [id])]);
    const row = rows.get(id);
    if (!row) throw notFound();
    return row;
  });
}

/** Who asks, from where, and what of it is kept in the log. */
export type Request = { client: Client; origin: Origin; changes: ProvisionedChange[] };

/** Links a person who is in the organization already; else makes one, who takes a seat. */
export function createUser(
  platform: Platform,
  { client, origin, changes }: Request,
  sent: unknown,
): Promise<ScimUserRow> {
  const resource = canonicalResource('User', sent);
  const person = personOf(resource);
  const told = toldOf(resource);
  const is_active = resource['active'] !== false;
  return changeTogether(platform, client, {
    asked: { origin, changes, told, person, is_active },
    work: createAll,
    touches: [`name ${told.user_name.toLowerCase()}`, `address ${person.email}`],
    changes,
  });
}

/** PUT: all that the provider knows of the person. */
export function replaceUser(
  platform: Platform,
  request: Request,
  { id, ifMatch }: Which,
  sent: unknown,
): Promise<ScimUserRow> {
  const resource = canonicalResource('User', sent);
  return changed(platform, request, { id, ifMatch }, (before) => ({
    ...readTold(resource),
    is_active: activeIn(resource) ?? before.is_active,
  }));
}

export function patchUser(
  platform: Platform,
  request: Request,
  which: Which,
  body: unknown,
): Promise<ScimUserRow> {
  const operations = readOperations('User', body);
  const isTold = operations.some((one) => isOn(one, 'active'));
  return changed(platform, request, which, (before) => {
    const resource = patched('User', withTold(before), operations);
    const is_active = isTold ? activeIn(resource) : undefined;
    return { ...readTold(resource), is_active: is_active ?? before.is_active };
  });
}

/** DELETE: the person stays, deactivated, and the provider knows nothing of them any more. */
export async function removeUser(platform: Platform, request: Request, which: Which): Promise<void> {
  await changed(platform, request, which, () => null);
}

/** Whom a request names, and in which version. */
type Which = { id: string; ifMatch: string | undefined };

function changed(
  platform: Platform,
  { client, origin, changes }: Request,
  which: Which,
  after: Parameters<typeof changeAll>[1][number]['after'],
): Promise<ScimUserRow> {
  return changeTogether(platform, client, {
    asked: { ...which, origin, changes, after },
    work: changeAll,
    touches: [which.id],
    changes,
  });
}

const activeIn = ({ active }: Values) => (typeof active === 'boolean' ? active : undefined);

const withTold = ({ resource, user_name, external_id }: ScimUserRow): Values => ({
  ...resource,
  userName: user_name,
  ...(external_id === null ? {} : { externalId: external_id }),
});

/** @throws ScimError invalidValue */
const readTold = (resource: Values) => ({ told: toldOf(resource), person: personOf(resource) });

/** @throws ScimError invalidValue */
function toldOf(resource: Values): Told {
  const { userName, externalId, ...rest } = resource;
  const user_name = typeof userName === 'string' ? userName.trim() : '';
  if (user_name === '') throw invalidValue('userName is missing');
  const external_id = typeof externalId === 'string' && externalId !== '' ? externalId : null;
  if (user_name.length > NAME_MAX || (external_id?.length ?? 0) > NAME_MAX)
    throw invalidValue(`userName and externalId have at most ${NAME_MAX} characters`);
  return { user_name, external_id, resource: rest };
}
