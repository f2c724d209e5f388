import { scimPatch } from 'scim-patch';
import type { ScimPatchOperation, ScimResource } from 'scim-patch';
import { parse, stringify } from 'scim2-parse-filter';
import type { Filter } from 'scim2-parse-filter';
import { ScimError, invalidPath, invalidValue } from './scim-error.ts';
import { canonicalResource, canonicalValue, isObject } from './scim-resource.ts';
import type { Values } from './scim-resource.ts';
import { EXTENSIONS, attributeAt, named } from './scim-schemas.ts';
import type { Attribute, Found, ResourceType } from './scim-schemas.ts';

/** Changes of a resource (RFC 7644, 3.5.2), in the dialects of Entra ID and Okta too. */

const OPERATIONS_MAX = 1_000;

/** What a path names: an attribute, the values of it that are meant (a filter), and a part of these. */
type Path = { found: Found; filter: string | null; sub: Attribute | null };
/** `path` null: the whole resource, of which `value` has the parts. */
export type Operation = { op: 'add' | 'replace' | 'remove'; path: Path | null; value: unknown };

/** @throws ScimError invalidSyntax, invalidPath */
export function readOperations(type: ResourceType, body: unknown): Operation[] {
  const entry = isObject(body)
    ? Object.entries(body).find(([key]) => key.toLowerCase() === 'operations')
    : undefined;
  const given = entry?.[1];
  if (!Array.isArray(given) || given.length === 0)
    throw new ScimError(400, 'invalidSyntax', 'Operations are missing');
  if (given.length > OPERATIONS_MAX)
    throw new ScimError(400, 'tooMany', `A request has at most ${OPERATIONS_MAX} operations`);
  return given.flatMap((one) => operationsOf(type, one));
}

function operationsOf(type: ResourceType, given: unknown): Operation[] {
  if (!isObject(given)) throw new ScimError(400, 'invalidSyntax', 'An operation is an object');
  const op = typeof given['op'] === 'string' ? given['op'].toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError(400, 'invalidSyntax', 'op is add, replace or remove');
  const { path, value } = given;
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw invalidPath('A path is a text');
    return [{ op, path: pathAt(type, path), value }];
  }
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'What is removed needs a path');
  if (!isObject(value)) throw invalidValue('Without a path, the value is an object');
  return Object.entries(value).flatMap(([key, one]) => partsOf(type, op, key, one));
}

/** 'name.familyName' is a path where Entra ID sends it as a name; what no schema knows is left out. */
function partsOf(type: ResourceType, op: Operation['op'], key: string, value: unknown): Operation[] {
  const isExtension = Object.keys(EXTENSIONS[type]).some((urn) => urn.toLowerCase() === key.toLowerCase());
  if (isExtension && isObject(value))
    return Object.entries(value).flatMap(([name, one]) => partsOf(type, op, `${key}:${name}`, one));
  const path = readPath(type, key);
  return path ? [{ op, path, value }] : [];
}

/** @throws ScimError invalidPath */
function pathAt(type: ResourceType, text: string): Path {
  const path = readPath(type, text);
  if (!path) throw invalidPath(`${text.slice(0, 200)} names no attribute`);
  return path;
}

/** @throws ScimError invalidPath where its filter cannot be read */
function readPath(type: ResourceType, text: string): Path | null {
  const [, base = '', filter, part] = /^([^[\]]+)(?:\[(.*)\](?:\.([\w$]+))?)?$/s.exec(text.trim()) ?? [];
  const found = attributeAt(type, base.trim());
  if (!found) return null;
  if (filter === undefined) return { found, filter: null, sub: found.sub };
  if (found.sub || !found.attribute.multiValued) return null;
  const sub = part === undefined ? null : named(found.attribute.subAttributes ?? [], part);
  return sub === undefined ? null : { found, filter: readFilter(found.attribute, filter), sub };
}

