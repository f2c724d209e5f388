import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { SERVER_FOLDER } from '../core/server-folder.ts';
import { findFormer, isSameAsFormer, LAST_FORMER } from './former-migrations.ts';
import { readMigrations, readSqlFiles, readVersion } from './schema-files.ts';
import type { Migration, SqlFile } from './schema-files.ts';

/** A migration failed, or the database and the files do not belong together. The message is Spanish. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** The folder that holds `migrations` and `sql`. */
export const SCHEMA = fileURLToPath(SERVER_FOLDER);

/** Taken by every step, so that processes that start together apply each migration once. */
const LOCK = 7_203_481;
/** Milliseconds between two attempts to take it. */
const POLL_MS = 100;

/**
 * A migration that waits for a table holds up all who come to the table after it: it gives up soon, and tries
 * again later. Milliseconds of a wait and between two, and how many there are. Where it and a request wait for each
 * other PostgreSQL ends one of them after a second: it gives up before that, so that no request fails.
 */
const WAITS = { lockMs: 400, pauseMs: 1_000, attempts: 180 };
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/**
 * Applies the migrations that are missing, in the order of their numbers, each in a transaction of its own, and then, in
 * the transaction of the last one, the files of functions, triggers and views that have changed.
 * @param options `only`: of these migrations alone, and none of the functions; how long is waited for a table.
 * @returns the names of what was applied: 0001_x.sql, sql/x.sql.
 * @throws MigrationError; what failed leaves nothing behind.
 */
export async function migrate(
  pool: Pool,
  folder: string = SCHEMA,
  options: Partial<typeof WAITS> & { only?: (name: string) => boolean } = {},
): Promise<string[]> {
  const { only, ...waits } = { ...WAITS, ...options };
  const all = await readMigrations(folder);
  const wanted = only
    ? { migrations: all.filter(({ name }) => only(name)), sqlFiles: [] }
    : { migrations: all, sqlFiles: await readSqlFiles(folder) };
  const version = await readVersion(folder);
  const applied: string[] = [];
  let attempts = 0;
  for (;;) {
    try {
      const step = await withMigrationLock(pool, (client) =>
        applyNext(client, { ...wanted, version }, waits.lockMs),
      );
      const done = step.outside ? await applyOutside(pool, step.outside) : step.applied;
      if (step.applied.length === 0 && !step.outside) return applied;
      applied.push(...done);
      attempts = 0;
    } catch (error) {
      if (!waitedInVain(error) || ++attempts >= waits.attempts) throw error;
      await setTimeout(waits.pauseMs);
    }
  }
}

/**
 * Runs fn in a transaction that one process is in at a time, of those that migrate. The lock is asked for again and
 * again rather than waited for: a statement that waits holds a snapshot, for which an index that another process
 * builds concurrently under this lock would wait in turn.
 */
export async function withMigrationLock<T>(pool: Pool, fn: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local statement_timeout = 0');
    while (!(await isTaken(client, 'pg_try_advisory_xact_lock'))) {
      await client.query('rollback');
      await setTimeout(POLL_MS);
      await client.query('begin; set local statement_timeout = 0');
    }
    const result = await fn(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Not given back: the connection may still wait for a lock or carry the transaction's settings.
    client.release(true);
    throw error;
  }
}

async function isTaken(client: PoolClient, take: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select ${take}(${LOCK}) as taken`);
  return rows[0]?.taken ?? false;
}

type Wanted = { migrations: Migration[]; sqlFiles: SqlFile[]; version: string };
type Step = { applied: string[]; outside: Migration | null };

/** Applies the first that is missing, or says that it is one which the lock's transaction cannot hold. */
async function applyNext(
  client: PoolClient,
  { migrations, sqlFiles, version }: Wanted,
  lockMs: number,
): Promise<Step> {
  await makeRecords(client);
  await takeOverFormer(client, migrations);
  const { rows } = await client.query<Done>('select name, checksum, compatible from schema_migrations');
  compare(rows, migrations);
  const done = new Set(rows.map((row) => row.name));
  const missing = migrations.filter((migration) => !done.has(migration.name));
  const [next] = missing;
  if (next?.outside) return { applied: [], outside: next };
  await client.query(`set local lock_timeout = ${lockMs}`);
  const applied: string[] = [];
  if (next) {
    await run(client, next.name, next.sql);
    await record(client, next);
    applied.push(next.name);
  }
  // A newer server has been here: its functions go with its tables.
  const isOlder = rows.some(({ name }) => !migrations.some((migration) => migration.name === name));
  if (missing.length <= 1 && !isOlder) applied.push(...(await applyChanged(client, sqlFiles, version)));
  return { applied, outside: null };
}

async function makeRecords(client: PoolClient): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now());
    do $$ begin
      if not exists (select from pg_attribute
        where attrelid = 'schema_migrations'::regclass and attname = 'compatible') then
        alter table schema_migrations add column compatible boolean not null default false;
      end if;
    end $$;
    create table if not exists schema_sql (
      name text primary key, checksum text not null, applied_at timestamptz not null default now());
    do $$ begin
      if not exists (select from pg_attribute
        where attrelid = 'schema_sql'::regclass and attname = 'version') then
        alter table schema_sql add column version text not null default '0.0.0';
      end if;
    end $$`);
}

