import type { Platform } from '../../../platform/process/platform.ts';
import { invalidValue } from './scim-error.ts';
import { conditionOf, orderBy, parseScimFilter } from './scim-filter.queries.ts';
import { listScimGroups } from './scim-groups.queries.ts';
import { toScimGroup } from './scim-groups.service.ts';
import { isObject, project } from './scim-resource.ts';
import type { Values, Wanted } from './scim-resource.ts';
import type { ResourceType } from './scim-schemas.ts';
import { readAsClient } from './scim-turn.service.ts';
import type { Client } from './scim-turn.service.ts';
import { listScimUsers } from './scim-users.queries.ts';
import { toScimUser } from './scim-users.service.ts';

/** Lists and searches (RFC 7644, 3.4.2 and 3.4.3). */

export const COUNT_MAX = 200;
const COUNT_DEFAULT = 100;

export type Asked = Wanted & {
  filter: string | undefined;
  sortBy: string | undefined;
  descending: boolean;
  /** From 1. */
  startIndex: number;
  count: number;
};

const textOf = (value: unknown, where: string): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalidValue(`${where} is a text`);
  return value;
};

const PATHS_MAX = 100;

function pathsOf(value: unknown): string[] {
  const all = (Array.isArray(value) ? value : [value]) as unknown[];
  const paths = all
    .flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
    .map((one) => one.trim());
  if (paths.length > PATHS_MAX) throw invalidValue(`At most ${PATHS_MAX} attributes are named`);
  return paths.filter((one) => one !== '');
}

export const wantedOf = (sent: Values): Wanted => ({
  attributes: pathsOf(sent['attributes']),
  excludedAttributes: pathsOf(sent['excludedAttributes']),
});

/** A query, or the body of a search. @throws ScimError invalidValue */
export function askedOf(sent: unknown): Asked {
  if (!isObject(sent)) throw invalidValue('A search is an object');
  const numberOf = (name: string, otherwise: number) => {
    const value = sent[name];
    if (value === undefined || value === null) return otherwise;
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !/^-?\d{1,9}$/.test(text)) throw invalidValue(`${name} is a number`);
    return Number(text);
  };
  const sortOrder = textOf(sent['sortOrder'], 'sortOrder')?.toLowerCase() ?? 'ascending';
  if (sortOrder !== 'ascending' && sortOrder !== 'descending')
    throw invalidValue('sortOrder is ascending or descending');
  return {
    ...wantedOf(sent),
    filter: textOf(sent['filter'], 'filter'),
    sortBy: textOf(sent['sortBy'], 'sortBy'),
    descending: sortOrder === 'descending',
    startIndex: Math.max(1, numberOf('startIndex', 1)),
    count: Math.min(COUNT_MAX, Math.max(0, numberOf('count', COUNT_DEFAULT))),
  };
}

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export const listAnswer = (resources: Values[], total: number, startIndex: number) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** One page of the resources of these types, one type after the other. */
export async function listResources(
  platform: Platform,
  client: Client,
  types: ResourceType[],
  asked: Asked,
  base: string,
) {
  return readAsClient(platform, client, async (db) => {
    const found: Values[] = [];
    let total = 0;
    for (const type of types) {
      const filter = asked.filter === undefined ? null : parseScimFilter(asked.filter);
      const slice = {
        condition: conditionOf(type, filter),
        order: orderBy(type, asked.sortBy, asked.descending),
        skipped: Math.max(0, asked.startIndex - 1 - total),
        count: asked.count - found.length,
      };
      if (type === 'User') {
        const page = await listScimUsers(db, client.connection_id, slice);
        found.push(...page.rows.map((row) => project(type, toScimUser(row, base), asked)));
        total += page.total;
      } else {
        const page = await listScimGroups(db, client.connection_id, slice, wantsMembers(asked));
        found.push(...page.rows.map((row) => project(type, toScimGroup(row, base), asked)));
        total += page.total;
      }
    }
    return listAnswer(found, total, asked.startIndex);
  });
}

/** Whether the members of groups are asked for: there may be thousands. */
export function wantsMembers({ attributes, excludedAttributes }: Wanted): boolean {
  const isMembers = (path: string) => /(^|:)members\b/i.test(path);
  if (attributes.length > 0) return attributes.some(isMembers);
  return !excludedAttributes.some((path) => /(^|:)members$/i.test(path));
}
