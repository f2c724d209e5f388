import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Fields of the address that sort, narrow or compare what a screen shows: it looks the same with each. */
const NARROWING = ['order', 'compare', 'role', 'status=active', 'status=inactive'];

/** The values of a list of choices as they are written: those of the contract, which narrow lists, are not. */
function valuesOf(choices: string, text: string): string[] {
  const own = /^\w+$/.test(choices)
    ? new RegExp(`const ${choices} = \\[([^\\]]*)\\]`).exec(text)?.[1]
    : choices;
  return [...(own ?? '').matchAll(/'([\w-]+)'/g)].map(([, value = '']) => value);
}

/** A tab, view or dialog that an address opens, such as 'tab=keys', and the last part of that address's path. */
type State = { screen: string; state: string };

/** Whose screen has another name than the folder of its code. */
const SCREENS: Record<string, string> = { invitations: 'users', organizations: 'companies', bin: 'users' };

/** All of them that the code knows, but for those that a screen begins with. */
function statesOfAddresses(): State[] {
  const FIELD = /(\w+): choiceField\(\s*(\w+|\[[^\]]*\]),\s*(?:'([\w-]+)'|null)/g;
  const files = globSync('web/src/features/**/*.{ts,tsx}', { cwd: ROOT });
  return files.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const folder = basename(dirname(path));
    return [...text.matchAll(FIELD)].flatMap(([, name = '', choices = '', first]) =>
      valuesOf(choices, text)
        .filter((value) => value !== first && !NARROWING.includes(name))
        .map((value) => ({ screen: SCREENS[folder] ?? folder, state: `${name}=${value}` }))
        .filter(({ state }) => !NARROWING.includes(state)),
    );
  });
}

/** Those that no address in the tests of the looks names; `known`: how many there are. */
export function statesLeftOut(): { known: number; leftOut: string[] } {
  const tests = globSync('e2e/looks*.spec.ts', { cwd: ROOT })
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n');
  const states = statesOfAddresses();
  const leftOut = states
    .filter(({ screen, state }) => !new RegExp(`${screen}[^'\\s]*[?&]${state}\\b`).test(tests))
    .map(({ screen, state }) => `${screen}: ${state}`);
  return { known: states.length, leftOut };
}
