import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openPasswordHasher } from '../server/src/platform/accounts/password-hash.ts';
import { loadConfig } from '../server/src/platform/core/config.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { ADMIN, ADMINISTRATOR, USER, buildPeople } from './data.queries.ts';
import { alone } from './load.ts';
import { measureExport } from './measure-export.ts';
import type { Exported } from './measure-export.ts';
import { start } from './processes.ts';
import { PASSWORD, signIn } from './sign-in.ts';
import { buildWork } from './work.queries.ts';

export type Waits = { p50: number; p95: number };
export type Who = 'super_admin' | 'admin' | 'user';
export type SearchFigures = {
  people: number;
  organizations: number;
  cold_start: number;
  /** By what was searched, for each who may. */
  waits: ({ label: string } & Partial<Record<Who, Waits>>)[];
  exported: Exported;
};

const ROOT = path.join(import.meta.dirname, '..');
const TRIED = 40;
const WARMED = 6;

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
/** In the list descriptions are searched too. */
const TICKETS = {
  'not searched': [''],
  'one ticket': WORK['one ticket'],
  'a word of one description': ['puesto 77777', 'puesto 31313', 'puesto 90909'],
  'one ticket in 26': WORK['one ticket in 26'],
  'one ticket in 130': WORK['one ticket in 130'],
  'what every ticket has': WORK['what every ticket has'],
  'two letters': WORK['two letters'],
  'what no ticket has': ['impresora helsinki'],
  'a company': ['organizacion 1'],
};
const EVERYBODY: Who[] = ['super_admin', 'admin', 'user'];

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
  const database = await openDatabase(loadConfig({ DATA_DIR: dataDir }), {
    info: () => {},
    warn: console.error,
    error: console.error,
  });
  const client = await database.pool.connect();
  await buildPeople(client, people, await openPasswordHasher().hash(PASSWORD), organizations);
  await buildWork(client, people);
  client.release();
  await database.close();
  const server = await start(process.execPath, ['server/dist/main.js'], {
    cwd: ROOT,
    // One person searches more often here than people do.
    env: { DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn', RATE_LIMIT: 'off' },
    ready: '/api/health/ready',
  });
  try {
    const targets = {
      super_admin: await signIn(server, ADMINISTRATOR),
      admin: await signIn(server, ADMIN),
      user: await signIn(server, USER),
    };
    const waits: SearchFigures['waits'] = [];
    for (const [what, address, all, who] of [
      ['search everything', '/api/search?q=', TYPED, EVERYBODY],
      ['users list', '/api/users?search=', PEOPLE, ['super_admin', 'admin']],
      ['tickets list', '/api/tickets?search=', TICKETS, EVERYBODY],
    ] as const)
      for (const [label, typed] of Object.entries(all)) {
        const paths = typed.map((each) => address + encodeURIComponent(each));
        const waited: Partial<Record<Who, Waits>> = {};
        for (const each of who) waited[each] = await alone(targets[each], paths, TRIED, WARMED);
        waits.push({ label: `${what}: ${label}`, ...waited });
      }
    const exported = await measureExport(server, targets.super_admin);
    return { people, organizations, cold_start: server.cold_start, waits, exported };
  } finally {
    await server.stop();
  }
}
