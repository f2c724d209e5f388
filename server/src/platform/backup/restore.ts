import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Config } from '../config.ts';
import { openPostgres } from '../database/database.ts';
import { embeddedFolderOf, openEmbedded } from '../database/embedded.ts';
import { migrate, MIGRATIONS } from '../database/migrate.ts';
import { installJobs } from '../jobs/jobs.ts';
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

/**
 * Puts an archive into an empty database and the empty folder of files: all of the database or nothing. The whole
 * archive is read and compared with its digests before anything is written.
 * @throws ArchiveError, RestoreError, or what the database or the disk failed with
 */
export async function restoreBackup(config: RestoreConfig, place: string): Promise<Omit<Summary, 'bytes'>> {
  const uploads = path.join(config.dataDir, 'uploads');
  const head = await verify(place);
  if (!config.s3 && existsSync(uploads)) {
    throw new RestoreError(`Ya hay archivos en ${uploads}: una copia se recupera en una carpeta vacía.`);
  }
  const { url, close, undo } = await openEmpty(config);
  try {
    const counts = await restoreInto(url, config, place, head);
    await close();
    return counts;
  } catch (error) {
    await close();
    await undo();
    if (!config.s3) await rm(uploads, { recursive: true, force: true });
    throw error;
  }
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

async function openEmpty(config: RestoreConfig) {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (url) return { url, close: async () => {}, undo: async () => {} };
  const folder = embeddedFolderOf(config.dataDir);
  if (existsSync(folder)) {
    throw new RestoreError(`Ya hay una base de datos en ${folder}: indique otra carpeta en DATA_DIR.`);
  }
  const embedded = await openEmbedded(config.dataDir);
  return { ...embedded, undo: () => rm(folder, { recursive: true, force: true }) };
}

async function restoreInto(url: string, config: RestoreConfig, place: string, head: Head) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await isEmpty(client))) {
      throw new RestoreError('La base de datos no está vacía: una copia se recupera en una nueva.');
    }
    await makeTables(url, head);
    await client.query('begin');
    const finish = await openForRows(client, head.tables);
    const files = await writeEntries(client, config, place, head.tables);
    for (const sequence of head.sequences) await setSequence(client, sequence);
    await finish();
    const counts = await countRows(client, head.tables);
    await client.query('commit');
    await migrateTheRest(url);
    const rows = Object.values(counts).reduce((sum, n) => sum + n, 0);
    return { tables: head.tables.length, rows, files };
  } finally {
    await client.end();
  }
}

/** The tables as they were in the archive's database. */
async function makeTables(url: string, head: Head): Promise<void> {
  const database = openPostgres(url, 2);
  try {
    const applied = await migrate(database.pool, MIGRATIONS, { only: head.migrations });
    const unknown = head.migrations.find((name) => !applied.includes(name));
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

/** Writes rows and files as they come. Returns how many files there were. */
async function writeEntries(
  client: pg.Client,
  config: RestoreConfig,
  place: string,
  tables: KeptTable[],
): Promise<number> {
  let files = 0;
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
    const to = placeOf(config, name);
    if (!to) return;
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
    if (name.startsWith(UPLOADS)) files += 1;
  });
  await endTable();
  return files;
}

/** Where an entry that is a file goes; null where it is none, or not wanted here. */
function placeOf({ dataDir, s3 }: RestoreConfig, name: string): string | null {
  if (name === SECRET) {
    const secret = path.join(dataDir, SECRET);
    return existsSync(secret) ? null : secret;
  }
  if (!name.startsWith(UPLOADS) || s3) return null;
  const root = path.join(dataDir, 'uploads');
  const to = path.join(root, name.slice(UPLOADS.length));
  if (!to.startsWith(root + path.sep))
    throw new ArchiveError(`La copia nombra un archivo de fuera: ${name}.`);
  return to;
}
