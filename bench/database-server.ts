import path from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../server/src/platform/database/embedded.ts';

/** The address of a database of the bench's server, by the folder of its socket. */
export function urlOf(socket: string, database: string): string {
  return `postgresql://atalaya@${encodeURIComponent(socket)}/${database}`;
}

/**
 * Starts a PostgreSQL server of the programs and settings that the product brings, for everything that is compared.
 * @returns the folder of its socket
 */
export async function startDatabaseServer(
  folder: string,
): Promise<{ socket: string; stop: () => Promise<void> }> {
  const { url, close } = await openEmbedded(path.join(folder, 'server'));
  return { socket: new pg.Client({ connectionString: url }).host, stop: close };
}
