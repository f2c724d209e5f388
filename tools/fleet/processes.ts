import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Asks until it is so. @throws after `seconds` */
export async function until(what: string, isSo: () => Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await pause(50))
    if (await isSo().catch(() => false)) return;
  throw new Error(`after ${seconds} s it is not so yet: ${what}`);
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Starts a program of which nothing is read. */
export const startQuietly = (file: string, parameters: string[], options: SpawnOptions = {}) =>
  spawn(file, parameters, { ...options, stdio: 'ignore' });

/** Sends a signal and waits for the end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Kills a process and its children at once, as a machine that goes away does. */
export function killWithChildren(pid: number): void {
  for (const each of [pid, ...childrenOf(pid)])
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    // The name of the program is in brackets before the fields, and may hold spaces.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
}

/** The nth of a list that goes round. @throws where it is empty */
export function pick<T>(list: readonly T[], n: number): T {
  const each = list[n % list.length];
  if (each === undefined) throw new Error('an empty list');
  return each;
}
