import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { ROOT } from '../process/process.ts';
import { isTest, readSources, type Rule, type SourceFile } from './source-files.ts';

const CODE = ['{contract,server,ui,web,e2e,bench}/**/*.{ts,tsx,sql}'];
const CONFIG = [
  'server/src/platform/core/config.ts',
  'server/src/platform/core/issuer-config.ts',
  'server/src/platform/core/provider-config.ts',
  'server/src/platform/core/verifactu-config.ts',
];

function localLinks({ path, text }: SourceFile): { written: string; target: string }[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(([, written = '']) => ({
    written,
    target: join(dirname(path), written),
  }));
}

/** Links in the Markdown documents that lead nowhere. `exists` is asked with paths from the root. */
export function findBrokenLinks(files: SourceFile[], exists: (path: string) => boolean): string[] {
  return files.flatMap((file) =>
    localLinks(file)
      .filter(({ target }) => !exists(target))
      .map(({ written }) => `${file.path}: the link to ${written} leads nowhere.`),
  );
}

const TABLES = ['README.md', 'docs/operations.md'];

/** Each variable that the configuration reads is in one of the tables of variables, and no other. */
export const variablesAreDocumented: Rule = (files) => {
  const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
  const read = new Set(
    [
      ...CONFIG.map(textOf)
        .join('\n')
        .matchAll(/\(env, '([A-Z][A-Z0-9_]+)'/g),
    ].map(([, name = '']) => name),
  );
  const rows = TABLES.map(textOf)
    .join('\n')
    .matchAll(/^\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \|/gm);
  const told = new Set([...rows].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', ')));
  return [
    ...[...read]
      .filter((name) => !told.has(name))
      .map((name) => `${TABLES.join(', ')}: ${name} is read by the configuration: tell what it does.`),
    ...[...told]
      .filter((name) => !read.has(name))
      .map((name) => `${TABLES.join(', ')}: ${name} is read nowhere: leave it out.`),
  ];
};

const SCALE = 'docs/scale.md';
/** What a process keeps beyond a request, at the top of a module: `let`, an empty collection, a queue. */
const KEPT =
  /^(?:export )?(?:let \w+|const \w+ = (?:new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|oneAtATime\())/m;

/** What the memory of one process holds might be wrong beside other processes: each such file is judged in a table. */
export const processStateIsJudged: Rule = (files) => {
  const told = files.find(({ path }) => path === SCALE)?.text ?? '';
  return files
    .filter(({ path, text }) => path.startsWith('server/src/') && !isTest(path) && KEPT.test(text))
    .filter(({ path }) => !told.includes(`\`${path.slice('server/src/'.length)}\``))
    .map(
      ({ path }) =>
        `${path}: keeps something in the process: say in ${SCALE} why that is right beside others.`,
    );
};

const README_WORDS_MAX = 1200;

/** A first page that is read to its end. */
export function findLongReadme(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean).length;
  return words <= README_WORDS_MAX
    ? []
    : [
        `README.md: ${String(words)} words, at most ${String(README_WORDS_MAX)}: move what few need to docs/.`,
      ];
}

/** Documents that code and its comments cite and that are not in the repository. */
export function findLostCitations(files: SourceFile[], exists: (path: string) => boolean): string[] {
  return files.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /\b(?:docs\/(?:[\w-]+\/)*|(?<![\w/.-]))(?:[a-z][\w-]*)\.md\b|\b[Ss]pecification, section/g,
      ),
    ]
      .map(([cited]) => cited)
      .filter((cited) => !exists(cited))
      .map((cited) => `${path}: cites ${cited}, which is not in the repository.`),
  );
}

/** Decisions are cited by their number. */
export function findDoubleNumbers(paths: string[]): string[] {
  const numbers = paths.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []);
  return [...new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))].map(
    (number) =>
      `docs/decisions: ${number} is the number of several decisions: give the later ones the next free ones.`,
  );
}

export function checkDocuments(): string[] {
  const documents = readSources(['*.md', 'docs/**/*.md']);
  return [
    ...findBrokenLinks(documents, (path) => existsSync(join(ROOT, path))),
    ...findLongReadme(documents.find(({ path }) => path === 'README.md')?.text ?? ''),
    ...findLostCitations(readSources(CODE), (path) => existsSync(join(ROOT, path))),
    ...findDoubleNumbers(documents.map(({ path }) => path)),
    ...variablesAreDocumented([...documents, ...readSources(CONFIG)]),
    ...processStateIsJudged([...documents, ...readSources(['server/src/**/*.ts'])]),
  ];
}
