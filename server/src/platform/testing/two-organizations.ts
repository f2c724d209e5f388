import type { Actor } from '../core/actor.ts';
import type { Database } from '../database/database.ts';

/** Two organizations of the same names with three people each, and a person and a super_admin without one. */
export type TwoOrganizations = { north: Actor; south: Actor; nobody: Actor; superAdmin: Actor };

/** Fills an empty database with two organizations, and returns an actor of each kind. */
export function makeTwoOrganizations(database: Database): Promise<TwoOrganizations> {
  return database.withSystem('test data', async (db) => {
    const add = async (slug: string) => {
      const { id } = await db
        .insertInto('organizations')
        .values({ name: 'Empresa', slug })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('profiles')
        .values([1, 2].map((n) => ({ ...person, organization_id: id, email: `p${n}@${slug}.test` })))
        .execute();
      await db.insertInto('settings').values({ organization_id: id }).execute();
      const change = { action: 'test.made', object_type: 'test', organization_id: id };
      await db.insertInto('audit_log').values(change).execute();
      return addPerson({ organization_id: id, role: 'admin', email: `admin@${slug}.test` });
    };
    const addPerson = async (values: Partial<Actor> & { email: string }) => {
      const row = await db
        .insertInto('profiles')
        .values({ ...person, ...pick(values) })
        .returning(['id', 'organization_id', 'role', 'email'])
        .executeTakeFirstOrThrow();
      return { profile_id: row.id, ...row } as unknown as Actor;
    };
    return {
      north: await add('norte'),
      south: await add('sur'),
      nobody: await addPerson({ email: 'nadie@nadie.test' }),
      superAdmin: await addPerson({ email: 'super@nadie.test', role: 'super_admin' }),
    };
  });
}

const person = { first_name: 'Ana', last_name: 'Ruiz' };

function pick({ organization_id, role, email }: Partial<Actor> & { email: string }) {
  return { email, role: role ?? 'user', organization_id: organization_id ?? null };
}
