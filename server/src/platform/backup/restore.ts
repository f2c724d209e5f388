import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Config } from '../core/config.ts';
import { openPostgres } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';
import { findFormer, isSameAsFormer, LAST_FORMER } from '../database/former-migrations.ts';
import { migrate, SCHEMA } from '../database/migrate.ts';
import { clusterOf, isMissing, RESTORED } from '../database/postgres-cluster.ts';
import { installJobs } from '../jobs/jobs.ts';
import { MARKER } from '../storage/files-marker.ts';
import { syncFolder, syncMoved } from '../core/sync-folders.ts';
import { ArchiveError, readArchive } from './archive.ts';
import { HEAD, SECRET, TABLES, UPLOADS } from './backup.ts';
import type { Head, Summary } from './backup.ts';
import { copyIn, countRows, isEmpty, openForRows, setSequence } from './backup.queries.ts';
import type { KeptTable } from './backup.queries.ts';

/** What is there must not be overwritten, or does not fit. The message is Spanish. */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

type RestoreConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 's3'>;

/** Files are here, below `uploads`, until everything is there: that may be a volume of its own. */
const UNFINISHED = '.restoring';

/**
 * Puts an archive into an empty database and the empty folder of files: all of it or nothing. The whole archive is read
 * and compared with its digests before anything is written, and nothing has its name before everything is on the disk.
 * @throws ArchiveError, RestoreError, or what the database or the disk failed with
 */
export async function restoreBackup(config: RestoreConfig, place: string): Promise<Omit<Summary, 'bytes'>> {
  const uploads = path.join(config.dataDir, 'uploads');
  const head = await verify(place);
  if (!config.s3 && listStored(uploads).length > 0) {
    throw new RestoreError(`Ya hay archivos en ${uploads}: una copia se recupera en una carpeta vacía.`);
  }
  const database = await openEmpty(config);
  try {
    const { secret, ...counts } = await restoreInto(database, config, place, head);
    if (!config.s3) await keepFiles(uploads);
    if (secret) await keepSecret(path.join(config.dataDir, SECRET), secret);
    await database.keep();
    return counts;
  } catch (error) {
    for (const unfinished of [path.join(uploads, UNFINISHED), path.join(config.dataDir, RESTORED)])
      await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Files of ours in a folder: not what a volume has by itself, nor what a restore that was killed has left. */
function listStored(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => !name.startsWith('.') && name !== 'lost+found');
}

/** Gives restored files their places. The mark of the database is last: without it no server takes them for whole. */
async function keepFiles(uploads: string): Promise<void> {
  const unfinished = path.join(uploads, UNFINISHED);
  if (!existsSync(unfinished)) return;
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await syncFolder(path.join(entry.parentPath, entry.name));
  const names = listStored(unfinished).filter((name) => name !== MARKER);
  for (const name of names) await rename(path.join(unfinished, name), path.join(uploads, name));
  const marker = path.join(unfinished, MARKER);
  if (existsSync(marker)) await rename(marker, path.join(uploads, MARKER));
  await rmdir(unfinished);
  await syncMoved(uploads);
}

/** One that is there already, or comes by the environment, is right for what is here. */
async function keepSecret(place: string, secret: Buffer): Promise<void> {
  if (existsSync(place)) return;
  await writeFile(place, secret, { mode: 0o600, flag: 'wx', flush: true });
  await syncMoved(path.dirname(place));
}

/** Reads all of it; returns its first entry. */
async function verify(place: string): Promise<Head> {
  let head: Head | null = null;
  await readArchive(place, async (name, content) => {
    if (name === HEAD) head = JSON.parse((await buffer(content)).toString()) as Head;
  });
  if (head === null || (head as Head).format !== 1) {
    throw new ArchiveError(`El archivo ${place} no es una copia de Atalaya, o es de una versión más nueva.`);
  }
  return head;
}

/**
 * Opens an empty database. `keep`, called once it is closed, moves the folder of an embedded one to where the server
 * looks for it; a database that has an address is in its place already.
 */
async function openEmpty(config: RestoreConfig) {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (url) return { url, close: async () => {}, keep: async () => {} };
  const folder = clusterOf(config.dataDir);
  if (!isMissing(folder)) {
    throw new RestoreError(`Ya hay una base de datos en ${folder}: indique otra carpeta en DATA_DIR.`);
  }
  const embedded = await openEmbedded(config.dataDir, null, { cluster: RESTORED });
  const keep = async () => {
    await rename(path.join(config.dataDir, RESTORED), folder);
    await syncMoved(config.dataDir);
  };
  return { ...embedded, keep };
}

type Emptied = Awaited<ReturnType<typeof openEmpty>>;

/** Fills the database and closes it. */
async function restoreInto({ url, close }: Emptied, config: RestoreConfig, place: string, head: Head) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    if (!(await isEmpty(client))) {
      throw new RestoreError('La base de datos no está vacía: una copia se recupera en una nueva.');
    }
    await makeTables(url, head);
    await client.query('begin');
    const finish = await openForRows(client, head.tables);
    const { files, secret } = await writeEntries(client, config, place, head.tables);
    for (const sequence of head.sequences) await setSequence(client, sequence);
    await finish();
    const counts = await countRows(client, head.tables);
    await client.query('commit');
    await migrateTheRest(url);
    const rows = Object.values(counts).reduce((sum, n) => sum + n, 0);
    return { tables: head.tables.length, rows, files, secret };
  } finally {
    await client.end();
    await close();
  }
}

