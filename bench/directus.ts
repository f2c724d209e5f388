import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { urlOf } from './database-server.ts';
import { connect, copyPeople, SEARCHED, somePeople } from './data.queries.ts';
import { update } from './load.ts';
import type { Rates, Target } from './load.ts';
import { start } from './processes.ts';

/** What people would pick instead, installed from npm for the bench alone. */
const VERSION = '11';
const TOKEN = 'the-token-of-the-bench';
/** Who signs in to it in a browser. */
export const DIRECTUS_ADMINISTRATOR = {
  email: 'bench@example.com',
  password: 'a long password of the bench',
};

/** Where it is installed, the database server, and a connection to the people that it gets a copy of. */
type Stage = { folder: string; socket: string; client: pg.Client };
type SizedStage = Stage & { page: number };
type Measure = (target: Target, paths: Partial<Record<keyof Rates, string>>) => Promise<Rates>;

/** Measures Directus on the same people, as it comes and with good indexes. */
export async function withDirectus(
  stage: SizedStage,
  measure: Measure,
): Promise<{ plain: Rates; tuned: Rates }> {
  return {
    plain: await measureOne(stage, measure, false),
    tuned: await measureOne(stage, measure, true),
  };
}

function install(home: string): void {
  mkdirSync(home);
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }');
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', `directus@${VERSION}`, 'pg'],
    {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  // It runs the scripts of flows, which the bench has none of, and would have to be compiled.
  writeFileSync(path.join(home, 'node_modules', 'isolated-vm', 'isolated-vm.js'), 'module.exports = {};');
}

/** Has Directus run on a copy of the people, with the indexes that it makes or with good ones, as long as `work` does. */
export async function whileDirectusRuns<T>(
  stage: Stage,
  database: { name: string; indexed: boolean },
  work: (url: string) => Promise<T>,
): Promise<T> {
  const home = path.join(stage.folder, 'directus');
  if (!existsSync(home)) install(home);
  const { name, indexed } = database;
  const admin = await connect(urlOf(stage.socket, 'postgres'));
  await admin.query(`create database ${name}`);
  await admin.end();
  const copy = await connect(urlOf(stage.socket, name));
  await copyPeople(stage.client, copy, indexed);
  await copy.end();
  const env = {
    DB_CLIENT: 'pg',
    DB_HOST: stage.socket,
    DB_PORT: '5432',
    DB_DATABASE: name,
    DB_USER: 'atalaya',
    DB_PASSWORD: 'none is asked for',
    SECRET: 'a secret of the bench, long enough for it',
    ADMIN_EMAIL: DIRECTUS_ADMINISTRATOR.email,
    ADMIN_PASSWORD: DIRECTUS_ADMINISTRATOR.password,
    ADMIN_TOKEN: TOKEN,
    // Under this load it would answer 503.
    PRESSURE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  };
  const binary = path.join(home, 'node_modules', 'directus', 'cli.js');
  execFileSync(process.execPath, [binary, 'bootstrap'], {
    cwd: home,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const server = await start(process.execPath, [binary, 'start'], { cwd: home, env, ready: '/server/ping' });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/** A call of its API as its administrator. */
export const directusHeaders = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

function measureOne(stage: SizedStage, measure: Measure, indexed: boolean): Promise<Rates> {
  const name = `directus_${indexed ? 'tuned' : 'plain'}_${stage.page}`;
  return whileDirectusRuns(stage, { name, indexed }, async (url) => {
    const list = '/items/people?limit=20&sort=-created_at&meta=filter_count';
    const target = { url, headers: directusHeaders };
    const rates = await measure(target, {
      list,
      filter: `${list}&filter[role][_eq]=admin&filter[is_active][_eq]=false`,
      search: `${list}&search=${encodeURIComponent(SEARCHED)}`,
      deep: `${list}&page=${stage.page}`,
      session: '/users/me',
    });
    const people = await somePeople(stage.client, 400);
    return { ...rates, update: await update(target, (id) => `/items/people/${id}`, people, 16) };
  });
}
