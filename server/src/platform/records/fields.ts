import { recordOf } from '@atalaya/contract/record-of';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import type { Rows } from '../database/row-types.ts';
import type { Undoable } from './undo.ts';

/** What is done with one column of a noun, beside storing it. */
export type Field = {
  /** Put back by what undoes a change of many; or why that leaves it. */
  undo: 'kept' | { left: string };
  /** In the rows that screens show. */
  listed?: true;
  /** In the text that searches of the list look at. */
  searched?: true;
  /** Given when one is added. */
  added?: true;
  /** Set by the form of one. */
  form?: true;
  /** In what the audit log keeps of a change. */
  audited?: true;
  /** In what an organization takes with it. */
  exported?: true;
  /** The word for it in the noun's list as a file; absent: not in it. */
  in_file?: string;
  /** Can be brought in by a file, under that word. */
  imported?: true;
};

/** Of what the form of one sets, also when it is added: shown, audited and taken along too. */
export const SET_BY_FORM = {
  listed: true,
  added: true,
  form: true,
  audited: true,
  exported: true,
} as const satisfies Partial<Field>;

/** Every column of a table: one that is forgotten does not compile. */
export type Fields<T extends keyof Rows> = Record<keyof Rows[T], Field>;

type Use = Exclude<keyof Field, 'undo'>;
export type Used<F, U extends Use> = { [N in keyof F]: F[N] extends Record<U, unknown> ? N : never }[keyof F];

/** The columns that are used for something, in the order in which they are declared. */
export function fieldsWith<F extends Record<string, Field>, U extends Use>(fields: F, use: U): Used<F, U>[] {
  return Object.keys(fields).filter((name) => fields[name]?.[use] !== undefined) as Used<F, U>[];
}

/** The columns that undo puts back. */
export type Kept<F> = { [N in keyof F]: F[N] extends { undo: 'kept' } ? N : never }[keyof F];

/** These of an object, and nothing else of it. */
export const pick = <T extends object, N extends keyof T & string>(from: T, names: readonly N[]) =>
  recordOf(names, (name) => from[name]) as Pick<T, N>;

/** An object as a form leaves it: what the form does not send stays. */
export function changedByForm<F extends Record<string, Field>, Row extends object>(
  fields: F,
  before: Row,
  sent: { [N in Used<F, 'form'> & keyof Row]?: Row[N] | undefined },
): Row {
  const ofForm: readonly unknown[] = fieldsWith(fields, 'form');
  const said = Object.entries(sent).filter(([name, value]) => value !== undefined && ofForm.includes(name));
  return { ...before, ...Object.fromEntries(said) };
}

/** What the undo of a noun keeps. */
export const undoableOf = (
  noun: Pick<Undoable, 'resource' | 'table'>,
  fields: Record<string, Field>,
): Undoable => ({
  ...noun,
  kept: Object.keys(fields).filter((name) => fields[name]?.undo === 'kept'),
});

type ImportedWord<F> = {
  [N in keyof F]: F[N] extends { imported: true; in_file: infer W extends string } ? W : never;
}[keyof F];

/** What a file that is brought in calls the columns that it can have. */
export const importWordsOf = <F extends Record<string, Field>>(fields: F) =>
  Object.fromEntries(fieldsWith(fields, 'imported').map((name) => [name, fields[name]?.in_file])) as Record<
    Used<F, 'imported'>,
    ImportedWord<F>
  >;

type Language = 'es' | 'en';
/** The words of the columns of a file: a column without its word does not compile. */
type WordOf<F> = { [N in keyof F]: F[N] extends { in_file: infer W extends string } ? W : never }[keyof F];

/**
 * The lines of a noun's list as a file, a column for each field that is in it.
 * @param words the titles, by the fields' words
 * @param written what a column holds where that is not the value itself
 */
export function fileOf<F extends Record<string, Field>, Row extends object>(
  fields: F,
  words: Record<Language, Readonly<Record<WordOf<F>, string>>>,
  written: Partial<Record<keyof F, (row: Row, language: Language) => unknown>> = {},
) {
  const columns = Object.entries(fields).flatMap(([name, { in_file }]) =>
    in_file ? [{ name, in_file: in_file as WordOf<F> }] : [],
  );
  const line = (row: Row, language: Language): string =>
    csvLine(
      columns.map(({ name }) => {
        const write = written[name as keyof F];
        return write ? write(row, language) : row[name as keyof Row];
      }),
    );
  const lines = (rows: Row[], language: Language) => rows.map((row) => line(row, language)).join('');
  return {
    head: (language: Language): string =>
      BYTE_ORDER_MARK + csvLine(columns.map(({ in_file }) => words[language][in_file])),
    lines,
    /** A page of the file, as a job writes it; `last` is what the next one begins after. */
    page: <R extends Row, After>(rows: R[], language: Language, afterOf: (row: R) => After) => {
      const end = rows.at(-1);
      return { lines: lines(rows, language), count: rows.length, last: end ? afterOf(end) : null };
    },
  };
}
