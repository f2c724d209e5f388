import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { freePort } from '../server/src/platform/testing/free-port.ts';
import { MEMORY } from '../tools/process/process.ts';

export type Running = {
  url: string;
  /** Milliseconds from the start of the process to its first answer. */
  cold_start: number;
  /** MiB that it holds in memory. */
  memory(): number;
  /** MiB of the processes of its embedded database, pages that several share counted once. */
  databaseMemory(): number;
  /** Seconds of a processor that it has used so far. */
  cpu(): number;
  /** Sends a signal that does not end it. */
  signal(name: 'SIGUSR2'): void;
  stop(): Promise<void>;
};

/** The environment of a server whose event loop is watched; see event-loop.ts. */
export function withGapWatch(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import ${new URL('event-loop.ts', import.meta.url).href}`, EVENT_LOOP_GAP: file };
}

/** Starts a server on a free port and waits for its first answer at `ready`. */
export async function start(
  command: string,
  parameters: string[],
  options: { env: Record<string, string>; ready: string; cwd: string },
): Promise<Running> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { ...process.env, ...MEMORY, ...options.env, PORT: String(port), PUBLIC_URL: url };
  const started = performance.now();
  const child = spawn(command, parameters, { cwd: options.cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await answers(`${url}${options.ready}`, child);
  const cold_start = performance.now() - started;
  return {
    url,
    cold_start,
    memory: () => residentMiB(child.pid ?? 0),
    databaseMemory: () => proportionalMiB(descendants(child.pid ?? 0)),
    cpu: () => usedSeconds(child.pid ?? 0),
    signal: (name) => child.kill(name),
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server of ${url} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** All processes that a process has begun, and theirs. */
function descendants(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) => childrenOf(pid, task));
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    // It ended in between.
    return [];
  }
}

function childrenOf(pid: number, task: string): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // It ended in between.
    return [];
  }
}

function proportionalMiB(pids: number[]): number {
  const sizes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It ended in between.
      return 0;
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Linux counts in hundredths of a second on every machine. */
const TICKS = 100;

function usedSeconds(pid: number): number {
  // The name of the program is in brackets before these fields, and may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
