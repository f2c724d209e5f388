import { execFile } from 'node:child_process';
import path from 'node:path';
import type { TestServer } from './server.ts';

/** Kept between runs, since each program is started often. */
const compiled = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled');

type Run = {
  /** A program of this folder that ends with how many statements it has sent. */
  program: `killed-${string}.ts`;
  /** Whose database it works on. */
  server: TestServer;
  /** The number of the statement at which it kills itself; 0: never. */
  step: number;
  env?: Record<string, string>;
};

/** Runs a program that dies by kill -9 at a statement; how many statements it sent where it came to its end. */
export function runKilled({ program, server, step, env = {} }: Run) {
  const { config } = server.platform;
  const own = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: server.database.url,
    DATABASE_POOL_SIZE: '4',
    AUTH_SECRET: config.authSecret,
    FILES: 'shared',
    DEMO: '0',
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: compiled,
    KILL_AT: String(step),
  };
  return new Promise<{ count: number; signal: NodeJS.Signals | null }>((resolve) => {
    const file = path.join(import.meta.dirname, program);
    execFile(process.execPath, [file], { env: { ...own, ...env } }, (error, output, complaint) => {
      if (complaint) process.stderr.write(complaint);
      resolve({ count: Number(output), signal: error?.signal ?? null });
    });
  });
}
