import type { Organization } from '@atalaya/contract/organizations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../platform/testing/database.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { purgeOrganizations } from './organizations.jobs.ts';

describe.each(engines)('the bin of organizations (%s)', (engine) => {
  let server: TestServer;
  let boss: { id: string; cookie: string };

  beforeAll(async () => {
    server = await startTestServer({ engine });
    boss = await server.makePerson({ role: 'super_admin' });
  });
  afterAll(() => server.close());

  const query = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
  const remove = (id: string, payload: object) =>
    server.send({ method: 'DELETE', url: `/api/organizations/${id}`, payload, cookie: boss.cookie });
  const restore = (id: string) =>
    server.send({
      method: 'POST',
      url: `/api/organizations/${id}/restore`,
      payload: {},
      cookie: boss.cookie,
    });
  const status = async (cookie: string) => (await server.send({ url: '/api/users', cookie })).statusCode;
  const invite = (organization_id: string, by: string, state: string) =>
    query(
      `insert into organization_invitations (organization_id, email, invited_by, mail_token_hash, copy_token_hash,
         expires_at, revoked_at, accepted_at)
       values ($1, $2, $3, $4, $5, now() + case when $6 = 'expired' then interval '-1 day' else '3 days' end,
         case when $6 = 'revoked' then now() end, case when $6 = 'accepted' then now() end)`,
      [organization_id, `${state}-${unique()}@x.test`, by, unique(), unique(), state],
    );
  const people = (id: string) =>
    query(
      `select id, is_active, role, organization_id, deleted_at, first_name, email from profiles
       where organization_id = $1 order by id`,
      [id],
    );
  const invitations = (id: string) =>
    query(
      `select id, email, revoked_at, expires_at, accepted_at, mail_token_hash from organization_invitations
       where organization_id = $1 order by id`,
      [id],
    );

  test('its name must be typed, and what happens to its people said', async () => {
    const { id, name } = await server.makeOrganization();
    await server.makePerson({ organization_id: id });
    const code = async (payload: object) => (await remove(id, payload)).json<{ code: string }>().code;
    expect(await code({ confirm_name: name.toUpperCase(), people: 'deactivate' })).toBe(
      'organization.name_mismatch',
    );
    expect((await remove(id, { confirm_name: name })).json()).toMatchObject({
      code: 'organization.has_people',
      params: { active_users: 1, pending_invitations: 0 },
    });
    const empty = await server.makeOrganization();
    expect((await remove(empty.id, { confirm_name: ` ${empty.name} ` })).statusCode).toBe(204);
    expect(await code({ confirm_name: name, people: 'stay' })).toBe('request.invalid');
    expect((await people(id)).map((person) => person.is_active)).toEqual([true]);
  });

  test('its people are out at once, and everything comes back exactly', async () => {
    const { id, name } = await server.makeOrganization();
    const admin = await server.makePerson({ role: 'admin', organization_id: id });
    await server.makePerson({ organization_id: id });
    await server.makePerson({ organization_id: id, is_active: false });
    const binned = await server.makePerson({ organization_id: id });
    await query('update profiles set deleted_at = now() where id = $1', [binned.id]);
    for (const state of ['pending', 'expired', 'revoked', 'accepted']) await invite(id, admin.id, state);
    const read = async () =>
      (await server.send({ url: `/api/organizations/${id}`, cookie: boss.cookie })).json<Organization>();
    const before = [await people(id), await invitations(id)];
    const organization = await read();

    expect((await remove(id, { confirm_name: name, people: 'deactivate' })).statusCode).toBe(204);
    expect(await status(admin.cookie)).toBe(401);
    expect(await query('select 1 from auth.session where "userId" = $1', [admin.user_id])).toEqual([]);
    expect(await read()).toMatchObject({ code: 'object.not_found' });
    expect((await remove(id, { confirm_name: name })).statusCode).toBe(404);
    const active = (await people(id)).filter((person) => person.is_active && !person.deleted_at);
    const open = (await invitations(id)).filter((each) => !each.revoked_at && !each.accepted_at);
    expect([active, open]).toEqual([[], []]);

    const restored = await restore(id);
    expect(restored.json()).toEqual({
      ...organization,
      version: organization.version + 2,
      updated_at: expect.any(String) as string,
    });
    expect([await people(id), await invitations(id)]).toEqual(before);
    expect((await restore(id)).statusCode).toBe(404);
    expect(await status(await server.signIn(admin.email))).toBe(200);
    const audited = await query(
      `select action, count(*)::int as n from audit_log where organization_id = $1 group by 1 order by 1`,
      [id],
    );
    expect(audited.map((row) => `${String(row.action)} ${String(row.n)}`)).toEqual([
      'invitation.restored 2',
      'invitation.withdrawn 2',
      'organization.deleted 1',
      'organization.restored 1',
      'user.activated 2',
      'user.deactivated 2',
    ]);
  });

  test('nobody is added to it, or back into it, while it is in the bin', async () => {
    const { id, name } = await server.makeOrganization();
    const person = await server.makePerson({ organization_id: id });
    await remove(id, { confirm_name: name, people: 'deactivate' });
    const payload = { first_name: 'Ana', last_name: 'Rey', email: `ana-${unique()}@x.test`, role: 'user' };
    const answers = await Promise.all([
      server.send({
        method: 'POST',
        url: '/api/users',
        payload: { ...payload, organization_id: id },
        cookie: boss.cookie,
      }),
      server.send({
        method: 'PATCH',
        url: `/api/users/${person.id}`,
        payload: { version: 2, is_active: true },
        cookie: boss.cookie,
      }),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404]);
  });

  test('whoever is added while it is deleted comes in before and goes with it, or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, name } = await server.makeOrganization();
      const add = () => ({
        method: 'POST' as const,
        url: '/api/users',
        cookie: boss.cookie,
        payload: {
          first_name: 'Ana',
          last_name: 'Rey',
          email: `ana-${unique()}@x.test`,
          role: 'user',
          organization_id: id,
        },
      });
      const [first, removed, second] = await Promise.all([
        server.send(add()),
        remove(id, { confirm_name: name, people: 'deactivate' }),
        server.send(add()),
      ]);
      expect(removed.statusCode).toBe(204);
      expect([201, 404]).toContain(first.statusCode);
      expect([201, 404]).toContain(second.statusCode);
      expect((await people(id)).filter((person) => person.is_active)).toEqual([]);
    }
  });

  test('after 30 days it goes for good, with all that is its own, and nothing else does', async () => {
    const due = await server.makeOrganization();
    const recent = await server.makeOrganization();
    const gone = await server.makePerson({ role: 'admin', organization_id: due.id });
    const kept = await server.makePerson({ organization_id: recent.id });
    await invite(due.id, gone.id, 'pending');
    await invite(recent.id, boss.id, 'pending');
    await query('insert into settings (organization_id) values ($1)', [due.id]);
    const bin = (id: string, age: string) =>
      query('update organizations set deleted_at = now() - $2::interval where id = $1', [id, age]);
    await bin(due.id, '30 days 1 second');
    await bin(recent.id, '29 days 23 hours');
    expect(await purgeOrganizations(server.platform)).toBe(1);
    expect(await purgeOrganizations(server.platform)).toBe(0);
    const left = await query('select id from organizations where id = any($1)', [[due.id, recent.id]]);
    expect(left).toEqual([{ id: recent.id }]);
    expect(await people(due.id)).toEqual([]);
    expect(await query('select 1 from auth."user" where id = $1', [gone.user_id])).toEqual([]);
    expect((await people(recent.id)).map((person) => person.id)).toEqual([kept.id]);
    const audited = await query(`select object_id from audit_log where action = 'organization.purged'`);
    expect(audited).toEqual([{ object_id: due.id }]);
  });

  test('one that something lasting refers to stays in the bin, and holds up no other', async () => {
    const [owing, free] = [await server.makeOrganization(), await server.makeOrganization()];
    await query('create table owed (organization_id uuid references organizations (id))');
    await query('insert into owed values ($1)', [owing.id]);
    for (const { id } of [owing, free])
      await query(`update organizations set deleted_at = now() - interval '40 days' where id = $1`, [id]);
    expect(await purgeOrganizations(server.platform)).toBe(1);
    const left = await query('select id from organizations where id = any($1)', [[owing.id, free.id]]);
    expect(left).toEqual([{ id: owing.id }]);
    await query('drop table owed');
  });
});
