import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { chooseAccount, giveTo, initialize, startPostgres } from '../database/postgres-process.ts';
import { TEMPLATE } from './template.ts';

/** Owns the test databases; no superuser, like the account of a managed PostgreSQL. */
const OWNER = 'atalaya';
/** What lives for one run has nothing to lose with the power. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  listen_addresses: '',
};

export type PostgresServer = { url: string; adminUrl: string; stop: () => Promise<void> };

/** Starts a server of the machine's own PostgreSQL in a folder, with an empty template; null where it has none. */
export async function startSystemPostgres(folder: string): Promise<PostgresServer | null> {
  const programs = findPrograms();
  if (!programs) return null;
  const binaries = { initdb: path.join(programs, 'initdb'), postgres: path.join(programs, 'postgres') };
  const account = chooseAccount(binaries, folder);
  const data = path.join(folder, 'postgres');
  const socket = path.join(folder, 'socket');
  for (const each of [data, socket]) mkdirSync(each, { mode: 0o700 });
  giveTo(account, data, socket);
  await initialize(account, binaries, data, [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  const server = await startPostgres(account, binaries, data, {
    ...SETTINGS,
    unix_socket_directories: socket,
  });
  const urlOf = (user: string, database: string) =>
    `postgresql://${user}@${encodeURIComponent(socket)}/${database}`;
  const adminUrl = urlOf('postgres', 'postgres');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create role ${OWNER} login createdb createrole`);
  await admin.query(`create database ${OWNER} owner ${OWNER}`);
  await admin.query(`create database ${TEMPLATE} owner ${OWNER}`);
  await admin.end();
  return { url: urlOf(OWNER, OWNER), adminUrl, stop: () => server.stop() };
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
