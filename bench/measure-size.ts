import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openPasswordHasher } from '../server/src/platform/accounts/password-hash.ts';
import { openPostgres } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { urlOf } from './database-server.ts';
import { ADMINISTRATOR, buildPeople, connect, SEARCHED, somePeople } from './data.queries.ts';
import { withDirectus } from './directus.ts';
import { alone, read, update } from './load.ts';
import type { Measured, Rates, Target } from './load.ts';
import { measureExport } from './measure-export.ts';
import type { Exported } from './measure-export.ts';
import type { Gap } from './event-loop.ts';
import { start, withGapWatch } from './processes.ts';
import { JSON_TYPE, PASSWORD, signIn } from './sign-in.ts';

export type Figures = {
  people: number;
  ours: Rates;
  floor: Rates;
  /** The floor where it counts the rows instead of reading the kept totals. */
  counting: Measured;
  directus: { plain: Rates; tuned: Rates } | null;
  /** Milliseconds of the list with nothing else running, the median. */
  alone: { ours: number; floor: number };
  cold_start: number;
  memory: { idle: number; loaded: number };
  exported: Exported;
  /** Under the load. */
  event_loop: Gap;
};

const ROOT = path.join(import.meta.dirname, '..');
const AT_ONCE = 16;
/** Milliseconds after which a server that is ready does nothing any more. */
const SETTLED = 3_000;
/** With more people than this a peer is not waited for. */
const PEERS_AT_MOST = 100_000;

export type Asked = { folder: string; socket: string; people: number; peers: boolean };

// P4
/** Builds the data, starts the servers on it and measures each in turn. */
export async function measureSize({ folder, socket, people, peers }: Asked): Promise<Figures> {
  const url = await makeDatabase(socket, `bench_${people}`, people);
  const env = { DATABASE_URL: url, NODE_ENV: 'production', LOG_LEVEL: 'warn' };
  const gap = path.join(folder, `gap-${people}`);
  const our_env = serverEnv(path.join(folder, String(people)), url);
  const cold_start = await measureColdStart(our_env);
  const ours = await startOurs({ ...our_env, ...withGapWatch(gap) });
  const floor = await start(process.execPath, ['bench/floor.ts'], { cwd: ROOT, env, ready: '/users' });
  const client = await connect(url);
  try {
    // Idle is what it holds once the start is over.
    await setTimeout(SETTLED);
    const idle = ours.memory();
    const target = await signIn(ours, ADMINISTRATOR);
    ours.signal('SIGUSR2');
    const bare: Target = { url: floor.url, headers: JSON_TYPE };
    const measured = await inTurn(target, bare, Math.ceil(people / 40));
    const updated = await somePeople(client, 400);
    measured.ours.update = await update(target, (id) => `/api/users/${id}`, updated, AT_ONCE);
    measured.floor.update = await update(bare, (id) => `/${id}`, updated, AT_ONCE);
    const memory = { idle, loaded: ours.memory() };
    const exported = await measureExport(ours, target);
    const stage = { folder, socket, client, page: Math.ceil(people / 40) };
    const directus = peers && people <= PEERS_AT_MOST ? await withDirectus(stage, rates) : null;
    await ours.stop();
    const event_loop = JSON.parse(readFileSync(gap, 'utf8')) as Gap;
    return { people, ...measured, memory, exported, cold_start, directus, event_loop };
  } finally {
    await client.end();
    await floor.stop();
    await ours.stop();
  }
}

export const startOurs = (env: Record<string, string>) =>
  start(process.execPath, ['server/dist/main.js'], { cwd: ROOT, env, ready: '/api/health/ready' });

/** The median of three starts; what one before them has compiled is there already. */
async function measureColdStart(env: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 4; n++) {
    const server = await startOurs(env);
    times.push(server.cold_start);
    await server.stop();
  }
  return times.slice(1).toSorted((a, b) => a - b)[1] ?? Number.NaN;
}

/** Ours and the floor, one right after the other for each thing, so that what else the machine does hits both. */
async function inTurn(target: Target, bare: Target, page: number) {
  const search = `search=${encodeURIComponent(SEARCHED)}`;
  const figures = { ours: {} as Rates, floor: {} as Rates };
  // Not measured: the first requests meet code that is not compiled yet.
  await read(target, '/api/users', AT_ONCE);
  await read(bare, '/users', AT_ONCE);
  for (const [what, api, plain] of [
    ['list', '/api/users', '/users'],
    ['filter', '/api/users?role=admin&status=inactive', '/users?filtered'],
    ['search', `/api/users?${search}`, `/users?${search}`],
    ['deep', `/api/users?page=${page}`, `/users?page=${page}`],
    ['session', '/api/session', '/session'],
  ] as const) {
    figures.ours[what] = await read(target, api, AT_ONCE);
    figures.floor[what] = await read(bare, plain, AT_ONCE);
  }
  return {
    ...figures,
    counting: await read(bare, '/counted', AT_ONCE),
    alone: { ours: (await alone(target, ['/api/users'])).p50, floor: (await alone(bare, ['/users'])).p50 },
  };
}

/** Of a server in production on a database of its own. */
export const serverEnv = (folder: string, url: string): Record<string, string> => ({
  DATABASE_URL: url,
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  AUTH_SECRET: 'a secret of the bench, long enough for it',
  DRAIN_SECONDS: '0',
  FILES: 'shared',
  DATA_DIR: path.join(folder, 'data'),
  // Production asks for one; nothing of what is measured sends a mail.
  SMTP_URL: 'smtp://127.0.0.1:1',
});

export async function makeDatabase(socket: string, name: string, people: number): Promise<string> {
  const admin = await connect(urlOf(socket, 'postgres'));
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = urlOf(socket, name);
  const database = openPostgres(url, 1);
  await migrate(database.pool);
  await database.close();
  const client = await connect(url);
  await buildPeople(client, people, await openPasswordHasher().hash(PASSWORD));
  await client.end();
  return url;
}

/** Each address in turn, sixteen at once. */
async function rates(target: Target, paths: Partial<Record<keyof Rates, string>>): Promise<Rates> {
  const measured: Rates = {};
  for (const [what, address] of Object.entries(paths))
    measured[what as keyof Rates] = await read(target, address, AT_ONCE);
  return measured;
}
