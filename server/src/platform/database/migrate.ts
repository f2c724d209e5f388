import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { SERVER_FOLDER } from '../server-folder.ts';

/** A migration failed, or the database and the files do not belong together. The message is Spanish. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export const MIGRATIONS = fileURLToPath(new URL('migrations', SERVER_FOLDER));

type Migration = { name: string; sql: string; checksum: string };

/** Taken by every step, so that processes that start together apply each migration once. */
const LOCK = 7_203_481;

/**
 * Applies the migrations that are missing, in the order of their numbers, each in a transaction of its own.
 * @returns the names of those applied.
 * @throws MigrationError; the failed migration leaves nothing behind.
 */
export async function migrate(pool: Pool, directory: string = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const applied: string[] = [];
  const client = await pool.connect();
  try {
    for (;;) {
      const name = await applyNext(client, migrations);
      if (!name) break;
      applied.push(name);
    }
    client.release();
    return applied;
  } catch (error) {
    // Not given back: the connection may still wait for a lock or carry the migration's settings.
    client.release(true);
    throw error;
  }
}

async function applyNext(client: PoolClient, migrations: Migration[]): Promise<string | null> {
  await client.query(`begin; set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCK});
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  const done = new Map(rows.map((row) => [row.name, row.checksum]));
  compare(done, migrations);
  const next = migrations.find((migration) => !done.has(migration.name));
  if (next) {
    try {
      await client.query(next.sql);
    } catch (error) {
      throw new MigrationError(`La migración ${next.name} ha fallado: ${(error as Error).message}`, {
        cause: error,
      });
    }
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      next.name,
      next.checksum,
    ]);
  }
  await client.query('commit');
  return next?.name ?? null;
}

/** Refuses a database that another or a newer version made. */
function compare(done: Map<string, string>, migrations: Migration[]): void {
  for (const [name, checksum] of done) {
    const file = migrations.find((migration) => migration.name === name);
    if (!file) {
      throw new MigrationError(`La base de datos es de una versión más nueva: tiene aplicada ${name}.`);
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(`La migración ${name} ha cambiado después de aplicarse.`);
    }
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout may turn line ends; the checksum must not.
      const sql = (await readFile(path.join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
