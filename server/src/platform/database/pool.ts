import pg from 'pg';
import type { PoolConfig } from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** Statements kept prepared per connection; further ones (lists of varying length) are parsed each time. */
const PREPARED_MAX = 300;

/** Opens a pool whose connections send without waiting for the answer before, and read bigint as number. */
export function openPool(options: Omit<PoolConfig, 'onConnect'> & { onConnect: string }): pg.Pool {
  const { onConnect, ...config } = options;
  const pool = new pg.Pool({
    ...config,
    pipeline: true,
    types: { getTypeParser: parserOf },
    // pg-pool waits for the promise, though its type says void.
    onConnect: ((client: pg.ClientBase) => client.query(onConnect)) as unknown as (
      client: pg.ClientBase,
    ) => void,
  });
  // A connection that breaks, idle or in use, is replaced by the pool; whoever was using it gets the error from the
  // statement. Without a listener the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
const parserOf: typeof pg.types.getTypeParser = (oid: TypeId, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8
    ? Number
    : (pg.types.getTypeParser(oid, format) as (value: string) => unknown);

const statements = new Map<string, string>();

/** The statement under a name, so that a connection parses it once. */
export function prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
  let name = statements.get(text);
  if (!name && statements.size < PREPARED_MAX) {
    name = `s${statements.size}`;
    statements.set(text, name);
  }
  return { text, values: [...values], ...(name ? { name } : {}) };
}

/** The pool as Kysely wants it, with prepared statements. `guard` runs before each connection is taken. */
export function asKyselyPool(pool: pg.Pool, guard: () => void): PostgresPool {
  return {
    async connect(): Promise<PostgresPoolClient> {
      guard();
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) =>
        values.length === 0 ? client.query(text) : client.query(prepared(text, values));
      return {
        query,
        release: (destroy?: boolean) => client.release(destroy),
      } as unknown as PostgresPoolClient;
    },
    end: async () => undefined,
  } as unknown as PostgresPool;
}
