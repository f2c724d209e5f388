import { CORE, EXTENSIONS, attributeAt, named } from './scim-schemas.ts';
import type { Attribute, ResourceType } from './scim-schemas.ts';
import { invalidValue } from './scim-error.ts';

export type Values = Record<string, unknown>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What a provider has sent, by the names of the schemas: in any case, with booleans as text, a single value where there
 * may be several. What no schema knows, what only we write and passwords are left out.
 * @throws ScimError invalidValue
 */
export function canonicalResource(type: ResourceType, sent: unknown): Values {
  if (!isObject(sent)) throw new Error('a resource is an object');
  const { schema, attributes } = CORE[type];
  const resource: Values = { schemas: [schema] };
  const extensions = Object.entries(EXTENSIONS[type]);
  for (const [key, value] of Object.entries(sent)) {
    const extension = extensions.find(([urn]) => urn.toLowerCase() === key.toLowerCase());
    if (extension && isObject(value)) {
      const [urn, own] = extension;
      const values = canonicalValues(own, value, urn);
      if (Object.keys(values).length === 0) continue;
      resource[urn] = values;
      resource['schemas'] = [schema, urn];
    } else Object.assign(resource, canonicalValues(attributes, { [key]: value }, ''));
  }
  return resource;
}

/** The values of known attributes by their names. @throws ScimError invalidValue */
function canonicalValues(attributes: readonly Attribute[], sent: Values, where: string): Values {
  const values: Values = {};
  for (const [key, value] of Object.entries(sent)) {
    const attribute = named(attributes, key);
    if (!attribute || attribute.mutability === 'readOnly') continue;
    const kept = canonicalValue(attribute, value, where ? `${where}:${attribute.name}` : attribute.name);
    if (kept !== undefined) values[attribute.name] = kept;
  }
  return values;
}

/** undefined: no value. @throws ScimError invalidValue */
export function canonicalValue(attribute: Attribute, value: unknown, where = attribute.name): unknown {
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued) return canonicalOne(attribute, value, where);
  const all = (Array.isArray(value) ? value : [value])
    .map((one) => canonicalOne(attribute, one, where))
    .filter((one) => one !== undefined);
  return all.length > 0 ? all : undefined;
}

function canonicalOne(attribute: Attribute, value: unknown, where: string): unknown {
  if (value === null) return undefined;
  if (attribute.type === 'complex') {
    // 'manager: "17"' of Entra ID, 'members: "17"': its value alone.
    const given = isObject(value) ? value : { value };
    const kept = canonicalValues(attribute.subAttributes ?? [], given, where);
    return Object.keys(kept).length > 0 ? kept : undefined;
  }
  return attribute.type === 'boolean' ? booleanOf(value, where) : textOf(value, where);
}

function booleanOf(value: unknown, where: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw invalidValue(`${where} is not a boolean`);
  return text === 'true';
}

const TEXT_MAX = 4_000;

function textOf(value: unknown, where: string): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw invalidValue(`${where} is not a text`);
  if (value.length > TEXT_MAX) throw invalidValue(`${where} is too long`);
  if (value.includes('\u0000') || !value.isWellFormed())
    throw invalidValue(`${where} holds a forbidden character`);
  return value;
}

/** What of a resource was asked for (RFC 7644, 3.9): `attributes`, or all but `excludedAttributes`. */
export type Wanted = { attributes: string[]; excludedAttributes: string[] };

const ALWAYS = new Set(['schemas', 'id']);

export function project(
  type: ResourceType,
  resource: Values,
  { attributes, excludedAttributes }: Wanted,
): Values {
  if (attributes.length > 0) return pickPaths(type, resource, attributes);
  if (excludedAttributes.length > 0) return withoutPaths(type, resource, excludedAttributes);
  return resource;
}

/** 'emails[type eq "work"]' asks for 'emails'. */
const foundAt = (type: ResourceType, path: string) => attributeAt(type, path.replace(/\[.*\]/s, '').trim());

function pickPaths(type: ResourceType, resource: Values, paths: string[]): Values {
  const picked: Values = Object.fromEntries(Object.entries(resource).filter(([key]) => ALWAYS.has(key)));
  for (const path of paths) {
    const whole = Object.keys(EXTENSIONS[type]).find((urn) => urn.toLowerCase() === path.toLowerCase());
    if (whole && resource[whole]) picked[whole] = resource[whole];
    const found = foundAt(type, path);
    if (!found) continue;
    const from = found.extension ? resource[found.extension] : resource;
    const value = isObject(from) ? from[found.attribute.name] : undefined;
    if (value === undefined) continue;
    const into = found.extension ? ((picked[found.extension] ??= {}) as Values) : picked;
    const { name } = found.attribute;
    if (!found.sub) into[name] = value;
    else into[name] = merged(into[name], value, found.sub.name);
  }
  return picked;
}

/** One subattribute of a value or of each of several, beside those that were picked before. */
function merged(before: unknown, value: unknown, sub: string): unknown {
  if (Array.isArray(value))
    return value.map((one, at) => merged(Array.isArray(before) ? before[at] : undefined, one, sub));
  const kept = isObject(before) ? before : {};
  return isObject(value) && value[sub] !== undefined ? { ...kept, [sub]: value[sub] } : kept;
}

function withoutPaths(type: ResourceType, resource: Values, paths: string[]): Values {
  const left = structuredClone(resource);
  for (const path of paths) {
    const whole = Object.keys(EXTENSIONS[type]).find((urn) => urn.toLowerCase() === path.toLowerCase());
    if (whole) delete left[whole];
    const found = foundAt(type, path);
    if (!found || ALWAYS.has(found.attribute.name)) continue;
    const from = found.extension ? left[found.extension] : left;
    if (!isObject(from)) continue;
    const { sub } = found;
    if (!sub) delete from[found.attribute.name];
    else for (const one of [from[found.attribute.name]].flat()) if (isObject(one)) delete one[sub.name];
  }
  return left;
}
