import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { urlOf } from './database-server.ts';
import { makeSignedInPeople } from '../server/src/platform/testing/signed-in-people.ts';
import { connect } from './data.queries.ts';
import type { Gap } from './event-loop.ts';
import { start, withGapWatch } from './processes.ts';
import type { Running } from './processes.ts';

export type Traffic = {
  engine: 'embedded' | 'postgres';
  requests: number;
  /** Answers of 4xx and 5xx, since nothing that is asked is wrong, and requests without any answer. */
  faults: number;
  p50: number;
  p95: number;
  answers: Answer[];
  memory: Memory;
  /** Of all processes of its embedded database; nothing where it has another. */
  database_memory: Memory;
  event_loop: Gap;
};

/** MiB that are held after two minutes, and at the end. */
type Memory = { early: number; late: number };

/** When it was asked, and how long the answer took, both in milliseconds. */
type Answer = { at: number; took: number };

/** What one organization does beside: the traffic lasts as long as it does. */
export type Beside = {
  prepare(env: Record<string, string>): Promise<void>;
  work(url: string): Promise<void>;
};

const ROOT = path.join(import.meta.dirname, '..');
const PEOPLE = 200;
const ORGANIZATIONS = 10;
const PER_SECOND = 40;
const SETTLED = 3_000;
/** More than this and memory is not flat. */
const GROWTH_MAX = 1.15;
/** Seconds after which memory should not grow; shorter runs are compared with their middle. */
const WARM_SECONDS = 120;
/** Seconds whose median is the memory at a moment. */
const MOMENT_SECONDS = 30;
const P95_MAX = 300;

/** What people do, and how often of a hundred times. */
const MIX: [number, string, RequestInit?][] = [
  [30, '/api/users'],
  [20, '/api/session'],
  [15, '/api/tickets'],
  [10, '/api/users?search=ana'],
  [10, '/api/dashboard'],
  [
    10,
    '/api/tickets',
    { method: 'POST', body: JSON.stringify({ title: 'Una pregunta', description: 'Sin prisa' }) },
  ],
  [5, '/api/profile', { method: 'PATCH', body: JSON.stringify({ language: 'es' }) }],
];

type Asked = {
  folder: string;
  socket: string;
  engine: Traffic['engine'];
  /** At least. */
  seconds: number;
  beside?: Beside;
};

// P1
/** 200 people who are signed in send forty mixed requests a second, whether or not the ones before were answered. */
export async function measureTraffic({ folder, socket, engine, seconds, beside }: Asked): Promise<Traffic> {
  const env = {
    AUTH_SECRET: 'a secret of the bench, long enough for it',
    DATA_DIR: path.join(folder, `traffic-${engine}`),
    DEMO: '0',
    LOG_LEVEL: 'warn',
    ...(engine === 'postgres' ? { DATABASE_URL: await createDatabase(socket), FILES: 'shared' } : {}),
  };
  const cookies = await makeSignedInPeople(env, ORGANIZATIONS, PEOPLE / ORGANIZATIONS);
  await beside?.prepare(env);
  const gap = path.join(folder, `gap-${engine}`);
  const server = await start(process.execPath, ['server/dist/main.js'], {
    cwd: ROOT,
    env: { ...env, ...withGapWatch(gap) },
    ready: '/api/health/ready',
  });
  try {
    await setTimeout(SETTLED);
    server.signal('SIGUSR2');
    const sent = await send(server, cookies, seconds, beside?.work(server.url) ?? Promise.resolve());
    await server.stop();
    return { engine, ...sent, event_loop: JSON.parse(readFileSync(gap, 'utf8')) as Gap };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export function holds({ faults, p95, memory, database_memory }: Traffic): boolean {
  const early = memory.early + database_memory.early;
  const late = memory.late + database_memory.late;
  const isFlat = memory.late < memory.early * GROWTH_MAX && late < early * GROWTH_MAX;
  return faults === 0 && p95 < P95_MAX && isFlat;
}

async function createDatabase(socket: string): Promise<string> {
  const admin = await connect(urlOf(socket, 'postgres'));
  await admin.query('create database traffic');
  await admin.end();
  return urlOf(socket, 'traffic');
}

async function send(server: Running, cookies: string[], seconds: number, beside: Promise<void>) {
  const answers: Answer[] = [];
  const memory: number[] = [];
  const database_memory: number[] = [];
  const pending = new Set<Promise<void>>();
  let faults = 0;
  const working = new Set([beside]);
  const worked = beside.finally(() => working.clear());
  worked.catch(() => undefined);
  const least = seconds * PER_SECOND;
  const begun = performance.now();
  for (let n = 0; n < least || working.size > 0; n++) {
    const late = begun + (n * 1000) / PER_SECOND - performance.now();
    if (late > 0) await setTimeout(late);
    if (n % PER_SECOND === 0) {
      memory.push(server.memory());
      database_memory.push(server.databaseMemory());
    }
    const at = performance.now();
    const one = ask(server.url, cookies[(n * 37) % cookies.length] ?? '', (n * 61) % 100)
      .then(({ status, milliseconds }) => {
        answers.push({ at, took: milliseconds });
        if (status >= 400) faults++;
      })
      .catch(() => faults++)
      .finally(() => pending.delete(one)) as Promise<void>;
    pending.add(one);
  }
  await Promise.all([...pending, worked]);
  return {
    requests: answers.length,
    faults,
    p50: shareOf(answers, 0.5),
    p95: shareOf(answers, 0.95),
    answers,
    memory: earlyAndLate(memory),
    database_memory: earlyAndLate(database_memory),
  };
}

/** Of MiB that were held in each second. */
function earlyAndLate(samples: number[]): Memory {
  const warm = Math.min(WARM_SECONDS, Math.floor(samples.length / 2));
  return {
    early: median(samples.slice(warm, warm + MOMENT_SECONDS)),
    late: median(samples.slice(-MOMENT_SECONDS)),
  };
}

/** What this share of the answers took at most. */
export function shareOf(answers: Answer[], share: number): number {
  const times = answers.map(({ took }) => took).sort((a, b) => a - b);
  return times[Math.floor(times.length * share)] ?? Number.NaN;
}

async function ask(url: string, cookie: string, at: number) {
  let share = 0;
  const [, address, init] = MIX.find(([weight]) => (share += weight) > at) ?? [0, '/api/session'];
  const headers = { cookie, origin: url, ...(init?.body ? { 'content-type': 'application/json' } : {}) };
  const begun = performance.now();
  const reply = await fetch(url + address, { ...init, headers });
  await reply.arrayBuffer();
  return { status: reply.status, milliseconds: performance.now() - begun };
}

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
