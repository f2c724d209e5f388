import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  chooseAccount,
  giveTo,
  initialize,
  startPostgres,
} from '../../server/src/platform/database/postgres-process.ts';
import type { Programs } from './programs.ts';
import { OWNER, SETTINGS, nodeAt, queriesAt, urlAt } from './postgres-node.ts';
import type { Node, PostgresPair } from './postgres-node.ts';
import { freePort } from '../../server/src/platform/testing/free-port.ts';

const POLL_MS = 300;
/** So many polls without an answer, and the primary is taken for lost. */
const MISSED_MAX = 3;

/**
 * A primary whose commits are acknowledged by a standby before they are answered, and what promotes the standby once
 * the primary is lost.
 */
export async function startPostgresPair(folder: string, programs: Programs): Promise<PostgresPair> {
  const binaries = {
    initdb: path.join(path.dirname(programs.postgres), 'initdb'),
    postgres: programs.postgres,
  };
  const account = chooseAccount(binaries, folder);
  const start = async (name: string, port: number) => {
    const socket = path.join(folder, `${name}-socket`);
    mkdirSync(socket, { mode: 0o700 });
    giveTo(account, socket, path.join(folder, name));
    const settings = {
      ...SETTINGS,
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: socket,
    };
    return nodeOf(
      port,
      path.join(folder, name),
      await startPostgres(account, binaries, path.join(folder, name), settings),
    );
  };
  mkdirSync(path.join(folder, 'first'), { mode: 0o700 });
  giveTo(account, path.join(folder, 'first'));
  await initialize(account, binaries, path.join(folder, 'first'), [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  const primary = await start('first', await freePort());
  await primary.query(`create role ${OWNER} login createdb createrole`);
  await primary.query(`create database ${OWNER} owner ${OWNER}`);
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  const copy = ['--pgdata', path.join(folder, 'second'), '--dbname', from, '--checkpoint=fast'];
  execFileSync(programs.basebackup, [...copy, '--write-recovery-conf', '--wal-method=stream'], {
    stdio: 'ignore',
  });
  const standby = await start('second', await freePort());
  await primary.query(`alter system set synchronous_standby_names = 'standby'`);
  await primary.query('select pg_reload_conf()');
  const watch = watchPrimary(primary, standby);
  return {
    primary,
    standby,
    urlAt,
    stop: async () => {
      await watch.stop();
      await Promise.all([standby.stop(), primary.stop()]);
    },
  };
}

async function nodeOf(
  port: number,
  folder: string,
  server: { stop: (patience?: number) => Promise<void> },
): Promise<Node> {
  const query = queriesAt(port);
  const inRecovery = async () => (await query('select pg_is_in_recovery() as so'))[0]?.['so'] === true;
  const primaryCheck = await answerWhile(async () => !(await inRecovery()));
  return {
    ...nodeAt({ port, primaryCheck: primaryCheck.port, folder }),
    stop: async () => {
      primaryCheck.close();
      await server.stop(3_000);
    },
  };
}

/** Answers 200 while it is so, else 503: what a balancer asks. */
async function answerWhile(isSo: () => Promise<boolean>): Promise<{ port: number; close: () => void }> {
  const server = createServer((_request, response) => {
    isSo()
      .catch(() => false)
      .then((so) => response.writeHead(so ? 200 : 503).end())
      .catch(() => undefined);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Promotes the standby once the primary has missed three polls. The primary is killed first, so that there are never
 * two; and the new one waits for no standby.
 */
function watchPrimary(primary: Node, standby: Node): { stop: () => Promise<void> } {
  const state = { isStopped: false };
  const work = async () => {
    for (let missed = 0; !state.isStopped; await pause(POLL_MS)) {
      missed = await primary.query('select 1').then(
        () => 0,
        () => missed + 1,
      );
      if (missed < MISSED_MAX) continue;
      primary.kill();
      await standby.query(`alter system set synchronous_standby_names = ''`).catch(() => undefined);
      await standby.query('select pg_promote(true, 10)');
      return;
    }
  };
  const done = work().catch((error: unknown) => console.error('the standby was not promoted:', error));
  return {
    stop: async () => {
      state.isStopped = true;
      await done;
    },
  };
}
