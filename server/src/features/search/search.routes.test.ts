import type { ErrorBody } from '@atalaya/contract/errors';
import type { SearchGroup } from '@atalaya/contract/search';
import type { Ticket } from '@atalaya/contract/tickets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

describe('searching everything', () => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;

  beforeAll(async () => {
    server = await startTestServer();
    ours = await server.makeCast();
    theirs = await server.makeCast();
  });
  afterAll(() => server.close());

  const ask = (cookie: string, q: string) =>
    server.send({ url: `/api/search?${new URLSearchParams({ q })}`, cookie });
  const search = async (cookie: string, q: string) => {
    const answer = await ask(cookie, q);
    expect(answer.statusCode).toBe(200);
    return answer.json<{ groups: SearchGroup[] }>().groups;
  };
  const labels = async (cookie: string, q: string, key: SearchGroup['key'] = 'users') =>
    (await search(cookie, q)).find((group) => group.key === key)?.items.map(({ label }) => label);
  const openTicket = async (cookie: string, title: string) => {
    const payload = { title, description: 'No funciona.', priority: 'low' };
    return (await server.send({ method: 'POST', url: '/api/tickets', payload, cookie })).json<Ticket>();
  };
  const issue = (organization_id: string) =>
    server.send({
      method: 'POST',
      url: '/api/invoices',
      payload: { organization_id, lines: [{ description: 'Formación', unit_price_cents: 1_000 }] },
      cookie: ours.super_admin.cookie,
    });
  const rename = (id: string, name: string) =>
    server.database.pool.query('update organizations set name = $1 where id = $2', [name, id]);

  test('every role finds what it may list, each with its address', async () => {
    const word = `hallazgo${unique()}`;
    const { id: organization_id } = ours.organization;
    await rename(organization_id, `Empresa ${word}`);
    const person = await server.makePerson({ organization_id, first_name: 'Ana', last_name: word });
    const own = await openTicket(ours.user.cookie, `Mío ${word}`);
    const another = await openTicket(ours.admin.cookie, `Otro ${word}`);
    expect((await issue(organization_id)).statusCode).toBe(201);
    const found = async (cookie: string) => {
      const groups = await search(cookie, word);
      return Object.fromEntries(
        groups.map(({ key, items }) => [key, items.map((item) => item.address).sort()]),
      );
    };
    const tickets = [own, another].map(({ id }) => `/admin/tickets?ticket=${id}`).sort();
    const everyInvoice = [expect.stringMatching(/^\/admin\/billing\?tab=invoices&invoice=[0-9a-f-]{36}$/)];
    const users = [`/admin/users?user=${person.id}`];
    const organizations = [`/admin/companies?company=${organization_id}`];
    expect(await found(ours.user.cookie)).toEqual({ tickets: [`/admin/tickets?ticket=${own.id}`] });
    expect(await found(ours.admin.cookie)).toEqual({ users, tickets, invoices: everyInvoice });
    expect(await found(ours.super_admin.cookie)).toEqual({
      users,
      organizations,
      tickets,
      invoices: everyInvoice,
    });
    expect(await labels(ours.admin.cookie, `#${own.number}`, 'tickets')).toEqual([own.title]);
    const refused = await ask(ours.stranger.cookie, word);
    expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([403, 'organization.required']);
  });

  // T16
  test('nothing of ours holds anything of another organization', async () => {
    const canary = `canario${unique()}`;
    const { id: organization_id } = theirs.organization;
    await rename(organization_id, canary);
    await server.makePerson({ organization_id, first_name: canary });
    await openTicket(theirs.user.cookie, canary);
    await issue(organization_id);
    for (const q of [canary, canary.slice(0, -2), `${canary.slice(0, -1)}x`, `${canary} ${canary}`])
      for (const { cookie } of [ours.admin, ours.user])
        expect((await ask(cookie, q)).body).not.toContain(canary);
    const groups = await search(ours.super_admin.cookie, canary);
    expect(groups.map(({ items }) => items.length)).toEqual([1, 1, 1, 1]);
  });

  test('what begins so comes first, then words that do, then what contains it; accents and case do not count', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const { cookie } = await server.makePerson({ role: 'admin', organization_id });
    const add = (first_name: string, last_name: string) =>
      server.makePerson({ organization_id, first_name, last_name });
    await add('Mariano', 'Zóbel');
    await add('Eva', 'Zobelán');
    await add('Zóbel', 'Ruiz');
    await add('Ana', 'Izobel');
    expect(await labels(cookie, 'ZOBEL')).toEqual([
      'Zóbel Ruiz',
      'Eva Zobelán',
      'Mariano Zóbel',
      'Ana Izobel',
    ]);
    expect(await labels(cookie, 'zóbel mari')).toEqual(['Mariano Zóbel']);
    for (let n = 0; n < 6; n++) await add('Zobelina', `Primera${n}`);
    expect(await labels(cookie, 'zobel')).toHaveLength(5);
  });

  test.each([
    ['garsia', 'Lucía García'],
    ['fernandes', 'Hugo Fernández'],
    ['garzia lucia', 'Lucía García'],
    ['hgo fernández', null],
    ['xyzwvu', null],
  ])('%j, misspelled, finds %j', async (typed, label) => {
    const { id: organization_id } = await server.makeOrganization();
    const { cookie } = await server.makePerson({ role: 'admin', organization_id, last_name: 'Ochoa' });
    await server.makePerson({ organization_id, first_name: 'Lucía', last_name: 'García' });
    await server.makePerson({ organization_id, first_name: 'Hugo', last_name: 'Fernández' });
    expect(await labels(cookie, typed)).toEqual(label ? [label] : []);
  });

  test('what is open comes first, the newest of it before the others, and each says what tells it apart', async () => {
    const { id: organization_id, name } = await server.makeOrganization({ max_users: -1 });
    const { cookie } = await server.makePerson({ role: 'admin', organization_id });
    const { pool } = server.database;
    const word = `nif${unique()}`;
    for (const [title, status, days] of [
      [`${word} mal escrito`, 'closed', 1],
      [`Cambio de ${word}`, 'open', 30],
      [`Cambio de ${word}`, 'resolved', 2],
      [`Cambio de ${word}`, 'in_progress', 20],
    ] as const) {
      const { id } = await openTicket(cookie, title);
      await pool.query(
        'update tickets set status = $2, created_at = now() - make_interval(days => $3) where id = $1',
        [id, status, days],
      );
    }
    const [away, here] = [
      await server.makePerson({ organization_id, first_name: word }),
      await server.makePerson({ organization_id, first_name: `${word} Segunda` }),
    ];
    await pool.query('update profiles set is_active = false where id = $1', [away.id]);
    const found = await search(cookie, word);
    const itemsOf = (key: SearchGroup['key'], groups = found) =>
      groups.find((group) => group.key === key)?.items ?? [];
    expect(itemsOf('tickets').map((item) => item.ticket_status)).toEqual([
      'in_progress',
      'open',
      'closed',
      'resolved',
    ]);
    const days = (Date.now() - Date.parse(itemsOf('tickets')[0]?.created_at ?? '')) / 86_400_000;
    expect(Math.round(days)).toBe(20);
    expect(itemsOf('tickets')[0]).toMatchObject({ organization: name, role: null, invoice_status: null });
    expect(itemsOf('users').map(({ id }) => id)).toEqual([here.id, away.id]);
    expect(itemsOf('users')[0]).toMatchObject({ organization: name, role: 'user', ticket_status: null });

    const renamed = `Facturable ${word}`;
    await rename(organization_id, renamed);
    expect((await issue(organization_id)).statusCode).toBe(201);
    const all = await search(ours.super_admin.cookie, renamed);
    expect(itemsOf('organizations', all)).toMatchObject([{ label: renamed, subscription_status: 'active' }]);
    expect(itemsOf('invoices', all)).toMatchObject([
      {
        detail: renamed,
        invoice_status: 'open',
        issued_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        subscription_status: null,
      },
    ]);
  });

  test('the list of its kind finds a hit by the same words, or the hit says that it does not', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const { cookie } = await server.makePerson({ role: 'admin', organization_id });
    const word = `lista${unique()}`;
    const { number } = await openTicket(cookie, `Aviso de ${word}`);
    for (const typed of [word, `aviso de ${word}`, `${word} aviso`, `${word}x`, `#${number}`]) {
      const group = (await search(cookie, typed)).find(({ key }) => key === 'tickets');
      const list = await server.send({
        url: `/api/tickets?${new URLSearchParams({ search: typed })}`,
        cookie,
      });
      const { total } = list.json<{ total: number }>();
      expect([typed, group?.items.map((item) => item.in_list)]).toEqual([typed, [total > 0]]);
    }
  });

  // V4
  test('%, _ and \\ stand for themselves, and what is in the bin is not found', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const { cookie } = await server.makePerson({ role: 'admin', organization_id });
    for (const last_name of ['a%b', 'a_b', 'a\\b', 'axb'])
      await server.makePerson({ organization_id, first_name: 'Uno', last_name });
    for (const last_name of ['a%b', 'a_b', 'a\\b'])
      expect(await labels(cookie, last_name)).toEqual([`Uno ${last_name}`]);
    expect(await labels(cookie, 'uno %')).toEqual(['Uno a%b']);
    await server.database.pool.query(
      `update profiles set deleted_at = now() where organization_id = $1 and last_name = 'a%b'`,
      [organization_id],
    );
    expect(await labels(cookie, 'a%b')).toEqual([]);
  });

  test('a group that fails leaves the others; where all fail, so does the answer', async () => {
    const { pool } = server.database;
    await pool.query('alter table invoices rename to invoices_away');
    try {
      const groups = await search(ours.admin.cookie, ours.user.email);
      expect(groups.map(({ key, failed, items }) => [key, failed, items.length])).toEqual([
        ['users', false, 1],
        ['tickets', false, 0],
        ['invoices', true, 0],
      ]);
      await pool.query('alter table tickets rename to tickets_away');
      expect((await ask(ours.user.cookie, 'algo')).statusCode).toBe(500);
    } finally {
      await pool.query('alter table invoices_away rename to invoices');
      await pool.query('alter table if exists tickets_away rename to tickets');
    }
  });

  test.each(['', 'a', ' a ', 'a'.repeat(101)])('%j is refused', async (q) => {
    const answer = await ask(ours.admin.cookie, q);
    expect([answer.statusCode, answer.json<ErrorBody>().fields?.[0]?.field]).toEqual([400, 'query.q']);
  });
});
