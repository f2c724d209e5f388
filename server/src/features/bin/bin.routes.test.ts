import type { BinEntry } from '@atalaya/contract/bin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

describe('what is in the bin', () => {
  let server: TestServer;
  let cast: Cast;
  beforeAll(async () => {
    server = await startTestServer();
    cast = await server.makeCast();
  });
  afterAll(() => server.close());

  const send = (method: 'GET' | 'POST' | 'DELETE', url: string, cookie: string, payload?: object) =>
    server.send({ method, url, cookie, ...(payload ? { payload } : {}) });
  const list = async (cookie: string, query = '') =>
    (await send('GET', `/api/bin${query}`, cookie)).json<{ items: BinEntry[]; total: number }>();
  const query = async (text: string, values: unknown[]) =>
    (await server.database.pool.query(text, values)).rows;
  const makeTicket = async (organization_id: string) => {
    const [{ id }] = await query(
      `insert into tickets (organization_id, title, description, created_by_name)
       values ($1, 'Se borra', 'x', 'Ana') returning id`,
      [organization_id],
    );
    return id as string;
  };

  // T2, T16
  test('an admin sees the people of their own organization, who deleted them and how long they stay', async () => {
    const organization_id = cast.organization.id;
    const mine = await server.makePerson({ organization_id, first_name: 'Mía' });
    const other = await server.makeOrganization();
    const foreign = await server.makePerson({ organization_id: other.id });
    const ticket = await makeTicket(organization_id);
    const boss = cast.super_admin.cookie;
    await send('DELETE', `/api/users/${mine.id}`, cast.admin.cookie, {});
    await send('DELETE', `/api/users/${foreign.id}`, boss, {});
    await send('DELETE', `/api/tickets/${ticket}`, boss, {});
    await query(`update profiles set deleted_at = now() - interval '28 days 1 hour' where id = $1`, [
      mine.id,
    ]);
    const own = await list(cast.admin.cookie);
    expect(own.items).toEqual([
      {
        type: 'user',
        id: mine.id,
        name: expect.stringContaining('Mía'),
        detail: mine.email,
        organization_name: cast.organization.name,
        deleted_at: expect.any(String),
        deleted_by: expect.any(String),
        days_left: 2,
      },
    ]);
    expect(own.items[0]?.deleted_by).toMatch(/^Persona /);
    expect((await send('GET', `/api/bin?organization_id=${other.id}`, cast.admin.cookie)).statusCode).toBe(
      404,
    );
    const ids = (entries: { items: BinEntry[] }) => entries.items.map(({ id }) => id);
    expect(ids(await list(boss))).toEqual(expect.arrayContaining([mine.id, foreign.id, ticket]));
    expect(ids(await list(boss, `?organization_id=${other.id}`))).toEqual([foreign.id]);
  });

  test('what was deleted is found by its kind and by name, plans among it, and an admin finds people alone', async () => {
    const boss = cast.super_admin.cookie;
    const name = `Hallazgo ${unique()}`;
    const person = await server.makePerson({ organization_id: cast.organization.id, first_name: name });
    const plan = (
      await send('POST', '/api/plans', boss, {
        name,
        price_cents: 100,
        description: 'Breve',
        max_users: 5,
      })
    ).json<{ id: string }>();
    await send('DELETE', `/api/users/${person.id}`, boss, {});
    await send('DELETE', `/api/plans/${plan.id}`, boss, { version: 1 });
    const search = encodeURIComponent(name.toUpperCase());
    const found = async (cookie: string, type = '') =>
      (await list(cookie, `?search=${search}${type && `&type=${type}`}`)).items.map(({ id }) => id).sort();
    expect(await found(boss)).toEqual([person.id, plan.id].sort());
    expect(await found(boss, 'user')).toEqual([person.id]);
    expect(await list(boss, `?search=${search}&type=plan`)).toMatchObject({
      total: 1,
      items: [{ id: plan.id, days_left: null, deleted_by: expect.any(String), organization_name: null }],
    });
    expect(await found(cast.admin.cookie)).toEqual([person.id]);
    expect(await found(cast.admin.cookie, 'plan')).toEqual([]);
  });

  test('only a super_admin purges, only what is in the bin, and each is audited', async () => {
    const boss = cast.super_admin.cookie;
    const person = await server.makePerson({ organization_id: cast.organization.id });
    const ticket = await makeTicket(cast.organization.id);
    for (const path of [`users/${person.id}`, `tickets/${ticket}`])
      expect((await send('DELETE', `/api/bin/${path}`, boss)).statusCode).toBe(404);
    await send('DELETE', `/api/users/${person.id}`, boss, {});
    await send('DELETE', `/api/tickets/${ticket}`, boss, {});
    for (const path of [`users/${person.id}`, `tickets/${ticket}`]) {
      expect((await send('DELETE', `/api/bin/${path}`, cast.admin.cookie)).statusCode).toBe(403);
      expect((await send('DELETE', `/api/bin/${path}`, boss)).statusCode).toBe(204);
      expect((await send('DELETE', `/api/bin/${path}`, boss)).statusCode).toBe(404);
    }
    expect(await query('select 1 from profiles where id = $1', [person.id])).toEqual([]);
    expect(await query('select 1 from auth."user" where id = $1', [person.user_id])).toEqual([]);
    expect(await query('select 1 from tickets where id = $1', [ticket])).toEqual([]);
    expect(
      await query(
        `select action, before from audit_log where object_id = any($1) and action like '%.purged'`,
        [[person.id, ticket]],
      ),
    ).toEqual(
      expect.arrayContaining([
        { action: 'user.purged', before: { email: person.email } },
        { action: 'ticket.purged', before: expect.objectContaining({ title: 'Se borra' }) },
      ]),
    );
  });

  test('an organization goes by its typed name, with its people; one with invoices stays', async () => {
    const boss = cast.super_admin.cookie;
    const make = async () => {
      const organization = await server.makeOrganization();
      const person = await server.makePerson({ organization_id: organization.id });
      return { organization, person };
    };
    const bin = ({ id }: { id: string }) =>
      query('update organizations set deleted_at = now() where id = $1', [id]);
    const purge = ({ id }: { id: string }, confirm_name: string) =>
      send('DELETE', `/api/bin/organizations/${id}`, boss, { confirm_name });
    const { organization, person } = await make();
    expect((await purge(organization, organization.name)).statusCode).toBe(404);
    await bin(organization);
    expect((await purge(organization, `no ${unique()}`)).json()).toMatchObject({
      code: 'organization.name_mismatch',
    });
    expect((await purge(organization, organization.name)).statusCode).toBe(204);
    expect(await query('select 1 from profiles where id = $1', [person.id])).toEqual([]);
    expect(await query('select 1 from organizations where id = $1', [organization.id])).toEqual([]);

    const kept = await make();
    const invoiced = await send('POST', '/api/invoices', boss, {
      organization_id: kept.organization.id,
      lines: [{ description: 'Algo', quantity: 1, unit_price_cents: 100 }],
    });
    expect(invoiced.statusCode).toBe(201);
    await bin(kept.organization);
    expect((await purge(kept.organization, kept.organization.name)).json()).toMatchObject({
      code: 'organization.referred_to',
    });
    expect(await query('select 1 from profiles where id = $1', [kept.person.id])).toHaveLength(1);
  });
});
