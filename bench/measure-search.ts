import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openPasswordHasher } from '../server/src/platform/accounts/password-hash.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { ADMIN, ADMINISTRATOR, buildPeople } from './data.queries.ts';
import { alone } from './load.ts';
import { measureExport } from './measure-export.ts';
import type { Exported } from './measure-export.ts';
import { start } from './processes.ts';
import { PASSWORD, signIn } from './sign-in.ts';

export type Waits = { p50: number; p95: number };
export type SearchFigures = {
  people: number;
  organizations: number;
  cold_start: number;
  /** By what was searched, for each who may. */
  waits: { label: string; super_admin: Waits; admin: Waits }[];
  exported: Exported;
};

const ROOT = path.join(import.meta.dirname, '..');
const TRIED = 60;
const WARMED = 12;

/** What people type: a whole address, two names, one name of 26, a misspelled one, three letters that most have. */
const TYPED = {
  'one person': ['persona.77777@', 'persona.31313@', 'persona.90909@'],
  'a name and a last name': ['lucia garcia', 'hugo fernandez', 'nuria gil'],
  'one last name of 26': ['fernandez', 'navarro', 'gutierrez'],
  'a misspelled last name': ['fernandes', 'nabarro', 'gutieres'],
  'what everybody has': ['persona', 'organizacion'],
};

/** How long a search takes on the embedded database, nothing else running, and how fast it exports. */
export async function measureSearch(
  folder: string,
  people: number,
  organizations: number,
): Promise<SearchFigures> {
  const dataDir = path.join(folder, `embedded-${people}-${organizations}`);
  mkdirSync(dataDir);
  const database = await openDatabase(
    { databaseUrl: null, databasePoolSize: 1, dataDir },
    { info: () => {}, error: console.error },
  );
  const client = await database.pool.connect();
  await buildPeople(client, people, await openPasswordHasher().hash(PASSWORD), organizations);
  client.release();
  await database.close();
  const server = await start(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: { DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' },
    ready: '/api/health/ready',
  });
  try {
    const targets = { super_admin: await signIn(server, ADMINISTRATOR), admin: await signIn(server, ADMIN) };
    const waits: SearchFigures['waits'] = [];
    for (const [what, address] of [
      ['search everything', '/api/search?q='],
      ['users list', '/api/users?search='],
    ] as const)
      for (const [label, typed] of Object.entries(TYPED)) {
        const paths = typed.map((each) => address + encodeURIComponent(each));
        const super_admin = await alone(targets.super_admin, paths, TRIED, WARMED);
        const admin = await alone(targets.admin, paths, TRIED, WARMED);
        waits.push({ label: `${what}: ${label}`, super_admin, admin });
      }
    const exported = await measureExport(server, targets.super_admin);
    return { people, organizations, cold_start: server.cold_start, waits, exported };
  } finally {
    await server.stop();
  }
}
