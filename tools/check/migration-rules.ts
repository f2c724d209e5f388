import { basename } from 'node:path';
import type { Rule } from './source-files.ts';

/**
 * Migrations up to this number are of the first release: no installation is in use while they run. Later ones run
 * while people work and servers of the version before serve: they are checked.
 */
export const LAST_OF_FIRST_RELEASE = 22;

type Kind = { name: string; pattern: RegExp; advice: string };

/** Parts of statements that hold people up or break servers of the version before, and what to do instead. */
const REFUSED: Kind[] = [
  {
    name: 'drop',
    pattern: /^drop\s+(?!index\b)/,
    advice:
      'servers of the version before still use it. Stop using it in one release, drop it in the next, and say so',
  },
  {
    name: 'rename',
    pattern: /^rename\b|\brename\s+(to|value|attribute|column|constraint)\b/,
    advice:
      'servers of the version before know the old name. Add the new one beside it, fill both, drop the old later',
  },
  {
    name: 'type',
    pattern: /^alter\s+(column\s+)?"?\w+"?\s+(set\s+data\s+)?type\b/,
    advice:
      'it rewrites the table, and breaks prepared statements. Add a column and fill it in batches by a job',
  },
  {
    name: 'generated',
    pattern: /\bgenerated\s+(always|by\s+default)\s+as\b|^add\b.*\b(small|big)?serial\b/s,
    advice:
      'it rewrites the table. Add a plain column, fill it by a trigger or a default and in batches by a job',
  },
  {
    name: 'default',
    pattern: /^add\b.*\bdefault\s.*\b(uuid_v7|gen_random_uuid|clock_timestamp|random|nextval)\s*\(/s,
    advice:
      'a default that differs per row rewrites the table. Add the column without, set the default, fill in batches',
  },
  {
    name: 'not-null',
    pattern: /^add\s+(column\b)?(?!.*\bdefault\b).*\bnot\s+null\b|\bset\s+not\s+null\b/s,
    advice:
      'servers of the version before do not fill it, and the table is read whole under a lock. Give a default, or add a check as "not valid" and validate it in a later migration',
  },
  {
    name: 'index',
    pattern:
      /^create\s+(unique\s+)?index\s+(?!concurrently)|^drop\s+index\s+(?!concurrently)|^reindex\s(?!.*\bconcurrently\b)|^add\b(?!.*\busing\s+index\b).*\b(unique|primary\s+key|exclude)\b/s,
    advice:
      'writers wait until the index is built. Say "create unique index concurrently", alone in a migration with the line "-- transaction: none", and add the constraint "using index" in the next one',
  },
  {
    name: 'constraint',
    pattern: /^add\b(?!.*\bnot\s+valid\b).*(\bcheck\s*\(|\breferences\b)/s,
    advice:
      'the table is read whole under a lock. Add it as "not valid", and validate it in a later migration',
  },
  {
    name: 'rewrite',
    pattern: /^(vacuum|cluster|lock|truncate)\b|^set\s+(logged|unlogged|tablespace|access)\b/,
    advice: 'it rewrites or empties the table, or keeps all others from it',
  },
  {
    name: 'backfill',
    pattern: /^(update|delete|merge|with|copy)\b|^insert\b.*\bselect\b/s,
    advice: 'rows stay locked until all are done. Do it in batches by a job',
  },
  {
    name: 'code',
    pattern: /^(do|call|execute|select)\b(?!\s+set_config\b)/,
    advice: 'what it runs is not seen here. Write the statements out, or do it by a job',
  },
  {
    name: 'rights',
    pattern: /^revoke\b|^(create|alter)\s+policy\b|\brow\s+level\s+security\b/,
    advice:
      'servers of the version before may live on the right. Take it away in the release after the one that stops using it',
  },
];

/** Whole statements, and actions of an `alter table`, that take a lock for a moment at most and break no server. */
const HARMLESS: RegExp[] = [
  /^create\s+(unlogged\s+)?table\b/,
  /^create\s+(unique\s+)?index\s+concurrently\b|^drop\s+index\s+concurrently\b|^reindex\b/,
  /^create\s+(or\s+replace\s+)?(function|procedure|type|domain|sequence|schema|extension)\b/,
  /^alter\s+type\s+\S+\s+add\s+value\b/,
  /^(comment|grant|analyze|set\s+local)\b|^select\s+set_config\b|^insert\b.*\bvalues\b/s,
  /^alter\s+default\s+privileges\b/,
  /^add\s+(column\s+)?/,
  /^validate\s+constraint\b/,
  /^alter\s+(column\s+)?"?\w+"?\s+(set\s+default|drop\s+default|drop\s+not\s+null|set\s+statistics)\b/,
  /^(re)?set\s*\(/,
];

const UNKNOWN = {
  name: 'other',
  advice: 'what it does to people who work and to servers of the version before has not been thought about',
};

const VALIDATED_AT_ONCE = {
  name: 'constraint',
  advice:
    'the lock of "not valid" lasts to the end of the transaction, so that the table is read whole under it. Validate in a later migration',
};

/**
 * Whether migrations to come would go unlooked at: the first release is out, and the last migration said to be of it is
 * newer than any that there is.
 */
export const isFirstReleaseOpen = (version: string, newest: number): boolean =>
  Number(version.split('.', 1)[0]) >= 1 && newest < LAST_OF_FIRST_RELEASE;

/**
 * What would hold up people who work, or break servers of the version before. A table that the migration makes itself
 * is not in use yet. Where a line is right all the same, the migration says why:
 * `-- allow index: the table has 40 rows`.
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
    if (!path.startsWith('server/sql/')) return [];
    const isNamed = /^[a-z0-9-]+\.sql$/.test(basename(path));
    return [
      ...(isNamed
        ? []
        : [`${path}: files of server/sql are called after a noun, in small letters and hyphens.`]),
      ...dropsOf(text).map(
        (what) =>
          `${path}: "${what}" breaks servers of the version before, which run beside the newer functions. Leave it, or drop it in a migration of the release after.`,
      ),
    ];
  });

/** What a file of server/sql drops; a constraint trigger, which cannot be replaced, may be dropped and made again. */
function dropsOf(text: string): string[] {
  const statements = statementsOf(text);
  return statements.filter((statement) => {
    const [, trigger] = /^drop\s+trigger\s+if\s+exists\s+(\w+)/.exec(statement) ?? [];
    const isMadeAgain = statements.some((other) => other.startsWith(`create constraint trigger ${trigger}`));
    return statement.startsWith('drop ') && !isMadeAgain;
  });
}

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
    [
      ...text.matchAll(/\bcreate\s+(?:unlogged\s+)?(?:table|function)\s+(?:if\s+not\s+exists\s+)?([\w.]+)/gi),
    ].map(([, name = '']) => name.toLowerCase()),
  );
  const parts = statementsOf(text)
    .filter((statement) => !made.has(subjectOf(statement)))
    .flatMap(partsOf);
  const isValidatedAtOnce =
    parts.some((part) => part.startsWith('validate ')) && parts.some((part) => /\bnot\s+valid\b/.test(part));
  const problems = [
    ...parts.flatMap((part) => problemsOf(part)),
    ...(isValidatedAtOnce ? [VALIDATED_AT_ONCE] : []),
  ];
  return problems
    .filter(({ name }) => !new RegExp(`^-- allow ${name}: \\S`, 'm').test(text))
    .map(({ name, advice }) => `${path}: ${advice} (or a line "-- allow ${name}: why").`);
}

function problemsOf(part: string): { name: string; advice: string }[] {
  const refused = REFUSED.filter(({ pattern }) => pattern.test(part));
  if (refused.length > 0) return refused;
  return HARMLESS.some((pattern) => pattern.test(part)) ? [] : [UNKNOWN];
}

/** In lower case, without comments, empty ones left out; the text between $$ is run later, or its `do` is refused. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
}

/** The actions of an `alter table`, each by itself; any other statement is one part. */
function partsOf(statement: string): string[] {
  const [head = ''] = /^alter\s+table\s+(if\s+exists\s+)?(only\s+)?[\w.]+\s+/.exec(statement) ?? [];
  if (!head) return [statement];
  const actions = [''];
  let depth = 0;
  for (const letter of statement.slice(head.length)) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += letter;
  }
  return actions.map((action) => action.trim());
}

/** The table or function that a statement is about, or none. */
function subjectOf(statement: string): string {
  const patterns = [
    /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w.]+)/,
    /^create\s+(?:unique\s+)?index\s[\s\S]*?\son\s+(?:only\s+)?([\w.]+)/,
    /^(?:create|alter)\s+policy\s[\s\S]*?\son\s+([\w.]+)/,
    /^insert\s+into\s+([\w.]+)/,
    /^(?:revoke|grant)\s[\s\S]*?\son\s+(?:table\s+|function\s+)?([\w.]+)/,
  ];
  return patterns.map((pattern) => pattern.exec(statement)?.[1]).find(Boolean) ?? '';
}
