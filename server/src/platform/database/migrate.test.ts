import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { openPostgres } from './database.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { FORMER_MIGRATIONS, isSameAsFormer } from './former-migrations.ts';
import { migrate, MigrationError, SCHEMA } from './migrate.ts';
import { readMigrations } from './schema-files.ts';

const root = mkdtempSync(path.join(tmpdir(), 'atalaya-migrations-'));
afterAll(() => rmSync(root, { recursive: true }));

function makeFolder(): string {
  const folder = mkdtempSync(path.join(root, 'files-'));
  for (const part of ['migrations', 'sql']) mkdirSync(path.join(folder, part));
  return folder;
}

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
    folder = makeFolder();
    await pool.query('drop schema public cascade; create schema public');
  });
  const write = (name: string, sql: string) => writeFileSync(path.join(folder, 'migrations', name), sql);

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
    rmSync(path.join(folder, 'migrations/0002_two.sql'));
    await expect(migrate(pool, folder)).rejects.toThrow(/versión más nueva: tiene aplicada 0002_two.sql/);
  });

  // D5
  it('of a newer version that say they are compatible are left alone', async () => {
    write('0001_one.sql', 'create table one (id int);');
    write('0002_two.sql', '-- compatible\nalter table one add column name text;');
    await migrate(pool, folder);
    rmSync(path.join(folder, 'migrations/0002_two.sql'));
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

describe('functions, triggers and views', () => {
  let url: string;
  let drop: () => Promise<void>;
  let database: Database;
  let pool: Pool;
  let folder: string;
  beforeEach(async () => {
    ({ url, drop } = await createTestDatabase());
    database = openPostgres(url, 2);
    ({ pool } = database);
    folder = makeFolder();
    writeMigration('0001_one.sql', 'create table one (id int);');
  });
  afterEach(async () => {
    await database.close();
    await drop();
  });
  const writeMigration = (name: string, sql: string) =>
    writeFileSync(path.join(folder, 'migrations', name), sql);
  const writeSql = (name: string, sql: string) => writeFileSync(path.join(folder, 'sql', name), sql);
  const answer = (value: number) =>
    `create or replace function answer() returns int language sql as 'select ${value}';`;
  const ask = async () => (await pool.query('select answer()')).rows[0].answer;

  // D3
  it('are applied after the migrations, and again when they change, but for their line ends', async () => {
    writeSql('answers.sql', answer(1));
    expect(await migrate(pool, folder)).toEqual(['0001_one.sql', 'sql/answers.sql']);
    writeSql('answers.sql', `${answer(2)}\n`);
    expect(await migrate(pool, folder)).toEqual(['sql/answers.sql']);
    writeSql('answers.sql', `${answer(2)}\r\n`);
    expect(await migrate(pool, folder)).toEqual([]);
    expect(await ask()).toBe(2);
    writeSql('answers.sql', answer(1));
    await migrate(pool, folder);
    expect(await ask()).toBe(1);
  });

  // D3
  it('come with the last migration, or neither comes', async () => {
    writeSql('answers.sql', answer(1));
    await migrate(pool, folder);
    writeMigration('0002_two.sql', 'create table two (id int);');
    writeSql('answers.sql', answer(2));
    writeSql('broken.sql', 'create or replace view broken as select name from two;');
    await expect(migrate(pool, folder)).rejects.toThrow(/sql\/broken.sql ha fallado: column "name" does not/);
    const { rows } = await pool.query(`select to_regclass('two') as two`);
    expect([rows[0].two, await ask()]).toEqual([null, 1]);
    writeSql('broken.sql', 'create or replace view broken as select id from two;');
    const applied = await migrate(pool, folder);
    expect(applied).toEqual(['0002_two.sql', 'sql/answers.sql', 'sql/broken.sql']);
  });

  // D3
  it('are applied in the order of their names, but after those that they ask for', async () => {
    const middle = '-- after: last\ncreate or replace view middle as select id from last;';
    writeSql('first.sql', '-- after: middle, last\ncreate or replace view first as select id from middle;');
    writeSql('last.sql', 'create or replace view last as select id from one;');
    writeSql('middle.sql', middle);
    const applied = ['0001_one.sql', 'sql/last.sql', 'sql/middle.sql', 'sql/first.sql'];
    expect(await migrate(pool, folder)).toEqual(applied);
    // What a migration takes away with a table or a view, it has applied again.
    writeMigration(
      '0002_again.sql',
      "drop view middle cascade; delete from schema_sql where name in ('sql/first.sql');",
    );
    writeSql('middle.sql', middle.replace('select id', 'select id as number, id'));
    expect(await migrate(pool, folder)).toEqual(['0002_again.sql', 'sql/middle.sql', 'sql/first.sql']);
  });

  // D5
  it('of a newer server are left alone by an older one', async () => {
    writeSql('answers.sql', answer(1));
    writeMigration('0002_two.sql', '-- compatible\ncreate table two (id int);');
    await migrate(pool, folder);
    rmSync(path.join(folder, 'migrations/0002_two.sql'));
    writeSql('answers.sql', answer(0));
    expect(await migrate(pool, folder)).toEqual([]);
    expect(await ask()).toBe(1);
  });

  // D5
  it('of a newer release are left alone by an older one, also where it brought no migration', async () => {
    const release = (version: string, value: number) => {
      writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }));
      writeSql('answers.sql', answer(value));
      return migrate(pool, folder);
    };
    expect(await release('1.9.0', 1)).toContain('sql/answers.sql');
    expect(await release('1.10.0', 2)).toEqual(['sql/answers.sql']);
    expect(await release('1.9.0', 1)).toEqual([]);
    expect(await ask()).toBe(2);
    expect(await release('1.10.0-next.1', 3)).toEqual(['sql/answers.sql']);
    expect(await release('2.0.0', 1)).toEqual(['sql/answers.sql']);
    expect(await ask()).toBe(1);
  });
});

