import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../server/src/platform/testing/postgres-server.ts';
import { measureSearch } from './measure-search.ts';
import { measureSize } from './measure-size.ts';
import type { Figures } from './measure-size.ts';
import { embeddedTable, tableOf } from './table.ts';

/**
 * Measures this server against a bare one on the same database ("the floor"), and with --peers against Directus:
 * `npm run bench -- [--sizes=1000,100000,1000000] [--peers]`. With --embedded instead: how long searches take on the
 * embedded database, with everybody in one organization and in many. Every figure is of one run on one machine.
 */
const asked = process.argv.find((word) => word.startsWith('--sizes='))?.slice('--sizes='.length);
const sizes = (asked ?? '1000,100000,1000000').split(',').map(Number);
const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-bench-'));
// The account that runs PostgreSQL must get to its own folder inside.
chmodSync(folder, 0o711);

try {
  process.stdout.write(`${process.argv.includes('--embedded') ? await embedded() : await besideOthers()}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function besideOthers(): Promise<string> {
  const postgres = await startPostgres(folder);
  if (!postgres)
    throw new Error('the bench needs the programs of PostgreSQL: install it, or name it by pg_config');
  try {
    const measured: Figures[] = [];
    for (const people of sizes) {
      process.stderr.write(`${people} people…\n`);
      const peers = process.argv.includes('--peers');
      measured.push(await measureSize({ folder, socket: postgres.socket, people, peers }));
    }
    return tableOf(measured);
  } finally {
    await postgres.stop();
  }
}

async function embedded(): Promise<string> {
  const tables: string[] = [];
  for (const people of sizes)
    for (const organizations of [1, Math.ceil(people / 20)]) {
      process.stderr.write(`${people} people in ${organizations} organizations…\n`);
      tables.push(embeddedTable(await measureSearch(folder, people, organizations)));
    }
  return tables.join('\n\n');
}
