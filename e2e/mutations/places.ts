import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CLIENT_PATHS } from '../../contract/src/client-paths.ts';
import type { MutationName } from './walk.ts';

type File = { path: string; parts: Part[] };
/** A declaration of a file, by its name. */
type Part = { name: string; text: string };

const ROOT = join(import.meta.dirname, '..', '..', 'web', 'src');
const DECLARATION = /^(?:export )?(?:async )?(?:function|const|class|type|let) (\w+)/;

const partsOf = (text: string): Part[] =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .split(new RegExp(`\\n(?=${DECLARATION.source.slice(1)})`))
    .map((part) => ({ name: DECLARATION.exec(part)?.[1] ?? '', text: part }));

const isMutation = (name: string): name is MutationName =>
  Object.hasOwn(CLIENT_PATHS, name) && !CLIENT_PATHS[name as MutationName].startsWith('GET ');

/** Which mutations this text sends: `call('x', …)`, also of two by a condition, or a file by `uploadFile('x', …)`. */
const sentBy = (text: string): MutationName[] =>
  [...text.matchAll(/\b(?:call|uploadFile)\(\s*([^,)]*)/g)].flatMap(([, first = '']) =>
    [...first.matchAll(/'(\w+)'/g)].map(([, name = '']) => name).filter(isMutation),
  );

/** Declarations that use one of a file: beside it, or where it is imported. */
function usersOf(files: File[], file: File, { name }: Part): [File, Part][] {
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/${basename(file.path)}'`);
  return files
    .filter((other) => other === file || other.parts.some(({ text }) => imported.test(text)))
    .flatMap((other) => other.parts.map((part): [File, Part] => [other, part]))
    .filter(([, part]) => part.name !== '' && part.name !== name)
    .filter(([, { text }]) => new RegExp(`\\b${name}\\b`).test(text.replaceAll(/'[^'\n]*'/g, '')));
}

/**
 * Where each mutation is sent from, as 'SignOut in required-page.tsx'. What a file `x.api.ts` sends counts as sent by
 * the code that uses it: how a failure is told is decided there.
 */
export function placesOfMutations(): Map<MutationName, Set<string>> {
  const files: File[] = globSync('**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, parts: partsOf(readFileSync(join(ROOT, path), 'utf8')) }));
  const places = new Map<MutationName, Set<string>>();
  const note = (mutation: MutationName, file: File, part: Part): void => {
    if (file.path.endsWith('.api.ts'))
      for (const [other, user] of usersOf(files, file, part)) note(mutation, other, user);
    else
      places.set(mutation, (places.get(mutation) ?? new Set()).add(`${part.name} in ${basename(file.path)}`));
  };
  for (const file of files)
    for (const part of file.parts) for (const mutation of sentBy(part.text)) note(mutation, file, part);
  return places;
}
