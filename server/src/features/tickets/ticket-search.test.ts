import type { Ticket } from '@atalaya/contract/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../platform/core/actor.ts';
import { readSession } from '../../platform/request/session.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

/** More than an admin's search finds beside row level security. */
const MANY = 5_010;

describe('the search of the list of tickets', () => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;
  const canary = `canario${unique()}`;

  beforeAll(async () => {
    server = await startTestServer();
    ours = await server.makeCast();
    theirs = await server.makeCast();
    for (const { organization, user, admin } of [ours, theirs]) {
      await add(organization.id, user.id, `Impresión ${canary}`, 'Al 100%');
      await add(organization.id, admin.id, 'Otro', `Sale a_b y ${canary}`);
      await add(organization.id, admin.id, 'Aparte', 'Sale axb al 100x');
    }
  });
  afterAll(() => server.close());

  const add = (organization_id: string, author: string, title: string, description: string, count = 1) =>
    server.database.withSystem('tickets for a test', (db) =>
      sql`insert into tickets (organization_id, title, description, created_by, created_by_name, status)
        select ${organization_id}, ${title}, ${description} || case when n > 1 then ' número ' || n else '' end,
          ${author}, 'Ana', case when n > 4990 then 'closed' else 'open' end
        from generate_series(1, ${count}::int) n`.execute(db),
    );
  const found = async (who: { cookie: string }, search: string, more = '') => {
    const url = `/api/tickets?sort=title&order=asc&${new URLSearchParams({ search })}${more}`;
    const answer = await server.send({ url, cookie: who.cookie });
    const { items, total } = answer.json<{ items: Ticket[]; total: number }>();
    return { titles: items.map(({ title }) => title), total };
  };

  const expectFound = async () => {
    const both = ['Impresión', 'Otro'];
    for (const [who, text, titles] of [
      [ours.admin, canary, both],
      [ours.user, canary, ['Impresión']],
      [ours.super_admin, canary, ['Impresión', 'Impresión', 'Otro', 'Otro']],
      [ours.admin, `IMPRESION ${canary}`, ['Impresión']],
      [ours.admin, 'a_b', ['Otro']],
      [ours.admin, '100%', ['Impresión']],
      [ours.user, '00%', ['Impresión']],
      [ours.admin, 'nadie dijo esto', []],
      [ours.admin, 'xb', ['Aparte']],
    ] as const) {
      const answer = await found(who, text);
      const names = answer.titles.map((title) => title.split(' ')[0]);
      expect([text, names, answer.total]).toEqual([text, titles, titles.length]);
    }
  };

  // V4, T16
  test('finds by title, description and company, in a small organization as in a large one, exactly', async () => {
    await expectFound();
    const { id, name } = ours.organization;
    expect(await found(ours.admin, name)).toMatchObject({ total: 3 });
    expect(await found(ours.user, name)).toMatchObject({ total: 1 });
    expect(await found(ours.super_admin, name)).toMatchObject({ total: 3 });
    expect(await found(ours.admin, theirs.organization.name)).toMatchObject({ total: 0 });
    await add(id, ours.admin.id, 'Zumbido', 'Se oye un zumbido', MANY);
    await expectFound();
    expect(await found(ours.admin, 'zumbido número 4998')).toEqual({ titles: ['Zumbido'], total: 1 });
    // More than the index is asked for, and few of them are left by another filter.
    expect(await found(ours.admin, 'zumbido')).toMatchObject({ total: MANY });
    expect(await found(ours.admin, 'zumbido', '&status=closed')).toMatchObject({ total: MANY - 4_990 });
    expect(await found(ours.admin, name, '&status=closed')).toMatchObject({ total: MANY - 4_990 });
  });

  // T6, T16
  test('what finds beside row level security stays in the organization of its reader', async () => {
    const signedIn = await readSession(server.platform, ours.admin.cookie);
    if (!signedIn) throw new Error('the admin is not signed in');
    const { actor } = signedIn;
    const ids = sql<{ id: string }>`select id from search_ticket_texts(${`%${canary}%`}, 100) id`;
    const seenBy = (who: Actor) =>
      server.database.withTenant(who, async (db) => (await ids.execute(db)).rows.length);
    expect(await seenBy(actor)).toBe(2);
    expect(await seenBy({ ...actor, organization_id: null })).toBe(0);
    const asSystem = server.database.withSystem('test', (db) => ids.execute(db));
    await expect(asSystem).rejects.toThrow('permission denied');
  });
});
