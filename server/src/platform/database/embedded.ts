import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { SERVER_FOLDER } from '../server-folder.ts';
import { lockDirectory } from './directory-lock.ts';
import { CHANNEL, forwardPayloads } from './listen.ts';
import { openPool } from './pool.ts';
import type { EmbeddedWorkerData } from './embedded.worker.ts';

/** Longest path of a unix socket that every system accepts, in bytes. */
const SOCKET_PATH_MAX = 100;
/** Its thread, which runs from its source beside the bundle too. */
const WORKER = new URL('src/platform/database/embedded.worker.ts', SERVER_FOLDER);
/** The name that `pg` looks for in a folder. */
const SOCKET_NAME = '.s.PGSQL.5432';
/** Before a database that ended by itself is opened again, and between attempts. */
const REOPEN_AFTER_MS = 1_000;

export type Embedded = { pool: Pool; close: () => Promise<void> };

/**
 * Opens the embedded database in a folder, which this process then has to itself. One that ends by itself is opened
 * again; what is asked of it meanwhile fails.
 * @param dataDir absolute path; the database stands in its folder `database`.
 * @throws DirectoryInUseError
 */
export async function openEmbedded(
  dataDir: string,
  log: Pick<Logger, 'error'> | null = null,
): Promise<Embedded> {
  const unlock = lockDirectory(dataDir);
  try {
    const source = { directory: path.join(dataDir, 'database'), snapshot: null, module: null };
    const embedded = await serve(source, dataDir, log);
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
export async function openEmbeddedInMemory(snapshot: string | null): Promise<Embedded> {
  return serve({ directory: null, snapshot, module: await compiled() }, null, null);
}

let module: Promise<WebAssembly.Module> | null = null;
/** The database's code, compiled once for all that this process opens in memory: it takes a second of a core. */
function compiled(): Promise<WebAssembly.Module> {
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  module ??= readFile(file).then((bytes) => WebAssembly.compile(bytes));
  return module;
}

async function serve(
  source: Omit<EmbeddedWorkerData, 'socketPath'>,
  dataDir: string | null,
  log: Pick<Logger, 'error'> | null,
): Promise<Embedded> {
  const folder = makeSocketFolder(dataDir);
  const workerData: EmbeddedWorkerData = { ...source, socketPath: path.join(folder, SOCKET_NAME) };
  let closing = false;
  let worker: Worker;
  try {
    worker = await startWorker(workerData);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  // What is in memory alone is gone with its thread; files are opened again, as long as it takes.
  const reopen = async (reason: unknown): Promise<void> => {
    if (closing) return;
    log?.error({ err: reason }, 'the embedded database ended: opening it again');
    await setTimeout(REOPEN_AFTER_MS);
    if (closing) return;
    rmSync(workerData.socketPath, { force: true });
    await startWorker(workerData).then(attend, reopen);
  };
  const attend = (started: Worker) => {
    // Closed while it was being opened again: nobody else would end it, and the process would not either.
    if (closing) return void started.terminate();
    worker = started;
    if (source.directory) started.once('exit', (code) => void reopen(new Error(`code ${code}`)));
  };
  attend(worker);
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
      closing = true;
      await pool.end();
      await closeWorker(worker);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the thread; rejects where it ends before it serves. */
async function startWorker(workerData: EmbeddedWorkerData): Promise<Worker> {
  const worker = new Worker(WORKER, { workerData, execArgv: [] });
  await nextMessage(worker);
  return worker;
}

/** Ends the thread in order, unless it has ended by itself. */
async function closeWorker(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return;
  const closed = nextMessage(worker).catch(() => undefined);
  worker.postMessage('close');
  await closed;
  await worker.terminate();
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
