import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../process/process.ts';

type Chunk = { file: string; src?: string; imports?: string[]; isDynamicEntry?: boolean; css?: string[] };
export type Manifest = Record<string, Chunk>;
export type Weight = { name: string; kb: number; most_kb: number; scripts?: number; most_scripts?: number };

const WEB = join(ROOT, 'web');
const DIST = join(WEB, 'dist');
const MANIFEST = join(DIST, '.vite', 'manifest.json');
const ENTRY = 'index.html';
const HOME = 'src/features/app-home/app-home-page.tsx';
const LAYOUT = 'src/app/layouts/admin/admin-layout.tsx';

/** kB (1,000 bytes) of gzip that a visitor downloads, and in how many scripts: for the sign-in, and for /app. */
const LOGIN = { kb: 150, scripts: 8 };
/** The scripts are those beyond the login form's. */
const SCREEN = { kb: 300, scripts: 10 };
const ROUTE_KB = 60;
const CSS_KB = 20;
/** The chart code is large and loads on the screens that draw charts only. */
const CHARTS = /chart/i;

/** A chunk and all that it imports at once, each counted one time. */
function closureOf(manifest: Manifest, keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`No chunk of web/dist is ${key}: see tools/check/bundle-budgets.ts.`);
    seen.add(key);
    closureOf(manifest, chunk.imports ?? [], seen);
  }
  return seen;
}

/**
 * The chunks that import each other in a circle: what one of them makes while it loads may be missing in another, and
 * nothing says so but a menu that does not open.
 */
export function circlesOf(manifest: Manifest): string[] {
  return Object.keys(manifest).filter((key) => closureOf(manifest, manifest[key]?.imports ?? []).has(key));
}

/** The files of the screens under /admin, as the manifest names them. Throws where none is found. */
export function adminPagesOf(screens: string): string[] {
  const table = /adminScreens = \[([\s\S]*?)\n\] as const/.exec(screens)?.[1] ?? '';
  const pages = [...table.matchAll(/import\('([^']+)'\)/g)].map(([, path = '']) =>
    posix.join('src/app', path),
  );
  if (pages.length === 0) throw new Error('web/src/app/screens.tsx names no admin screen that is loaded.');
  return pages;
}

/**
 * What each bounded download weighs and in how many scripts it comes, with its bounds.
 * @param weigh gives the gzipped bytes of a file of web/dist
 */
export function weighBundle(
  manifest: Manifest,
  pages: readonly string[],
  weigh: (file: string) => number,
): Weight[] {
  const kb = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + weigh(file), 0) / 1000;
  const scriptsOf = (...keys: string[]) =>
    new Set([...closureOf(manifest, keys)].map((key) => manifest[key]?.file ?? ''));
  const chunks = Object.values(manifest);
  // The sign-in comes with the entry; were its page loaded by itself again, it would count all the same.
  const login = scriptsOf(ENTRY, ...Object.keys(manifest).filter((key) => key.endsWith('/login-page.tsx')));
  const home = scriptsOf(ENTRY, HOME);
  const routes = chunks.filter(
    ({ isDynamicEntry, file }) => isDynamicEntry === true && file.endsWith('.js') && !CHARTS.test(file),
  );
  return [
    {
      name: 'the login form',
      kb: kb(login),
      most_kb: LOGIN.kb,
      scripts: login.size,
      most_scripts: LOGIN.scripts,
    },
    {
      name: 'the home at /app',
      kb: kb(home),
      most_kb: LOGIN.kb,
      scripts: home.size,
      most_scripts: LOGIN.scripts,
    },
    ...pages.map((page) => {
      const all = scriptsOf(ENTRY, LAYOUT, page);
      return {
        name: `${page} in all`,
        kb: kb(all),
        most_kb: SCREEN.kb,
        scripts: all.difference(login).size,
        most_scripts: SCREEN.scripts,
      };
    }),
    { name: 'CSS', kb: kb(new Set(chunks.flatMap(({ css = [] }) => css))), most_kb: CSS_KB },
    ...routes.map(({ src, file }) => ({ name: src ?? file, kb: kb([file]), most_kb: ROUTE_KB })),
  ];
}

const readManifest = () => JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest;

function weighBuilt(): Weight[] {
  const manifest = readManifest();
  const pages = adminPagesOf(readFileSync(join(WEB, 'src', 'app', 'screens.tsx'), 'utf8'));
  return weighBundle(
    manifest,
    pages,
    (file) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length,
  );
}

/** One sentence per bound that is not kept, and per chunk in a circle. */
export function checkBundle(): string[] {
  if (!existsSync(MANIFEST)) return ['web/dist/.vite/manifest.json is missing: run `npm run build`.'];
  const circles = circlesOf(readManifest()).map(
    (key) => `${key} is in a circle of chunks: see the groups in web/vite.config.ts.`,
  );
  return [...weighBuilt().flatMap(problemsOf), ...circles];
}

function problemsOf({ name, kb, most_kb, scripts = 0, most_scripts = 0 }: Weight): string[] {
  return [
    ...(kb > most_kb
      ? [
          `${name}: ${kb.toFixed(1)} kB of gzip, ${most_kb} at most. Load what is heavy and rare with import().`,
        ]
      : []),
    ...(scripts > most_scripts
      ? [`${name}: ${scripts} scripts, ${most_scripts} at most. See the groups in web/vite.config.ts.`]
      : []),
  ];
}

if (import.meta.main)
  for (const { name, kb, most_kb, scripts, most_scripts } of weighBuilt())
    console.log(
      `${kb.toFixed(1).padStart(7)} of ${String(most_kb).padStart(3)} kB`,
      scripts === undefined ? ' '.repeat(19) : `${scripts} of ${String(most_scripts)} scripts`.padStart(19),
      name,
    );
