import type { ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { startSmtp } from '../../server/src/platform/testing/smtp.ts';
import type { TestSmtp } from '../../server/src/platform/testing/smtp.ts';
import { builtServer } from '../build/build-server.ts';
import { startBalancer } from './balancer.ts';
import { makePeople } from './people.ts';
import type { People } from './people.ts';
import { startPooler } from './pooler.ts';
import { startPatroniPair } from './patroni-pair.ts';
import type { PostgresPair } from './postgres-node.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { end, hasEnded, until } from './processes.ts';
import { freePort } from '../../server/src/platform/testing/free-port.ts';
import type { Programs } from './programs.ts';

const SERVERS = 3;
const DRAIN_SECONDS = '2';
/** On a machine that does much else. */
const START_SECONDS = 120;
const LOG_SHOWN = 1_000;
const METRICS_TOKEN = 'a token of the fleet, long enough for it';

export type FleetServer = {
  /** Past the balancer. */
  url: string;
  restart: () => Promise<void>;
  kill: () => void;
};

export type Fleet = {
  /** Through the balancer; also the origin of the application. */
  url: string;
  servers: FleetServer[];
  people: People;
  postgres: PostgresPair;
  mails: TestSmtp;
  /** The environment of a server, for the commands that verify what it keeps. */
  env: Record<string, string>;
  metrics_token: string;
  stop: () => Promise<void>;
};

/** Three servers behind a balancer, a pooler, and a primary with a synchronous standby, with 200 people signed in. */
export async function startFleet(programs: Programs): Promise<Fleet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-fleet-'));
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const each of stops.toReversed()) await each().catch((error: unknown) => console.error(error));
  };
  try {
    const postgres = programs.patroni
      ? await startPatroniPair(folder, programs.postgres, programs.patroni)
      : await startPostgresPair(folder, programs);
    stops.push(postgres.stop);
    const ports = await Promise.all(Array.from({ length: SERVERS }, () => freePort()));
    const balancer = await startBalancer(folder, programs, ports, postgres);
    stops.push(balancer.stop);
    const pooler = await startPooler(folder, postgres.urlAt(balancer.primaryPort));
    stops.push(pooler.stop);
    const mails = await startSmtp();
    stops.push(mails.close);
    const data = path.join(folder, 'data');
    mkdirSync(data);
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: balancer.url,
      AUTH_SECRET: 'a secret of the fleet, long enough for it',
      DATA_DIR: data,
      FILES: 'shared',
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: postgres.urlAt(balancer.primaryPort),
      DATABASE_REPLICA_URL: postgres.urlAt(postgres.standby.port),
      SMTP_URL: mails.url,
      TRUST_PROXY: 'on',
      DRAIN_SECONDS,
      METRICS_TOKEN,
      LOG_LEVEL: 'warn',
    };
    const people = await makePeople(env);
    // All three at once, as they start after a power cut.
    const servers = await Promise.all(
      ports.map((port, n) =>
        startServer({ ...env, PORT: String(port) }, path.join(folder, `server${n}.log`)),
      ),
    );
    for (const server of servers) stops.push(server.stop);
    await until('the balancer sees all servers', async () => {
      const answers = await Promise.all(servers.map(() => fetch(`${balancer.url}/api/health/ready`)));
      return answers.every(({ ok }) => ok);
    });
    return { url: balancer.url, servers, people, postgres, mails, env, metrics_token: METRICS_TOKEN, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Of a log that goes with the fleet. */
const lastLines = (log: string) => readFileSync(log, 'utf8').slice(-LOG_SHOWN) || 'it has said nothing';

async function startServer(env: Record<string, string>, log: string) {
  const url = `http://127.0.0.1:${env['PORT']}`;
  const output = createWriteStream(log, { flags: 'a' });
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, [builtServer()], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.pipe(output, { end: false });
    child.stderr?.pipe(output, { end: false });
    const isReady = async () => hasEnded(child) || (await fetch(`${url}/api/health/ready`)).ok;
    await until(`${url} is ready`, isReady, START_SECONDS).catch((error: Error) => {
      throw new Error(`${error.message}: ${lastLines(log)}`);
    });
    if (hasEnded(child)) throw new Error(`the server of ${url} ended: ${lastLines(log)}`);
  };
  await start();
  return {
    url,
    restart: async () => {
      await end(child);
      await start();
    },
    kill: () => void child.kill('SIGKILL'),
    stop: () => end(child),
  };
}
