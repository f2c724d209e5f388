import type { Organization } from '@atalaya/contract/organizations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { bill } from '../billing/billing.jobs.ts';
import { purgeOrganizations } from './organizations.jobs.ts';

describe('the bin of organizations', () => {
  let server: TestServer;
  let boss: { id: string; cookie: string };

  beforeAll(async () => {
    server = await startTestServer();
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
    expect((await remove(empty.id, { confirm_name: ` ${empty.name} ` })).statusCode).toBe(200);
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

    expect((await remove(id, { confirm_name: name, people: 'deactivate' })).statusCode).toBe(200);
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

  describe('with unpaid invoices', () => {
    const post = (url: string, payload: object) =>
      server.send({ method: 'POST', url, payload, cookie: boss.cookie });
    const prepare = async () => {
      const made = await server.makeOrganization({ subscription_status: 'active' });
      await server.makePerson({ organization_id: made.id });
      const lines = [{ description: 'x', unit_price_cents: 10_000 }];
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) {
        const issued = await post('/api/invoices', { organization_id: made.id, lines });
        ids.push(issued.json<{ id: string }>().id);
      }
      const pay = (id: string, amount_cents: number) =>
        post(`/api/invoices/${id}/payments`, { amount_cents, method: 'card', paid_on: '2026-01-01' });
      await pay(ids[0]!, 12_100);
      await pay(ids[1]!, 2_100);
      return { ...made, ids, pay };
    };
    const preview = (id: string, cookie = boss.cookie) =>
      server.send({ url: `/api/organizations/${id}/deletion`, cookie });
    const owed = (id: string) =>
      query(
        `select count(*) filter (where outstanding_cents > 0)::int as unpaid, sum(outstanding_cents)::int as cents
         from invoices where organization_id = $1`,
        [id],
      );

    test('it is told how many and how much, and nothing happens until it is said what shall', async () => {
      const { id, name } = await prepare();
      expect((await preview(id)).json()).toEqual({
        active_users: 1,
        pending_invitations: 0,
        unpaid: [{ currency: 'USD', invoices: 2, outstanding_cents: 22_100 }],
      });
      const refused = await remove(id, { confirm_name: name, people: 'deactivate' });
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'organization.has_invoices', params: { invoices: 2 } }),
      ]);
      expect((await people(id)).map((person) => person.is_active)).toEqual([true]);
      expect(await owed(id)).toEqual([{ unpaid: 2, cents: 22_100 }]);
    });

    test('kept, they stay owed and are paid from the bin', async () => {
      const { id, name, ids, pay } = await prepare();
      const gone = await remove(id, { confirm_name: name, people: 'deactivate', invoices: 'keep' });
      expect(gone.statusCode).toBe(200);
      expect(await owed(id)).toEqual([{ unpaid: 2, cents: 22_100 }]);
      expect((await pay(ids[2]!, 12_100)).json()).toMatchObject({ status: 'paid' });
      expect((await preview(id)).statusCode).toBe(404);
    });

    test('voided, a rectifying one each, in the same transaction; restoring brings back the people alone', async () => {
      const { id, name, ids } = await prepare();
      const admin = await server.makePerson({ role: 'admin', organization_id: id });
      const gone = await remove(id, { confirm_name: name, people: 'deactivate', invoices: 'void' });
      expect(gone.statusCode).toBe(200);
      // What was paid of one in part is owed back.
      expect(await owed(id)).toEqual([{ unpaid: 0, cents: -2_100 }]);
      const rectified = await query(
        `select rectifies_id as id, reason from invoices where organization_id = $1 and kind = 'rectifying'
         order by rectifies_id`,
        [id],
      );
      expect(rectified).toEqual(ids.slice(1).map((each) => ({ id: each, reason: 'Baja del cliente' })));
      expect((await restore(id)).statusCode).toBe(200);
      expect((await people(id)).map((person) => person.is_active)).toEqual([true, true]);
      expect(await status(await server.signIn(admin.email))).toBe(200);
      expect(await owed(id)).toEqual([{ unpaid: 0, cents: -2_100 }]);
    });

    test('the months in the bin are not charged: the next period begins on the day it comes back', async () => {
      const { id, name } = await server.makeOrganization({ plan_type: 'basic' });
      await remove(id, { confirm_name: name });
      const [{ today } = {}] = await query(
        `update subscriptions s set period_start = d.day - 150, period_end = d.day - 120, anchor_day = 31
         from (select billing_today() as day) d where organization_id = $1
         returning d.day::text as today`,
        [id],
      );
      expect((await restore(id)).statusCode).toBe(200);
      await bill(server.platform);
      const charged = await query(
        `select i.period_start::text as start, i.period_end = s.period_end as is_current, i.subtotal_cents as cents
         from invoices i join subscriptions s using (organization_id) where organization_id = $1`,
        [id],
      );
      expect(charged).toEqual([{ start: today, is_current: true, cents: 2_900 }]);
    });

    test('whoever has paid everything while it was in the bin is past due no more when it comes back', async () => {
      const { id, name, ids, pay } = await prepare();
      await query(`update organizations set subscription_status = 'past_due' where id = $1`, [id]);
      await remove(id, { confirm_name: name, people: 'deactivate', invoices: 'keep' });
      await pay(ids[1]!, 10_000);
      await pay(ids[2]!, 12_100);
      expect((await restore(id)).json()).toMatchObject({ subscription_status: 'active' });
    });

    test('only a super_admin is told', async () => {
      const { id } = await server.makeOrganization();
      const admin = await server.makePerson({ role: 'admin', organization_id: id });
      expect((await preview(id, admin.cookie)).statusCode).toBe(403);
      expect((await server.send({ url: `/api/organizations/${id}/deletion` })).statusCode).toBe(401);
    });
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
      expect(removed.statusCode).toBe(200);
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
