import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { copyMigrated } from '../testing/database.ts';
import { DirectoryInUseError } from './directory-lock.ts';
import { addressOfRunning, openEmbedded } from './embedded.ts';
import type { Embedded, EmbeddedOptions } from './embedded.ts';
import { EmbeddedDatabaseError, findBinaries } from './postgres-binaries.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-embedded-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const isRoot = process.getuid?.() === 0;
if (isRoot) chmodSync(folder, 0o711);
const NOBODY = { uid: 65_534, gid: 65_534 };
/** Not where the project itself is in a folder of root's alone. */
const nobodyMayRun = isRoot && spawnSync(findBinaries().postgres, ['--version'], NOBODY).status === 0;

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
/** The process that watches over it: its parent. */
const watcherOf = (pid: number) =>
  Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Another process that opens the database of a folder and writes. */
async function startWriter(dataDir: string) {
  const program = path.join(import.meta.dirname, '../testing/durable-writer.ts');
  const child = spawn(process.execPath, [program], {
    env: { DATA_DIR: dataDir, PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  return {
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
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
  const watcher = watcherOf(pid);
  // The shell that waits for it, and the one that waits for our end.
  const { children } = { children: readFileSync(`/proc/${watcher}/task/${watcher}/children`, 'utf8') };
  for (const each of [watcher, ...children.split(' ').filter(Boolean).map(Number)])
    if (each !== pid) process.kill(each, 'SIGKILL');
  await writer.kill();
  expect(serverOf(dataDir)).toBe(pid);
  const embedded = await openEmbedded(dataDir);
  expect(serverOf(dataDir)).not.toBe(pid);
  await embedded.close();
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
    expect([await ownerAs([NOBODY]), await ownerAs(['namespace']), await ownerAs([NOBODY])]).toEqual([
      NOBODY.uid,
      0,
      NOBODY.uid,
    ]);
    expect(statSync(dataDir).mode & 0o007).toBe(0);
  },
);

test.runIf(isRoot)('where root can run it in no way, the start ends with a sentence', async () => {
  const closed = path.join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const dataDir = path.join(closed, 'data');
  const opened = openEmbedded(dataDir, null, { accounts: [NOBODY] });
  await expect(opened).rejects.toThrow(EmbeddedDatabaseError);
  await expect(opened).rejects.toThrow(/DATABASE_URL/);
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
