import type { KyselyPlugin, QueryResult, UnknownRow } from 'kysely';
import pg from 'pg';
import { afterEach } from 'vitest';
import type { Column, Kind, Shape } from '../database/columns.ts';
import { checkRowsBy } from '../database/rows.ts';

// Loaded before each file of tests: what statements return is compared with the shapes they declare. A test in which one
// returns something else fails.

const { builtins } = pg.types;
/** `uuid[]`, which pg knows but does not name. */
const UUIDS = 2951;
const TEXTS = 1009;

/** What the driver, with the parsers of pool.ts, makes of PostgreSQL's types. */
const KINDS = new Map<number, Kind>([
  [builtins.BOOL, 'boolean'],
  [builtins.BYTEA, 'Buffer'],
  [builtins.INT2, 'number'],
  [builtins.INT4, 'number'],
  [builtins.INT8, 'number'],
  [builtins.FLOAT8, 'number'],
  [builtins.TEXT, 'string'],
  [builtins.VARCHAR, 'string'],
  [builtins.UUID, 'string'],
  [builtins.DATE, 'string'],
  [builtins.TIMESTAMPTZ, 'Date'],
  [builtins.JSON, 'json'],
  [builtins.JSONB, 'json'],
  [TEXTS, 'string[]'],
  [UUIDS, 'string[]'],
]);

type Result = QueryResult<UnknownRow> & { fields?: pg.FieldDef[] };

/** What a statement returned and its shape does not say, or the reverse. */
function findMismatches(shape: Shape, { rows, fields }: Result): string[] {
  const returned = fields?.map(({ name }) => name) ?? Object.keys(rows[0] ?? shape);
  const wrongTypes = (fields ?? []).flatMap(({ name, dataTypeID }) => {
    const declared = shape[name]?.kind;
    const kind = KINDS.get(dataTypeID) ?? `a type without a kind (oid ${dataTypeID})`;
    return declared && declared !== kind ? [`${name} is ${kind}, declared as ${declared}`] : [];
  });
  const wrongValues = Object.entries(shape).flatMap(
    ([name, column]) => rows.map((row) => wrongValue(name, column, row[name])).find(Boolean) ?? [],
  );
  return [
    ...returned.filter((name) => !(name in shape)).map((name) => `${name} is returned, but not declared`),
    ...Object.keys(shape)
      .filter((name) => !returned.includes(name))
      .map((name) => `${name} is declared, but not returned`),
    ...wrongTypes,
    ...wrongValues,
  ];
}

function wrongValue(name: string, { kind, isNullable, values }: Column, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return isNullable ? null : `${name} is null, declared as never null`;
  if (!isOfKind(kind, value)) return `${name} is ${typeof value}, declared as ${kind}`;
  const isKnown = typeof value !== 'string' || !values || values.includes(value);
  return isKnown ? null : `${name} is '${value}', which is not declared`;
}

function isOfKind(kind: Kind, value: unknown): boolean {
  if (kind === 'json') return true;
  if (kind === 'Date') return value instanceof Date;
  if (kind === 'Buffer') return Buffer.isBuffer(value);
  if (kind === 'string[]') return Array.isArray(value);
  return typeof value === kind;
}

/** Kept beside being thrown: a worker that tries again, or a route that answers 500, would hide them. */
const found: string[] = [];

/** For the test of this check: forgets what it has found; returns it. */
export const takeMismatches = () => found.splice(0);

afterEach(() => {
  const mismatches = takeMismatches();
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
});

checkRowsBy((shape): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const mismatches = findMismatches(shape, result);
    if (mismatches.length === 0) return result;
    const error = new Error(
      `a statement does not return the rows that it declares: ${mismatches.join('; ')}`,
    );
    found.push(error.stack ?? error.message);
    throw error;
  },
}));
