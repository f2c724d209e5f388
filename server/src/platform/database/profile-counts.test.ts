import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import type { Db } from './doors.ts';

/** 'each' changes every person in one statement, each in another way; those of the second line change no total. */
const KINDS = [
  ...(['insert', 'upsert', 'delete', 'bin', 'restore', 'activate', 'role', 'move', 'all', 'each'] as const),
  ...(['same', 'rename', 'nobody'] as const),
];
const operation = fc.record({
  kind: fc.constantFrom(...KINDS),
  /** How many people at once. */
  people: fc.integer({ min: 1, max: 4 }),
  organization: fc.integer({ min: 0, max: 2 }),
  role: fc.constantFrom('user' as const, 'admin' as const),
  is_active: fc.boolean(),
  rolledBack: fc.boolean(),
});
type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never;

describe('the kept totals of people', () => {
  let database: TestDatabase;
  let organizations: (string | null)[];
  let emails = 0;
  beforeAll(async () => {
    database = await openTestDatabase();
    organizations = await database.withSystem('test', async (db) => {
      const values = ['uno', 'dos'].map((slug) => ({ name: slug, slug }));
      const rows = await db.insertInto('organizations').values(values).returning('id').execute();
      return [null, ...rows.map((row) => row.id)];
    });
  });
  afterAll(() => database.close());

  // Totals come from these rows and never from counting, so they must never be wrong.
  it('equal a count after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 8 }), async (operations) => {
        for (const each of operations)
          await database.withSystem('test', (db) => apply(db, each)).catch(ignore);
        expect(await database.withSystem('test', kept)).toEqual(await database.withSystem('test', counted));
      }),
      { numRuns: 25 },
    );
  });

  // Two bulk changes at once neither deadlock nor lose a person.
  it('equal a count after changes at the same time', async () => {
    await database.withSystem('test', (db) =>
      apply(db, {
        kind: 'insert',
        people: 40,
        organization: 1,
        role: 'user',
        is_active: true,
        rolledBack: false,
      }),
    );
    const changes = Array.from({ length: 200 }, (_, n) =>
      database.withSystem('test', (db) =>
        db
          .updateTable('profiles')
          .set({
            role: n % 2 ? 'admin' : 'user',
            is_active: n % 3 === 0,
            organization_id: organizations[n % 5] ?? null,
          })
          .where('id', 'in', (query) =>
            query.selectFrom('profiles').select('id').orderBy('id').limit(5).forUpdate().skipLocked(),
          )
          .execute(),
      ),
    );
    await Promise.all(changes);
    expect(await database.withSystem('test', kept)).toEqual(await database.withSystem('test', counted));
  });

  const rolledBack = new Error('rolled back');
  const ignore = (error: unknown) => {
    if (error !== rolledBack) throw error;
  };

  async function apply(
    db: Db,
    { kind, people, organization, role, is_active, ...rest }: Operation,
  ): Promise<void> {
    const organization_id = organizations[organization] ?? null;
    const some = sql<string>`(select id from profiles order by random() limit ${people})`;
    const update = db.updateTable('profiles');
    if (kind === 'insert') {
      const rows = Array.from({ length: people }, () => ({
        email: `p${emails++}@uno.test`,
        first_name: 'Ana',
      }));
      const values = rows.map((row) => ({ ...row, last_name: 'Ruiz', organization_id, role, is_active }));
      await db.insertInto('profiles').values(values).execute();
    }
    if (kind === 'delete') await db.deleteFrom('profiles').where('id', 'in', some).execute();
    if (kind === 'bin')
      await update
        .set({ deleted_at: sql`now()` })
        .where('id', 'in', some)
        .execute();
    if (kind === 'restore') await update.set({ deleted_at: null }).where('id', 'in', some).execute();
    if (kind === 'activate') await update.set({ is_active }).where('id', 'in', some).execute();
    if (kind === 'role') await update.set({ role }).where('id', 'in', some).execute();
    if (kind === 'move') await update.set({ organization_id }).where('id', 'in', some).execute();
    if (kind === 'all') await update.set({ organization_id, role, is_active }).execute();
    if (kind === 'each')
      await sql`
        update profiles p set organization_id = (${organizations}::uuid[])[1 + nth % 3], is_active = nth % 2 = 0,
          role = case when nth % 4 < 2 then 'user' else 'admin' end, deleted_at = case when nth % 5 = 0 then now() end
        from (select id, row_number() over (order by id) as nth from profiles) n where n.id = p.id`.execute(
        db,
      );
    // Some of these addresses are taken.
    if (kind === 'upsert')
      await sql`
        insert into profiles (email, first_name, last_name, organization_id, role, is_active)
        select 'p' || n || '@uno.test', 'Ana', 'Ruiz', ${organization_id}, ${role}, ${is_active}
        from generate_series(${emails - 2}::int, ${(emails += people) - 1}::int) n where n >= 0
        on conflict (email) do update set role = excluded.role, organization_id = excluded.organization_id`.execute(
        db,
      );
    if (kind === 'same') await update.set({ role: sql`role`, deleted_at: sql`deleted_at` }).execute();
    if (kind === 'rename') await update.set({ first_name: 'Eva' }).execute();
    if (kind === 'nobody')
      await update
        .set({ role, is_active })
        .where(sql<boolean>`false`)
        .execute();
    if (rest.rolledBack) throw rolledBack;
  }

  /** By organization, and over all of them. */
  const kept = async (db: Db) => ({
    people: (
      await sql`select organization_id, role, is_active, people from profile_counts where people <> 0
        order by organization_id nulls first, role, is_active`.execute(db)
    ).rows,
    all: (
      await sql`select role, is_active, sum(people)::int as people from profile_totals
        group by role, is_active having sum(people) <> 0 order by role, is_active`.execute(db)
    ).rows,
  });
  const counted = async (db: Db) => ({
    people: (
      await sql`select organization_id, role, is_active, count(*) as people from profiles where deleted_at is null
        group by organization_id, role, is_active order by organization_id nulls first, role, is_active`.execute(
        db,
      )
    ).rows,
    all: (
      await sql`select role, is_active, count(*)::int as people from profiles where deleted_at is null
        group by role, is_active order by role, is_active`.execute(db)
    ).rows,
  });
});
