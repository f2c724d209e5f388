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
import { buildWork } from './work.queries.ts';

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

/** What people type: a whole address, two names, one name of 26, a misspelled one, letters that most have. */
const PEOPLE = {
  'one person': ['persona.77777@', 'persona.31313@', 'persona.90909@'],
  'a name and a last name': ['lucia garcia', 'hugo fernandez', 'nuria gil'],
  'one last name of 26': ['fernandez', 'navarro', 'gutierrez'],
  'a misspelled last name': ['fernandes', 'nabarro', 'gutieres'],
  'what everybody has': ['persona', 'organizacion'],
};
const WORK = {
  'one ticket': ['incidencia 77777', 'incidencia 31313', 'incidencia 90909'],
  'a ticket by its number': ['#777', '#313', '#909'],
  'one ticket in 26': ['zaragoza', 'oviedo', 'segovia'],
  'one ticket in 130': ['impresora sevilla', 'correo almeria', 'acceso burgos'],
  'a misspelled town': ['zaragosa', 'obiedo', 'segobia'],
  'what every ticket has': ['incidencia'],
  'two letters': ['za', 'im'],
  'one invoice': ['-77777', '-31313', '-90909'],
};
const TYPED = { ...PEOPLE, ...WORK };

/**
 * How long a search takes on the embedded database, nothing else running, and how fast it exports: with so many
 * people, as many tickets and as many invoices.
 */
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
  await buildWork(client, people);
  client.release();
  await database.close();
  const server = await start(process.execPath, ['server/src/main.js'], {
    cwd: ROOT,
    env: { DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' },
    ready: '/api/health/ready',
  });
  try {
    const targets = { super_admin: await signIn(server, ADMINISTRATOR), admin: await signIn(server, ADMIN) };
    const waits: SearchFigures['waits'] = [];
    for (const [what, address, all] of [
      ['search everything', '/api/search?q=', TYPED],
      ['users list', '/api/users?search=', PEOPLE],
    ] as const)
      for (const [label, typed] of Object.entries(all)) {
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