/** The filter by the names of the schema, and with booleans where Entra ID sends text. */
function readFilter(attribute: Attribute, text: string): string {
  if (text.length > 500 || /[:\\]/.test(text)) throw invalidPath('The filter of the path cannot be read');
  const renamed = (filter: Filter): Filter => {
    if ('filters' in filter) return { ...filter, filters: filter.filters.map(renamed) };
    if ('filter' in filter) return { ...filter, filter: renamed(filter.filter) };
    if ('valFilter' in filter) throw invalidPath('A filter has no filter inside');
    const sub = named(attribute.subAttributes ?? [], filter.attrPath);
    if (!sub) throw invalidPath(`${attribute.name} has no ${filter.attrPath}`);
    if (!('compValue' in filter)) return { ...filter, attrPath: sub.name };
    const compValue = sub.type === 'boolean' ? canonicalValue(sub, filter.compValue) : filter.compValue;
    return { ...filter, attrPath: sub.name, compValue: (compValue ?? null) as typeof filter.compValue };
  };
  try {
    return stringify(renamed(parse(text)));
  } catch (error) {
    if (error instanceof ScimError) throw error;
    throw invalidPath('The filter of the path cannot be read');
  }
}

export const isOn = ({ path }: Operation, name: string) =>
  path !== null && path.found.extension === null && path.found.attribute.name === name;

/** The resource after the operations, by the names of the schemas. @throws ScimError noTarget, invalidPath, invalidValue */
export function patched(type: ResourceType, resource: Values, operations: Operation[]): Values {
  const changes = operations.flatMap(({ op, path, value }): ScimPatchOperation[] => {
    if (!path || path.found.attribute.mutability === 'readOnly') return [];
    const text = textOf(path);
    const kept = op === 'remove' && value === undefined ? undefined : valueFor(path, value);
    if (op !== 'remove' && kept === undefined) return [{ op: 'remove', path: text }];
    return op === 'remove'
      ? [{ op, path: text, ...(kept === undefined ? {} : { value: kept }) }]
      : [{ op, path: text, value: kept }];
  });
  const { schemas: _, ...before } = structuredClone(resource);
  try {
    const after = scimPatch(before as unknown as ScimResource, changes, {
      mutateDocument: true,
      treatMissingAsAdd: true,
    }) as unknown as Values;
    return onePrimary(resource, canonicalResource(type, after));
  } catch (error) {
    throw refusalOf(error);
  }
}

const textOf = ({ found, filter, sub }: Path): string =>
  [
    found.extension === null ? '' : `${found.extension}:`,
    found.attribute.name,
    filter === null ? '' : `[${filter}]`,
    sub ? `.${sub.name}` : '',
  ].join('');

function valueFor({ found, filter, sub }: Path, value: unknown): unknown {
  if (sub) return canonicalValue(sub, value);
  return canonicalValue(
    filter === null ? found.attribute : { ...found.attribute, multiValued: false },
    value,
  );
}

/** Of several preferred values the one that was not before. */
function onePrimary(before: Values, after: Values): Values {
  for (const [name, value] of Object.entries(after)) {
    if (!Array.isArray(value)) continue;
    const preferred = (value as Values[]).filter((one) => one['primary'] === true);
    if (preferred.length < 2) continue;
    const old = [before[name]]
      .flat()
      .filter((one): one is Values => isObject(one) && one['primary'] === true);
    const fresh =
      preferred.find((one) => !old.some(({ value: was }) => was === one['value'])) ?? preferred[0];
    for (const one of preferred) if (one !== fresh) one['primary'] = false;
  }
  return after;
}

function refusalOf(error: unknown): Error {
  if (error instanceof ScimError || !(error instanceof Error)) return error as Error;
  const code = (error as { scimCode?: string }).scimCode;
  if (code === 'noTarget') return new ScimError(400, 'noTarget', 'The path matches nothing');
  return code === undefined ? error : new ScimError(400, code, 'The operation cannot be done');
}
