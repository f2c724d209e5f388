import { basename } from 'node:path';
import type { Rule } from './source-files.ts';

/**
 * Migrations up to this number are of the first release: nobody runs what they would hold up. Later ones run while
 * people work and servers of the version before serve: they are looked at.
 */
export const LAST_OF_FIRST_RELEASE = 21;

type Found = { name: string; pattern: RegExp; advice: string };

const FORBIDDEN: Found[] = [
  {
    name: 'drop',
    pattern: /\bdrop\s+(table|view)\b|\bdrop\s+column\b/,
    advice:
      'servers of the version before still read it. Stop using it in one release, drop it in the next, and say so',
  },
  {
    name: 'rename',
    pattern: /\brename\s+(to|column)\b|\brename\s+\w+\s+to\b/,
    advice:
      'servers of the version before know the old name. Add the new one beside it, fill both, drop the old later',
  },
  {
    name: 'type',
    pattern: /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/,
    advice:
      'it rewrites the table, and breaks prepared statements. Add a column and fill it in batches by a job',
  },
  {
    name: 'generated',
    pattern: /\badd\s+(column\s+)?[^;,]*\bgenerated\s+always\s+as\s*\((?!\s*identity)[\s\S]*?\)\s*stored\b/,
    advice:
      'a stored column rewrites the table. Add a plain column, fill it by a trigger and in batches by a job',
  },
  {
    name: 'default',
    pattern:
      /\badd\s+column\b[^;,]*\bdefault\s+[^;,]*\b(uuid_v7|gen_random_uuid|clock_timestamp|random|nextval)\s*\(/,
    advice:
      'a default that differs per row rewrites the table. Add the column without, set the default, fill in batches',
  },
  {
    name: 'not-null',
    pattern: /\badd\s+column\b(?![^;,]*\bdefault\b)[^;,]*\bnot\s+null\b|\bset\s+not\s+null\b/,
    advice:
      'servers of the version before do not fill it, and the table is read whole under a lock. Give a default, or add a check as "not valid" and validate it in a later migration',
  },
  {
    name: 'constraint',
    pattern: /\badd\s+(constraint\s+\w+\s+)?(check|foreign\s+key)\b(?![^;]*\bnot\s+valid\b)/,
    advice:
      'the table is read whole under a lock. Add it as "not valid", and validate it in a later migration',
  },
  {
    name: 'index',
    pattern: /\bcreate\s+(unique\s+)?index\s+(?!concurrently)/,
    advice:
      'writers wait until it is built. Say "create index concurrently", alone in a migration with the line "-- transaction: none"',
  },
  {
    name: 'rewrite',
    pattern: /\b(vacuum\s+full|cluster|set\s+(logged|unlogged|tablespace))\b/,
    advice: 'it rewrites the table under a lock',
  },
  {
    name: 'backfill',
    pattern: /^\s*(update|delete\s+from)\s/m,
    advice: 'rows stay locked until all are done. Do it in batches by a job',
  },
];

/**
 * Whether migrations to come would go unlooked at: the first release is out, and the last migration said to be of it is
 * newer than any that there is.
 */
export const isFirstReleaseOpen = (version: string, newest: number): boolean =>
  Number(version.split('.', 1)[0]) >= 1 && newest < LAST_OF_FIRST_RELEASE;

/**
 * What would hold up people who work, or break servers of the version before. A table that the migration makes itself
 * is nobody's yet. Where a line is right all the same, the migration says why: `-- allow index: the table has 40 rows`.
 */
export const migrationsLeaveTheLiveAlone: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('server/migrations/'))
    .filter(({ path }) => Number(basename(path).slice(0, 4)) > LAST_OF_FIRST_RELEASE)
    .flatMap(({ path, text }) => [...marksOf(path, text), ...forbiddenOf(path, text)]);

/**
 * What is replaced as a whole is in server/sql alone, where its present form is read and may be applied again. A function
 * may be made in a migration: one that columns, indexes or policies rest on.
 */
export const sqlHasItsPlace: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    const made = statementsOf(text).flatMap(
      (statement) =>
        /^create\s+(or\s+replace\s+)?(constraint\s+)?(trigger|view)\b/.exec(statement)?.[3] ?? [],
    );
    if (path.startsWith('server/migrations/'))
      return made.map((what) => `${path}: a ${what} is made in server/sql, in the file of its noun.`);
    return path.startsWith('server/sql/') && !/^[a-z0-9-]+\.sql$/.test(basename(path))
      ? [`${path}: files of server/sql are called after a noun, in small letters and hyphens.`]
      : [];
  });

function marksOf(path: string, text: string): string[] {
  const isMarked = /^-- (compatible|incompatible: \S.*)$/m.test(text);
  return isMarked
    ? []
    : [
        `${path}: say whether servers of the version before go on working: a line "-- compatible", or "-- incompatible: why", which makes an upgrade an interruption.`,
      ];
}

function forbiddenOf(path: string, text: string): string[] {
  const made = new Set(
    [...text.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/gi)].map(
      ([, table = '']) => table.toLowerCase(),
    ),
  );
  return statementsOf(text)
    .filter((statement) => !made.has(tableOf(statement)))
    .flatMap((statement) => FORBIDDEN.filter(({ pattern }) => pattern.test(statement)))
    .filter(({ name }) => !new RegExp(`^-- allow ${name}: \\S`, 'm').test(text))
    .map(({ name, advice }) => `${path}: ${advice} (or a line "-- allow ${name}: why").`);
}

/** In lower case, without comments; the bodies of functions run later and are left out. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.trim());
}

/** The table that a statement alters or indexes. */
function tableOf(statement: string): string {
  const [, altered, indexed] =
    /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w.]+)|^create\s+(?:unique\s+)?index\s[\s\S]*?\son\s+(?:only\s+)?([\w.]+)/.exec(
      statement,
    ) ?? [];
  return altered ?? indexed ?? '';
}
