import pg from 'pg';

/**
 * Connections to a pooler in transaction mode, such as PgBouncer: each transaction may reach the database through
 * another of the pooler's own connections. What belongs to a session does not last: no prepared statement is found by
 * its name (PgBouncer below 1.21 refuses the second one of a name), no setting may be left, and LISTEN hears nothing.
 */
const pooled = new WeakSet<pg.ClientBase>();
export const isPooled = (client: pg.ClientBase): boolean => pooled.has(client);
export const markPooled = (client: pg.ClientBase): void => void pooled.add(client);

/** Behind a pooler nothing was said of the way past it. The message is Spanish. */
export class PoolerError extends Error {
  override name = 'PoolerError';
}

/**
 * Whether a pooler between us and the database answers in its place: the process id that a pooler names at the start of
 * a connection is made up.
 */
export async function isPooler(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await passesPooler(client);
  } finally {
    await client.end();
  }
}

/** The same of a connection that is open. */
export async function passesPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID;
}
