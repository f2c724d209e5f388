import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const files = globSync('**/*.{ts,tsx}', { cwd: ROOT })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** From the bracket at `start` to the one that closes it. */
function bracketed(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  throw new Error('a bracket that nothing closes');
}

type Mutation = { path: string; options: string; hook: string };

const mutations: Mutation[] = files.flatMap(({ path, text }) =>
  [...text.matchAll(/useMutation(?=\()/g)].map(({ index, 0: { length } }) => ({
    path,
    options: bracketed(text, index + length),
    hook: [...text.slice(0, index).matchAll(/function (\w+)/g)].at(-1)?.[1] ?? '',
  })),
);

/** The names by which other files reach a hook: its own, or what else its file exports. */
function namesOf({ path, hook }: Mutation): string[] {
  const { text = '' } = files.find((file) => file.path === path) ?? {};
  const exported = [...text.matchAll(/export (?:function|const) (use\w+)/g)].map(([, name]) => name ?? '');
  return exported.includes(hook) ? [hook] : exported;
}

/** `mutate` throws nothing: what fails is told by onError, or by a caller that shows `error`; else by nobody. */
function silentUsesOf(mutation: Mutation): string[] {
  const names = namesOf(mutation);
  return files
    .filter(({ path, text }) => path === mutation.path || names.some((name) => text.includes(`${name}(`)))
    .filter(({ text }) => /\bmutate\b(?!\(\)[: ])/.test(text.replaceAll(/\/\/.*/g, '')))
    .filter(({ text }) => !/\.error\b|useErrorText/.test(text))
    .map(({ path }) => `${path}: ${mutation.hook} of ${mutation.path}`);
}

test('no mutation fails in silence: it tells its failure, or its caller awaits it', () => {
  expect(mutations.length).toBeGreaterThan(40);
  const untold = mutations.filter(
    ({ options }) => !/\bonError\b/.test(options) && !/^\(\s*\{\s*\.\.\.options/.test(options),
  );
  expect(untold.flatMap(silentUsesOf)).toEqual([]);
});
