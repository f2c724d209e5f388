import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IGNORED = /(^|\/)(node_modules|dist|__screenshots__)(\/|$)|\.test\.tsx?$/;

/** A hash over everything that a build is made of: each file's path and content. */
export function hashSources(root: string, patterns: string[]): string {
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

/** Whether a build was made from the sources of this hash: its stamp says so, and what it must hold is there. */
export function isStamped(stamp: string, hash: string, output: string): boolean {
  return existsSync(stamp) && existsSync(output) && readFileSync(stamp, 'utf8') === hash;
}

/** Leaves the hash beside a build that is complete. */
export function writeStamp(stamp: string, hash: string): void {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
