import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../core/config.ts';
import { copyMigrated } from '../testing/database.ts';
import { makeRunFolder } from '../testing/global-setup.ts';
import { recordSyncs } from '../testing/recorded-syncs.ts';
import { silentLog } from '../testing/silent-log.ts';
import { openDatabase } from './database.ts';
import { DirectoryInUseError } from './directory-lock.ts';
import { addressOfRunning, openEmbedded } from './embedded.ts';
import type { Embedded, EmbeddedOptions } from './embedded.ts';
import { EmbeddedDatabaseError, findBinaries } from './postgres-binaries.ts';
import { endLeftOver, initialize } from './postgres-process.ts';

const folder = makeRunFolder();
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const isRoot = process.getuid?.() === 0;
if (isRoot) chmodSync(folder, 0o711);
const NOBODY = { uid: 65_534, gid: 65_534 };
const NAMESPACE = { ...NOBODY, namespace: true };
/** Not where the project itself is in a folder of root's alone. */
const nobodyMayRun = isRoot && spawnSync(findBinaries().postgres, ['--version'], NOBODY).status === 0;

/** Found here, for processes without a path. */
const unshare = ['/usr/bin/unshare', '/bin/unshare'].find((each) => existsSync(each)) ?? 'unshare';
const mayUnshare = spawnSync(unshare, ['--user', '--map-root-user', 'true']).status === 0;

const WRITER = path.join(import.meta.dirname, '../testing/durable-writer.ts');

let folders = 0;
/** A DATA_DIR with a migrated database. */
function madeFolder(): string {
  const dataDir = path.join(folder, `made-${(folders += 1)}`);
  copyMigrated(dataDir);
  return dataDir;
}

async function ask<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}
const put = ({ url }: Embedded, n: number) =>
  ask(url, `create table if not exists kept (n int); insert into kept values (${n})`);
const kept = async ({ url }: Embedded) =>
  (await ask<{ n: number }>(url, 'select n from kept order by n')).map(({ n }) => n);

/** The process of the server that works in a DATA_DIR; null where none is alive. */
function serverOf(dataDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}
/** Kills the shell that waits for a server, its parent, and the one that waits for our end. */
function killWatchers(pid: number): void {
  const parent = Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ');
  for (const each of [parent, ...children.filter(Boolean).map(Number)])
    if (each !== pid) process.kill(each, 'SIGKILL');
}

