import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { makeTwoOrganizations } from '../testing/two-organizations.ts';
import type { TwoOrganizations } from '../testing/two-organizations.ts';
import { openPostgres } from './database.ts';
import type { Db } from './doors.ts';
import { TransactionAbortedError } from './transaction.ts';

describe('the doors', () => {
  let database: TestDatabase;
  let actors: TwoOrganizations;
  beforeAll(async () => {
    database = await openTestDatabase(2);
    actors = await makeTwoOrganizations(database);
  });
  afterAll(() => database.close());

  const countPeople = async (db: Db) => (await db.selectFrom('profiles').select('id').execute()).length;
  const role = async (db: Db) => {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
    return rows[0]?.role;
  };

  it('let an admin see the own organization, a super_admin all, a person without one themselves', async () => {
    expect(await database.withActor(actors.north, 'test', countPeople)).toBe(3);
    expect(await database.withActor(actors.superAdmin, 'test', countPeople)).toBe(8);
    expect(await database.withActor(actors.nobody, 'test', countPeople)).toBe(1);
  });

  it('give no one the rights of the connection', async () => {
    expect(await database.withTenant(actors.north, role)).toBe('atalaya_tenant');
    expect(await database.withSystem('test', role)).toBe('atalaya_system');
  });

  it('stop a statement that takes too long, but where a transaction was given another limit', async () => {
    const { url } = database;
    const hasty = openPostgres(url, 1, { statementMs: 100 });
    const wait = (db: Db) => sql`select pg_sleep(0.2)`.execute(db);
    await expect(hasty.withActor(actors.north, 'test', wait)).rejects.toThrow('statement timeout');
    await hasty.withActor(actors.north, 'test', wait, { statement_timeout: 0 });
    await hasty.withActor(actors.superAdmin, 'test', wait, { statement_timeout: 0 });
    await expect(hasty.withActor(actors.north, 'test', wait)).rejects.toThrow('statement timeout');
    await hasty.close();
  });

  it('tell the reason to whoever looks at the transaction', async () => {
    const { rows } = await database.withSystem('the reason', (db) =>
      sql<{ reason: string }>`select current_setting('app.reason') as reason`.execute(db),
    );
    expect(rows).toEqual([{ reason: 'the reason' }]);
  });

  it.each(['readAs', 'readTogether'] as const)(
    'let an actor %s what they may see, and write nothing',
    async (way) => {
      const read = database[way];
      expect(await read(actors.north, 'test', countPeople)).toBe(3);
      expect(await read(actors.superAdmin, 'test', countPeople)).toBe(8);
      expect(await read(actors.north, 'test', role)).toBe('atalaya_tenant');
      const all = await read(actors.superAdmin, 'test', (db) =>
        Promise.all([role(db), countPeople(db), role(db)]),
      );
      expect(all).toEqual(['atalaya_system', 8, 'atalaya_system']);
      const write = (db: Db) => db.updateTable('profiles').set({ first_name: 'Otra' }).execute();
      await expect(read(actors.superAdmin, 'test', write)).rejects.toThrow('read-only');
      expect(await database.withSystem('test', countPeople)).toBe(8);
    },
  );

  it('let a program of an organization read what that has, and write nothing', async () => {
    const north = actors.north.organization_id!;
    const people = await database.readOrganization(north, (db) => Promise.all([role(db), countPeople(db)]));
    expect(people).toEqual(['atalaya_tenant', await database.withOrganization(north, countPeople)]);
    const write = (db: Db) => db.updateTable('profiles').set({ first_name: 'Otra' }).execute();
    await expect(database.readOrganization(north, write)).rejects.toThrow('read-only');
  });

  it('leave nothing of a scope on a connection that only read, or failed to', async () => {
    const bare = () => role(database.kysely as unknown as Db);
    const owner = await bare();
    await database.readAs(actors.north, 'test', countPeople);
    await expect(
      database.readAs(actors.north, 'test', (db) => sql`select 1 / 0`.execute(db)),
    ).rejects.toThrow('division by zero');
    for (let n = 0; n < 8; n++) expect(await bare()).toBe(owner);
    const { rows } = await sql<{ organization: string | null }>`
      select current_setting('app.organization_id', true) as organization`.execute(database.kysely);
    expect(rows[0]?.organization ?? '').toBe('');
  });

  it('run nothing where the scope cannot be entered', async () => {
    const { profile_id } = actors.north;
    const nowhere = { ...actors.north, organization_id: '\0' } as typeof actors.north;
    const write = (db: Db) =>
      sql`update profiles set first_name = 'Otra' where id = ${profile_id}`.execute(db);
    await expect(database.withTenant(nowhere, write)).rejects.toThrow('invalid byte sequence');
    await expect(database.readAs(nowhere, 'test', countPeople)).rejects.toThrow('invalid byte sequence');
    const { rows } = await database.withSystem('test', (db) =>
      sql<{ first_name: string }>`select first_name from profiles where id = ${profile_id}`.execute(db),
    );
    expect(rows[0]?.first_name).not.toBe('Otra');
  });

  it('send statements of one transaction together', async () => {
    const counts = await database.withTenant(actors.north, (db) =>
      Promise.all([countPeople(db), countPeople(db), countPeople(db)]),
    );
    expect(counts).toEqual([3, 3, 3]);
  });

  it('keep what is set for a transaction from one statement to the next where they are read together', async () => {
    const setting = await database.readTogether(actors.north, 'test', async (db) => {
      await sql`select set_config('app.test', 'kept', true)`.execute(db);
      return sql<{ kept: string }>`select current_setting('app.test', true) as kept`.execute(db);
    });
    expect(setting.rows).toEqual([{ kept: 'kept' }]);
  });

  it.each(['withTenant', 'withSystem', 'readAs', 'readTogether', 'kysely'] as const)(
    'refuse %s inside a transaction',
    async (way) => {
      const inner = {
        withTenant: () => database.withTenant(actors.north, countPeople),
        withSystem: () => database.withSystem('test', countPeople),
        readAs: () => database.readAs(actors.north, 'test', countPeople),
        readTogether: () => database.readTogether(actors.north, 'test', countPeople),
        kysely: () => countPeople(database.kysely as unknown as Db),
      }[way];
      await expect(database.withTenant(actors.north, inner)).rejects.toThrow(
        'a transaction is already open here',
      );
      await expect(inner()).resolves.toBeGreaterThan(0);
    },
  );

  it('end their handle with the transaction', async () => {
    const kept: Db = await database.withTenant(actors.north, async (db) => db);
    await expect(countPeople(kept)).rejects.toThrow('the transaction of this handle is over');
    const read: Db = await database.readAs(actors.north, 'test', async (db) => db);
    await expect(countPeople(read)).rejects.toThrow('the transaction of this handle is over');
  });

  it('keep nothing of a transaction that failed, even where the failure was swallowed', async () => {
    const swallowed = database.withSystem('test', async (db) => {
      await db.updateTable('profiles').set({ first_name: 'Otra' }).execute();
      await sql`select 1 / 0`.execute(db).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow(TransactionAbortedError);
    const others = await database.withSystem('test', (db) =>
      db.selectFrom('profiles').select('id').where('first_name', '=', 'Otra').execute(),
    );
    expect(others).toEqual([]);
  });

  it('read instants as Date, counts as number, and say how many rows changed', async () => {
    await database.withSystem('test', async (db) => {
      const row = await db
        .selectFrom('profiles')
        .select(['created_at', db.fn.countAll().over().as('total')])
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ created_at: expect.any(Date), total: 8 });
      const changed = await db.updateTable('settings').set({ version: 2 }).executeTakeFirst();
      expect(changed.numUpdatedRows).toBe(2n);
    });
  });

  // F1: a server that was away is back without help.
  it('recover when every connection is lost, idle or in use', async () => {
    const interrupted = database.withSystem('test', async (db) => {
      await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await countPeople(db);
    });
    await expect(interrupted).rejects.toThrow(/terminat|connection|EPIPE|ECONNRESET/);
    await database.ping();
    expect(await database.withTenant(actors.north, countPeople)).toBe(3);
  });

  // A newer process may migrate while an older one still answers.
  it('recover when a table changes under a statement that is prepared', async () => {
    const read = (db: Db) => db.selectFrom('settings').selectAll().where('version', '>', 0).execute();
    const readBare = () => read(database.kysely as unknown as Db);
    for (let n = 0; n < 6; n++) {
      await database.withSystem('test', read);
      await readBare();
    }
    await database.pool.query('alter table settings add column note text');
    await expect
      .poll(() => database.withSystem('test', read).catch(() => 'refused'), { timeout: 20_000 })
      .toHaveLength(2);
    await expect.poll(() => readBare().catch(() => 'refused'), { timeout: 20_000 }).toHaveLength(2);
  });

  it('bound every statement', async () => {
    const { rows } = await database.withSystem('test', (db) =>
      sql<{ statement_timeout: string }>`show statement_timeout`.execute(db),
    );
    expect(rows).toEqual([{ statement_timeout: '10s' }]);
  });
});
