import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { urlOf } from '../server/src/platform/testing/postgres-server.ts';
import { connect, copyPeople, SEARCHED } from './data.queries.ts';
import type { Target } from './load.ts';
import type { Rates } from './measure-size.ts';
import { start } from './processes.ts';

/** What people would pick instead, installed from npm for the bench alone. */
const VERSION = '11';
const TOKEN = 'the-token-of-the-bench';

type Stage = { folder: string; socket: string; client: pg.Client; page: number };
type Measure = (target: Target, paths: Partial<Record<keyof Rates, string>>) => Promise<Rates>;

/** Measures Directus on the same people, as it comes and with good indexes. */
export async function withDirectus(stage: Stage, measure: Measure): Promise<{ plain: Rates; tuned: Rates }> {
  const home = path.join(stage.folder, 'directus');
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `directus@${VERSION}`, 'pg'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    plain: await measureOne(stage, home, measure, false),
    tuned: await measureOne(stage, home, measure, true),
  };
}

async function measureOne(stage: Stage, home: string, measure: Measure, indexed: boolean): Promise<Rates> {
  const name = `directus_${indexed ? 'tuned' : 'plain'}`;
  const admin = await connect(urlOf(stage.socket, 'postgres'));
  await admin.query(`create database ${name}`);
  await admin.end();
  const database = await connect(urlOf(stage.socket, name));
  await copyPeople(stage.client, database, indexed);
  await database.end();
  const env = {
    DB_CLIENT: 'pg',
    DB_HOST: stage.socket,
    DB_DATABASE: name,
    DB_USER: 'atalaya',
    SECRET: 'a secret of the bench, long enough for it',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'a long password of the bench',
    ADMIN_TOKEN: TOKEN,
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
    const list = '/items/people?limit=20&sort=-created_at&meta=filter_count';
    return await measure(
      { url: server.url, headers: { authorization: `Bearer ${TOKEN}` } },
      {
        list,
        search: `${list}&search=${encodeURIComponent(SEARCHED)}`,
        deep: `${list}&page=${stage.page}`,
        session: '/users/me',
      },
    );
  } finally {
    await server.stop();
  }
}
