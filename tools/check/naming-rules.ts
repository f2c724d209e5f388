import { basename, dirname } from 'node:path/posix';
import { isCode, isText, type Rule } from './source-files.ts';

const MEANINGLESS = new Set(['index', 'util', 'utils', 'helper', 'helpers', 'misc', 'common', 'types']);
const SUFFIXES = new Set(
  'routes service rules fields queries email jobs worker api face es en test spec config d'.split(' '),
);
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** kebab-case, a known suffix, and a name that says something. */
export const namesSaySomething: Rule = (files) =>
  files.flatMap(({ path }) => {
    const parts = path.split('/');
    const [stem = '', ...suffixes] = basename(path).split('.').slice(0, -1);
    const bad = [...parts.slice(0, -1), stem].find((name) => MEANINGLESS.has(name));
    if (bad) return [`${path}: "${bad}" says nothing. Name the file or folder after what it holds.`];
    if (path.endsWith('.sql') || !isCode(path)) return [];
    if (!KEBAB.test(stem)) return [`${path}: file names are kebab-case: letters, digits and single hyphens.`];
    const unknown = suffixes.find((suffix) => !SUFFIXES.has(suffix));
    return unknown
      ? [`${path}: ".${unknown}" is no known suffix. There are: ${[...SUFFIXES].join(', ')}.`]
      : [];
  });

/** server/migrations/0001_what_it_makes.sql, without a gap or a number twice. */
export const migrationsAreContiguous: Rule = (files) => {
  const names = files
    .filter(({ path }) => path.startsWith('server/migrations/'))
    .map(({ path }) => basename(path));
  return names.flatMap((name, position) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      return [`server/migrations/${name}: migrations are called 0001_what_it_makes.sql.`];
    const expected = String(position + 1).padStart(4, '0');
    return name.startsWith(expected)
      ? []
      : [
          `server/migrations/${name}: number ${expected} is expected here: numbers have no gap and none is used twice.`,
        ];
  });
};

/** Beside each *.routes.ts is a *.routes.test.ts: its own, or those of its feature by subject. */
export const routesHaveTests: Rule = (files) => {
  const paths = files.map(({ path }) => path);
  const tested = new Set(
    paths.filter((path) => path.endsWith('.routes.test.ts')).map((path) => dirname(path)),
  );
  return paths
    .filter((path) => path.endsWith('.routes.ts') && !tested.has(dirname(path)))
    .map(
      (path) =>
        `${path}: write ${basename(path, '.ts')}.test.ts beside it: it works, 401, 403, another organization's 404.`,
    );
};

/** Each Spanish text file has its English one. */
export const textsHaveBothLanguages: Rule = (files) => {
  const paths = new Set(files.map(({ path }) => path));
  return [...paths].filter(isText).flatMap((path) => {
    const other = path.endsWith('.es.ts')
      ? path.replace(/\.es\.ts$/, '.en.ts')
      : path.replace(/\.en\.ts$/, '.es.ts');
    return paths.has(other) ? [] : [`${path}: ${basename(other)} is missing beside it.`];
  });
};
