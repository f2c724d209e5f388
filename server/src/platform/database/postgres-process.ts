import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './postgres-binaries.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/**
 * As whom the programs of PostgreSQL run, which refuse root: as ourselves; in a user namespace, which shows them root
 * under another id and leaves the files root's; or under an unprivileged id, to whom the files are given.
 */
export type Account = 'own' | { uid: number; gid: number; namespace?: boolean };

const POLL_MS = 20;
const ENVIRONMENT = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Finds out as whom the programs can run here.
 * @throws EmbeddedDatabaseError with what to do, where neither way is open to root.
 */
export function chooseAccount(
  { postgres }: PostgresBinaries,
  folder: string,
  candidates?: Exclude<Account, 'own'>[],
): Account {
  if (process.getuid?.() !== 0) return 'own';
  const nobody = { uid: idOfNobody('-u'), gid: idOfNobody('-g') };
  for (const account of candidates ?? [{ ...nobody, namespace: true }, nobody]) {
    if (!letThrough(account, folder)) continue;
    // initdb asks for the name of its user id, and postgres tells its version where it may be read and finds its libraries.
    const { file, args, ids } = commandFor(account, '/bin/sh', [
      '-c',
      'id -un >/dev/null && cd "$1" && "$0" --version',
      postgres,
      folder,
    ]);
    const { status } = spawnSync(file, args, { ...ids, env: ENVIRONMENT, stdio: 'ignore' });
    if (status === 0) return account;
  }
  throw new EmbeddedDatabaseError(
    'PostgreSQL no funciona como root, y aquí no se permite «unshare --user» ni puede el usuario «nobody» leer ' +
      `${path.dirname(postgres)} y la carpeta de datos ${folder}. Arranque Atalaya con un usuario sin privilegios, ` +
      'póngala junto con sus datos en carpetas que todos puedan atravesar, o indique un PostgreSQL en DATABASE_URL.',
  );
}

/** The id of the unprivileged user or group, which is this number on nearly every system. */
function idOfNobody(which: '-u' | '-g'): number {
  const { stdout } = spawnSync('id', [which, 'nobody'], { encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 10) || 65_534;
}

/**
 * Lets who the programs run as pass a folder of root's to those inside, without letting them read it.
 * @returns false where files cannot be given to them, as in a container that knows no id but root's
 */
function letThrough(account: Account, folder: string): boolean {
  if (account === 'own' || account.namespace) return true;
  try {
    chownSync(folder, 0, account.gid);
    chmodSync(folder, 0o710);
    return true;
  } catch {
    return false;
  }
}

/** Gives folders, with all in them, to whom the programs run as. */
export function giveTo(account: Account, ...folders: string[]): void {
  if (account === 'own') return;
  const { uid, gid } = account.namespace ? { uid: 0, gid: 0 } : account;
  for (const folder of folders) {
    if (lstatSync(folder).uid === uid) continue;
    for (const each of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(each.parentPath, each.name);
      if (!each.isSymbolicLink()) chownSync(file, uid, gid);
    }
    // Last: where this is broken off, it is begun again.
    chownSync(folder, uid, gid);
  }
}

/**
 * Makes a cluster in a folder that is empty.
 * @throws EmbeddedDatabaseError with what initdb said
 */
export async function initialize(
  account: Account,
  { initdb }: PostgresBinaries,
  folder: string,
  parameters: string[],
): Promise<void> {
  const { file, args, ids } = commandFor(account, initdb, ['--pgdata', folder, ...parameters]);
  try {
    await promisify(execFile)(file, args, { ...ids, cwd: folder, env: ENVIRONMENT });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new EmbeddedDatabaseError(`La base de datos no se ha podido crear:\n${stderr?.trim() || message}`);
  }
}

export type PostgresProcess = {
  /** Resolves with what it said last, once it has ended. */
  ended: Promise<string>;
  /** Ends it by a fast shutdown: connections are cut, everything is written; after `patience` ms as a crash would. */
  stop(patience?: number): Promise<void>;
};

/** What a server says of itself in its lock file: its process, its start, and on the last line whether it is ready. */
export function readStatus(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'postmaster.pid'), 'utf8');
  } catch {
    return '';
  }
}

/**
 * Ends PostgreSQL when our end of its standard input is closed: by `stop`, or by the system when this process dies,
 * however it dies. It has a session of its own, so that a Ctrl C in the terminal reaches us alone.
 */
const WATCH = `exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null &
watcher=$!
exec 3<&-
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code`;