/** A database that the former files made has the tables of the present ones, and is recorded as theirs. */
async function takeOverFormer(client: PoolClient, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const former = findFormer(rows.map(({ name }) => name));
  if (former === 'none') return;
  if (former === 'some') {
    throw new MigrationError(
      `La base de datos es de una versión anterior, sin la migración ${LAST_FORMER}. Inicie primero la última ` +
        'versión que la tiene, y después esta.',
    );
  }
  await client.query('delete from schema_migrations');
  for (const migration of migrations.filter(({ name }) => isSameAsFormer(name)))
    await record(client, migration);
}

/**
 * Applies the files of functions, triggers and views whose content is not the one that was applied last. One that a
 * newer release applied stays as it is: a server of the version before that starts again beside the newer ones, or after
 * them, works with their functions as it does with their tables.
 */
async function applyChanged(client: PoolClient, files: SqlFile[], version: string): Promise<string[]> {
  const { rows } = await client.query<SqlDone & { newer: boolean }>(
    'select name, checksum, string_to_array(version, $2)::int[] > string_to_array($1, $2)::int[] as newer from schema_sql',
    [version, '.'],
  );
  const done = new Map(rows.map((row) => [row.name, row]));
  const changed = files.filter(({ name, checksum }) => {
    const last = done.get(name);
    return !last || (last.checksum !== checksum && !last.newer);
  });
  for (const { name, sql, checksum } of changed) {
    await run(client, name, sql);
    await client.query(
      `insert into schema_sql (name, checksum, version) values ($1, $2, $3)
       on conflict (name) do update set checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
      [name, checksum, version],
    );
  }
  return changed.map(({ name }) => name);
}

/**
 * Applies one that runs outside a transaction; nothing is done where another process has. An index whose building was
 * broken off is left behind by PostgreSQL as invalid, and is removed first.
 * @returns its name, or none where another process did it.
 */
async function applyOutside(pool: Pool, migration: Migration): Promise<string[]> {
  const client = await pool.connect();
  try {
    while (!(await isTaken(client, 'pg_try_advisory_lock'))) await setTimeout(POLL_MS);
    const { rows } = await client.query('select from schema_migrations where name = $1', [migration.name]);
    if (rows.length > 0) return [];
    const { rows: broken } = await client.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index join pg_class c on c.oid = indexrelid
       where not indisvalid and $1 ~ ('\\m' || c.relname || '\\M')`,
      [migration.sql],
    );
    for (const { name } of broken) await client.query(`drop index concurrently ${name}`);
    await run(client, migration.name, migration.sql);
    await record(client, migration);
    return [migration.name];
  } finally {
    // The lock is the session's, and ends with it.
    client.release(true);
  }
}

async function run(client: PoolClient, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new MigrationError(`La migración ${name} ha fallado: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function record(client: PoolClient, { name, checksum, compatible }: Migration): Promise<void> {
  const values = [name, checksum, compatible];
  await client.query(
    'insert into schema_migrations (name, checksum, compatible) values ($1, $2, $3)',
    values,
  );
}

function waitedInVain(error: unknown): boolean {
  const cause = error instanceof MigrationError ? error.cause : error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED;
}

type SqlDone = { name: string; checksum: string };
type Done = SqlDone & { compatible: boolean };

/** Refuses a database that another version made, or a newer one whose changes this one cannot work with. */
function compare(done: Done[], migrations: Migration[]): void {
  for (const { name, checksum, compatible } of done) {
    const file = migrations.find((migration) => migration.name === name);
    if (!file && !compatible) {
      throw new MigrationError(`La base de datos es de una versión más nueva: tiene aplicada ${name}.`);
    }
    if (file && file.checksum !== checksum) {
      throw new MigrationError(`La migración ${name} ha cambiado después de aplicarse.`);
    }
  }
}
