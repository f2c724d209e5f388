import type { Rule } from './source-files.ts';

const CONFIGURATION = 'web/vite.config.ts';
const PATTERN = /\btest: \/((?:\\.|\[[^\]]*\]|[^/\\[\n])+)\//g;
/** What is about packages, or about how a file is asked for: those are no files of the project. */
const NOT_OURS = /node_modules|@base-ui|\]icons\[|\\\?raw/;

/** Each pattern of the browser's downloads, and each alternative in it, is the name of a file. */
export const downloadsNameFiles: Rule = (files) => {
  const paths = files.map(({ path }) => `/${path}`);
  return files
    .filter(({ path }) => path === CONFIGURATION)
    .flatMap(({ text }) => [...text.matchAll(PATTERN)])
    .flatMap(([, pattern = '']) => branchesOf(pattern))
    .filter((branch) => !NOT_OURS.test(branch) && !paths.some((path) => new RegExp(branch).test(path)))
    .map(
      (branch) => `${CONFIGURATION}: no file is called like ${branch}: leave it out, or name what it was.`,
    );
};

/** 'a(b|c)|d' as ab, ac, d. A group that may be absent or that looks ahead stays as it is. */
function branchesOf(pattern: string): string[] {
  return splitAt(pattern, '|').flatMap((branch) => {
    const group = groupOf(branch);
    if (!group) return [branch];
    const { from, to } = group;
    return branchesOf(branch.slice(from + 1, to)).flatMap((inner) =>
      branchesOf(branch.slice(to + 1)).map((rest) => branch.slice(0, from) + inner + rest),
    );
  });
}

/** The first group that takes part in every match, by where its parentheses are. */
function groupOf(branch: string): { from: number; to: number } | null {
  let from = -1;
  for (const { at, character, depth } of walk(branch)) {
    if (character === '(' && depth === 1) from = at;
    if (character !== ')' || depth !== 0) continue;
    if (branch[from + 1] !== '?' && !'?*'.includes(branch[at + 1] ?? ' ')) return { from, to: at };
  }
  return null;
}

function splitAt(pattern: string, mark: string): string[] {
  const cuts = [...walk(pattern)].filter(({ character, depth }) => character === mark && depth === 0);
  return [-1, ...cuts.map(({ at }) => at)].map((cut, which) => pattern.slice(cut + 1, cuts[which]?.at));
}

/** The characters that mean something, each with how many groups it is in; not those of a class, nor escaped ones. */
function* walk(pattern: string): Generator<{ at: number; character: string; depth: number }> {
  let depth = 0;
  for (const { 0: character, index: at } of pattern.matchAll(/\\.|\[[^\]]*\]|./g)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    yield { at, character, depth };
  }
}
