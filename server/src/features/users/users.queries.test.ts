import { describe, expect, test } from 'vitest';
import { engines } from '../../platform/testing/database.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import { readSession } from '../../platform/session.ts';
import { countUsers, listUserIds, listUsers, lockUsers, setActive } from './users.queries.ts';

// T6
describe.each(engines)('a query without any organization (%s)', (engine) => {
  test('reads and writes nothing of another one', async () => {
    const server = await startTestServer({ engine });
    const ours = await server.makeCast();
    const theirs = await server.makeCast();
    const signedIn = await readSession(server.platform, ours.admin.cookie);
    const everybody = [ours.admin.id, ours.user.id, theirs.admin.id, theirs.user.id, ours.super_admin.id];
    await server.database.withTenant(signedIn!.actor, async (db) => {
      const query = { page: 1, sort: 'created_at', order: 'asc' } as const;
      expect((await listUsers(db, query)).map((row) => row.id)).toEqual([ours.admin.id, ours.user.id]);
      expect(await countUsers(db, {})).toBe(2);
      expect(await countUsers(db, { search: 'example.test' })).toBe(2);
      expect(await listUserIds(db, {})).toHaveLength(2);
      expect(await lockUsers(db, everybody, 'listed')).toHaveLength(2);
      await setActive(db, everybody, false);
    });
    const active = await server.database.pool.query('select id from profiles where is_active');
    expect(active.rows.map((row: { id: string }) => row.id)).not.toContain(ours.user.id);
    expect(active.rows.map((row: { id: string }) => row.id)).toContain(theirs.user.id);
    await server.close();
  });
});
