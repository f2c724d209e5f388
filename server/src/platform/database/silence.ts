import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { drop } from './listen.ts';

/** What pg keeps below a client. */
type Wired = { connection: { stream: NodeJS.EventEmitter } };

/**
 * Fails statements on a database that takes connections and answers nothing any more, such as a machine that hangs:
 * no error ever comes by itself, and a statement may rightly take longer than a person waits for a database that is
 * gone. So where all connections have been silent for a third of `waitMs`, a new one is tried for half of it; where
 * that is silent too, all are ended, and none is opened until an attempt is answered. Any answer counts, a refusal
 * too: then the database is slow, or full, but there.
 */
export function failWhenSilent(pool: pg.Pool, connectionString: string, waitMs: number): void {
  const clients = new Set<pg.PoolClient>();
  const busy = new Set<pg.PoolClient>();
  let heard = 0;
  let timer: NodeJS.Timeout | null = null;
  let silent = false;

  const look = async () => {
    const since = heard;
    const isQuiet = busy.size > 0 && performance.now() - since > waitMs / 3;
    if (isQuiet || silent) {
      const answered = await answers(connectionString, waitMs / 2);
      silent = !answered && heard === since;
      if (silent) for (const client of clients) drop(client);
    }
    timer = (busy.size > 0 || silent) && !pool.ending ? lookSoon() : null;
  };
  const lookSoon = () => setTimeout(() => void look(), waitMs / 6).unref();
  pool.on('connect', (client) => {
    clients.add(client);
    (client as unknown as Wired).connection.stream.on('data', () => (heard = performance.now()));
  });
  pool.on('acquire', (client) => {
    // Nothing was asked before: its silence begins now.
    if (busy.size === 0) heard = performance.now();
    busy.add(client);
    timer ??= lookSoon();
  });
  pool.on('release', (_error, client) => busy.delete(client));
  pool.on('remove', (client) => {
    clients.delete(client);
    busy.delete(client);
  });
  refuseWhile(pool, () => silent);
}

/** Makes the pool give no connection while the database is silent: waiting for one would take as long again. */
function refuseWhile(pool: pg.Pool, isSilent: () => boolean): void {
  type Done = (error: Error, client: undefined, release: () => void) => void;
  const connect = pool.connect.bind(pool) as (done?: unknown) => Promise<pg.PoolClient>;
  pool.connect = ((done?: Done) => {
    if (!isSilent()) return connect(done);
    const error = new Error('the database does not answer');
    if (!done) return Promise.reject(error);
    return process.nextTick(done, error, undefined, () => undefined);
  }) as typeof pool.connect;
}

/** Parts that a wait is made of. */
const PARTS = 10;

/**
 * Whether the database says anything to a new connection in time. The wait is many short ones: where this process
 * itself is blocked, only one of them passes, and what has arrived by then is read before the next.
 */
async function answers(connectionString: string, waitMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  const answer = client.connect().then(
    () => true,
    // The server's own refusals have a severity; those of the network are no answer.
    (error: unknown) => error instanceof pg.DatabaseError,
  );
  let answered: boolean | null = null;
  for (let part = 0; part < PARTS && answered === null; part += 1)
    answered = await Promise.race([answer, pause(waitMs / PARTS, null)]);
  drop(client);
  return answered ?? false;
}
