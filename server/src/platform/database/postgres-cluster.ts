import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { syncMoved } from '../core/sync-folders.ts';
import { EmbeddedDatabaseError } from './postgres-binaries.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { endLeftOver, giveTo, initialize } from './postgres-process.ts';
import type { Account } from './postgres-process.ts';

const FOLDER = 'postgres';
/** Of the kind that was compiled to WebAssembly. */
const FORMER_FOLDER = 'database';
const MAJOR_VERSION = '18';

/** The folder of the cluster in a DATA_DIR. */
export const clusterOf = (dataDir: string) => path.join(dataDir, FOLDER);

/** Begins the names of clusters that are being made; what is left of them goes at the next start. */
const UNFINISHED = `${FOLDER}.new`;
/** Name of the cluster that a restore fills. */
export const RESTORED = `${UNFINISHED}-restored`;

/** The file of the password of its administrator, where it listens on a port. */
export const passwordOf = (dataDir: string) => path.join(dataDir, `${FOLDER}.password`);

/** A folder that is empty, as a volume that was just mounted is, is no cluster. */
export const isMissing = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0;

/** Refuses a folder whose database was made by another kind or version of server, and leaves it as it is. */
export function refuseOtherKinds(folder: string): void {
  const former = path.join(path.dirname(folder), FORMER_FOLDER);
  if (isMissing(folder) && existsSync(path.join(former, 'PG_VERSION'))) {
    throw new EmbeddedDatabaseError(
      `La carpeta ${former} guarda una base de datos de una versión anterior de Atalaya, que esta no abre y no toca. ` +
        'Para empezar una nueva indique otra carpeta en DATA_DIR, o cambie el nombre de esa.',
    );
  }
  if (isMissing(folder)) return;
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    throw new EmbeddedDatabaseError(
      `La carpeta ${folder} no está vacía y no guarda una base de datos. Vacíela, o indique otra carpeta en DATA_DIR.`,
    );
  }
  const version = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return;
  throw new EmbeddedDatabaseError(
    `La base de datos de ${folder} es de PostgreSQL ${version}, y esta versión de Atalaya trae PostgreSQL ${MAJOR_VERSION}. ` +
      'Haga una copia con la versión que la escribió («npm run backup») y recupérela con esta («npm run restore»).',
  );
}

/**
 * Made beside its place and moved there when it is whole: one that was broken off is never taken for a cluster. Each
 * attempt has a folder of its own, since the initdb of one that was killed may still be writing.
 */
export async function makeCluster(
  account: Account,
  binaries: PostgresBinaries,
  folder: string,
  password: string | null,
): Promise<void> {
  const dataDir = path.dirname(folder);
  removeEmpty(folder);
  const unfinished = mkdtempSync(path.join(dataDir, UNFINISHED));
  giveTo(account, unfinished);
  const secret = password ? passwordOf(dataDir) : null;
  await initialize(account, binaries, unfinished, [
    '--username=postgres',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    ...(secret ? ['--auth=scram-sha-256', `--pwfile=${secret}`] : ['--auth=trust']),
  ]);
  renameSync(unfinished, folder);
  // initdb forces its files to the disk, and not the name that the folder has now.
  await syncMoved(dataDir);
}

/** Makes room for a cluster where an empty folder is in its place. */
function removeEmpty(folder: string): void {
  try {
    if (existsSync(folder)) rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
    throw new EmbeddedDatabaseError(
      `En ${folder} está montado un volumen. Móntelo en la carpeta de datos entera, ${path.dirname(folder)}.`,
    );
  }
}

/** Removes what killed starts and restores have left; what is still being written is left to the next start. */
export async function sweepUnfinished(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const folder = path.join(dataDir, name);
    await endLeftOver(folder);
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
  }
}