/**
 * Starts the server of a cluster and waits until it takes connections, which after a crash may need its time. Lines of
 * its log go to `tell`.
 * @throws EmbeddedDatabaseError with what it said, where it ends instead.
 */
export async function startPostgres(
  account: Account,
  { postgres }: PostgresBinaries,
  folder: string,
  settings: Record<string, string>,
  tell: (line: string) => void = () => undefined,
): Promise<PostgresProcess> {
  const before = readStatus(folder);
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, ids } = commandFor(account, postgres, ['-D', folder, ...parameters]);
  const watched = process.platform !== 'win32';
  const child = watched
    ? spawn('/bin/sh', ['-c', WATCH, 'sh', file, ...args], { ...ids, ...started(folder), detached: true })
    : spawn(file, args, started(folder));
  const said: string[] = [];
  readLines(child, (line) => {
    said.push(line);
    if (said.length > 20) said.shift();
    tell(line);
  });
  const ended = once(child, 'close').then(() => said.join('\n'));
  // Writing to the standard input of one that has ended is no fault.
  child.stdin?.on('error', () => undefined);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (readStatus(folder) === before || !readStatus(folder).trimEnd().endsWith('ready')) {
    if (hasEnded()) {
      throw new EmbeddedDatabaseError(`La base de datos no ha podido arrancar:\n${await ended}`);
    }
    await pause(POLL_MS);
  }
  return {
    ended,
    stop: async (patience = 6_000) => {
      if (watched) child.stdin?.end();
      else child.kill();
      const late = new AbortController();
      const timer = pause(patience, undefined, { signal: late.signal }).catch(() => undefined);
      if (!hasEnded()) await Promise.race([ended, timer]);
      late.abort();
      // It lives where it takes too long, and where the shells that should have ended it were killed.
      await endLeftOver(folder, hasEnded() ? LEFT_OVER_MS : 0);
      await ended;
    },
  };
}

const started = (cwd: string) => ({
  cwd,
  env: ENVIRONMENT,
  stdio: ['pipe', 'ignore', 'pipe'] as ['pipe', 'ignore', 'pipe'],
});

function readLines(child: ChildProcess, take: (line: string) => void): void {
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) take(line.trim());
  });
}

export function commandFor(account: Account, program: string, parameters: string[]) {
  if (account === 'own') return { file: program, args: parameters, ids: {} };
  const { uid, gid, namespace } = account;
  if (!namespace) return { file: program, args: parameters, ids: { uid, gid } };
  const mapped = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  return { file: 'unshare', args: [...mapped, program, ...parameters], ids: {} };
}

/** Milliseconds that a server without its process gets for a fast shutdown, and then for an immediate one. */
const LEFT_OVER_MS = 5_000;

/**
 * Ends the server that a dead process of ours left in a folder, which this process holds the lock of; it is usually
 * about to end by itself. A lock file that names a process which is something else by now, as in a container that
 * was started again, is removed: PostgreSQL would take that process for a server.
 */
export async function endLeftOver(folder: string, patience = LEFT_OVER_MS): Promise<void> {
  const pid = Number.parseInt(readStatus(folder), 10);
  if (!(pid > 0) || !isAlive(pid)) return;
  const isServer = isServerOf(pid, folder);
  // PostgreSQL then refuses to start, rather than work beside another server in one folder.
  if (isServer === null) return;
  if (!isServer) return rmSync(path.join(folder, 'postmaster.pid'), { force: true });
  const stops = [
    ['SIGINT', patience],
    ['SIGQUIT', LEFT_OVER_MS],
    ['SIGKILL', LEFT_OVER_MS],
  ] as const;
  for (const [signal, wait] of stops) {
    if (wait === 0) continue;
    signalTo(pid, signal);
    for (const until = performance.now() + wait; performance.now() < until; await pause(POLL_MS))
      if (!isAlive(pid)) return;
  }
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const isAlive = (pid: number) => signalTo(pid, 0);

/** Whether a process is the server of a cluster, which works in its folder; null where this cannot be told. */
function isServerOf(pid: number, folder: string): boolean | null {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
    } catch {
      return null;
    }
  }
  if (process.platform === 'win32') {
    const { status, stdout } = spawnSync('tasklist', ['/fi', `PID eq ${pid}`, '/nh'], { encoding: 'utf8' });
    // Of a PostgreSQL it does not say in which folder it works.
    return status !== 0 || stdout.includes('postgres') ? null : false;
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.includes(folder) : null;
}