/** The tables as they were in the archive's database. */
async function makeTables(url: string, head: Head): Promise<void> {
  const former = findFormer(head.migrations);
  if (former === 'some') {
    throw new RestoreError(
      `La copia es de una versión anterior, sin la migración ${LAST_FORMER}. Recupérela con la última versión que ` +
        'la tiene, y haga con ella otra copia.',
    );
  }
  const database = openPostgres(url, 2);
  try {
    const only = former === 'all' ? isSameAsFormer : (name: string) => head.migrations.includes(name);
    const applied = await migrate(database.pool, SCHEMA, { only });
    const unknown = head.migrations.find((name) => former === 'none' && !applied.includes(name));
    if (unknown) {
      throw new RestoreError(
        `La copia es de una versión más nueva de Atalaya: necesita la migración ${unknown}.`,
      );
    }
    await installJobs(database);
  } finally {
    await database.close();
  }
}

async function migrateTheRest(url: string): Promise<void> {
  const database = openPostgres(url, 2);
  try {
    await migrate(database.pool);
  } finally {
    await database.close();
  }
}

/** Writes rows and files as they come. Returns how many files there were, and the secret. */
async function writeEntries(
  client: pg.Client,
  config: RestoreConfig,
  place: string,
  tables: KeptTable[],
): Promise<{ files: number; secret: Buffer | null }> {
  const root = path.join(config.dataDir, 'uploads', UNFINISHED);
  await rm(root, { recursive: true, force: true });
  let files = 0;
  let secret: Buffer | null = null;
  let filled: { table: string; sink: Writable } | null = null;
  const endTable = async () => {
    if (!filled) return;
    const ended = finished(filled.sink);
    filled.sink.end();
    filled = null;
    await ended;
  };
  const addRows = async (name: string, content: AsyncIterable<Buffer>) => {
    const table = name.slice(TABLES.length, name.lastIndexOf('/'));
    if (filled?.table !== table) {
      await endTable();
      const kept = tables.find((each) => each.name === table);
      if (!kept) throw new ArchiveError(`La copia guarda una tabla que no nombra: ${table}.`);
      filled = { table, sink: client.query(copyFrom(copyIn(kept))) };
    }
    for await (const chunk of content) {
      if (!filled.sink.write(chunk)) await once(filled.sink, 'drain');
    }
  };
  await readArchive(place, async (name, content) => {
    if (name.startsWith(TABLES)) return addRows(name, content);
    await endTable();
    if (name === SECRET) secret = await buffer(content);
    if (!name.startsWith(UPLOADS) || config.s3) return;
    const to = placeBelow(root, name.slice(UPLOADS.length));
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await writeFile(to, content, { flag: 'wx', mode: 0o600, flush: true });
    files += 1;
  });
  await endTable();
  return { files, secret };
}

function placeBelow(root: string, key: string): string {
  const to = path.join(root, key);
  if (!to.startsWith(root + path.sep)) throw new ArchiveError(`La copia nombra un archivo de fuera: ${key}.`);
  return to;
}