/** Another process that opens the database of a folder and writes: `opened` resolves with the first line it says. */
function launchWriter(dataDir: string) {
  const child = spawn(process.execPath, [WRITER], {
    env: { DATA_DIR: dataDir, PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    opened: once(createInterface({ input: child.stdout }), 'line'),
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
async function startWriter(dataDir: string) {
  const writer = launchWriter(dataDir);
  await writer.opened;
  return writer;
}

test('a cluster is made where there is none, forces its writes, listens for its owner alone, and ends when closed', async () => {
  const dataDir = path.join(folder, 'new');
  // One that was broken off while it was being made.
  mkdirSync(path.join(dataDir, 'postgres.new/base'), { recursive: true });
  const embedded = await openEmbedded(dataDir);
  expect(addressOfRunning(dataDir)).toBe(embedded.url);
  const settings = await ask(
    embedded.url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
       'data_checksums', 'listen_addresses', 'server_encoding') order by name`,
  );
  expect(
    Object.fromEntries(settings.map(({ name, setting }) => [name as string, setting as string])),
  ).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  });
  const [role] = await ask(
    embedded.url,
    'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false });
  const socket = decodeURIComponent(/@([^/]+)\//.exec(embedded.url)?.[1] ?? '');
  expect(statSync(socket).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  await put(embedded, 1);
  await embedded.close();
  expect([serverOf(dataDir), addressOfRunning(dataDir), existsSync(socket)]).toEqual([null, null, false]);

  const again = await openEmbedded(dataDir);
  expect(await kept(again)).toEqual([1]);
  await again.close();
});

// D2
test.runIf(process.platform === 'linux')('a new cluster is in its place after a loss of power', async () => {
  const dataDir = path.join(folder, 'synced');
  const synced = await recordSyncs();
  const embedded = await openEmbedded(dataDir);
  expect(synced).toEqual([dataDir, folder]);
  await embedded.close();
});

// D1
test('a start that is killed while it makes the cluster leaves nothing that hinders the next one', async ({
  onTestFinished,
}) => {
  const dataDir = path.join(folder, 'killed');
  mkdirSync(dataDir);
  // How far it has come.
  for (const made of ['PG_VERSION', 'global/pg_control', 'base/4']) {
    const writer = launchWriter(dataDir);
    writer.opened.catch(() => undefined);
    await expect.poll(() => globSync(`postgres*/${made}`, { cwd: dataDir }), { interval: 5 }).not.toEqual([]);
    await writer.kill();
  }
  // An initdb without its parent, which does not end.
  const writes = `const fs = require('fs');
    for (let n = 1; ; n += 1)
      try {
        fs.mkdirSync(process.argv[1], { recursive: true });
        fs.writeFileSync(process.argv[1] + '/' + n, '');
      } catch {}`;
  const making = path.join(dataDir, 'postgres.new');
  // One process: nothing of it is left once it is killed.
  const orphan = spawn(process.execPath, ['-e', writes, making], { stdio: 'ignore' });
  const ended = once(orphan, 'exit');
  onTestFinished(() => void orphan.kill('SIGKILL'));
  await expect.poll(() => existsSync(path.join(making, '9'))).toBe(true);
  const embedded = await openEmbedded(dataDir);
  await put(embedded, 1);
  expect(await kept(embedded)).toEqual([1]);
  await embedded.close();
  orphan.kill('SIGKILL');
  await ended;

  const again = await openEmbedded(dataDir);
  expect(await kept(again)).toEqual([1]);
  await again.close();
  expect(readdirSync(dataDir).sort()).toEqual(['auth-secret', 'lock.db', 'postgres']);
});

test('a server that dies is started again, and has what it acknowledged', async () => {
  const dataDir = madeFolder();
  const told: string[] = [];
  const tell = (_: unknown, text: string) => told.push(text);
  const embedded = await openEmbedded(dataDir, { error: tell, warn: () => undefined } as never);
  await put(embedded, 1);
  const pid = serverOf(dataDir)!;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => kept(embedded).catch(() => 'away')).toEqual([1]);
  expect(serverOf(dataDir)).not.toBe(pid);
  expect(told).toEqual(['the embedded database ended: starting it again']);
  await embedded.close();
  expect(serverOf(dataDir)).toBe(null);
});

// D1
test('nothing is left running soon after its process was killed', async () => {
  const dataDir = madeFolder();
  const writer = await startWriter(dataDir);
  expect(serverOf(dataDir)).not.toBe(null);
  await writer.kill();
  await expect.poll(() => serverOf(dataDir)).toBe(null);
});

// D1
test('a server that is left behind, without anybody to end it, is ended by who comes next', async () => {
  const dataDir = madeFolder();
  const writer = await startWriter(dataDir);
  const pid = serverOf(dataDir)!;
  killWatchers(pid);
  await writer.kill();
  expect(serverOf(dataDir)).toBe(pid);
  const embedded = await openEmbedded(dataDir);
  expect(serverOf(dataDir)).not.toBe(pid);
  await embedded.close();
});

// D1
test('a server whose watchers are gone is ended when it is closed', async () => {
  const dataDir = madeFolder();
  const embedded = await openEmbedded(dataDir);
  const pid = serverOf(dataDir)!;
  killWatchers(pid);
  await put(embedded, 1);
  expect(serverOf(dataDir)).toBe(pid);
  await embedded.close();
  expect(serverOf(dataDir)).toBe(null);
});

// D1
test('a lock file that names a process of something else is no hindrance', async () => {
  const dataDir = madeFolder();
  const lock = `${process.pid}\n${dataDir}/postgres\n1700000000\n5432\n/tmp\n\n  1234  5678\nready   \n`;
  writeFileSync(path.join(dataDir, 'postgres/postmaster.pid'), lock);
  const embedded = await openEmbedded(dataDir);
  await put(embedded, 1);
  expect(await kept(embedded)).toEqual([1]);
  await embedded.close();
});

// D1
test('where it cannot be told whether a process is the server, its lock file is left to PostgreSQL', async ({
  onTestFinished,
}) => {
  const dataDir = madeFolder();
  const lock = path.join(dataDir, 'postgres/postmaster.pid');
  writeFileSync(lock, `${process.pid}\n`);
  const { platform } = process;
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  // Here is no tasklist to ask.
  Object.defineProperty(process, 'platform', { value: 'win32' });
  await endLeftOver(path.join(dataDir, 'postgres'));
  expect(existsSync(lock)).toBe(true);
});

// D1
test('a second one is refused, also while the first is recovering', async () => {
  const dataDir = madeFolder();
  const writer = await startWriter(dataDir);
  process.kill(serverOf(dataDir)!, 'SIGKILL');
  await writer.kill();
  const first = openEmbedded(dataDir);
  await expect(openEmbedded(dataDir)).rejects.toThrow(DirectoryInUseError);
  const embedded = await first;
  await expect(openEmbedded(dataDir)).rejects.toThrow(DirectoryInUseError);
  await embedded.close();
});

test('a folder of another kind or version of database is told apart, and left as it is', async () => {
  const former = path.join(folder, 'former');
  mkdirSync(path.join(former, 'database'), { recursive: true });
  writeFileSync(path.join(former, 'database/PG_VERSION'), '18\n');
  await expect(openEmbedded(former)).rejects.toThrow(/versión anterior de Atalaya/);
  expect(existsSync(path.join(former, 'postgres'))).toBe(false);

  const newer = madeFolder();
  writeFileSync(path.join(newer, 'postgres/PG_VERSION'), '19\n');
  await expect(openEmbedded(newer)).rejects.toThrow(/es de PostgreSQL 19/);
});

test('an empty folder is no database yet, and one that anything else is in is left as it is', async () => {
  const empty = path.join(folder, 'empty');
  mkdirSync(path.join(empty, 'postgres'), { recursive: true });
  const embedded = await openEmbedded(empty);
  await embedded.close();

  const full = path.join(folder, 'full');
  mkdirSync(path.join(full, 'postgres/lost+found'), { recursive: true });
  await expect(openEmbedded(full)).rejects.toThrow(/^La carpeta .*full\/postgres no está vacía/);
  expect(readdirSync(path.join(full, 'postgres'))).toEqual(['lost+found']);
});

test('what is in the way of a database is told of in a sentence', async () => {
  const dataDir = path.join(folder, 'a-file');
  writeFileSync(dataDir, '');
  const opened = openEmbedded(dataDir);
  await expect(opened).rejects.toThrow(EmbeddedDatabaseError);
  await expect(opened).rejects.toThrow(/carpeta de datos .*a-file: EEXIST/);

  const binaries = { ...findBinaries(), initdb: '/bin/false' };
  const made = initialize('own', binaries, folder, []);
  await expect(made).rejects.toThrow(EmbeddedDatabaseError);
});

test('a folder that its group may write to, as in a volume of a container, is closed to it', async () => {
  const dataDir = madeFolder();
  chmodSync(path.join(dataDir, 'postgres'), 0o2770);
  const embedded = await openEmbedded(dataDir);
  expect(statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  await embedded.close();
});

/** The first line of a writer that is started by a command. */
function firstLine(dataDir: string, env: { PATH: string }, command: string, ...parameters: string[]): string {
  const { stdout } = spawnSync(command, [...parameters, process.execPath, WRITER], {
    env: { ...env, DATA_DIR: dataDir },
    encoding: 'utf8',
    // Where it opens the database, it writes until then.
    timeout: 50_000,
  });
  return stdout.split('\n', 1)[0] ?? '';
}

test.runIf(mayUnshare)('root of a container without any other id is told what to do', () => {
  const dataDir = path.join(folder, 'single');
  mkdirSync(dataDir);
  // Without `unshare` on the path, the other way is left.
  const said = firstLine(dataDir, { PATH: '/nowhere' }, unshare, '--user', '--map-root-user', '--');
  expect(said).toMatch(/^PostgreSQL no funciona como root, .*DATABASE_URL/);
});

test.runIf(isRoot && mayUnshare)(
  '64 MB of /dev/shm, as a container has, are enough for large statements',
  async ({ onTestFinished }) => {
    // Not in /dev/shm, which the process sees another of.
    const dataDir = mkdtempSync(path.join(tmpdir(), 'atalaya-memory-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const script = 'mount -t tmpfs -o size=64m none /dev/shm && df --output=size /dev/shm && exec "$@"';
    const program = path.join(import.meta.dirname, '../testing/sorting-database.ts');
    const parameters = ['--mount', '/bin/sh', '-c', script, 'sh', process.execPath, program];
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)(unshare, parameters, { env });
    expect(
      stdout
        .split('\n')
        .map((line) => line.trim())
        .slice(1),
    ).toEqual(['65536', '{"sorted":200000,"joined":200000}', '']);
  },
);

test.runIf(isRoot && mayUnshare)('a volume in the place of the cluster is told of in a sentence', () => {
  const dataDir = path.join(folder, 'mounted');
  mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
  const mounted = `mount -t tmpfs none ${dataDir}/postgres && exec "$@"`;
  const env = { PATH: process.env['PATH'] ?? '' };
  const said = firstLine(dataDir, env, unshare, '--mount', '/bin/sh', '-c', mounted, 'sh');
  expect(said).toMatch(/^En .*mounted\/postgres está montado un volumen/);
});

test.runIf(nobodyMayRun)(
  'as root it runs in a namespace of its own or under an id without rights, whichever comes next',
  async () => {
    const dataDir = madeFolder();
    const ownerAs = async (accounts: EmbeddedOptions['accounts']) => {
      const embedded = await openEmbedded(dataDir, null, { accounts: accounts! });
      await put(embedded, 1);
      await embedded.close();
      return statSync(path.join(dataDir, 'postgres/base')).uid;
    };
    expect([await ownerAs([NOBODY]), await ownerAs([NAMESPACE]), await ownerAs([NOBODY])]).toEqual([
      NOBODY.uid,
      0,
      NOBODY.uid,
    ]);
    expect(statSync(dataDir).mode & 0o007).toBe(0);
  },
);

test.runIf(nobodyMayRun)('an id without a name, which initdb refuses, is passed over', async () => {
  const dataDir = path.join(folder, 'nameless');
  const nameless = { uid: 4321, gid: 4321 };
  const accounts = [{ ...nameless, namespace: true }, nameless, NOBODY];
  const embedded = await openEmbedded(dataDir, null, { accounts });
  await embedded.close();
  expect(statSync(path.join(dataDir, 'postgres')).uid).toBe(NOBODY.uid);
});

test.runIf(isRoot)('where root can run it in no way, the start ends with a sentence', async () => {
  const closed = path.join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const dataDir = path.join(closed, 'data');
  const opened = openEmbedded(dataDir, null, { accounts: [NOBODY] });
  await expect(opened).rejects.toThrow(EmbeddedDatabaseError);
  await expect(opened).rejects.toThrow(/DATABASE_URL/);
});

// D1
test('where the path of DATA_DIR is too long for a socket, that is in a short folder, which a killed process leaves for the next', async () => {
  const long = path.join(folder, 'long-'.padEnd(120, 'x'));
  copyMigrated(long);
  const links = () => {
    const link = path.join(long, 'socket');
    return existsSync(link) ? readlinkSync(link) : null;
  };
  const writer = await startWriter(long);
  const first = links();
  expect(Buffer.byteLength(first ?? long)).toBeLessThan(90);
  expect(statSync(first!).mode & 0o777).toBe(0o700);
  await writer.kill();
  expect(existsSync(first!)).toBe(true);

  const embedded = await openEmbedded(long);
  const second = links();
  expect([existsSync(first!), existsSync(second!)]).toEqual([false, true]);
  await put(embedded, 1);
  expect(addressOfRunning(long)).toBe(embedded.url);
  await embedded.close();
  expect([links(), existsSync(second!)]).toEqual([null, false]);
});

test('a path with a comma, quotes and spaces is one path', async () => {
  const odd = path.join(folder, 'a, "b" \'c\' ñ');
  copyMigrated(odd);
  const embedded = await openEmbedded(odd);
  await put(embedded, 1);
  expect(addressOfRunning(odd)).toBe(embedded.url);
  await embedded.close();
});

test('it takes as many connections as the pool that is configured, and some more', async () => {
  const env = { DATA_DIR: madeFolder(), DATABASE_POOL_SIZE: '200' };
  const database = await openDatabase(loadConfig(env), silentLog);
  const { rows } = await database.pool.query('show max_connections');
  expect(rows).toEqual([{ max_connections: '230' }]);
  await database.close();
});

test('where there are no sockets it listens on a port of this machine, with a password', async () => {
  const dataDir = path.join(folder, 'port');
  const embedded = await openEmbedded(dataDir, null, { tcp: true });
  expect(addressOfRunning(dataDir)).toBe(embedded.url);
  await put(embedded, 1);
  await expect(ask(embedded.url.replace(/:[^:@]+@/, ':guessed@'), 'select 1')).rejects.toThrow(/password/);
  expect(statSync(path.join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
  await embedded.close();
});
