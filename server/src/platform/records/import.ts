import type { ErrorCode, FieldCode } from '@atalaya/contract/errors';
import type { ImportField } from '@atalaya/contract/import-fields';
import type { Permission } from '@atalaya/contract/permissions';
import type { z } from 'zod';
import type { Actor, By } from '../core/actor.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../core/errors.ts';
import { fieldProblems } from '../core/problems.ts';
import type { Platform } from '../process/platform.ts';

/** What a row of a file holds for each field that has a column. */
export type ImportCells = Partial<Record<ImportField, string>>;
/** Why a row cannot be brought in. */
export type RowProblem = {
  code: ErrorCode | FieldCode;
  field: ImportField | null;
  params: Record<string, string | number> | null;
};
/** What would be created of a row. */
export type Prepared<Body> = {
  body: Body;
  /** Two rows of one file with the same key are the same; null: none is. */
  key: string | null;
  /** The organization in which it takes a seat. */
  seat: string | null;
};

/** How rows of a file become objects of one noun, by the rules and the functions that create a single one. */
export type ImportSource<Body = never> = {
  permission: Permission;
  /** What the audit log calls creating one. */
  action: string;
  prepare(db: Db, actor: Actor, rows: ImportCells[]): Promise<(Prepared<Body> | RowProblem)[]>;
  /**
   * The problem of a row that tells its author what other organizations have: how often it may do so is limited.
   * Absent: no row does.
   */
  tells_of_others?: RowProblem['code'];
  /**
   * Those of these keys that the author can see to exist already, in a transaction of its own; `problem`: what
   * creating one would say.
   */
  taken(
    platform: Platform,
    actor: Actor,
    keys: string[],
  ): Promise<{ keys: Set<string>; problem: RowProblem }>;
  /** Rows of one transaction: others who take seats or numbers of the same organization wait until it ends. */
  batch: number;
  /** Creates them in one transaction, in their order; of each its id, or why that one was not. */
  create(
    platform: Platform,
    db: Db,
    by: By,
    rows: Prepared<Body>[],
    options: { send_links: boolean },
  ): Promise<Created[]>;
};
export type Created = { id: string } | RowProblem;

export const isProblem = (value: object): value is RowProblem => 'code' in value;

export const problem = (
  code: RowProblem['code'],
  field: ImportField | null = null,
  params: RowProblem['params'] = null,
): RowProblem => ({ code, field, params });

/** What an error that refuses a single creation says of a row; a fault is thrown on. */
export function problemOf(error: unknown, names: Names = {}, field: ImportField | null = null): RowProblem {
  if (!(error instanceof AppError)) throw error;
  const [first] = error.options.fields ?? [];
  if (first) return problem(first.code, fieldOf(first.field, names), first.params ?? null);
  return problem(error.code, field, error.options.params ?? null);
}

/** Names of the contract that a file's fields go by. */
type Names = Partial<Record<string, ImportField>>;
const fieldOf = (path: string, names: Names) => {
  const name = path.replace(/^body\./, '');
  return names[name] ?? (name as ImportField);
};

/** The body as the contract of the single creation reads it, or its first problem. */
export function parsedBy<S extends z.ZodType>(
  shape: S,
  body: object,
  names: Names,
): z.output<S> | RowProblem {
  const parsed = shape.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [first] = fieldProblems('body', parsed.error);
  return first ? problem(first.code, fieldOf(first.field, names), first.params ?? null) : problem('invalid');
}

/** A word in one of its spellings, in any case, with or without accents; '' is undefined, an unknown one a problem. */
export function wordIn<T>(
  words: Readonly<Record<string, T>>,
  text: string | undefined,
  field: ImportField,
  allowed: string,
): { value: T | undefined } | RowProblem {
  const word = foldedWord(text ?? '');
  if (word === '') return { value: undefined };
  return Object.hasOwn(words, word)
    ? { value: words[word] as T }
    : problem('import.value_unknown', field, { allowed });
}

export const foldedWord = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[\s_-]+/g, ' ');

/** What came of the rows that could be told, back among the problems of the others, in their order. */
export function among<Told, Result>(
  all: readonly (Told | RowProblem)[],
  isTold: (each: Told | RowProblem) => each is Told,
  results: readonly Result[],
): (Result | RowProblem)[] {
  const rest = results.values();
  return all.map((each) => {
    if (!isTold(each)) return each;
    const { value, done } = rest.next();
    if (done) throw new Error('a row was lost');
    return value;
  });
}
