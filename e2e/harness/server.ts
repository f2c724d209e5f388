import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../server/src/platform/testing/free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

/** The variable that names the data folder of `prepare.ts`, which every server of a run begins with. */
export const PREPARED = 'E2E_PREPARED';

export type ServerEnvironment = Record<string, string>;
export type RunningServer = {
  /** Its address, without a slash at the end. */
  url: string;
  dataDir: string;
  /** What it has logged so far. */
  log: () => string;
  /** Ends it; its data stay. */
  halt: () => Promise<void>;
  /** Ends it, and removes its data. */
  stop: () => Promise<void>;
};

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health/ready`)).ok;
  } catch {
    return false;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function waitUntilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(url))) {
    if (hasEnded(child)) throw new Error(`The server ended before it was ready:\n${log()}`);
    if (Date.now() > deadline) throw new Error(`The server at ${url} does not get ready:\n${log()}`);
    await pause(50);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(patience);
}

/**
 * The real server in a process and a data folder of its own, with demo data on the embedded database and without
 * rate limits, unless `env` says otherwise. Both halves as `npm run build` made them.
 */
export async function startServer(worker: number, env: ServerEnvironment): Promise<RunningServer> {
  for (const built of ['web/dist/index.html', 'server/dist/main.js'])
    if (!existsSync(join(ROOT, built)))
      throw new Error(`${built} is missing: run \`npm run build\` before the browser tests.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'atalaya-e2e-'));
  const prepared = process.env[PREPARED];
  if (prepared) cpSync(prepared, dataDir, { recursive: true });
  // Two workers never pick the same one.
  const port = await freePort(21_000 + worker * 1_000, 900);
  const url = `http://localhost:${String(port)}`;
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DEMO: '1',
      RATE_LIMIT: 'off',
      // Refused at once: no test asks servers of others.
      DNS_SERVERS: '127.0.0.1:1',
      ...env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const server: RunningServer = {
    url,
    dataDir,
    log: () => output,
    halt: () => stop(child),
    stop: async () => {
      await stop(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await waitUntilReady(child, url, server.log);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}
