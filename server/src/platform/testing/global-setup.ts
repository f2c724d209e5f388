import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';
import type { Embedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { POSTGRES_SETTINGS } from '../database/postgres-settings.ts';
import { installJobs } from '../jobs/jobs.ts';
import { TEMPLATE } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a database of the run's PostgreSQL server, as the role that owns the test databases and is no superuser. */
    databaseUrl: string;
    /** Of the same server, as its superuser. */
    adminUrl: string;
    /** Folder of the cluster of an embedded database, migrated and closed. */
    migrated: string;
  }
}

/** What lives for one run has nothing to lose with the power. */
export const RUN_SETTINGS = {
  ...POSTGRES_SETTINGS,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

/** What the databases of a run take, with some room. */
const ROOM_BYTES = 3 * 1024 ** 3;

/** A folder for a run: in memory where there is room, since a database of hundreds of files is copied for each test. */
export function makeRunFolder(): string {
  const memory = '/dev/shm';
  const roomy = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > ROOM_BYTES;
  return mkdtempSync(path.join(roomy ? memory : tmpdir(), 'atalaya-test-'));
}

/** Starts what the server tests share, before any of them; returns what ends it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder();
  const migrated = await makeMigrated(folder);
  const run = path.join(folder, 'run');
  mkdirSync(run);
  cpSync(migrated, path.join(run, 'postgres'), { recursive: true });
  const server = await openEmbedded(run, null, { settings: RUN_SETTINGS });
  await makeTemplate(server);
  project.provide('databaseUrl', server.url);
  project.provide('adminUrl', server.adminUrl('postgres'));
  project.provide('migrated', migrated);
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Makes the cluster of an embedded database, migrated and closed. Returns its folder. */
export async function makeMigrated(folder: string): Promise<string> {
  const dataDir = path.join(folder, 'migrated');
  const made = await openEmbedded(dataDir, null, { settings: RUN_SETTINGS });
  await prepare(made.url);
  await made.close();
  return path.join(dataDir, 'postgres');
}

/** Migrates a database and installs the queue of jobs. */
export async function prepare(url: string): Promise<void> {
  const database = openPostgres(url, 2);
  await migrate(database.pool);
  await installJobs(database);
  await database.close();
}

async function makeTemplate(server: Embedded): Promise<void> {
  const client = new pg.Client({ connectionString: server.adminUrl('postgres') });
  await client.connect();
  await client.query(`alter database atalaya rename to ${TEMPLATE}`);
  // The address of the run is that of a database that no test copies.
  await client.query('create database atalaya owner atalaya');
  await client.end();
}
