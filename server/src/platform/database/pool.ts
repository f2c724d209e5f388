import pg from 'pg';
import type { PoolConfig } from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { isPooled, markPooled } from './pooler.ts';
import { limitOf, PREPARED, sendScoped } from './scoped-statement.ts';

/** Statements kept prepared per connection; further ones are parsed each time. */
const PREPARED_MAX = 300;
/** Statements remembered to have been used once. */
const SEEN_MAX = 1_000;

/**
 * Opens a pool whose connections send without waiting for the answer before, and read bigint as number, date as text.
 * `throughPooler`: what is between us and the database gives connections away per transaction. `to`: what it leads to.
 */
export function openPool(
  config: Omit<PoolConfig, 'onConnect'>,
  throughPooler = false,
  to: keyof typeof PREPARED = 'primary',
): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    pipeline: true,
    types: { getTypeParser: parserOf },
    // pg-pool waits for the promise, though its type says void.
    onConnect: ((client: pg.ClientBase) => {
      if (throughPooler) return markPooled(client);
      return Promise.all(PREPARED[to].map((statement) => client.query(statement)));
    }) as unknown as (client: pg.ClientBase) => void,
  });
  // A connection that breaks, idle or in use, is replaced by the pool; the caller that was using it gets the error
  // from the statement. Without a listener the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
const PARSERS: Partial<Record<TypeId, (value: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  // 'YYYY-MM-DD': pg's own parser makes an instant of it, in the zone of the process.
  [pg.types.builtins.DATE]: String,
};
const parserOf: typeof pg.types.getTypeParser = (oid: TypeId, format?: 'text' | 'binary') =>
  PARSERS[oid] ?? (pg.types.getTypeParser(oid, format) as (value: string) => unknown);

const names = new Map<string, string>();
const seenOnce = new Set<string>();

/** The statement, from its second use on under a name where names last, so that a connection parses it once. */
export function prepared(client: pg.ClientBase, text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = isPooled(client) ? undefined : (names.get(text) ?? nameSecondUse(text));
  return { text, values: [...values], ...(name ? { name } : {}) };
}

/** Lists of varying length make statements that hardly come again: they must not use the names up. */
function nameSecondUse(text: string): string | undefined {
  if (names.size >= PREPARED_MAX) return undefined;
  if (!seenOnce.delete(text)) {
    if (seenOnce.size >= SEEN_MAX) seenOnce.clear();
    seenOnce.add(text);
    return undefined;
  }
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Whether the connection holds a statement that was prepared before its table changed (by the migration of a newer
 * process), and would refuse it for ever: "cached plan must not change result type".
 */
export function isOutdated(error: unknown): boolean {
  return (error as { code?: unknown }).code === '0A000';
}

/** What begins and ends transactions: a limit before it would hold for it alone. */
const BRACKET = /^(begin|start|commit|rollback|savepoint|release)\b/i;

/**
 * The pool as Kysely wants it, with prepared statements, each stopped after so many milliseconds. `guard` runs before
 * each connection is taken.
 */
export function asKyselyPool(pool: pg.Pool, statement_timeout: number, guard: () => void): PostgresPool {
  return {
    async connect(): Promise<PostgresPoolClient> {
      guard();
      const client = await pool.connect();
      let outdated = false;
      const query = async (text: string, values: readonly unknown[]) => {
        try {
          if (BRACKET.test(text)) return await client.query(text);
          return await sendScoped(client, limitOf(statement_timeout), prepared(client, text, values));
        } catch (error) {
          outdated ||= isOutdated(error);
          throw error;
        }
      };
      const release = (destroy = false) => client.release(destroy || outdated);
      return { query, release } as unknown as PostgresPoolClient;
    },
    end: async () => undefined,
  } as unknown as PostgresPool;
}
