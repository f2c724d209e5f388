import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process/process.ts';
import { hashSources, isStamped, writeStamp } from './stamp.ts';

/** The server from its sources, as tests and development run it. */
export const SERVER_SOURCE = 'server/src/main.js';
/** The same in a few files with its libraries: two thirds of the processor time of a start were spent on finding 1,350. */
export const SERVER_BUNDLE = 'server/dist/main.js';

const OUTPUT = join(ROOT, 'server', 'dist');
const STAMP = join(OUTPUT, 'sources-hash');
export const SERVER_SOURCES = [
  'server/src/**/*',
  'server/package.json',
  'contract/**/*',
  'package-lock.json',
  'tools/build/build-server.ts',
];

/** Libraries that load files of their own from beside their code: programs for the processor, fonts. */
const LEFT_OUT = [/^sharp$/, /^pdfkit$/, /^pg-native$/];

/** Builds server/dist unless it was built from exactly these sources. Returns the exit code. */
export async function buildServer(): Promise<number> {
  const hash = hashSources(ROOT, SERVER_SOURCES);
  if (isStamped(STAMP, hash, join(ROOT, SERVER_BUNDLE))) return 0;
  console.log('Building the server’s half…');
  // Loaded only when there is something to build.
  const { build } = await import('rolldown');
  rmSync(OUTPUT, { recursive: true, force: true });
  try {
    await build({
      cwd: ROOT,
      input: { main: SERVER_SOURCE },
      platform: 'node',
      external: LEFT_OUT,
      logLevel: 'warn',
      output: { dir: OUTPUT, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    });
  } catch (error) {
    console.error(error);
    return 1;
  }
  writeStamp(STAMP, hash);
  return 0;
}

/** What to run in production: the bundle where it is of these sources, else the sources. */
export function builtServer(): string {
  const isBuilt = isStamped(STAMP, hashSources(ROOT, SERVER_SOURCES), join(ROOT, SERVER_BUNDLE));
  return isBuilt ? SERVER_BUNDLE : SERVER_SOURCE;
}
