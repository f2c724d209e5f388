import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { openPostgres } from './database.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { migrate, MigrationError } from './migrate.ts';

const root = mkdtempSync(path.join(tmpdir(), 'atalaya-migrations-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('migrations', () => {
  let pools: Pool[];
  let pool: Pool;
  let close: () => Promise<void>;
  let folder: string;

  /** Two pools on one empty database, as two processes have them. */
  beforeAll(async () => {
    const { url, drop } = await createTestDatabase();
    const databases = [openPostgres(url, 2), openPostgres(url, 2)];
    pools = databases.map((each) => each.pool);
    close = async () => {
      await Promise.all(databases.map((each) => each.close()));
      await drop();
    };
    [pool] = pools as [Pool];
  });
  afterAll(() => close());
  beforeEach(async () => {
    folder = mkdtempSync(path.join(root, 'files-'));
    await pool.query('drop schema public cascade; create schema public');
  });
  const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);

  // D3
  it('are applied once when two processes start together', async () => {
    write('0001_one.sql', 'create table one (id int); select pg_sleep(0.05);');
    write('0002_two.sql', 'create table two (id int);');
    const applied = await Promise.all([...pools, ...pools].map((each) => migrate(each, folder)));
    expect(applied.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await migrate(pool, folder)).toEqual([]);
  });

  // D3
  it('leave nothing of one that fails, and go on once it is mended', async () => {
    write('0001_one.sql', 'create table one (id int);');
    write('0002_two.sql', 'create table two (id int); select 1 / 0;');
    await expect(migrate(pool, folder)).rejects.toThrow(/0002_two.sql ha fallado: division by zero/);
    const { rows } = await pool.query(`select to_regclass('one') as one, to_regclass('two') as two`);
    expect(rows).toEqual([{ one: 'one', two: null }]);
    write('0002_two.sql', 'create table two (id int);');
    expect(await migrate(pool, folder)).toEqual(['0002_two.sql']);
  });

  // D3
  it('refuse a file that changed after it was applied, but for its line ends', async () => {
    write('0001_one.sql', 'create table one (id int);\n');
    await migrate(pool, folder);
    write('0001_one.sql', 'create table one (id int);\r\n');
    expect(await migrate(pool, folder)).toEqual([]);
    write('0001_one.sql', 'create table one (id bigint);\n');
    const changed = migrate(pool, folder);
    await expect(changed).rejects.toThrow(MigrationError);
    await expect(changed).rejects.toThrow(/0001_one.sql ha cambiado después de aplicarse/);
  });

  // D3
  it('refuse the database of a newer version', async () => {
    write('0001_one.sql', '');
    write('0002_two.sql', '');
    await migrate(pool, folder);
    rmSync(path.join(folder, '0002_two.sql'));
    await expect(migrate(pool, folder)).rejects.toThrow(/versión más nueva: tiene aplicada 0002_two.sql/);
  });

  // D5
  it('of a newer version that say they are compatible are left alone', async () => {
    write('0001_one.sql', 'create table one (id int);');
    write('0002_two.sql', '-- compatible\nalter table one add column name text;');
    await migrate(pool, folder);
    rmSync(path.join(folder, '0002_two.sql'));
    expect(await migrate(pool, folder)).toEqual([]);
  });

  // D5
  it('know from now on which are compatible, on a database that an older server migrated', async () => {
    await pool.query('create table schema_migrations (name text primary key, checksum text not null)');
    write('0001_one.sql', '-- compatible\ncreate table one (id int);');
    expect(await migrate(pool, folder)).toEqual(['0001_one.sql']);
    const { rows } = await pool.query('select name, compatible from schema_migrations');
    expect(rows).toEqual([{ name: '0001_one.sql', compatible: true }]);
  });
});

