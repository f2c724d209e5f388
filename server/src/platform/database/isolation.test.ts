import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../core/actor.ts';
import { recordChange } from '../records/audit.ts';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { makeTwoOrganizations } from '../testing/two-organizations.ts';
import type { TwoOrganizations } from '../testing/two-organizations.ts';
import type { Db } from './doors.ts';

const ROLES = ['atalaya_tenant', 'atalaya_system'];

describe('isolation', () => {
  let database: TestDatabase;
  let actors: TwoOrganizations;
  let tables: string[];
  beforeAll(async () => {
    database = await openTestDatabase(2);
    actors = await makeTwoOrganizations(database);
    const { rows } = await database.pool.query<{ name: string }>(
      `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and (a.attname = 'organization_id' or c.relname = 'organizations') order by 1`,
    );
    tables = rows.map((row) => row.name);
  });
  afterAll(() => database.close());

  /** The rows that a statement gives in a role, without organization or person. */
  const runAs = async (role: string, statement: string) => {
    const client = await database.pool.connect();
    try {
      await client.query(`begin; set local role ${role}`);
      return (await client.query(statement)).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  // T3
  it('is enabled and forced on every table of organizations', async () => {
    const { rows } = await database.pool.query(
      `select relname from pg_class
       where relname = any($1) and relnamespace = 'public'::regnamespace and relrowsecurity and relforcerowsecurity
       order by 1`,
      [tables],
    );
    expect(tables).toEqual(expect.arrayContaining(['audit_log', 'organizations', 'profiles', 'settings']));
    expect(rows.map((row) => row.relname)).toEqual(tables);
  });

  // T3
  it('stands on roles that own nothing, sign in nowhere and are above no rule', async () => {
    const { rows } = await database.pool.query(
      `select rolname, rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb as mighty,
         (select count(*) from pg_class where relowner = r.oid) as owned
       from pg_roles r where rolname = any($1) order by 1 desc`,
      [ROLES],
    );
    expect(rows).toEqual(ROLES.map((rolname) => ({ rolname, mighty: false, owned: 0 })));
  });

  // T4
  it('shows no row of any table where no organization is set', async () => {
    for (const table of tables) {
      const rows = await runAs('atalaya_tenant', `select count(*) as rows from ${table}`);
      expect({ table, rows }).toEqual({ table, rows: [{ rows: 0 }] });
    }
    expect(await runAs('atalaya_system', 'select count(*) as rows from profiles')).toEqual([{ rows: 8 }]);
  });

  // D4
  it('narrows the view of tenants alone: who owns the tables, and makes backups, belongs to their role too', async () => {
    const { rows } = await database.pool.query<{ policyname: string; narrows: string }>(
      `select policyname, coalesce(qual, with_check) as narrows from pg_policies where permissive = 'RESTRICTIVE'`,
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const policy of rows)
      expect(policy).toMatchObject({ narrows: expect.stringMatching(/^\(?\(NOT is_tenant\(\)\) OR /) });
  });

  // T5
  it('ends with the transaction: 1,000 interleaved requests on two connections', async () => {
    const kinds = [actors.north, actors.south, actors.nobody];
    const requests = Array.from({ length: 1_000 }, (_, n) => request(kinds[n % 3] as Actor, n));
    const outcomes = await Promise.all(requests);
    expect(outcomes.filter((outcome) => outcome === 'leaked')).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeGreaterThan(700);
  });

  /** One request: it reads what it sees, and some fail in the database, in code, or are cancelled. */
  const request = async (actor: Actor, n: number) => {
    try {
      return await database.withTenant(actor, async (db) => {
        if (n % 7 === 0) await sql`select 1 / 0`.execute(db);
        const seen = await db.selectFrom('profiles').select(['organization_id', 'id']).execute();
        if (n % 11 === 0) throw new Error('the handler failed');
        if (n % 13 === 0) {
          await sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(1)`.execute(db);
        }
        const own = actor.organization_id
          ? seen.length === 3 && seen.every((row) => row.organization_id === actor.organization_id)
          : seen.length === 1 && seen[0]?.id === actor.profile_id;
        return own ? 'answered' : 'leaked';
      });
    } catch {
      const { rows } = await database.pool.query(
        `select current_user = session_user as plain, coalesce(current_setting('app.organization_id', true), '') as organization`,
      );
      return rows[0].plain && rows[0].organization === '' ? 'failed' : 'leaked';
    }
  };

  // T7
  it('lets nobody write a row into another organization, or move one there', async () => {
    const other = actors.south.organization_id;
    const person = {
      first_name: 'Ana',
      last_name: 'Ruiz',
      email: 'nueva@norte.test',
      organization_id: other,
    };
    const refused = /row-level security/;
    const insert = (db: Db) => db.insertInto('profiles').values(person).execute();
    const move = (db: Db) => db.updateTable('profiles').set({ organization_id: other }).execute();
    await expect(database.withTenant(actors.north, insert)).rejects.toThrow(refused);
    await expect(database.withTenant(actors.north, move)).rejects.toThrow(refused);
    await expect(database.withTenant(actors.nobody, move)).rejects.toThrow(refused);
    const untouched = await database.withTenant(actors.north, (db) =>
      db.updateTable('profiles').set({ phone: '1' }).where('organization_id', '=', other).executeTakeFirst(),
    );
    expect(untouched.numUpdatedRows).toBe(0n);
  });

  // L2
  it.each(['update audit_log set action = null', 'delete from audit_log', 'truncate audit_log'])(
    'keeps the audit log as it was written: %s',
    async (statement) => {
      for (const role of ROLES) await expect(runAs(role, statement)).rejects.toThrow('permission denied');
      // Not even the owner's own connection.
      await expect(runAs('none', statement)).rejects.toThrow(/append-only/);
    },
  );

  // L1
  it('records a change in its transaction, and none of one that is rolled back', async () => {
    const origin = { ip_address: '127.0.0.1', user_agent: 'x'.repeat(1_000), request_id: 'r1' };
    const organization_id = actors.north.organization_id;
    const change = { object_type: 'user', object_id: actors.north.profile_id, organization_id };
    const by = { actor: actors.north, origin };
    await database.withTenant(actors.north, (db) =>
      recordChange(db, by, {
        ...change,
        action: 'user.updated',
        before: { phone: null },
        after: { phone: '1' },
      }),
    );
    await expect(
      database.withTenant(actors.north, async (db) => {
        await recordChange(db, by, { ...change, action: 'user.lost' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    const seenBy = (actor: Actor) =>
      database.withTenant(actor, (db) =>
        db.selectFrom('audit_log').selectAll().where('object_type', '=', 'user').execute(),
      );
    expect(await seenBy(actors.south)).toEqual([]);
    expect(await seenBy(actors.north)).toEqual([
      expect.objectContaining({
        action: 'user.updated',
        actor_profile_id: actors.north.profile_id,
        actor_email: 'admin@norte.test',
        before: { phone: null },
        after: { phone: '1' },
        user_agent: 'x'.repeat(300),
      }),
    ]);
  });
});
