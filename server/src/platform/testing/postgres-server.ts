import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** A migrated database that each test copies. */
export const TEMPLATE = 'atalaya_template';
/** Owns the test databases; no superuser, like the account of a managed PostgreSQL. */
const OWNER = 'atalaya';

/** The URL of a database of the run's server. */
export function urlOf(socket: string, database: string): string {
  return `postgresql://${OWNER}@${encodeURIComponent(socket)}/${database}`;
}

export type PostgresServer = { socket: string; stop: () => Promise<void> };

/** Starts a PostgreSQL server on a unix socket of its own, without fsync; null where its programs are missing. */
export async function startPostgres(folder: string): Promise<PostgresServer | null> {
  const programs = findPrograms();
  if (!programs) return null;
  const data = path.join(folder, 'postgres');
  const socket = path.join(folder, 'socket');
  const account = findAccount();
  for (const each of [data, socket]) {
    mkdirSync(each, { mode: 0o700 });
    if (account) chownSync(each, account.uid, account.gid);
  }
  const as = { ...account, cwd: folder, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' } };
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'],
    {
      ...as,
      stdio: 'ignore',
    },
  );
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  };
  const server = spawn(
    path.join(programs, 'postgres'),
    [
      '-D',
      data,
      '-k',
      socket,
      '-h',
      '',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...as, stdio: 'ignore' },
  );
  await waitUntilReady(socket, server);
  await makeOwner(socket);
  return {
    socket,
    stop: async () => {
      const ended = once(server, 'exit');
      // SIGINT: "fast" shutdown; connections that tests left are ended.
      server.kill('SIGINT');
      await ended;
    },
  };
}

async function makeOwner(socket: string): Promise<void> {
  const admin = new pg.Client({ host: socket, user: 'postgres', database: 'postgres' });
  await admin.connect();
  await admin.query(`create role ${OWNER} login createdb createrole`);
  await admin.query(`create database ${TEMPLATE} owner ${OWNER}`);
  await admin.end();
}

async function waitUntilReady(socket: string, server: { exitCode: number | null }): Promise<void> {
  for (;;) {
    const client = new pg.Client({ host: socket, user: 'postgres', database: 'postgres' });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Folder of `initdb`, `postgres`, `pg_dump` and their like: as pg_config says, or the newest where Linux systems put them. */
export function findPrograms(): string | null {
  const candidates: string[] = [];
  try {
    candidates.push(
      execFileSync('pg_config', ['--bindir'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    );
  } catch {
    // Not installed, or only the client is.
  }
  const root = '/usr/lib/postgresql';
  if (existsSync(root)) {
    candidates.push(
      ...readdirSync(root)
        .sort()
        .reverse()
        .map((version) => path.join(root, version, 'bin')),
    );
  }
  return (
    candidates.find(
      (each) => existsSync(path.join(each, 'initdb')) && existsSync(path.join(each, 'postgres')),
    ) ?? null
  );
}

/** The account to run the server as: PostgreSQL refuses root. */
function findAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
