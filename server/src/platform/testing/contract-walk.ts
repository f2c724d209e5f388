import { api } from '@atalaya/contract/api';
import { may } from '@atalaya/contract/permissions';
import type { Role } from '@atalaya/contract/roles';
import type { Route } from '@atalaya/contract/route';
import { z } from 'zod';

/** Every route of the contract, as rows of a table test. */
export const allRoutes: { name: string; route: Route }[] = Object.entries<Route>(api).map(
  ([name, route]) => ({
    name,
    route,
  }),
);

/** An id that nothing has. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

/** The address of a route whose parameters name nothing that exists. */
export const addressOf = (route: Route) => route.path.replaceAll(/\{\w+\}/g, NOBODY);

type Who = { role: Role; organization_id: string | null };

/** The code that the table of permissions refuses a person who is signed in with, or null. */
export function refusalOf({ access }: Pick<Route, 'access'>, who: Who): string | null {
  if (access === 'public' || access === 'signed_in' || may(who, access)) return null;
  return may({ ...who, organization_id: NOBODY }, access) ? 'organization.required' : 'session.forbidden';
}

type Schema = {
  type?: string | string[];
  maxLength?: number;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/** The schema of what a client may send in one part of a request. */
export function schemaOfInput(shape: z.ZodType): Schema {
  return z.toJSONSchema(shape, { io: 'input' }) as Schema;
}

/** Where a schema takes text without any bound: no length, no list of values, no format or closed pattern. */
export function unboundedTexts(schema: Schema, path = ''): string[] {
  const bounded =
    schema.maxLength !== undefined ||
    schema.enum !== undefined ||
    schema.const !== undefined ||
    schema.format === 'uuid' ||
    (schema.pattern !== undefined && /^\^[^*+]*\$$/.test(schema.pattern));
  return [
    ...(schema.type === 'string' && !bounded ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) => unboundedTexts(one, `${path}.${key}`)),
    ...(schema.items ? unboundedTexts(schema.items, `${path}[]`) : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf]
      .flatMap((one) => one ?? [])
      .flatMap((one) => unboundedTexts(one, path)),
  ];
}

/** The fields of a body or query that take text of a given length, at its top. */
export function textFields(schema: Schema): { name: string; max: number }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const text = [one, ...(one.anyOf ?? [])].find((each) => each.type === 'string');
    return text?.maxLength === undefined ? [] : [{ name, max: text.maxLength }];
  });
}

const EXAMPLES: Record<string, unknown[]> = {
  string: ['texto', 'eva@example.test', '2026-02-28', "O'Higgins_%\\"],
  integer: [1, 0, 2 ** 31],
  number: [1, 0, 2 ** 31],
  boolean: [true, false],
};

/** Some values that a schema takes, as far as it can be told from it. */
export function examplesOf(schema: Schema): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  const one = schema.anyOf ?? schema.oneOf;
  if (one) return one.flatMap(examplesOf);
  if (schema.format === 'uuid') return [NOBODY];
  const type = [schema.type].flat()[0] ?? '';
  if (type === 'array') return schema.items ? [[], examplesOf(schema.items).slice(0, 2)] : [[]];
  if (type !== 'object') return EXAMPLES[type] ?? [null];
  const fields = Object.entries(schema.properties ?? {});
  return [Object.fromEntries(fields.map(([key, each]) => [key, examplesOf(each)[0]]))];
}
