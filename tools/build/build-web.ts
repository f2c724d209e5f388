import { join } from 'node:path';
import { binary, ROOT, run } from '../process/process.ts';
import { hashSources, isStamped, writeStamp } from './stamp.ts';

const OUTPUT = join(ROOT, 'web', 'dist');
const STAMP = join(OUTPUT, '.vite', 'sources-hash');
export const WEB_SOURCES = ['web/**/*', 'ui/**/*', 'contract/**/*', 'package-lock.json', 'tsconfig*.json'];

/** Builds web/dist unless it was built from exactly these sources. Returns the exit code. */
export async function buildWeb(): Promise<number> {
  const hash = hashSources(ROOT, WEB_SOURCES);
  if (isStamped(STAMP, hash, join(OUTPUT, 'index.html'))) return 0;
  console.log('Building the browser’s half…');
  // No browser gets the libraries' development halves (70 kB more), not even where the caller's environment says so.
  const code = await run(binary('vite'), ['build', 'web', '--logLevel', 'warn'], { NODE_ENV: 'production' });
  if (code === 0) writeStamp(STAMP, hash);
  return code;
}
