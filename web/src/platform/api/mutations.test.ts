import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type File = { path: string; text: string };

const ROOT = join(import.meta.dirname, '..', '..');
const FILES: File[] = globSync('**/*.{ts,tsx}', { cwd: ROOT })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** A function of a hook that throws to the form of another file, which awaits it. */
const AWAITED: Record<string, { name: string; by: string }> = {
  'features/tickets/use-bulk-actions.ts': { name: 'send', by: 'features/tickets/bulk-dialogs.tsx' },
};

/** Without what comments and texts say, each place as before. */
const bare = (text: string) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => ' '.repeat(comment.length))
    .replaceAll(/'[^'\n]*'|"[^"\n]*"/g, (word) => `'${'_'.repeat(word.length - 2)}'`);

const OPENING = '([{';
const CLOSING = ')]}';

/** From the bracket at `start` to the one that closes it. */
function bracketed(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (OPENING.includes(text[at]!)) depth += 1;
    if (CLOSING.includes(text[at]!)) depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  throw new Error('a bracket that nothing closes');
}

/** Each bracket that is open at this place, the innermost first: where it is, and the text before it. */
function openAt(text: string, place: number): { at: number; before: string }[] {
  const found: { at: number; before: string }[] = [];
  let closed = 0;
  for (let at = place - 1; at >= 0; at -= 1) {
    if (CLOSING.includes(text[at]!)) closed += 1;
    else if (OPENING.includes(text[at]!)) {
      if (closed === 0) found.push({ at, before: text.slice(Math.max(0, at - 200), at).trimEnd() });
      else closed -= 1;
    }
  }
  return found;
}

/** How many arguments are between the brackets. */
function argumentsOf(call: string): number {
  let depth = 0;
  let commas = 0;
  for (const letter of call.slice(1, -1).replace(/,\s*$/, '')) {
    if (OPENING.includes(letter)) depth += 1;
    if (CLOSING.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0) commas += 1;
  }
  return call.slice(1, -1).trim() === '' ? 0 : commas + 1;
}

const TELLS = /\b(?:notify|tell)\w*\b/;

/** Whether the options of a mutation say what is told when it fails: there, or by what they name. */
function tells(options: string, around: string): boolean {
  const named = [...options.matchAll(/\.\.\.(\w+)|\b(onError)\s*[,}]/g)].map(
    ([, spread, short]) => spread ?? short,
  );
  const parts = named.flatMap((name) => {
    const at = around.search(new RegExp(`const ${name} = `));
    return at < 0 ? [] : [around.slice(at, at + 600).split(/\n {2}(?:const|return)\b/, 1)[0] ?? ''];
  });
  const own = options.slice(options.indexOf('onError'));
  return [...(options.includes('onError') ? [own] : []), ...parts].some(
    (part) => /onError/.test(part) && TELLS.test(part),
  );
}

/** The text of the function of this name, of all files. */
function functionNamed(files: File[], name: string): string | null {
  for (const { text } of files) {
    const at = text.search(new RegExp(`(?:function ${name}\\b|const ${name} = )`));
    if (at >= 0) return text.slice(at).split(/\n(?=export |function |const |\/\*\*)/, 1)[0] ?? null;
  }
  return null;
}

/** The mutation in a variable of this name: the text of its useMutation, and the function around that. */
function mutationOf(files: File[], { text }: File, name: string): { options: string; around: string } | null {
  const declared = new RegExp(
    `const (?:${name}|\\{[^}]*\\b${name}\\b[^}]*\\}) = (use\\w+)(?:<[^>]*>)?(?=\\()`,
    'g',
  );
  for (const match of text.matchAll(declared)) {
    const [whole, hook = ''] = match;
    if (hook === 'useMutation') return { options: bracketed(text, match.index + whole.length), around: text };
    const body = functionNamed(files, hook);
    const at = body?.indexOf('useMutation(') ?? -1;
    // A hook of several mutations: its variable has the name of the one that is meant.
    const inner = new RegExp(`const ${name} = useMutation\\(`).exec(body ?? '');
    const start = inner ? inner.index + inner[0].length - 1 : at + 'useMutation'.length;
    if (body && at >= 0) return { options: bracketed(body, start), around: body };
  }
  return null;
}

