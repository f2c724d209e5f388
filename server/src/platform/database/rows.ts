import { sql } from 'kysely';
import type { KyselyPlugin, RawBuilder } from 'kysely';
import type { RowOf, Shape } from './columns.ts';
import { ROWS } from './row-types.ts';

type Shapes = typeof ROWS;

/** Some columns of a table or view. */
export function columnsOf<T extends keyof Shapes, C extends keyof Shapes[T]>(
  table: T,
  ...names: C[]
): Pick<Shapes[T], C> {
  const picked: Partial<Shapes[T]> = {};
  for (const name of names) picked[name] = ROWS[table][name];
  return picked as Pick<Shapes[T], C>;
}

/** The columns of a shape as a statement selects them, of the table that it calls by an alias. */
export const selected = (alias: string, shape: Shape): RawBuilder<unknown> =>
  sql.join(Object.keys(shape).map((name) => sql.ref(`${alias}.${name}`)));

/** Columns as an insert names them. */
export const columnList = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)));

/** These columns set to the values that an object has for them. */
export const assignments = <N extends string>(
  names: readonly N[],
  values: Record<N, unknown>,
): RawBuilder<unknown> => sql.join(names.map((name) => sql`${sql.ref(name)} = ${values[name]}`));

/** The row of a statement that always returns one, as an insert or a count does. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}

/** Each with the row of a statement that answers one for each, in their order. */
export const withRows = <One, Row>(asked: readonly One[], rows: readonly Row[]): [One, Row][] =>
  asked.map((one, n) => [one, onlyRow(rows.slice(n))]);

type Tag<Row> = (parts: TemplateStringsArray, ...values: unknown[]) => RawBuilder<Row>;

/** Kysely's `sql` for a statement that returns such rows. Tests compare what comes back with the shape. */
export function rowsOf<S extends Shape>(shape: S): Tag<RowOf<S>> {
  if (!checkOf) return sql<RowOf<S>>;
  const check = checkOf(shape);
  return (parts, ...values) => sql<RowOf<S>>(parts, ...values).withPlugin(check);
}

let checkOf: ((shape: Shape) => KyselyPlugin) | null = null;

/** For tests: from now on the plugin that is made of a statement's shape sees what the statement returns. */
export function checkRowsBy(makePlugin: (shape: Shape) => KyselyPlugin): void {
  checkOf = makePlugin;
}
