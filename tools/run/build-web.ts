import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { binary, ROOT, run } from './process.ts';

const OUTPUT = join(ROOT, 'web', 'dist');
const STAMP = join(OUTPUT, '.vite', 'sources-hash');
const SOURCES = ['web/**/*', 'ui/**/*', 'contract/**/*', 'package-lock.json', 'tsconfig*.json'];
const IGNORED = /(^|\/)(node_modules|dist|__screenshots__)(\/|$)|\.test\.tsx?$/;

/** A hash over everything that the browser's bundle is made of. */
export function hashSources(root: string, patterns: string[] = SOURCES): string {
  const hash = createHash('sha256');
  // `exclude` spares whole folders, but is not asked about every file.
  const found = globSync(patterns, { cwd: root, exclude: (path) => IGNORED.test(path) });
  for (const path of found.filter((each) => !IGNORED.test(each)).sort()) {
    const full = join(root, path);
    if (!statSync(full).isFile()) continue;
    hash.update(path).update('\0').update(readFileSync(full)).update('\0');
  }
  return hash.digest('hex');
}

/** Builds web/dist unless it was built from exactly these sources. Returns the exit code. */
export async function buildWeb(): Promise<number> {
  const hash = hashSources(ROOT);
  const built =
    existsSync(STAMP) && existsSync(join(OUTPUT, 'index.html')) ? readFileSync(STAMP, 'utf8') : '';
  if (built === hash) return 0;
  console.log('Building the browser’s half…');
  // Whatever the caller's environment says, nobody is served the libraries' development halves (70 kB more).
  const code = await run(binary('vite'), ['build', 'web', '--logLevel', 'warn'], { NODE_ENV: 'production' });
  if (code !== 0) return code;
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hash);
  return 0;
}
