import type { ColumnType, GeneratedAlways } from 'kysely';

/** What the driver makes of a column's value. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'string[]' | 'json';

/** Who gives a column its value when a row is inserted. */
type Source = 'given' | 'default' | 'computed';

/** A column of a table, or of what a statement returns, as a value: the row types of code are derived from these. */
export type Column<T = unknown, S extends Source = Source> = {
  readonly kind: Kind;
  readonly isNullable: boolean;
  /** All that a text may be, where that is known. */
  readonly values?: readonly string[];
  /** For the compiler alone. */
  readonly types?: { value: T; source: S };
};

/** The columns of a row by their names. */
export type Shape = Record<string, Column>;

/** The row that a shape describes. */
export type RowOf<S extends Shape> = { [K in keyof S]: S[K] extends Column<infer T> ? T : never };

/** The same as Kysely's builder wants a table: what may be left out, and what may not be written. */
export type TableOf<S extends Shape> = {
  [K in keyof S]: S[K] extends Column<infer T, infer From>
    ? From extends 'computed'
      ? GeneratedAlways<T>
      : ColumnType<T, Written<T> | (From extends 'default' ? undefined : Omissible<T>), Written<T>>
    : never;
};

/** An instant may be written as an ISO string; json is written as text. */
type Written<T> = unknown extends T ? string | null : T extends Date ? Date | string : T;
type Omissible<T> = unknown extends T ? undefined : null extends T ? undefined : never;

const column = <T>(kind: Kind): Column<T, 'given'> => ({ kind, isNullable: false });

export const text = column<string>('string');
export const uuid = column<string>('string');
/** A calendar day, 'YYYY-MM-DD'. */
export const day = column<string>('string');
/** Integers, bigint too: no number of ours reaches 2^53. */
export const number = column<number>('number');
export const boolean = column<boolean>('boolean');
export const instant = column<Date>('Date');
export const bytes = column<Buffer>('Buffer');
export const texts = column<string[]>('string[]');

/** Parsed json; what is in it is not checked. */
export const json = <T = unknown>(): Column<T, 'given'> => column<T>('json');

/** A text that is one of these. */
export const oneOf = <const V extends string>(...values: V[]): Column<V, 'given'> => ({
  kind: 'string',
  isNullable: false,
  values,
});

/** The same column where it may be null, as in an outer join. */
export const nullable = <T, S extends Source>(of: Column<T, S>): Column<T | null, S> => ({
  ...of,
  isNullable: true,
});

/** The columns of a row that an outer join may lack. */
export const outerJoined = <S extends Shape>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([name, of]) => [name, nullable(of)])) as {
    [K in keyof S]: S[K] extends Column<infer T, infer From> ? Column<T | null, From> : never;
  };

/** The same column where a statement leaves out the rows in which it is null. */
export const notNull = <T, S extends Source>(of: Column<T, S>) =>
  ({ ...of, isNullable: false }) as Column<NonNullable<T>, S>;

/** A column that the database fills in where an insert leaves it out. */
export const withDefault = <T>(of: Column<T>) => of as Column<T, 'default'>;

/** A column that the database alone writes. */
export const computed = <T>(of: Column<T>) => of as Column<T, 'computed'>;
