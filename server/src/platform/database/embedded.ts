import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { DirectoryInUseError, lockDirectory } from './directory-lock.ts';
import { EmbeddedDatabaseError, findBinaries } from './postgres-binaries.ts';
import {
  clusterOf,
  isMissing,
  makeCluster,
  passwordOf,
  refuseOtherKinds,
  sweepUnfinished,
} from './postgres-cluster.ts';
import { chooseAccount, endLeftOver, giveTo, readStatus, startPostgres } from './postgres-process.ts';
import type { Account, PostgresProcess } from './postgres-process.ts';
import { POSTGRES_SETTINGS } from './postgres-settings.ts';

/** A running PostgreSQL server of our own. */
export type Embedded = {
  /** Of its database, as a role that owns it and is no superuser, as with a managed PostgreSQL. */
  url: string;
  /** Of the same server for its administration; `database` is one of it. */
  adminUrl(database: string): string;
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  /** In place of those of postgres-settings.ts. */
  settings?: Record<string, string>;
  /** Connections of the pool that it must have room for, in place of `max_connections`. */
  poolSize?: number;
  /** As whom it may run where this process is root's, in this order. */
  accounts?: Exclude<Account, 'own'>[];
  /** A port of this machine instead of a socket: for systems without sockets in files. */
  tcp?: boolean;
  /** Name of the folder of the cluster in DATA_DIR, in place of `postgres`. */
  cluster?: string;
};

/** Owner and name of the database. */
const DATABASE = 'atalaya';
/** Longest path of a unix socket that every system accepts, in bytes. */
const SOCKET_PATH_MAX = 100;
/** The name of the socket's file in its folder, which drivers know. */
const SOCKET_NAME = '.s.PGSQL.5432';
const SOCKET_FOLDER = 'socket';
/** Begins the name of its folder where that is a temporary one. */
const SHORT_PREFIX = 'atalaya-';
/** Connections beside the pool: live events, a backup, commands, and those that PostgreSQL keeps for its administrator. */
const OTHER_CONNECTIONS = 30;
/** Before a server that ended by itself is started again, and between attempts. */
const RESTART_AFTER_MS = 1_000;

/**
 * Starts the embedded PostgreSQL on a folder, which this process then has to itself; a new cluster is made where there
 * is none. A server that ends by itself is started again; what is asked of it in between fails.
 * @param dataDir absolute path; the cluster is its folder `postgres`.
 * @throws DirectoryInUseError, EmbeddedDatabaseError
 */
