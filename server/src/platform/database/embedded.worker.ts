import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { readFile } from 'node:fs/promises';

/** The embedded database, in a thread of its own: a heavy query must not stop the event loop of the server. */
export type EmbeddedWorkerData = {
  /** Folder of the database files; null: in memory. */
  directory: string | null;
  /** A dump of a data directory (tar) that a database in memory starts from. */
  snapshot: string | null;
  /** The compiled database, where several share it; null: this thread compiles it. */
  module: WebAssembly.Module | null;
  socketPath: string;
};

// All connections share one backend. More than one may be open for a moment, while the pool replaces a broken one.
const MAX_CONNECTIONS = 8;

const { directory, snapshot, module, socketPath } = workerData as EmbeddedWorkerData;
const database = await PGlite.create({
  ...(directory ? { dataDir: directory } : {}),
  ...(snapshot ? { loadDataDir: new Blob([await readFile(snapshot)]) } : {}),
  ...(module ? { pgliteWasmModule: module } : {}),
  extensions: { pg_trgm, unaccent },
});

// After a panic (its log found no room on the disk, say) every further statement would wait for ever: the thread ends,
// and whoever started it opens the database anew, which recovers what was acknowledged.
const PANIC = Buffer.from('SPANIC\0VPANIC\0');
const execute = database.execProtocolRawStream.bind(database);
database.execProtocolRawStream = (message, options) =>
  execute(message, {
    ...options,
    onRawData: (data) => {
      if (Buffer.from(data.buffer, data.byteOffset, data.byteLength).includes(PANIC)) process.exit(1);
      options?.onRawData(data);
    },
  });

const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: MAX_CONNECTIONS });
await server.start();

parentPort?.once('message', () => {
  void (async () => {
    await server.stop();
    await database.close();
    parentPort?.postMessage('closed');
    parentPort?.close();
  })();
});
parentPort?.postMessage('ready');