/** `mutate` throws nothing: what fails is told by onError, or by the `error` of this very mutation; else by none. */
function silentMutates(files: File[], file: File): string[] {
  // `mutate` alone may be handed on: it need not be called to be meant.
  // `hasSucceeded` catches what `mutateAsync` throws, and tells no one.
  const calls = file.text.matchAll(
    /\b(\w+)\.mutate(?=\()|(?<![.\w])(mutate)\b(?!Async)|\bhasSucceeded\((\w+)\.mutateAsync/g,
  );
  const names = new Set([...calls].map(([, called, plain, awaited]) => called ?? plain ?? awaited ?? ''));
  return [...names].flatMap((name) => {
    const found = mutationOf(files, file, name);
    if (found && tells(found.options, found.around)) return [];
    const isShown = new RegExp(`\\b${name}\\.error\\b`).test(file.text);
    return isShown ? [] : [`${file.path}: ${name}.mutate fails in silence`];
  });
}

/** Whether what is thrown at this place is caught there, or by what the function around it is handed to. */
function isCaught(text: string, place: number, call: string): boolean {
  const after = text.slice(place + call.length).trimStart();
  if (after.startsWith('.catch(')) return true;
  if (after.startsWith('.then(')) {
    const handlers = bracketed(after, '.then'.length);
    if (argumentsOf(handlers) > 1) return true;
    if (
      after
        .slice('.then'.length + handlers.length)
        .trimStart()
        .startsWith('.catch(')
    )
      return true;
  }
  const around = openAt(text, place);
  return around.some(({ before }) => /\btry$|\brunFromToast\($|\brunFromToast$|\bhasSucceeded$/.test(before));
}

/** The function that a place is in, as text that ends there would tell: a bracket of its body, or its arrow. */
const FUNCTION = /(?:function (\w+)\((?:\{[^}]*\})?[^{]*|const (\w+) = (?:async )?\([^{]*)$/;
const ARROW = /const (\w+) = (?:async )?\([^{};]*=>$/;

/** `mutateAsync` throws: it has a second handler, is in a try, or in a function of which each use has either. */
function uncaughtMutates(file: File): string[] {
  const { path, text } = file;
  const awaited = AWAITED[path]?.name;
  const caught = (place: number, call: string, depth = 0): boolean => {
    if (isCaught(text, place, call)) return true;
    const around = openAt(text, place);
    const [inner] = around;
    // It throws what the function that it is given throws.
    if (inner && /\buntilTaken$/.test(inner.before) && depth < 3) {
      const start = inner.before.match(/\w+$/)![0];
      return caught(inner.at - start.length, start + bracketed(text, inner.at), depth + 1);
    }
    const arrow = ARROW.exec(text.slice(Math.max(0, place - 200), place).trimEnd())?.[1];
    const name =
      arrow ?? around.map(({ before }) => FUNCTION.exec(before)?.slice(1).find(Boolean)).find(Boolean);
    if (name === undefined || depth > 2) return false;
    if (name === awaited) return true;
    const uses = [...text.matchAll(new RegExp(`(?<!function |const )\\b${name}\\b(?!:)`, 'g'))];
    return (
      uses.length > 0 &&
      uses.every(({ index }) => {
        const rest = text.slice(index + name.length);
        const used = rest.startsWith('(') ? name + bracketed(rest, 0) : name;
        return caught(index, used, depth + 1);
      })
    );
  };
  return [...text.matchAll(/\b(?:\w+\s*\.)?mutateAsync(?=\()/g)].flatMap((match) => {
    const call = match[0] + bracketed(text, match.index + match[0].length);
    return caught(match.index, call)
      ? []
      : [`${path}: what ${match[0].replaceAll(/\s/g, '')} throws is not caught`];
  });
}

function silencesIn(given: File[]): string[] {
  const files = given.map(({ path, text }) => ({ path, text: bare(text) }));
  return files.flatMap((file) => [...silentMutates(files, file), ...uncaughtMutates(file)]);
}

test('no mutation fails in silence: it tells its failure, or its caller awaits it', () => {
  const count = (pattern: RegExp) =>
    FILES.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0);
  expect(count(/useMutation\(/g)).toBeGreaterThan(40);
  expect(silencesIn(FILES)).toEqual([]);
  for (const { by } of Object.values(AWAITED))
    expect(FILES.find(({ path }) => path === by)?.text).toMatch(/<FormDialog[^>]*[\s\S]*?\bsend=/);
});

const HOOK =
  'function useSave() {\n  return useMutation({ mutationFn: () => call("a"), onSettled: changed });\n}\n';
const TELLING = HOOK.replace('onSettled: changed', 'onError: (error) => notifyFailure(error)');

test.each([
  ['mutate without a word', `${HOOK}function A() {\n  const save = useSave();\n  save.mutate();\n}`],
  [
    'a toast of something else',
    `${HOOK}function A() {\n  const save = useSave();\n  save.mutate();\n  notify.error(t("no"));\n}`,
  ],
  [
    'the error of another',
    `${HOOK}function A() {\n  const save = useSave();\n  save.mutate();\n  return list.error;\n}`,
  ],
  [
    'onError that tells nothing',
    `${HOOK.replace('onSettled', 'onError')}function A() {\n  const save = useSave();\n  save.mutate();\n}`,
  ],
  [
    'mutate that is handed on',
    'function useA() {\n  const { mutate } = useMutation({ mutationFn: () => call(1) });\n  return mutate;\n}',
  ],
  ['what nobody declares', 'function A({ save }) {\n  save.mutate();\n}'],
  ['a bare mutateAsync', `${TELLING}async function a() {\n  await save.mutateAsync(1);\n}\na();`],
  [
    'hasSucceeded of what tells nothing',
    `${HOOK}function A() {\n  const save = useSave();\n  ask(() => hasSucceeded(save.mutateAsync()));\n}`,
  ],
  ['then for success alone', 'function A() {\n  void save.mutateAsync(1).then(() => done(1, 2));\n}'],
  [
    'a function that is called without a catch',
    'const a = async () => {\n  await save.mutateAsync(1);\n};\nvoid a();',
  ],
])('%s is found', (_what, text) => {
  expect(silencesIn([{ path: 'a.tsx', text }])).toHaveLength(1);
});

test.each([
  ['onError that tells', `${TELLING}function A() {\n  const save = useSave();\n  save.mutate();\n}`],
  [
    'its own error on the screen',
    `${HOOK}function A() {\n  const save = useSave();\n  save.mutate();\n  return save.error;\n}`,
  ],
  ['a second handler', 'function A() {\n  void save.mutateAsync(1).then(() => done(), notifyFailure);\n}'],
  ['a catch', 'function A() {\n  void save.mutateAsync(1).catch(notifyFailure);\n}'],
  [
    'a try',
    'const a = async () => {\n  try {\n    await save.mutateAsync(1);\n  } catch (error) {\n    tell(error);\n  }\n};',
  ],
  [
    'a toast that tells',
    'const a = async () => {\n  await save.mutateAsync(1);\n};\nconst undo = () => runFromToast({ run: a, tell });',
  ],
])('%s is enough', (_what, text) => {
  expect(silencesIn([{ path: 'a.tsx', text }])).toEqual([]);
});
