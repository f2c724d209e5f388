import pg from 'pg';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { isPooled } from './pooler.ts';

/** What statements may see; set for the transaction alone, so that nothing is left on the connection. */
export type Scope = {
  role: 'atalaya_tenant' | 'atalaya_system';
  /** Ids, or '' for none. */
  organization: string;
  profile: string;
  reason: string;
  /** on: a statement that writes is refused. */
  read_only: 'on' | 'off';
  /** Milliseconds after which a statement is stopped; 0: never. */
  statement_timeout: number;
  /** On a replica: the position of the primary's log that it must have come to, within so many milliseconds. */
  awaited?: { log_position: string; wait_ms: number };
};

const ENTER = `select set_config('role', $1, true), set_config('app.organization_id', $2, true),
  set_config('app.profile_id', $3, true), set_config('app.reason', $4, true),
  case when $5 = 'on' then set_config('transaction_read_only', 'on', true) end,
  set_config('statement_timeout', $6, true)`;
// What comes after it under the same barrier is skipped where the wait is in vain.
const ENTER_REPLICA = ENTER.replace('select', 'select await_position($7, $8),');
const LIMIT = `select set_config('statement_timeout', $1, true)`;

const TEXTS = { enter: ENTER, enter_replica: ENTER_REPLICA, limit: LIMIT };

const NOWHERE = ['none', '', '', '', 'off', '0'];

/**
 * Run once by every new connection that is not a pooler's, where they change nothing: from then on the statements are
 * there by their names.
 */
export const PREPARED: Record<'primary' | 'replica', QueryConfig[]> = {
  primary: [
    { name: 'enter', text: ENTER, values: NOWHERE },
    { name: 'limit', text: LIMIT, values: ['0'] },
  ],
  replica: [{ name: 'enter_replica', text: ENTER_REPLICA, values: [...NOWHERE, null, '0'] }],
};

/** What is run before the next statement, and whether it was sent. */
export type Entry = { statement: keyof typeof TEXTS; values: string[]; sent: boolean };

/** Enters a scope. */
export function entryOf(scope: Scope): Entry {
  const { role, organization, profile, reason, read_only, statement_timeout, awaited } = scope;
  const values = [role, organization, profile, reason, read_only, String(statement_timeout)];
  if (!awaited) return { statement: 'enter', values, sent: false };
  values.push(awaited.log_position, String(awaited.wait_ms));
  return { statement: 'enter_replica', values, sent: false };
}

/** Limits a statement that has no scope. */
export const limitOf = (statement_timeout: number): Entry => ({
  statement: 'limit',
  values: [String(statement_timeout)],
  sent: false,
});

/** Sends a statement; before it, in the same message and under the same barrier, what is to hold for it. */
export function sendScoped<R extends object>(
  client: PoolClient,
  entry: Entry,
  statement: QueryConfig,
): Promise<QueryResult<R>> {
  return new Promise((resolve, reject) => {
    const query = new ScopedStatement({ ...statement, queryMode: 'extended' }, (error, result) => {
      if (!error) return resolve(result as QueryResult<R>);
      // Its own stack leads to the socket.
      Error.captureStackTrace(error);
      reject(error);
    });
    query.entry = entry;
    query.named = !isPooled(client);
    client.query(query as unknown as pg.Query);
  });
}

/** What pg's own query has, beyond its types. */
type Sent = {
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
};
type Wire = {
  parse(message: { name: string; text: string; types: number[] }): void;
  bind(message: { statement: string; values: string[] }): void;
  execute(message: object): void;
};
type Done = (error: Error | null, result: unknown) => void;
const PgQuery = pg.Query as unknown as new (statement: object, done: Done) => Sent;

/**
 * PostgreSQL skips everything up to the barrier once something before it fails: where the scope could not be entered
 * the statement is not run. Outside a transaction, what is sent under one barrier is a transaction of its own.
 */
class ScopedStatement extends PgQuery {
  entry: Entry | null = null;
  /** Whether the connection has the statements of PREPARED by their names. */
  named = true;
  #entering = false;

  override prepare(connection: Wire): void {
    if (this.entry && !this.entry.sent) {
      const { statement, values } = this.entry;
      if (!this.named) connection.parse({ name: '', text: TEXTS[statement], types: [] });
      connection.bind({ statement: this.named ? statement : '', values });
      connection.execute({});
      this.entry.sent = true;
      this.#entering = true;
    }
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (!this.#entering) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#entering) this.#entering = false;
    else super.handleCommandComplete(message, connection);
  }
}
