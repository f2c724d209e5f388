import { ROLES } from '@atalaya/contract/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { readSession } from '../../platform/request/session.ts';
import type { SignedIn } from '../../platform/core/actor.ts';
import {
  countUsers,
  listUserIds,
  listUsers,
  lockUsers,
  setActive,
  setInBin,
  setRole,
} from './users.queries.ts';

describe('queries about people', () => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;
  let admin: SignedIn;
  const query = { page: 1, sort: 'created_at', order: 'asc' } as const;

  beforeAll(async () => {
    server = await startTestServer();
    ours = await server.makeCast();
    theirs = await server.makeCast();
    const signedIn = await readSession(server.platform, ours.admin.cookie);
    if (!signedIn) throw new Error('the admin is not signed in');
    admin = signedIn;
  });
  afterAll(() => server.close());

  // T6
  test('that name no organization read and write nothing of another one', async () => {
    const everybody = [ours.admin.id, ours.user.id, theirs.admin.id, theirs.user.id, ours.super_admin.id];
    await server.database.withTenant(admin.actor, async (db) => {
      const found = await listUsers(db, { ...query, search: 'example.test' });
      expect(found.rows.map((row) => row.id)).toEqual([ours.admin.id, ours.user.id]);
      expect(found.total).toBe(2);
      expect(await countUsers(db, { search: 'example.test' })).toBe(2);
      expect(await countUsers(db, { organization_id: theirs.organization.id })).toBe(0);
      expect(await listUserIds(db, {})).toHaveLength(2);
      expect(await lockUsers(db, everybody, 'listed')).toHaveLength(2);
      await setActive(db, everybody, false);
    });
    const totals = server.database.withTenant(admin.actor, (db) => countUsers(db, {}));
    await expect(totals).rejects.toThrow('permission denied');
    const active = await server.database.pool.query<{ id: string }>(
      'select id from profiles where is_active',
    );
    const ids = active.rows.map((row) => row.id);
    expect(ids).not.toContain(ours.user.id);
    expect(ids).toEqual(expect.arrayContaining([theirs.admin.id, theirs.user.id, ours.super_admin.id]));
  });

  // T6
  test('a search by the index stays in the organization of its reader, and takes pattern signs as themselves', async () => {
    const canary = `canario${unique()}`;
    const make = (organization_id: string, last_name: string) =>
      server.makePerson({ organization_id, first_name: canary, last_name });
    const mine = [await make(ours.organization.id, 'a%b'), await make(ours.organization.id, 'axb')];
    await make(theirs.organization.id, 'a%b');
    const { id: organization_id } = ours.organization;
    const inactive = await server.makePerson({
      organization_id,
      first_name: canary,
      last_name: 'c',
      is_active: false,
    });
    const people = sql<{ id: string }>`select id from search_people(array[${`%${canary}%`}], '{}', 100)`;
    await server.database.withTenant(admin.actor, async (db) => {
      const ids = async (search: string, most: number) =>
        (await listUsers(db, { ...query, search }, most)).rows.map(({ id }) => id);
      // By the index, and where it finds too many.
      for (const most of [3, 1]) {
        expect(await ids(canary, most)).toEqual([...mine, inactive].map(({ id }) => id));
        expect(await ids(`${canary} a%b`, most)).toEqual([mine[0]?.id]);
        expect(await ids(`${canary} a_b`, most)).toEqual([]);
      }
      const gone = { ...query, search: canary, status: 'inactive' } as const;
      expect((await listUsers(db, gone, 1)).rows.map(({ id }) => id)).toEqual([inactive.id]);
      expect((await people.execute(db)).rows).toHaveLength(3);
      const alike = sql`select id from search_people('{}', array[${canary}], 100)`;
      expect((await alike.execute(db)).rows).toHaveLength(3);
    });
    const nowhere = { ...admin.actor, organization_id: null };
    await server.database.withTenant(nowhere, async (db) =>
      expect((await people.execute(db)).rows).toEqual([]),
    );
    const refused = server.database.withSystem('test', (db) => people.execute(db));
    await expect(refused).rejects.toThrow('permission denied');
  });

  test('totals over all organizations are what counting gives', async () => {
    const ids = [ours.user.id, theirs.user.id, theirs.admin.id];
    await server.database.withSystem('test', async (db) => {
      await setActive(db, ids, true);
      await setRole(db, [ours.user.id], 'super_admin');
      await setInBin(db, ids.slice(1), true);
      await setInBin(db, ids.slice(2), false);
    });
    const counted = await server.database.pool.query<{ role: string; is_active: boolean; people: number }>(
      'select role, is_active, count(*) as people from profiles where deleted_at is null group by 1, 2',
    );
    const sum = (rows: typeof counted.rows) => rows.reduce((people, row) => people + row.people, 0);
    await server.database.withSystem('test', async (db) => {
      expect(await countUsers(db, {})).toBe(sum(counted.rows));
      for (const role of ROLES)
        for (const status of ['active', 'inactive'] as const) {
          const rows = counted.rows.filter(
            (row) => row.role === role && row.is_active === (status === 'active'),
          );
          expect(await countUsers(db, { role, status }), `${role} ${status}`).toBe(sum(rows));
        }
    });
  });

  test('a search tells its total on every page, and past the last one', async () => {
    const { id: organization_id } = await server.makeOrganization();
    for (let n = 0; n < 21; n++) await server.makePerson({ organization_id, last_name: 'Buscada' });
    const pages = await server.database.withSystem('test', async (db) => [
      await listUsers(db, { ...query, search: 'buscada' }),
      await listUsers(db, { ...query, search: 'buscada', page: 2 }),
      await listUsers(db, { ...query, search: 'buscada', page: 3 }),
      await listUsers(db, { ...query, search: 'perdida' }),
    ]);
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [20, 21],
      [1, 21],
      [0, 21],
      [0, 0],
    ]);
  });

  test('names are in the order of the alphabet, whatever the accents and case', async () => {
    const { id: organization_id } = await server.makeOrganization();
    for (const last_name of ['Zamora', 'Álvarez', 'alba', 'Íñigo', 'Núñez'])
      await server.makePerson({ organization_id, last_name });
    const { rows } = await server.database.withSystem('test', (db) =>
      listUsers(db, { ...query, sort: 'name', organization_id }),
    );
    expect(rows.map((row) => row.last_name)).toEqual(['alba', 'Álvarez', 'Íñigo', 'Núñez', 'Zamora']);
  });
});