// D3: before each noun had one file, there were others.
describe('a database of the former migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    const { url, drop } = await createTestDatabase();
    const opened = openPostgres(url, 2);
    database = {
      ...opened,
      url,
      close: async () => {
        await opened.close();
        await drop();
      },
    };
    await migrate(database.pool, SCHEMA, { only: isSameAsFormer });
    // Without the functions a trigger does not choose the plan's version.
    await database.pool.query(`insert into organizations (name, slug, plan_type, plan_version_id)
      select 'Norte', 'norte', p.key, v.id from plans p join plan_versions v on v.plan_id = p.id limit 1`);
  });
  afterEach(() => database.close());
  /** It has the tables of the first of the present ones: only its records differ. */
  const recordFormer = async (names: readonly string[]) => {
    await database.pool.query('drop table schema_sql; delete from schema_migrations');
    await database.pool.query(
      `insert into schema_migrations (name, checksum) select name, 'former' from unnest($1::text[]) name`,
      [names],
    );
  };

  it('is taken over as it is, once', async () => {
    await recordFormer(FORMER_MIGRATIONS);
    const before = await fingerprint(database);
    const applied = await Promise.all([migrate(database.pool), migrate(database.pool)]);
    const all = (await readMigrations(SCHEMA)).map(({ name }) => name);
    // Sorted: one process has what the other did in between.
    expect(
      applied
        .flat()
        .filter((name) => !name.startsWith('sql/'))
        .toSorted(),
    ).toEqual(all.filter((name) => !isSameAsFormer(name)));
    expect(applied.flat()).toContain('sql/users.sql');
    expect(await migrate(database.pool)).toEqual([]);
    expect(await fingerprint(database)).toBe(before);
    const { rows } = await database.pool.query('select name from schema_migrations order by name');
    expect(rows).toEqual(all.map((name) => ({ name })));
  });

  it('is refused where it has not all of them, and left as it is', async () => {
    const some = FORMER_MIGRATIONS.slice(0, -1);
    await recordFormer(some);
    const refused = migrate(database.pool);
    await expect(refused).rejects.toThrow(MigrationError);
    await expect(refused).rejects.toThrow(
      'La base de datos es de una versión anterior, sin la migración 0049_proven_people.sql. Inicie primero la ' +
        'última versión que la tiene, y después esta.',
    );
    const { rows } = await database.pool.query('select name from schema_migrations order by name');
    expect(rows).toEqual(some.map((name) => ({ name })));
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
    folder = makeFolder();
    write('0001_one.sql', 'create table one (id int); insert into one values (1), (2);');
    await migrate(here.pool, folder);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
    await drop();
  });
  const write = (name: string, sql: string) => writeFileSync(path.join(folder, 'migrations', name), sql);
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
    // All three come to the first role while another person is making it, who then changes their mind.
    await admin.pool.query('begin; create role atalaya_tenant');
    const migrations = Promise.all(databases.map((each) => migrate(each.pool)));
    await expect.poll(() => countWaiting(admin.pool), { timeout: 30_000 }).toBe(names.length);
    await admin.pool.query('rollback');
    for (const applied of await migrations) expect(applied).toContain('0001_roles_and_isolation.sql');
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
