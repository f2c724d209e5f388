import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { getRollbackPlans } from 'pg-boss';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../core/config.ts';
import type { Config } from '../core/config.ts';
import { openPostgres } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import { closePlatform, openPlatform } from './platform.ts';
import type { Platform } from './platform.ts';
import { MARKER } from '../storage/files-marker.ts';
import { createTestDatabase } from '../testing/database.ts';
import { silentLog } from '../testing/silent-log.ts';

const root = mkdtempSync(path.join(tmpdir(), 'atalaya-instances-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('several processes on one database', () => {
  let url: string;
  let drop: () => Promise<void>;
  let folder: string;
  const opened: Platform[] = [];
  beforeEach(async () => {
    ({ url, drop } = await createTestDatabase());
    folder = mkdtempSync(path.join(root, 'test-'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(closePlatform));
    await drop();
  });
  const configOf = (dataDir: string): Config =>
    loadConfig({ DATA_DIR: path.join(folder, dataDir), DATABASE_URL: url, FILES: 'shared' });
  const open = async (dataDir = 'shared') => {
    const platform = await openPlatform(configOf(dataDir), silentLog);
    opened.push(platform);
    return platform;
  };
  const openThree = () => Promise.all([open(), open(), open()]);
  const startJobs = (platforms: Platform[]) => Promise.all(platforms.map(({ jobs }) => jobs.start()));

  // D3
  test('three first starts at once on an empty database all succeed', async () => {
    const platforms = await openThree();
    for (const { jobs } of platforms) jobs.work('of-all', async () => undefined);
    await startJobs(platforms);
    const { rows } = await platforms[0].database.pool.query('select count(*) as kept from installation');
    expect(rows).toEqual([{ kept: 1 }]);
  });

  // D3
  test('three that find the queue of an older version upgrade it once', async () => {
    const [first] = await openThree();
    const { pool } = first.database;
    const versionOf = async () => (await pool.query('select version from jobs.version')).rows[0];
    const newest = await versionOf();
    await pool.query(getRollbackPlans('jobs'));
    expect(await versionOf()).not.toEqual(newest);
    await startJobs(opened);
    expect(await versionOf()).toEqual(newest);
  });

  test('the limit of a statement is its own, and nothing of it stays on the connection', async () => {
    const database: Database = openPostgres(url, 1);
    const show = sql<{ statement_timeout: string }>`show statement_timeout`;
    const seen = async (run: Promise<{ rows: { statement_timeout: string }[] }>) =>
      (await run).rows[0]?.statement_timeout;
    expect(await seen(database.withSystem('test', (db) => show.execute(db)))).toBe('10s');
    expect(await seen(show.execute(database.kysely))).toBe('10s');
    expect(await seen(database.kysely.transaction().execute((db) => show.execute(db)))).toBe('10s');
    expect(await seen(database.pool.query('show statement_timeout'))).toBe('0');
    await database.close();
  });

  // D6
  test('one whose files are not those of the others does not start', async () => {
    await open('one');
    await open('one');
    await expect(open('another')).rejects.toThrow(/another\/uploads no tiene los archivos.*database-id\.txt/);
    writeFileSync(path.join(folder, 'one', 'uploads', MARKER), '0190a0b0-0000-7000-8000-000000000000\n');
    await expect(open('one')).rejects.toThrow(/son de otra base de datos/);
  });

  // D6
  test('of two first starts with a folder each, one is refused', async () => {
    const outcomes = await Promise.allSettled([open('left'), open('right')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

// D6
test.each([
  [{ DATABASE_URL: 'postgresql://a@b/c' }, /almacén común/],
  [{ DATABASE_URL: 'postgresql://a@b/c', FILES: 'local' }, /FILES solo puede ser/],
])('files that other processes would not find are refused: %j', (env, reason) => {
  expect(() => loadConfig({ DATA_DIR: root, ...env })).toThrow(reason);
});
