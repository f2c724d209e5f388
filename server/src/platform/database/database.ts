import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import { openDoors } from './doors.ts';
import type { Doors } from './doors.ts';
import { CHANNEL, listenByClient } from './listen.ts';
import type { Listen } from './listen.ts';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import { isPooler, PoolerError } from './pooler.ts';
import { openReplica } from './replica.ts';
import type { Replica } from './replica.ts';
import { failWhenSilent } from './silence.ts';
import type { Tables } from './row-types.ts';

export type { Db, SystemDb, TenantDb } from './doors.ts';

export type Database = {
  /**
   * Runs fn in a transaction that sees only the actor's organization. fn's error rolls back and is thrown on.
   * The handle dies with the transaction; opening another inside fn throws.
   */
  withTenant: Doors['withTenant'];
  /** The same for what a program of one organization does, of whom no person acts. */
  withOrganization: Doors['withOrganization'];
  readOrganization: Doors['readOrganization'];
  /** Runs fn in a transaction that sees every organization; `reason` can be read in the setting app.reason. */
  withSystem: Doors['withSystem'];
  /** withSystem for a super_admin, withTenant for all others; with other limits than usual where they are given. */
  withActor: Doors['withActor'];
  /**
   * For what is the actor's own, and changed by no other person: withSystem for who has no organization, whose audit entry
   * belongs to none and may be written by no tenant; withTenant for all others.
   */
  withOwn: Doors['withOwn'];
  /**
   * The same for fn that reads: each of its statements is a transaction of its own that may not write, sent in one
   * round trip. Where two statements must see the same moment, a transaction it must be. Goes to the replica, if there
   * is one that knows all that was acknowledged before the actor's request came; what could not be read there is read
   * anew from the primary, so fn does nothing but read.
   */
  readAs: Doors['readAs'];
  /** The same with all statements of fn in one transaction: for settings that last as long, and savepoints. */
  readTogether: Doors['readTogether'];
  hasReplica: boolean;
  /** How many reads by the two before were answered from where. */
  reads: Doors['reads'];
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

/** Milliseconds of the longest statement. */
const STATEMENT_TIMEOUT_MS = 10_000;

type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'databasePoolSize' | 'dataDir'
>;

/**
 * Opens and migrates the database that the configuration asks for. A command works beside a server: the embedded
 * database that is open there is reached where it listens.
 * @throws DirectoryInUseError, EmbeddedDatabaseError, PoolerError, MigrationError, ReplicaError, or what the connection
 *   failed with.
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  { asCommand = false } = {},
): Promise<Database> {
  if (config.databaseUrl) return openMigrated(config.databaseUrl, config, log);
  // Loaded here alone: beside a PostgreSQL it would cost memory and start-up time for nothing.
  const { openEmbedded, reachEmbedded } = await import('./embedded.ts');
  const embedded = asCommand
    ? await reachEmbedded(config.dataDir)
    : await openEmbedded(config.dataDir, log, { poolSize: config.databasePoolSize });
  try {
    const database = await openMigrated(embedded.url, config, log);
    const close = async () => {
      await database.close();
      await embedded.close();
    };
    return { ...database, close };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

async function openMigrated(url: string, config: DatabaseConfig, log: Pick<Logger, 'info' | 'warn'>) {
  const { databaseDirectUrl, databaseReplicaUrl, databasePoolSize: poolSize } = config;
  const throughPooler = config.databaseUrl !== null && (await isPooler(url));
  if (throughPooler && !databaseDirectUrl) {
    throw new PoolerError(
      'DATABASE_URL lleva a un distribuidor de conexiones (como PgBouncer). Indique además en DATABASE_DIRECT_URL la ' +
        'dirección de PostgreSQL sin él: los avisos al instante y las migraciones necesitan una conexión propia.',
    );
  }
  const directUrl = databaseDirectUrl ?? url;
  await migrateBy(directUrl, log);
  const replica = databaseReplicaUrl
    ? await openReplica(databaseReplicaUrl, url, { poolSize, connectionMs: CONNECTION_WAIT_MS }, log)
    : null;
  return openPostgres(url, poolSize, { directUrl, throughPooler, replica });
}

/** Migrations hold locks of their session. */
async function migrateBy(url: string, log: Pick<Logger, 'info'>): Promise<void> {
  const pool = openPool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: DIRECT_CONNECTION_WAIT_MS,
  });
  try {
    const applied = await migrate(pool);
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
  } finally {
    await pool.end();
  }
}

/** How long a request waits for a connection: a server that is down must be told of within two seconds. */
const CONNECTION_WAIT_MS = 1_500;

const DIRECT_CONNECTION_WAIT_MS = 10_000;

export type PostgresOptions = {
  connectionMs?: number;
  statementMs?: number;
  /** Past a pooler, for what needs a session; the same as the url where there is none. */
  directUrl?: string;
  throughPooler?: boolean;
  /** Closed with the database. */
  replica?: Replica | null;
};

/** Connects to PostgreSQL, without migrating. */
export function openPostgres(url: string, poolSize: number, options: PostgresOptions = {}): Database {
  const { connectionMs = CONNECTION_WAIT_MS, statementMs = STATEMENT_TIMEOUT_MS, replica = null } = options;
  const pool = openPool(
    {
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: connectionMs,
      keepAlive: true,
    },
    options.throughPooler,
  );
  failWhenSilent(pool, url, connectionMs);
  const tell = (payload: string) => pool.query('select pg_notify($1, $2)', [CHANNEL, payload]);
  return {
    ...openDoors(pool, statementMs, replica),
    pool,
    listen: listenByClient(options.directUrl ?? url, tell),
    ping: () => ping(pool),
    close: async () => {
      await pool.end();
      await replica?.close();
    },
  };
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