describe('migrations of a live database', () => {
  let url: string;
  let drop: () => Promise<void>;
  let here: Database;
  let there: Database;
  let folder: string;
  beforeEach(async () => {
    ({ url, drop } = await createTestDatabase());
    [here, there] = [openPostgres(url, 4), openPostgres(url, 4)];
    folder = mkdtempSync(path.join(root, 'live-'));
    write('0001_one.sql', 'create table one (id int); insert into one values (1), (2);');
    await migrate(here.pool, folder);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
    await drop();
  });
  const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
  const brief = { lockMs: 20, pauseMs: 20, attempts: 1_000 };

  // D5
  it('do not hold up those who come to a table that somebody else has', async () => {
    write('0002_two.sql', 'alter table one add column name text;');
    const other = await there.pool.connect();
    await other.query('begin; select * from one');
    const migrated = migrate(here.pool, folder, brief);
    await expect.poll(() => countWaiting(there.pool)).toBe(1);
    // Behind a migration that waits for its lock this would wait as long.
    const read = await there.pool.query('select id from one order by id');
    expect(read.rows).toEqual([{ id: 1 }, { id: 2 }]);
    await other.query('commit');
    other.release();
    expect(await migrated).toEqual(['0002_two.sql']);
    const never = migrate(here.pool, folder, { ...brief, attempts: 2 });
    expect(await never).toEqual([]);
  });

  // D5
  it('and requests that wait for each other both come to their end', async () => {
    write('0002_two.sql', 'create table two (id int);');
    await migrate(here.pool, folder);
    const names =
      'alter table two add column name text; select pg_sleep(0.2); alter table one add column name text;';
    write('0003_names.sql', names);
    const other = await there.pool.connect();
    await other.query('begin; select * from one');
    const migrated = migrate(here.pool, folder);
    const holds = `select from pg_locks where relation = 'two'::regclass and mode = 'AccessExclusiveLock'`;
    await expect.poll(async () => (await there.pool.query(holds)).rowCount).toBe(1);
    expect((await other.query('select id from two')).rows).toEqual([]);
    await other.query('commit');
    other.release();
    expect(await migrated).toEqual(['0003_names.sql']);
  });

  // D5
  it('give up in the end where a table is never free, and say which', async () => {
    write('0002_two.sql', 'alter table one add column name text;');
    const other = await there.pool.connect();
    await other.query('begin; select * from one');
    const given_up = migrate(here.pool, folder, { ...brief, attempts: 2 });
    await expect(given_up).rejects.toThrow(
      /0002_two.sql ha fallado: canceling statement due to lock timeout/,
    );
    other.release(true);
    expect(await migrate(here.pool, folder)).toEqual(['0002_two.sql']);
  });

  // D5
  it('build an index beside those who write, once, also where an attempt was broken off', async () => {
    write(
      '0002_index.sql',
      '-- compatible\n-- transaction: none\ncreate unique index concurrently one_by_id on one (id);',
    );
    await here.pool.query('insert into one values (1)');
    await expect(migrate(here.pool, folder)).rejects.toThrow(
      /0002_index.sql ha fallado: could not create unique/,
    );
    await here.pool.query('delete from one where id = 1');
    const applied = await Promise.all([here, there, here, there].map(({ pool }) => migrate(pool, folder)));
    expect(applied.flat()).toEqual(['0002_index.sql']);
    const { rows } = await here.pool.query(
      `select indisvalid from pg_index where indexrelid = 'one_by_id'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});

// D3: roles belong to the whole cluster, so that databases of a fresh one make them at the same time.
it('several databases of a fresh cluster migrate together', async () => {
  const server = await openEmbedded(path.join(root, 'cluster'));
  const admin = openPostgres(server.url, 1);
  const names = ['one', 'two', 'three'];
  for (const name of names) await admin.pool.query(`create database ${name}`);
  const databases = names.map((name) => openPostgres(server.url.replace(/[^/]+$/, name), 2));
  try {
    // All three come to the first role while somebody else is making it, who then changes their mind.
    await admin.pool.query('begin; create role atalaya_tenant');
    const migrations = Promise.all(databases.map((each) => migrate(each.pool)));
    await expect.poll(() => countWaiting(admin.pool), { timeout: 30_000 }).toBe(names.length);
    await admin.pool.query('rollback');
    for (const applied of await migrations) expect(applied).toContain('0001_foundation.sql');
    for (const each of databases) {
      const plans = each.withSystem('test', (db) => db.selectFrom('plans').select('key').execute());
      expect(await plans).toHaveLength(4);
    }
  } finally {
    await Promise.all([admin, ...databases].map((each) => each.close()));
    await server.close();
  }
});

async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query('select count(*) as waiting from pg_locks where not granted');
  return rows[0].waiting;
}
