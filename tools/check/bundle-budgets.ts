import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../run/process.ts';

type Chunk = { file: string; src?: string; imports?: string[]; isDynamicEntry?: boolean; css?: string[] };
export type Manifest = Record<string, Chunk>;

const DIST = join(ROOT, 'web', 'dist');
const MANIFEST = join(DIST, '.vite', 'manifest.json');
const ENTRY = 'index.html';

/** kB (1,000 bytes) of gzip that a visitor downloads. */
const LOGIN_KB = 150;
const USERS_KB = 300;
const LAZY_ROUTE_KB = 60;
const CSS_KB = 20;
/** The chart code is large and loads on the screens that draw charts only. */
const CHARTS = /chart/i;

/** A chunk and all that it imports at once, each file counted one time. */
function filesOf(manifest: Manifest, keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    filesOf(manifest, manifest[key]?.imports ?? [], seen);
  }
  return seen;
}

/** The chunk of a page, whatever folder it stands in. Throws where there is none: then nothing would be weighed. */
function chunkOf(manifest: Manifest, file: RegExp): string {
  const key = Object.keys(manifest).find((each) => file.test(manifest[each]?.src ?? ''));
  if (key === undefined)
    throw new Error(`No chunk of web/dist is ${String(file)}: see tools/check/bundle-budgets.ts.`);
  return key;
}

/** What each bounded download weighs, and its bound. `weigh` gives the gzipped bytes of a file of web/dist. */
export function weighBundle(
  manifest: Manifest,
  weigh: (file: string) => number,
): { name: string; kb: number; most: number }[] {
  const kb = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + weigh(file), 0) / 1000;
  const scripts = (keys: string[]): string[] =>
    [...filesOf(manifest, keys)].map((key) => manifest[key]?.file ?? '');
  const chunks = Object.values(manifest);
  const styles = new Set(chunks.flatMap(({ css = [] }) => css));
  const login = [ENTRY, chunkOf(manifest, /\/login-page\.tsx$/)];
  const users = [
    ENTRY,
    chunkOf(manifest, /\/admin-layout\.tsx$/),
    chunkOf(manifest, /\/users-(page|screen)\.tsx$/),
  ];
  return [
    { name: 'login', kb: kb(scripts(login)), most: LOGIN_KB },
    { name: 'users screen in all', kb: kb(scripts(users)), most: USERS_KB },
    { name: 'CSS', kb: kb(styles), most: CSS_KB },
    ...chunks
      .filter(
        ({ isDynamicEntry, file }) => isDynamicEntry === true && file.endsWith('.js') && !CHARTS.test(file),
      )
      .map(({ src, file }) => ({ name: src ?? file, kb: kb([file]), most: LAZY_ROUTE_KB })),
  ];
}

function weighBuilt(): { name: string; kb: number; most: number }[] {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest;
  return weighBundle(manifest, (file) => gzipSync(readFileSync(join(DIST, file))).length);
}

/** One sentence per download that is heavier than its bound. */
export function checkBundle(): string[] {
  if (!existsSync(MANIFEST)) return ['web/dist/.vite/manifest.json is missing: run `npm run build`.'];
  return weighBuilt()
    .filter(({ kb, most }) => kb > most)
    .map(
      ({ name, kb, most }) =>
        `${name}: ${kb.toFixed(1)} kB of gzip, ${String(most)} at most. Load what is not needed at once with import().`,
    );
}

if (import.meta.main)
  for (const { name, kb, most } of weighBuilt())
    console.log(`${kb.toFixed(1).padStart(7)} of ${String(most).padStart(3)} kB  ${name}`);
