import pg from 'pg';
import type { Logger } from 'pino';
import { isUnavailable } from '../core/errors.ts';
import { drop } from './listen.ts';
import { openPool } from './pool.ts';
import { passesPooler } from './pooler.ts';
import { failWhenSilent } from './silence.ts';
import type { State } from './transaction.ts';

/** DATABASE_REPLICA_URL leads to what is no replica of the database. The message is Spanish. */
export class ReplicaError extends Error {
  override name = 'ReplicaError';
}

export type ReplicaOptions = {
  poolSize: number;
  /** How long is waited for a connection. */
  connectionMs: number;
  /** How long a read waits for the replica to come to where the primary was. */
  waitMs?: number;
};

const WAIT_MS = 50;
/** How long nothing is asked of a replica that lags, doubled each time in a row, and of one that is not there. */
const LAG_REST_MS = 250;
const LAG_REST_MAX_MS = 4_000;
const FAULT_REST_MS = 2_000;

/** What await_position raises (server/sql/replica.sql). */
const LAGS = 'AT001';
/** A statement that conflicts with the replay of the primary's log, or was prepared before it: a retry may succeed. */
const CONFLICTS = new Set(['40001', '40P01', '0A000']);
const READ_ONLY = '25006';
/** The migration that makes await_position has not come to it yet. */
const NO_SUCH_FUNCTION = '42883';

/**
 * Opens a replica. One that cannot be reached, or is not ready, is tried again later.
 * @throws ReplicaError where it belongs to another database, or cannot serve this one
 */
export async function openReplica(
  url: string,
  primaryUrl: string,
  options: ReplicaOptions,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Replica> {
  const { identity } = await look(primaryUrl, options.connectionMs).catch((error: unknown) => {
    if (!isRefused(error)) throw error;
    throw new ReplicaError(`Esta base de datos no admite DATABASE_REPLICA_URL: ${error.message}`);
  });
  const replica = new Replica(url, identity, options, log);
  await replica.check();
  return replica;
}

type Seen = { identity: string; follows: boolean; is_migrated: boolean; pooled: boolean };

/**
 * What a connection leads to. A standby that follows the primary's log is of the same cluster; a copy of the rows is
 * not, and its positions have nothing to do with those of the primary. What positions need is asked for, too.
 */
async function look(url: string, waitMs: number): Promise<Seen> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const pooled = await passesPooler(client);
    const { rows } = await client.query<Omit<Seen, 'pooled'>>(
      `select system_identifier || ' ' || current_database() as identity, pg_is_in_recovery() as follows,
         to_regprocedure('await_position(text, integer)') is not null as is_migrated,
         case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text
           else pg_walfile_name(pg_current_wal_flush_lsn()) end as log_end
       from pg_control_system(), pg_control_recovery()`,
    );
    await client.query('begin; set local role atalaya_tenant; set local role atalaya_system; rollback');
    if (!rows[0]) throw new Error('a cluster has one control file');
    return { ...rows[0], pooled };
  } finally {
    // Not ended in order: one that does not answer would never be.
    drop(client);
  }
}

/** Whether the server itself has refused, for a reason that will not pass. */
const isRefused = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !isUnavailable(error);

/** A replica of the database, as far as reads may go there. */
export class Replica {
  readonly waitMs: number;
  readonly #url: string;
  readonly #identity: string;
  readonly #options: ReplicaOptions;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  #pool: pg.Pool | null = null;
  /** Whether it was seen to be a replica of ours since it was last lost. */
  #known = false;
  #checking: Promise<void> | null = null;
  #restUntil = 0;
  #misses = 0;
  /** Why it was lost, as it was logged. */
  #lost = '';

  constructor(url: string, identity: string, options: ReplicaOptions, log: Pick<Logger, 'info' | 'warn'>) {
    this.#url = url;
    this.#identity = identity;
    this.#options = options;
    this.#log = log;
    this.waitMs = options.waitMs ?? WAIT_MS;
  }

  /**
   * Runs what reads there; null where it cannot be done there now, and is the primary's. What it failed with for
   * reasons of its own is thrown.
   */
  async attempt<T>(run: (pool: pg.Pool, state: State) => Promise<T>): Promise<{ result: T } | null> {
    const pool = this.#ready();
    if (!pool) return null;
    const state: State = { open: true, errors: [] };
    try {
      const result = await run(pool, state);
      const fault = state.errors.find(isOfReplica);
      if (fault) return this.#rest(fault);
      this.#misses = 0;
      return { result };
    } catch (error) {
      const fault = [error, ...state.errors].find(isOfReplica);
      if (fault) return this.#rest(fault);
      throw error;
    }
  }

  /** Looks whether it is there and is ours. @throws ReplicaError where it is not ours */
  async check(): Promise<void> {
    let seen: Seen;
    try {
      seen = await look(this.#url, this.#options.connectionMs);
    } catch (error) {
      if (!isRefused(error)) return this.#lose(error);
      throw new ReplicaError(`DATABASE_REPLICA_URL no sirve: ${error.message}`);
    }
    if (seen.identity !== this.#identity)
      throw new ReplicaError(
        'DATABASE_REPLICA_URL lleva a otra base de datos. Debe ser una réplica física (streaming replication) de la de ' +
          'DATABASE_URL: una copia, o una réplica lógica, no sirve.',
      );
    if (!seen.follows) return this.#lose(new Error('it follows nobody: it is a primary itself'));
    if (!seen.is_migrated) return this.#lose(new Error('the latest migrations have not come to it yet'));
    this.#pool ??= this.#open(seen.pooled);
    this.#known = true;
    this.#lost = '';
    this.#log.info('lists and reports are read from the replica');
  }

  #open(throughPooler: boolean): pg.Pool {
    const { connectionMs, poolSize } = this.#options;
    const config = { connectionString: this.#url, max: poolSize, connectionTimeoutMillis: connectionMs };
    const pool = openPool({ ...config, keepAlive: true }, throughPooler, 'replica');
    failWhenSilent(pool, this.#url, connectionMs);
    return pool;
  }

  #ready(): pg.Pool | null {
    if (performance.now() < this.#restUntil) return null;
    if (this.#known) return this.#pool;
    // Reads do not wait for it.
    this.#checking ??= this.check()
      .catch((error: unknown) => this.#lose(error))
      .finally(() => (this.#checking = null));
    return null;
  }

  /** Lets it alone for a while; reads that were under way may fail after the one that was told first. */
  #rest(fault: unknown): null {
    if (CONFLICTS.has(codeOf(fault)) || performance.now() < this.#restUntil) return null;
    if (codeOf(fault) !== LAGS) {
      this.#lose(fault);
      return null;
    }
    this.#restUntil = performance.now() + Math.min(LAG_REST_MS * 2 ** this.#misses, LAG_REST_MAX_MS);
    this.#misses += 1;
    return null;
  }

  #lose(err: unknown): void {
    const lost = String(err);
    if (lost !== this.#lost)
      this.#log.warn({ err }, 'the replica cannot be read: the primary is read instead');
    this.#lost = lost;
    this.#known = false;
    this.#restUntil = performance.now() + FAULT_REST_MS;
  }

  async close(): Promise<void> {
    await this.#checking;
    await this.#pool?.end();
  }
}

const codeOf = (error: unknown): string => {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Whether it failed because of where it was asked, and not of what. */
const isOfReplica = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code === LAGS || code === NO_SUCH_FUNCTION || CONFLICTS.has(code) || /^(58|XX)/.test(code)) return true;
  return code !== READ_ONLY && isUnavailable(error);
};
