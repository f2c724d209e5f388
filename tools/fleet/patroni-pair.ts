import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chooseAccount, commandFor, giveTo } from '../../server/src/platform/database/postgres-process.ts';
import { freePort } from '../../server/src/platform/testing/free-port.ts';
import { OWNER, SETTINGS, nodeAt, urlAt } from './postgres-node.ts';
import type { Node, PostgresPair } from './postgres-node.ts';
import { end, startQuietly, until } from './processes.ts';
import type { PatroniPrograms } from './programs.ts';

/**
 * The shortest lease that Patroni takes. It looks after its own PostgreSQL every second, and where that has ended it
 * does not start it again but hands over to the standby: a crash costs a moment, a lost machine the whole lease.
 */
const LEASE = {
  ttl: 20,
  loop_wait: 1,
  retry_timeout: 3,
  primary_start_timeout: 0,
  synchronous_mode: true,
};
const START_SECONDS = 90;

/** The same pair, of which Patroni and etcd decide who is the primary. */
export async function startPatroniPair(
  folder: string,
  postgres: string,
  { patroni, etcd: etcdProgram }: PatroniPrograms,
): Promise<PostgresPair> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const etcd = await startEtcd(folder, etcdProgram);
    stops.push(etcd.stop);
    const start = async (name: string) => {
      const node = await startPatroni({
        folder: path.join(folder, name),
        name,
        etcdPort: etcd.port,
        postgres,
        patroni,
      });
      stops.push(node.stop);
      return node;
    };
    const primary = await start('first');
    await until('Patroni has a primary', () => isLeader(primary), START_SECONDS);
    await primary.query(`create role ${OWNER} login createdb createrole`);
    await primary.query(`create database ${OWNER} owner ${OWNER}`);
    const standby = await start('second');
    const standsBy = async () => (await fetch(`http://127.0.0.1:${standby.primaryCheck}/synchronous`)).ok;
    await until('Patroni has a synchronous standby', standsBy, START_SECONDS);
    return { primary, standby, urlAt, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isLeader = async ({ primaryCheck }: Node) =>
  (await fetch(`http://127.0.0.1:${primaryCheck}/primary`)).ok;

async function startEtcd(folder: string, program: string) {
  const [port, peers] = [await freePort(), await freePort()];
  const clients = `http://127.0.0.1:${port}`;
  const child = startQuietly(program, [
    `--data-dir=${path.join(folder, 'etcd')}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=http://127.0.0.1:${peers}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peers}`,
    `--initial-cluster=default=http://127.0.0.1:${peers}`,
  ]);
  await until('etcd answers', async () => (await fetch(`${clients}/health`)).ok);
  return { port, stop: () => end(child, 'SIGKILL') };
}

/** Patroni of one node; it makes the cluster, or copies that of the other, and starts PostgreSQL. */
async function startPatroni({
  folder,
  name,
  etcdPort,
  postgres,
  patroni,
}: {
  folder: string;
  name: string;
  etcdPort: number;
  postgres: string;
  patroni: string;
}): Promise<Node> {
  const [port, check] = [await freePort(), await freePort()];
  const data = path.join(folder, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'patroni.json');
  // What is JSON is YAML, too.
  writeFileSync(file, JSON.stringify(configure({ name, folder, data, port, check, etcdPort, postgres })));
  const account = chooseAccount({ initdb: postgres, postgres }, folder);
  giveTo(account, folder, data);
  const { file: command, args, ids } = commandFor(account, patroni, [file]);
  const child = startQuietly(command, args, ids);
  // It ends PostgreSQL before itself.
  return { ...nodeAt({ port, primaryCheck: check, folder: data }), stop: () => end(child) };
}

type Configured = {
  name: string;
  folder: string;
  data: string;
  port: number;
  check: number;
  etcdPort: number;
  postgres: string;
};

function configure({ name, folder, data, port, check, etcdPort, postgres }: Configured) {
  const superuser = { username: 'postgres' };
  const at = (each: number) => `127.0.0.1:${each}`;
  return {
    scope: 'fleet',
    name,
    restapi: { listen: at(check), connect_address: at(check) },
    etcd3: { host: at(etcdPort) },
    bootstrap: {
      dcs: { ...LEASE, postgresql: { use_pg_rewind: true, parameters: SETTINGS } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: at(port),
      connect_address: at(port),
      data_dir: data,
      bin_dir: path.dirname(postgres),
      pgpass: path.join(folder, 'pgpass'),
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
      authentication: { superuser, replication: superuser, rewind: superuser },
      parameters: { unix_socket_directories: folder },
      basebackup: [{ checkpoint: 'fast' }],
    },
  };
}
