import type { Logger } from 'pino';
import { ConfigError } from '../core/config.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../core/errors.ts';
import { lockInstallation, markFiles } from '../database/installation.queries.ts';
import type { Storage } from './storage.ts';

/** Names the database whose files are beside it. */
export const MARKER = 'database-id.txt';

/**
 * Refuses a storage that is not the one of this database: a volume that is not shared, or another installation's. The
 * first process on a database leaves a file in its storage; from then on every process must find it in its own.
 * @throws ConfigError with a Spanish message
 */
export async function requireFilesOf(
  { withSystem }: Database,
  storage: Storage,
  place: string,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  await withSystem('whether the files belong to the database', async (db) => {
    // Locked: of two first processes with a storage each, the second must not leave a mark of its own.
    const { id, files_marked } = await lockInstallation(db);
    try {
      const found = (await storage.get(MARKER))?.toString().trim() ?? null;
      if (found === null && files_marked) throw new ConfigError(missingMarker(place, id));
      if (found !== null && found !== id)
        throw new ConfigError(`Los archivos de ${place} son de otra base de datos: lo dice ${MARKER}.`);
      if (found === null) await storage.put(MARKER, Buffer.from(`${id}\n`));
      if (!files_marked) await markFiles(db);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The screens work without files; a bucket that is down must not keep the server down.
      log.warn({ err: error }, 'whether the files belong to the database could not be seen');
    }
  });
}

const missingMarker = (place: string, id: string) =>
  `${place} no tiene los archivos de esta base de datos: falta ${MARKER}. Los procesos deben compartir un mismo ` +
  `almacén. Si los archivos se han trasladado, copie también ese archivo; su contenido es ${id}.`;
