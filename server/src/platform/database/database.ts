import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openDoors } from './doors.ts';
import type { Doors } from './doors.ts';
import { CHANNEL, listenByClient, listenThroughPool } from './listen.ts';
import type { Listen } from './listen.ts';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import { failWhenSilent } from './silence.ts';
import type { Tables } from './tables.ts';

export type { Db, SystemDb, TenantDb } from './doors.ts';

export type Engine = 'embedded' | 'postgres';

export type Database = {
  engine: Engine;
  /**
   * Runs fn in a transaction that sees only the actor's organization. fn's error rolls back and is thrown on.
   * The handle dies with the transaction; opening another inside fn throws.
   */
  withTenant: Doors['withTenant'];
  /** Runs fn in a transaction that sees every organization; `reason` can be read in the setting app.reason. */
  withSystem: Doors['withSystem'];
  /** withSystem for a super_admin, withTenant for everybody else. */
  withActor: Doors['withActor'];
  /**
   * The same for fn that reads: each of its statements is a transaction of its own that may not write, sent in one
   * round trip. Where two statements must see the same moment, a transaction it must be.
   */
  readAs: Doors['readAs'];
  /** The bare handle, which is above row level security: only for Better Auth, the session gate and jobs. */
  kysely: Kysely<Tables>;
  /** The connections under all of it: only for jobs and tests. */
  pool: Pool;
  /** Hears what transactions tell by NOTIFY once they are committed, whichever process they run in. */
  listen: Listen;
  /** Rejects where the database does not answer within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Milliseconds of the longest statement on PostgreSQL; the embedded database ignores such limits. */
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Opens and migrates the database that the configuration asks for.
 * @throws DirectoryInUseError, MigrationError, or what the connection failed with.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<Database> {
  const database = config.databaseUrl
    ? openPostgres(config.databaseUrl, config.databasePoolSize)
    : await openEmbeddedDatabase(config.dataDir, log);
  try {
    const applied = await migrate(database.pool);
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** How long a request waits for a connection: a server that is down must be told of within two seconds. */
const CONNECTION_WAIT_MS = 1_500;

export type Waits = { connectionMs: number; statementMs: number };
const WAITS: Waits = { connectionMs: CONNECTION_WAIT_MS, statementMs: STATEMENT_TIMEOUT_MS };

/** Connects to PostgreSQL, without migrating. */
export function openPostgres(url: string, poolSize: number, waits: Partial<Waits> = {}): Database {
  const { connectionMs, statementMs } = { ...WAITS, ...waits };
  const pool = openPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionMs,
    keepAlive: true,
    onConnect: [],
  });
  failWhenSilent(pool, url, connectionMs);
  const tell = (payload: string) => pool.query('select pg_notify($1, $2)', [CHANNEL, payload]);
  return makeDatabase('postgres', pool, () => pool.end(), listenByClient(url, tell), statementMs);
}

async function openEmbeddedDatabase(dataDir: string, log: Pick<Logger, 'error'>): Promise<Database> {
  // Loaded here alone: beside a PostgreSQL it would cost memory and start-up time for nothing.
  const { openEmbedded } = await import('./embedded.ts');
  const { pool, close } = await openEmbedded(dataDir, log);
  return makeDatabase('embedded', pool, close);
}

/** Puts the doors over a pool. Unless told how, it listens as the embedded database does. */
export function makeDatabase(
  engine: Engine,
  pool: Pool,
  close: () => Promise<void>,
  listen = listenThroughPool(pool),
  statementMs = 0,
): Database {
  return { engine, ...openDoors(pool, statementMs), pool, listen, ping: () => ping(pool), close };
}

async function ping(pool: Pool): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the database does not answer')), 2_000);
  try {
    await Promise.race([pool.query('select 1'), late]);
  } finally {
    clearTimeout(timer);
  }
}
