import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Config } from '../core/config.ts';
import { reachEmbedded } from '../database/embedded.ts';
import { lockRemovals, unlockRemovals } from '../storage/removal-lock.queries.ts';
import { ArchiveWriter } from './archive.ts';
import { beginSnapshot, copyOut, listKeptTables, listMigrations, listSequences } from './backup.queries.ts';
import type { KeptTable, Sequence } from './backup.queries.ts';

/** The first entry of an archive: what is in it, and which version of the database it fits. */
export type Head = {
  format: 1;
  created_at: string;
  migrations: string[];
  tables: KeptTable[];
  sequences: Sequence[];
};
export const HEAD = 'atalaya.json';
export const TABLES = 'tables/';
export const UPLOADS = 'uploads/';
export const SECRET = 'auth-secret';

export type Summary = { tables: number; rows: number; files: number; bytes: number };

/** Bytes of a table that one entry holds, at least: all of an entry is in memory at once. */
const ENTRY_BYTES = 8 * 1024 * 1024;

type BackupConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 's3'>;

/**
 * Writes one moment of the database, the files of DATA_DIR and its secret into an archive, while servers go on working.
 * Files in a bucket are not among them.
 * @throws what the database or the disk failed with; the archive is not there then.
 */
export async function makeBackup(config: BackupConfig, place: string): Promise<Summary> {
  const { url, close } = await reachDatabase(config);
  try {
    const client = new pg.Client({ connectionString: url });
    // A session that is lost is told of by its next query.
    client.on('error', () => undefined);
    await client.connect();
    const archive = new ArchiveWriter(place);
    try {
      // Before the snapshot: what its rows point to is still there.
      await lockRemovals(client);
      const { tables, rows } = await addDatabase(archive, client);
      // After the database: a row never points to a file that came later.
      const files = config.s3 ? 0 : await addFiles(archive, path.join(config.dataDir, 'uploads'));
      await unlockRemovals(client);
      const secret = path.join(config.dataDir, SECRET);
      if (existsSync(secret)) await archive.add(SECRET, await readFile(secret));
      return { tables, rows, files, bytes: await archive.finish() };
    } catch (error) {
      await archive.discard();
      throw error;
    } finally {
      await client.end();
    }
  } finally {
    await close();
  }
}

async function reachDatabase(config: BackupConfig): Promise<{ url: string; close: () => Promise<void> }> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  return url ? { url, close: async () => {} } : reachEmbedded(config.dataDir);
}

async function addDatabase(archive: ArchiveWriter, client: pg.Client) {
  await beginSnapshot(client);
  const tables = await listKeptTables(client);
  const head: Head = {
    format: 1,
    created_at: new Date().toISOString(),
    migrations: await listMigrations(client),
    tables,
    sequences: await listSequences(client),
  };
  await archive.add(HEAD, Buffer.from(JSON.stringify(head)));
  let rows = 0;
  for (const table of tables) rows += await addTable(archive, client, table);
  await client.query('commit');
  return { tables: tables.length, rows };
}

/** Adds the rows of a table, in entries that are put together again in their order. Returns how many there are. */
async function addTable(archive: ArchiveWriter, client: pg.Client, table: KeptTable): Promise<number> {
  const source = client.query(copyTo(copyOut(table)));
  let part = 0;
  let chunks: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    await archive.add(`${TABLES}${table.name}/${String(part).padStart(6, '0')}`, Buffer.concat(chunks));
    [chunks, bytes] = [[], 0];
    part += 1;
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= ENTRY_BYTES) await flush();
  }
  if (bytes > 0) await flush();
  return source.rowCount;
}

async function addFiles(archive: ArchiveWriter, folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  let added = 0;
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(file.parentPath, file.name);
    const key = path.relative(folder, place).split(path.sep).join('/');
    // What begins with a dot is still being written: no row points to it yet.
    if (!file.isFile() || `/${key}`.includes('/.')) continue;
    await archive.addFile(UPLOADS + key, place);
    added += 1;
  }
  return added;
}
