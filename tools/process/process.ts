import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

export type Environment = Record<string, string | undefined>;

/** A tool of node_modules/.bin, started by the pinned Node. */
export function binary(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name);
}

/**
 * How glibc keeps freed memory, for the server: with its own settings each thread that decodes pictures or compresses
 * has an arena, none of which goes back to the system; an hour of heavy use then leaves hundreds of MiB.
 */
export const MEMORY: Environment = {
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '131072',
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '131072',
};

/** Starts a command in the project's root on this terminal. Tests never read from it: no stdin. */
export function start(command: string, parameters: string[], env: Environment = {}): ChildProcess {
  return spawn(command, parameters, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
}

/** The exit code of a process; 1 where it could not start, 128 or more where a signal ended it. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      resolve(code ?? (signal === null ? 1 : 130));
    });
  });
}

/** Runs a command to its end and returns its exit code. */
export function run(command: string, parameters: string[], env: Environment = {}): Promise<number> {
  return exitCode(start(command, parameters, env));
}

/** What a command prints, stdout and stderr in one, and its exit code. */
export function capture(command: string, parameters: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(command, parameters, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      resolve({ code: 1, output: error.message });
    });
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs servers until one of them ends; a signal to this process ends them all. Returns the first exit code. */
export async function runTogether(children: ChildProcess[]): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      for (const child of children) child.kill(signal);
    });
  const ended = children.map(exitCode);
  const first = await Promise.race(ended);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ended);
  return first;
}
