import { Transaction } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Kysely, QueryResult } from 'kysely';
import type { FieldDef, Pool, PoolClient } from 'pg';
import { isOutdated, prepared } from './pool.ts';
import { entryOf, sendScoped } from './scoped-statement.ts';
import type { Entry, Scope } from './scoped-statement.ts';
import type { Tables } from './row-types.ts';

/**
 * Whether a transaction still answers; shared by its handle and by the check that refuses a second one inside. `errors`
 * are those of its statements, also where they were caught.
 */
export type State = { open: boolean; errors: unknown[] };

/** The transaction held a failed statement whose error was swallowed: nothing of it was kept. */
export class TransactionAbortedError extends Error {
  override name = 'TransactionAbortedError';
}

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
  // Sent without waiting, together with the first statement of fn: one round trip for both.
  gather(client);
  const begun = client.query('begin');
  begun.catch(() => undefined);
  try {
    const result = await fn(new ScopedConnection(client, state, entryOf(scope), begun));
    await begun;
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

/**
 * Runs fn so that each of its statements is a transaction of its own, which may not write, on whichever connection is
 * free: nothing is opened, and nothing to be ended.
 */
export async function runReads<T>(
  pool: Pool,
  scope: Scope,
  state: State,
  fn: (connection: DatabaseConnection) => Promise<T>,
): Promise<T> {
  try {
    return await fn(new ReadingConnection(pool, state, scope));
  } finally {
    state.open = false;
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

/** What is sent until the work at hand is done goes out in one write, and wakes the database once. */
function gather(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } })
    .connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
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

/** Rows with what PostgreSQL says of their columns, which tests look at. */
type Described<R> = QueryResult<R> & { fields: FieldDef[] };

/** One connection inside one transaction. It answers only while the transaction is open. */
class ScopedConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #state: State;
  readonly #entry: Entry;
  readonly #begun: Promise<unknown>;

  constructor(client: PoolClient, state: State, entry: Entry, begun: Promise<unknown>) {
    this.#client = client;
    this.#state = state;
    this.#entry = entry;
    this.#begun = begun;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<Described<R>> {
    requireOpen(this.#state);
    gather(this.#client);
    const statement = prepared(this.#client, query.sql, query.parameters);
    const sent = sendScoped<R & object>(this.#client, this.#entry, statement);
    // Nothing is handed over unless the transaction was begun: outside it the scope would end with one statement.
    const [result] = await Promise.all([sent, this.#begun]).catch((error: unknown) => {
      this.#state.errors.push(error);
      throw error;
    });
    const { command, rowCount, rows, fields } = result;
    // The driver's query object outlives the statement, and would keep its rows in memory.
    result.rows = [];
    const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    return { rows, fields, ...(changed ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  }

  streamQuery = refuseStreams;
}

/** The pool, for statements that each enter the scope for themselves. */
class ReadingConnection implements DatabaseConnection {
  readonly #pool: Pool;
  readonly #state: State;
  readonly #scope: Scope;

  constructor(pool: Pool, state: State, scope: Scope) {
    this.#pool = pool;
    this.#state = state;
    this.#scope = scope;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<Described<R>> {
    requireOpen(this.#state);
    try {
      return await this.#read<R>(query).catch((error: unknown) => {
        // The statement was prepared before a newer process changed its table. It wrote nothing, and may be sent again.
        if (!isOutdated(error)) throw error;
        return this.#read<R>(query);
      });
    } catch (error) {
      this.#state.errors.push(error);
      throw error;
    }
  }

  async #read<R>(query: CompiledQuery): Promise<Described<R>> {
    const client = await this.#pool.connect();
    try {
      const statement = prepared(client, query.sql, query.parameters);
      const { rows, fields } = await sendScoped<R & object>(client, entryOf(this.#scope), statement);
      client.release();
      return { rows, fields };
    } catch (error) {
      client.release(isOutdated(error));
      throw error;
    }
  }

  streamQuery = refuseStreams;
}

function requireOpen({ open }: State): void {
  if (!open) throw new Error('the transaction of this handle is over');
}

function refuseStreams(): never {
  throw new Error('read large results page by page: cursors do not work over a pipelined connection');
}
