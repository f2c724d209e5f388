import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, Transaction } from 'kysely';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Actor } from '../actor.ts';
import { asKyselyPool, prepared } from './pool.ts';
import type { Tables } from './tables.ts';

declare const door: unique symbol;
/** A transaction that sees one organization, or the actor's own row where they have none. */
export type TenantDb = Transaction<Tables> & { readonly [door]: 'tenant' };
/** A transaction that sees every organization. */
export type SystemDb = Transaction<Tables> & { readonly [door]: 'system' };
/** Either. */
export type Db = Transaction<Tables> & { readonly [door]: 'tenant' | 'system' };

/** The transaction held a failed statement whose error was swallowed: nothing of it was kept. */
export class TransactionAbortedError extends Error {
  override name = 'TransactionAbortedError';
}

export type Doors = {
  kysely: Kysely<Tables>;
  withTenant<T>(actor: Actor, fn: (db: TenantDb) => Promise<T>): Promise<T>;
  withSystem<T>(reason: string, fn: (db: SystemDb) => Promise<T>): Promise<T>;
  withActor<T>(actor: Actor, reason: string, fn: (db: Db) => Promise<T>): Promise<T>;
};

/** What a transaction may see; set for the transaction alone, so that nothing is left on the connection. */
type Scope = {
  role: 'atalaya_tenant' | 'atalaya_system';
  organization: string;
  profile: string;
  reason: string;
};
type State = { open: boolean };

const BEGIN = 'begin';
const ENTER = `select set_config('role', $1, true), set_config('app.organization_id', $2, true),
  set_config('app.profile_id', $3, true), set_config('app.reason', $4, true)`;

/** Makes the two doors to the database over a pool. */
export function openDoors(pool: Pool): Doors {
  // With one connection a second transaction inside the first would wait for ever; with many it would not see what
  // the first wrote, and could commit while the first rolls back.
  const current = new AsyncLocalStorage<State>();
  const refuseInside = () => {
    if (current.getStore()?.open) {
      throw new Error('a transaction is already open here: use its handle instead of opening another');
    }
  };
  const dialect = new PostgresDialect({ pool: asKyselyPool(pool, refuseInside) });
  const kysely = new Kysely<Tables>({ dialect });

  const run = async <D extends Db, T>(scope: Scope, fn: (db: D) => Promise<T>): Promise<T> => {
    refuseInside();
    const client = await pool.connect();
    const state: State = { open: true };
    // Sent without waiting, together with the first statement of fn: one round trip for all three.
    const entered = Promise.all([
      client.query(BEGIN),
      client.query(prepared(ENTER, [scope.role, scope.organization, scope.profile, scope.reason])),
    ]);
    entered.catch(() => undefined);
    const db = makeHandle(kysely, dialect, new DoorConnection(client, state, entered)) as D;
    try {
      const result = await current.run(state, () => fn(db));
      await entered;
      state.open = false;
      await commit(client);
      client.release();
      return result;
    } catch (error) {
      state.open = false;
      await rollback(client);
      throw error;
    }
  };

  const withTenant: Doors['withTenant'] = (actor, fn) =>
    run(
      {
        role: 'atalaya_tenant',
        organization: actor.organization_id ?? '',
        profile: actor.profile_id,
        reason: '',
      },
      fn,
    );
  const withSystem: Doors['withSystem'] = (reason, fn) =>
    run({ role: 'atalaya_system', organization: '', profile: '', reason }, fn);
  return {
    kysely,
    withTenant,
    withSystem,
    withActor: (actor, reason, fn) =>
      actor.role === 'super_admin' ? withSystem(reason, fn) : withTenant(actor, fn),
  };
}

function makeHandle(kysely: Kysely<Tables>, dialect: PostgresDialect, connection: DoorConnection) {
  const executor = kysely.getExecutor().withConnectionProvider({
    // Not one after the other: statements of one transaction may be sent together.
    provideConnection: (consumer) => consumer(connection),
  });
  return new Transaction<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
}

async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  // PostgreSQL answers COMMIT with ROLLBACK where an earlier statement had failed.
  if (command === 'ROLLBACK')
    throw new TransactionAbortedError('the transaction had failed and was rolled back');
}

async function rollback(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch {
    client.release(true);
  }
}

/** One connection inside one transaction. It answers only while the transaction is open. */
class DoorConnection implements DatabaseConnection {
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
    const sent = this.#client.query(prepared(query.sql, query.parameters));
    // Nothing is handed over unless the role was set: a result of a wider role must not get out.
    const [result] = await Promise.all([sent, this.#entered]);
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command);
    return { rows: result.rows, ...(changes ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}) };
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('read large results page by page: cursors do not work over a pipelined connection');
  }
}
