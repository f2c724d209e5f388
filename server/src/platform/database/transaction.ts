import { Transaction } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Kysely, QueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isOutdated, prepared } from './pool.ts';
import type { Tables } from './tables.ts';

/** What a transaction may see; set for the transaction alone, so that nothing is left on the connection. */
export type Scope = {
  role: 'atalaya_tenant' | 'atalaya_system';
  /** Ids, or '' for none. */
  organization: string;
  profile: string;
  reason: string;
};

/** Whether a transaction still answers; shared by its handle and by whoever refuses a second one inside. */
export type State = { open: boolean };

/** The transaction held a failed statement whose error was swallowed: nothing of it was kept. */
export class TransactionAbortedError extends Error {
  override name = 'TransactionAbortedError';
}

const ENTER = `select set_config('role', $1, true), set_config('app.organization_id', $2, true),
  set_config('app.profile_id', $3, true), set_config('app.reason', $4, true)`;

/**
 * Runs fn in a transaction of a scope, on a connection of its own; fn's error rolls back and is thrown on.
 * @throws TransactionAbortedError, or what the database refused.
 */
export async function runTransaction<T>(
  pool: Pool,
  scope: Scope,
  state: State,
  fn: (connection: DatabaseConnection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // Sent without waiting, together with the first statement of fn: one round trip for all three.
  const entered = Promise.all([
    client.query('begin'),
    client.query(prepared(ENTER, [scope.role, scope.organization, scope.profile, scope.reason])),
  ]);
  entered.catch(() => undefined);
  try {
    const result = await fn(new ScopedConnection(client, state, entered));
    await entered;
    state.open = false;
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    state.open = false;
    await rollback(client, isOutdated(error));
    throw error;
  }
}

/** The Kysely handle of a connection inside a transaction. */
export function makeHandle(kysely: Kysely<Tables>, dialect: Dialect, connection: DatabaseConnection) {
  const executor = kysely.getExecutor().withConnectionProvider({
    // Not one after the other: statements of one transaction may be sent together.
    provideConnection: (consumer) => consumer(connection),
  });
  return new Transaction<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
}

async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  // PostgreSQL answers COMMIT with ROLLBACK where an earlier statement had failed.
  if (command === 'ROLLBACK') {
    throw new TransactionAbortedError('the transaction had failed and was rolled back');
  }
}

async function rollback(client: PoolClient, destroy: boolean): Promise<void> {
  try {
    await client.query('rollback');
    client.release(destroy);
  } catch {
    client.release(true);
  }
}

/** One connection inside one transaction. It answers only while the transaction is open. */
class ScopedConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #state: State;
  readonly #entered: Promise<unknown>;

  constructor(client: PoolClient, state: State, entered: Promise<unknown>) {
    this.#client = client;
    this.#state = state;
    this.#entered = entered;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#state.open) throw new Error('the transaction of this handle is over');
    const sent = this.#client.query<R & object>(prepared(query.sql, query.parameters));
    // Nothing is handed over unless the role was set: a result of a wider role must not get out.
    const [result] = await Promise.all([sent, this.#entered]);
    const { command, rowCount, rows } = result;
    // The driver's query would hold them: one that has grown old keeps alive what comes after it, page upon page.
    result.rows = [];
    const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    return { rows, ...(changed ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('read large results page by page: cursors do not work over a pipelined connection');
  }
}
