import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Pool } from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { CHANNEL, forwardPayloads } from './listen.ts';
import { openPool } from './pool.ts';
import type { EmbeddedWorkerData } from './embedded.worker.ts';

/** Longest path of a unix socket that every system accepts, in bytes. */
const SOCKET_PATH_MAX = 100;
/** The name that `pg` looks for in a folder. */
const SOCKET_NAME = '.s.PGSQL.5432';

export type Embedded = { pool: Pool; close: () => Promise<void> };

/**
 * Opens the embedded database in a folder, which this process then has to itself.
 * @param dataDir absolute path; the database stands in its folder `database`.
 * @throws DirectoryInUseError
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const unlock = lockDirectory(dataDir);
  try {
    const embedded = await serve({ directory: path.join(dataDir, 'database'), snapshot: null }, dataDir);
    return {
      pool: embedded.pool,
      close: async () => {
        await embedded.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens an embedded database in memory, from a dump of a data directory if given. */
export function openEmbeddedInMemory(snapshot: string | null): Promise<Embedded> {
  return serve({ directory: null, snapshot }, null);
}

async function serve(
  source: Pick<EmbeddedWorkerData, 'directory' | 'snapshot'>,
  dataDir: string | null,
): Promise<Embedded> {
  const folder = makeSocketFolder(dataDir);
  const socketPath = path.join(folder, SOCKET_NAME);
  const worker = new Worker(new URL('./embedded.worker.ts', import.meta.url), {
    workerData: { ...source, socketPath } satisfies EmbeddedWorkerData,
    execArgv: [],
  });
  try {
    await nextMessage(worker);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  // One connection: all share a single backend, so settings and prepared statements of a second would collide. It
  // is never closed for idleness, and a wait for it that never ends (a deadlock of our own making) is an error.
  const pool = openPool({
    host: folder,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    onConnect: ['discard all', `listen ${CHANNEL}`],
  });
  forwardPayloads(pool);
  return {
    pool,
    close: async () => {
      await pool.end();
      const closed = nextMessage(worker);
      worker.postMessage('close');
      await closed;
      await worker.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder that only we may enter, with a path short enough for a socket; emptied of what a dead process left. */
function makeSocketFolder(dataDir: string | null): string {
  const folder = dataDir && path.join(dataDir, 'socket');
  if (!folder || Buffer.byteLength(path.join(folder, SOCKET_NAME)) > SOCKET_PATH_MAX) {
    return mkdtempSync(path.join(tmpdir(), 'atalaya-'));
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** The worker's next message, or its failure. */
function nextMessage(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      worker.off('message', onMessage).off('error', settle).off('exit', onExit);
      if (error) reject(error);
      else resolve();
    };
    const onMessage = () => settle();
    const onExit = (code: number) => settle(new Error(`the embedded database ended with code ${code}`));
    worker.on('message', onMessage).on('error', settle).on('exit', onExit);
  });
}
