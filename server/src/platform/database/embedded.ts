import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedDatabaseError, findBinaries } from './postgres-binaries.ts';
import {
  chooseAccount,
  endLeftOver,
  giveTo,
  initialize,
  readStatus,
  startPostgres,
} from './postgres-process.ts';
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
  /** As whom it may run where this process is root's, in this order. */
  accounts?: Exclude<Account, 'own'>[];
  /** A port of this machine instead of a socket: for systems without sockets in files. */
  tcp?: boolean;
};

/** Owner and name of the database. */
const DATABASE = 'atalaya';
const FOLDER = 'postgres';
/** Of the kind that was compiled to WebAssembly. */
const FORMER_FOLDER = 'database';
const MAJOR_VERSION = '18';
/** Longest path of a unix socket that every system accepts, in bytes. */
const SOCKET_PATH_MAX = 100;
/** The name of the socket's file in its folder, which drivers know. */
const SOCKET_NAME = '.s.PGSQL.5432';
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
  const unlock = lockDirectory(dataDir);
  try {
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
    throw error;
  }
}

/** The folder of the cluster in a DATA_DIR. */
export const embeddedFolderOf = (dataDir: string) => path.join(dataDir, FOLDER);

async function serve(
  dataDir: string,
  log: Pick<Logger, 'error' | 'warn'> | null,
  { settings = POSTGRES_SETTINGS, accounts, tcp = process.platform === 'win32' }: EmbeddedOptions,
): Promise<Embedded> {
  const folder = path.join(dataDir, FOLDER);
  refuseOtherKinds(dataDir, folder);
  const binaries = findBinaries();
  const account = chooseAccount(binaries, dataDir, accounts);
  const password = tcp ? readPassword(dataDir) : null;
  await endLeftOver(folder);
  if (!existsSync(folder)) await makeCluster(account, folder, dataDir, password);
  giveTo(account, folder);
  const socket = tcp ? null : makeSocketFolder(dataDir);
  if (socket) giveTo(account, socket);
  const port = tcp ? await findFreePort() : 5432;
  const place = socket
    ? { listen_addresses: '', unix_socket_directories: socket, unix_socket_permissions: '0700', port: '5432' }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) };
  const host = socket ? encodeURIComponent(socket) : `127.0.0.1:${port}`;
  const urlOf = (user: string, database: string) =>
    `postgresql://${user}${password ? `:${password}` : ''}@${host}/${database}`;

  const kept = await keepRunning(folder, log, () =>
    startPostgres(account, binaries, folder, { ...settings, ...place }, (line) =>
      log?.warn({ postgres: line }, 'the embedded database says'),
    ),
  );
  const close = async () => {
    await kept.stop();
    if (socket) rmSync(socket, { recursive: true, force: true });
  };
  try {
    await makeDatabase(urlOf('postgres', 'postgres'), password);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: urlOf(DATABASE, DATABASE), adminUrl: (database) => urlOf('postgres', database), close };
}

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

/** Refuses a folder whose database was made by another kind or version of server, and leaves it as it is. */
function refuseOtherKinds(dataDir: string, folder: string): void {
  const former = path.join(dataDir, FORMER_FOLDER);
  if (!existsSync(folder) && existsSync(path.join(former, 'PG_VERSION'))) {
    throw new EmbeddedDatabaseError(
      `La carpeta ${former} guarda una base de datos de una versión anterior de Atalaya, que esta no abre y no toca. ` +
        'Para empezar una nueva indique otra carpeta en DATA_DIR, o cambie el nombre de esa.',
    );
  }
  if (!existsSync(folder)) return;
  const version = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return;
  throw new EmbeddedDatabaseError(
    `La base de datos de ${folder} es de PostgreSQL ${version}, y esta versión de Atalaya trae PostgreSQL ${MAJOR_VERSION}. ` +
      'Haga una copia con la versión que la escribió («npm run backup») y recupérela con esta («npm run restore»).',
  );
}

/** Made beside its place and moved there when it is whole: one that was broken off is never taken for a cluster. */
async function makeCluster(
  account: Account,
  folder: string,
  dataDir: string,
  password: string | null,
): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(account, unfinished);
  const secret = password ? path.join(dataDir, `${FOLDER}.password`) : null;
  await initialize(account, findBinaries(), unfinished, [
    '--username=postgres',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    ...(secret ? ['--auth=scram-sha-256', `--pwfile=${secret}`] : ['--auth=trust']),
  ]);
  renameSync(unfinished, folder);
}

/** The password that guards a port of this machine, which other users of it reach as well. */
function readPassword(dataDir: string): string {
  const file = path.join(dataDir, `${FOLDER}.password`);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** A folder that only we may enter, with a path short enough for a socket; emptied of what a dead process left. */
function makeSocketFolder(dataDir: string): string {
  const folder = path.join(dataDir, 'socket');
  if (Buffer.byteLength(path.join(folder, SOCKET_NAME)) > SOCKET_PATH_MAX)
    return mkdtempSync(path.join(tmpdir(), 'atalaya-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // Whatever the mask of this process is.
  chmodSync(folder, 0o700);
  return folder;
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
  const [, , , port, socket] = readStatus(path.join(dataDir, FOLDER)).split('\n');
  if (!port) return null;
  if (socket) return `postgresql://${DATABASE}@${encodeURIComponent(socket)}/${DATABASE}`;
  return `postgresql://${DATABASE}:${readPassword(dataDir)}@127.0.0.1:${port}/${DATABASE}`;
}