export async function openEmbedded(
  dataDir: string,
  log: Pick<Logger, 'error' | 'warn'> | null = null,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  let unlock = () => {};
  try {
    unlock = lockDirectory(dataDir);
    const embedded = await serve(dataDir, log, options);
    return {
      ...embedded,
      close: async () => {
        await embedded.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw explained(error, dataDir);
  }
}

/** What the file system refuses, as a sentence; any other error as it is. */
function explained(error: unknown, dataDir: string): unknown {
  const { code, syscall, path: place, message } = error as NodeJS.ErrnoException;
  const isRefused = (syscall !== undefined && place !== undefined) || code === 'ERR_SQLITE_ERROR';
  if (!isRefused) return error;
  return new EmbeddedDatabaseError(
    `La base de datos integrada no puede trabajar en la carpeta de datos ${dataDir}: ${message}`,
    { cause: error },
  );
}

async function serve(
  dataDir: string,
  log: Pick<Logger, 'error' | 'warn'> | null,
  options: EmbeddedOptions,
): Promise<Embedded> {
  const { settings = POSTGRES_SETTINGS, poolSize, accounts, tcp = process.platform === 'win32' } = options;
  const folder = options.cluster ? path.join(dataDir, options.cluster) : clusterOf(dataDir);
  await sweepUnfinished(dataDir);
  refuseOtherKinds(folder);
  const binaries = findBinaries();
  const account = chooseAccount(binaries, dataDir, accounts);
  const password = tcp ? readPassword(dataDir) : null;
  await endLeftOver(folder);
  if (isMissing(folder)) await makeCluster(account, binaries, folder, password);
  giveTo(account, folder);
  // PostgreSQL refuses a folder that its group may write to, as volumes of a container are made.
  if (statSync(folder).mode & 0o077) chmodSync(folder, 0o700);
  const socket = tcp ? null : makeSocketFolder(dataDir);
  if (socket) giveTo(account, socket);
  const port = tcp ? await findFreePort() : 5432;
  const place = socket
    ? { listen_addresses: '', unix_socket_directories: quoted(socket), unix_socket_permissions: '0700' }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const parameters: Record<string, string> = { ...settings, ...place, port: String(port) };
  if (poolSize) parameters['max_connections'] = String(poolSize + OTHER_CONNECTIONS);
  const host = socket ? encodeURIComponent(socket) : `127.0.0.1:${port}`;
  const urlOf = (user: string, database: string) =>
    `postgresql://${user}${password ? `:${password}` : ''}@${host}/${database}`;

  const kept = await keepRunning(folder, log, () =>
    startPostgres(account, binaries, folder, parameters, (line) =>
      log?.warn({ postgres: line }, 'the embedded database says'),
    ),
  );
  const close = async () => {
    await kept.stop();
    if (socket) removeSocketFolder(dataDir);
  };
  try {
    await makeDatabase(urlOf('postgres', 'postgres'), password);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: urlOf(DATABASE, DATABASE), adminUrl: (database) => urlOf('postgres', database), close };
}

/** One path of a list that is parted by commas. */
const quoted = (place: string) => `"${place.replaceAll('"', '""')}"`;

/** Starts a server, and starts it again whenever it ends by itself, as long as it takes. */
async function keepRunning(
  folder: string,
  log: Pick<Logger, 'error'> | null,
  start: () => Promise<PostgresProcess>,
): Promise<{ stop: () => Promise<void> }> {
  let stopping = false;
  let server = await start();
  let restarted = Promise.resolve();
  const attend = () => {
    restarted = server.ended.then((said) => restart(said));
  };
  const restart = async (said: string): Promise<void> => {
    if (stopping) return;
    log?.error({ postgres: said }, 'the embedded database ended: starting it again');
    await pause(RESTART_AFTER_MS);
    if (stopping) return;
    await endLeftOver(folder);
    try {
      server = await start();
    } catch (error) {
      return restart(String(error));
    }
    if (stopping) await server.stop();
    else attend();
  };
  attend();
  return {
    stop: async () => {
      stopping = true;
      await server.stop();
      await restarted;
    },
  };
}

/** The password that guards a port of this machine, which other users of it reach as well. */
function readPassword(dataDir: string): string {
  const file = passwordOf(dataDir);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  return readFileSync(file, 'utf8').trim();
}

/**
 * A folder that only we may enter, with a path short enough for a socket. Where that of DATA_DIR is too long, a link in
 * it says where the folder is, so that the next start finds what a killed process has left.
 */
function makeSocketFolder(dataDir: string): string {
  removeSocketFolder(dataDir);
  const folder = path.join(dataDir, SOCKET_FOLDER);
  if (Buffer.byteLength(path.join(folder, SOCKET_NAME)) > SOCKET_PATH_MAX) {
    const short = mkdtempSync(path.join(tmpdir(), SHORT_PREFIX));
    symlinkSync(short, folder);
    return short;
  }
  mkdirSync(folder);
  // The mode that mkdir gives depends on the umask of this process.
  chmodSync(folder, 0o700);
  return folder;
}

function removeSocketFolder(dataDir: string): void {
  const folder = path.join(dataDir, SOCKET_FOLDER);
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink();
  const target = isLink ? readlinkSync(folder) : '';
  if (path.basename(target).startsWith(SHORT_PREFIX)) rmSync(target, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The database and its owner, where they are missing. */
async function makeDatabase(adminUrl: string, password: string | null): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ owner: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as owner,
         exists (select from pg_database where datname = $1) as database`,
      [DATABASE],
    );
    const secret = password ? `password '${password}'` : '';
    if (!rows[0]?.owner) await client.query(`create role ${DATABASE} login createrole createdb ${secret}`);
    if (!rows[0]?.database) await client.query(`create database ${DATABASE} owner ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * The address of the embedded database that another process of this machine has open; null where none has.
 * @param dataDir absolute path
 */
export function addressOfRunning(dataDir: string): string | null {
  // Lines of PostgreSQL's lock file: process, folder, start, port, folder of the socket, address.
  const [, , , port, socket] = readStatus(clusterOf(dataDir)).split('\n');
  if (!port) return null;
  if (socket) return `postgresql://${DATABASE}@${encodeURIComponent(socket)}/${DATABASE}`;
  return `postgresql://${DATABASE}:${readPassword(dataDir)}@127.0.0.1:${port}/${DATABASE}`;
}

/**
 * The embedded database as a running server has it open, else opened for this.
 * @throws DirectoryInUseError where a server is only just starting; EmbeddedDatabaseError
 */
export async function reachEmbedded(dataDir: string): Promise<Pick<Embedded, 'url' | 'close'>> {
  try {
    return await openEmbedded(dataDir);
  } catch (error) {
    const running = addressOfRunning(dataDir);
    if (!(error instanceof DirectoryInUseError) || !running) throw error;
    return { url: running, close: async () => {} };
  }
}
