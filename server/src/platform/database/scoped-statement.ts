import pg from 'pg';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';

/** What statements may see; set for the transaction alone, so that nothing is left on the connection. */
export type Scope = {
  role: 'atalaya_tenant' | 'atalaya_system';
  /** Ids, or '' for none. */
  organization: string;
  profile: string;
  reason: string;
  /** on: whatever writes is refused. */
  read_only: 'on' | 'off';
};

const ENTER = `select set_config('role', $1, true), set_config('app.organization_id', $2, true),
  set_config('app.profile_id', $3, true), set_config('app.reason', $4, true),
  case when $5 = 'on' then set_config('transaction_read_only', 'on', true) end`;
const NAME = 'enter';

/** Run once by every new connection, where it changes nothing: from then on the statement is there by its name. */
export const PREPARE_ENTER: QueryConfig = { name: NAME, text: ENTER, values: ['none', '', '', '', 'off'] };

/** A scope to enter before the next statement, and whether that was sent. */
export type Entry = { scope: Scope; sent: boolean };

/** Sends a statement; before it, in the same message and under the same barrier, that the scope is entered. */
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
  bind(message: { statement: string; values: string[] }): void;
  execute(message: object): void;
};
type Done = (error: Error | null, result: unknown) => void;
const PgQuery = pg.Query as unknown as new (statement: object, done: Done) => Sent;

/**
 * PostgreSQL skips everything up to the barrier once something before it fails: where the scope could not be entered
 * the statement is not run. What stands under one barrier outside a transaction is a transaction of its own.
 */
class ScopedStatement extends PgQuery {
  entry: Entry | null = null;
  #entering = false;

  override prepare(connection: Wire): void {
    if (this.entry && !this.entry.sent) {
      const { role, organization, profile, reason, read_only } = this.entry.scope;
      connection.bind({ statement: NAME, values: [role, organization, profile, reason, read_only] });
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
