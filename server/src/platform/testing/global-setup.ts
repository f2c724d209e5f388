import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { makeDatabase, openPostgres } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { installJobs } from '../jobs/jobs.ts';
import { startPostgres, TEMPLATE, urlOf } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the socket of the run's PostgreSQL server, or null where there is none. */
    postgresSocket: string | null;
    /** A dump of a migrated embedded database (tar). */
    snapshot: string;
    /** Folder of that database itself, closed. */
    migrated: string;
  }
}

/** The folders of template1 and template0. */
const TEMPLATES = ['1', '4'];

/** Starts what the server tests share, before any of them; returns what ends it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-test-'));
  // The account that runs the server must get to its own folder inside.
  chmodSync(folder, 0o711);
  const server = await startPostgres(folder);
  const snapshot = path.join(folder, 'snapshot.tar');
  const migrated = path.join(folder, 'embedded', 'database');
  // While one works on a test: the embedded database takes most of the time that a short run has.
  if (!server || process.env['TEST_ENGINES'] !== 'postgres')
    await makeSnapshot(path.dirname(migrated), snapshot);
  if (server) await prepare(openPostgres(urlOf(server.socket, TEMPLATE), 2));
  project.provide('postgresSocket', server?.socket ?? null);
  project.provide('snapshot', snapshot);
  project.provide('migrated', migrated);
  return async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function makeSnapshot(dataDir: string, file: string): Promise<void> {
  const embedded = await openEmbedded(dataDir);
  await prepare(makeDatabase('embedded', embedded.pool, embedded.close));
  emptyTemplates(path.join(dataDir, 'database', 'base'));
  const stored = await PGlite.create({ dataDir: path.join(dataDir, 'database') });
  const dump = await stored.dumpDataDir('none');
  await stored.close();
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
}

/** Half of the files, which nobody makes another database of: each test's database is read the quicker without them. */
function emptyTemplates(base: string): void {
  for (const template of TEMPLATES)
    for (const file of readdirSync(path.join(base, template)))
      if (file !== 'PG_VERSION') rmSync(path.join(base, template, file));
}

async function prepare(database: Database): Promise<void> {
  await migrate(database.pool);
  await installJobs(database);
  await database.close();
}
