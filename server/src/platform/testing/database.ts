import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openPostgres } from '../database/database.ts';
import type { Database, PostgresOptions } from '../database/database.ts';
import { TEMPLATE } from './template.ts';

/** `url` is for further connections to the same database, as another process would have them. */
export type TestDatabase = Database & { url: string };

/** A migrated database of its own, without people; `close` removes it. */
export async function openTestDatabase(poolSize = 4, options: PostgresOptions = {}): Promise<TestDatabase> {
  const { url, drop } = await createTestDatabase(TEMPLATE);
  // A loaded machine makes tests slower, not wrong: they wait for their turn.
  const database = openPostgres(url, poolSize, { connectionMs: 30_000, ...options });
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, close, url };
}

/** Puts a migrated embedded database into a DATA_DIR, which spares a process making one. */
export function copyMigrated(dataDir: string): void {
  cpSync(inject('migrated'), path.join(dataDir, 'postgres'), { recursive: true });
}

/** A database of the run's PostgreSQL server, empty or from a template. */
export async function createTestDatabase(
  template?: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `atalaya_${randomUUID().replaceAll('-', '')}`;
  // Copied as files, without writing every page to the log as well.
  const from = template ? `template ${template} strategy file_copy` : '';
  await administer(`create database ${name} ${from}`);
  const drop = () => administer(`drop database ${name} with (force)`, inject('adminUrl'));
  return { url: urlOf(name), drop };
}

/** The address of a database of the run's server, as the role that owns it, which is no superuser. */
export function urlOf(database: string): string {
  return inject('databaseUrl').replace(/[^/]+$/, database);
}

/** Statements about databases; a superuser may remove one that a background process of the server is at work in. */
async function administer(statement: string, connectionString = urlOf('postgres')): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
