import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import { purgeBin } from './bin.jobs.ts';

describe('the bin', () => {
  test('is emptied of whoever has been in it for 30 days, account and all, and of nobody else', async () => {
    const server = await startTestServer();
    const { organization } = await server.makeCast();
    const make = () => server.makePerson({ organization_id: organization.id });
    const [due, recent, listed] = [await make(), await make(), await make()];
    const { pool } = server.database;
    const bin = (id: string, age: string) =>
      pool.query('update profiles set deleted_at = now() - $2::interval where id = $1', [id, age]);
    await bin(due.id, '30 days 1 second');
    await bin(recent.id, '29 days 23 hours');
    await pool.query(
      `insert into organization_invitations
         (organization_id, email, invited_by, accepted_by, mail_token_hash, copy_token_hash, expires_at)
       values ($1, 'uno@x.test', $2, null, 'a', 'b', now()), ($1, 'dos@x.test', $3, $2, 'c', 'd', now())`,
      [organization.id, due.id, listed.id],
    );

    expect(await purgeBin(server.platform)).toBe(1);
    expect(await purgeBin(server.platform)).toBe(0);
    const ids = (rows: { id: string }[]) => rows.map((row) => row.id);
    expect(ids((await pool.query('select id from profiles')).rows)).not.toContain(due.id);
    expect(ids((await pool.query('select id from profiles')).rows)).toEqual(
      expect.arrayContaining([recent.id, listed.id]),
    );
    expect(ids((await pool.query('select id from auth."user"')).rows)).not.toContain(due.user_id);
    const invitations = await pool.query('select email, accepted_by from organization_invitations');
    expect(invitations.rows).toEqual([{ email: 'dos@x.test', accepted_by: null }]);
    const audited = await pool.query(`select object_id from audit_log where action = 'user.purged'`);
    expect(audited.rows).toEqual([{ object_id: due.id }]);
    await server.close();
  });
});
