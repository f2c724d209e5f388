import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { makeDatabase, openPostgres } from '../database/database.ts';
import type { Database, Engine, Waits } from '../database/database.ts';
import { openEmbeddedInMemory } from '../database/embedded.ts';
import { TEMPLATE, urlOf } from './postgres-server.ts';

/** The engines of this machine: PostgreSQL where a server could be started, alone where TEST_ENGINES=postgres. */
export const engines: Engine[] = !inject('postgresSocket')
  ? ['embedded']
  : process.env['TEST_ENGINES'] === 'postgres'
    ? ['postgres']
    : ['embedded', 'postgres'];
/** For tests that would do on the embedded database. */
export const firstEngine: Engine = engines[0] ?? 'embedded';
/** For tests that need any real database: PostgreSQL where there is one. */
export const anyEngine: Engine = engines.at(-1) ?? 'embedded';

/** `url` is null for the embedded one, which stands in memory. */
export type TestDatabase = Database & { url: string | null };

/** A migrated database of its own, without people; `close` removes it. */
export async function openTestDatabase(
  engine: Engine,
  poolSize = 4,
  waits: Partial<Waits> = {},
): Promise<TestDatabase> {
  if (engine === 'embedded') {
    const { pool, close } = await openEmbeddedInMemory(inject('snapshot'));
    return { ...makeDatabase(engine, pool, close), url: null };
  }
  const { url, drop } = await createTestDatabase(TEMPLATE);
  // A loaded machine makes tests slower, not wrong: they wait for their turn.
  const database = openPostgres(url, poolSize, { connectionMs: 30_000, ...waits });
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, close, url };
}

/** Puts a migrated embedded database into a DATA_DIR, which spares a process making one. */
export function copyMigrated(dataDir: string): void {
  cpSync(inject('migrated'), path.join(dataDir, 'database'), { recursive: true });
}

/** A database of the run's PostgreSQL server, empty or from a template. */
export async function createTestDatabase(
  template?: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const socket = inject('postgresSocket');
  if (!socket) throw new Error('there is no PostgreSQL server on this machine');
  const name = `atalaya_${randomUUID().replaceAll('-', '')}`;
  // Copied as files, without writing every page to the log as well.
  const from = template ? `template ${template} strategy file_copy` : '';
  await administer(socket, `create database ${name} ${from}`);
  return { url: urlOf(socket, name), drop: () => administer(socket, `drop database ${name} with (force)`) };
}

async function administer(socket: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socket, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
