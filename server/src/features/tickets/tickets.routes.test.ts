import { randomUUID } from 'node:crypto';
import type { ticketConversationRoutes } from '@atalaya/contract/ticket-conversation';
import type { Ticket, TicketDetail, ticketRoutes } from '@atalaya/contract/tickets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../platform/testing/fingerprint.ts';
import { queuedMails } from '../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;

beforeAll(async () => {
  server = await startTestServer();
  ours = await server.makeCast();
  theirs = await server.makeCast();
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const send = (cookie: string | undefined, method: Method, url: string, payload?: object) =>
  server.send({ method, url, ...(cookie ? { cookie } : {}), ...(payload ? { payload } : {}) });
type List = { items: Ticket[]; total: number; counters: Record<string, number> };
const list = async (cookie: string, query = '') =>
  (await send(cookie, 'GET', `/api/tickets?${query}`)).json<List>();
const read = async (cookie: string, id: string) =>
  (await send(cookie, 'GET', `/api/tickets/${id}`)).json<TicketDetail>();
const open = async (cookie: string, values: object = {}) => {
  const body = { title: `Ticket ${unique()}`, description: 'No funciona.', ...values };
  const answer = await send(cookie, 'POST', '/api/tickets', body);
  expect(answer.statusCode).toBe(201);
  return answer.json<TicketDetail>();
};
const reply = (cookie: string, id: string, values: object = {}) =>
  send(cookie, 'POST', `/api/tickets/${id}/messages`, { body: 'Hola', seen_message_id: null, ...values });

/** The routes on one ticket, with what they need. */
const CALLS = {
  readTicket: (cookie, { id }) => send(cookie, 'GET', `/api/tickets/${id}`),
  listTicketMessages: (cookie, { id }) => send(cookie, 'GET', `/api/tickets/${id}/messages?before=${id}`),
  listTicketHistory: (cookie, { id }) => send(cookie, 'GET', `/api/tickets/${id}/history?before=${id}`),
  updateTicket: (cookie, { id, version }) =>
    send(cookie, 'PATCH', `/api/tickets/${id}`, { version, title: 'Otro título' }),
  assignTicket: (cookie, { id, version }) =>
    send(cookie, 'PUT', `/api/tickets/${id}/assignee`, { version, assigned_to: ours.admin.id }),
  replyToTicket: (cookie, { id }) =>
    send(cookie, 'POST', `/api/tickets/${id}/messages`, { body: 'Hola', seen_message_id: null }),
  startTicket: (cookie, { id }) => send(cookie, 'POST', `/api/tickets/${id}/start`, {}),
  resolveTicket: (cookie, { id }) => send(cookie, 'POST', `/api/tickets/${id}/resolve`, { message: 'Hecho' }),
  closeTicket: (cookie, { id }) => send(cookie, 'POST', `/api/tickets/${id}/close`, {}),
  reopenTicket: (cookie, { id }) => send(cookie, 'POST', `/api/tickets/${id}/reopen`, {}),
  changeTickets: (cookie, { id }) =>
    send(cookie, 'POST', '/api/tickets/bulk', {
      action: { type: 'priority', priority: 'urgent' },
      chosen: { ids: [id] },
    }),
  deleteTicket: (cookie, { id }) => send(cookie, 'DELETE', `/api/tickets/${id}`),
  restoreTicket: (cookie, { id }) => send(cookie, 'POST', `/api/tickets/${id}/restore`, {}),
} satisfies Partial<
  Record<
    keyof typeof ticketRoutes | keyof typeof ticketConversationRoutes,
    (cookie: string | undefined, ticket: { id: string; version: number }) => ReturnType<typeof send>
  >
>;
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];
/** Who may, of a super_admin, an admin and a user who wrote the ticket. */
const ALLOWED: Record<(typeof NAMES)[number], string> = {
  readTicket: 'super_admin admin user',
  listTicketMessages: 'super_admin admin user',
  listTicketHistory: 'super_admin admin user',
  updateTicket: 'super_admin admin',
  assignTicket: 'super_admin admin',
  replyToTicket: 'super_admin admin user',
  startTicket: 'super_admin admin',
  resolveTicket: 'super_admin admin',
  closeTicket: 'super_admin admin user',
  reopenTicket: 'super_admin admin user',
  changeTickets: 'super_admin admin',
  deleteTicket: 'super_admin',
  restoreTicket: 'super_admin',
};

describe.each(NAMES)('%s', (name) => {
  const prepared = async () => {
    const ticket = await open(ours.user.cookie);
    if (name === 'reopenTicket') await CALLS.closeTicket(ours.user.cookie, ticket);
    if (name === 'restoreTicket') await CALLS.deleteTicket(ours.super_admin.cookie, ticket);
    return ticket;
  };

  test.each(['super_admin', 'admin', 'user'] as const)('%s gets what the table says', async (who) => {
    const answer = await CALLS[name](ours[who].cookie, await prepared());
    const allowed = ALLOWED[name].split(' ').includes(who);
    expect(allowed ? Math.floor(answer.statusCode / 100) : answer.statusCode).toBe(allowed ? 2 : 403);
  });

  test('answers 401 to nobody and 403 without organization', async () => {
    const ticket = { id: randomUUID(), version: 1 };
    expect((await CALLS[name](undefined, ticket)).statusCode).toBe(401);
    expect((await CALLS[name](ours.stranger.cookie, ticket)).statusCode).toBe(403);
  });

  // T2
  test('knows no ticket of another organization, nor a colleague’s, and changes nothing', async () => {
    const foreign = await open(theirs.user.cookie);
    const colleagues = await open(ours.admin.cookie);
    const before = await fingerprint(server.database);
    const who = ALLOWED[name].includes('user') ? (['admin', 'user'] as const) : (['admin'] as const);
    for (const role of ALLOWED[name] === 'super_admin' ? [] : who) {
      const { cookie } = ours[role];
      const answers = [
        await CALLS[name](cookie, foreign),
        await CALLS[name](cookie, { ...foreign, id: randomUUID() }),
      ];
      if (role === 'user') answers.push(await CALLS[name](cookie, colleagues));
      for (const answer of answers) {
        const { request_id, ...body } = answer.json<{ request_id: string }>();
        expect(request_id).toBeTruthy();
        expect([answer.statusCode, body]).toEqual([404, { code: 'object.not_found' }]);
      }
    }
    expect(await fingerprint(server.database)).toBe(before);
  });
});

describe('reading', () => {
  // T9
  test.each(['user', 'admin', 'super_admin'] as const)(
    '%s gets these properties and no other',
    async (who) => {
      const ticket = await open(ours.user.cookie);
      await reply(ours.super_admin.cookie, ticket.id, { visibility: 'internal', body: 'nota secreta' });
      await reply(ours.super_admin.cookie, ticket.id);
      const detail = await read(ours[who].cookie, ticket.id);
      const row =
        'id number title priority status organization assigned_to created_by created_at updated_at first_response_at ' +
        'resolved_at closed_at first_response_seconds resolution_seconds waits_for waiting_since waited_seconds deleted_at version';
      const { items } = await list(ours[who].cookie, `search=${ticket.title}`);
      expect(items.map((item) => Object.keys(item).sort())).toEqual([row.split(' ').sort()]);
      const more = 'attachments description messages messages_total history history_total';
      expect(Object.keys(detail).sort()).toEqual([...row.split(' '), ...more.split(' ')].sort());
      const seesNotes = who === 'super_admin';
      expect(JSON.stringify(detail).includes('nota secreta')).toBe(seesNotes);
      expect(detail.messages_total).toBe(seesNotes ? 2 : 1);
      expect(detail.history.map(({ change }) => change)).toEqual(
        seesNotes ? ['created', 'noted', 'replied'] : ['created', 'replied'],
      );
      expect(Object.keys(detail.messages[0] ?? {}).sort()).toEqual(
        ['attachments', 'author', 'body', 'created_at', 'id', 'side', 'visibility'].sort(),
      );
    },
  );

  test.each(['user', 'super_admin'] as const)(
    '%s reaches what is older page by page: nothing twice, nothing left out',
    async (who) => {
      const { cookie } = ours[who];
      const { id } = await open(ours.user.cookie);
      await open(ours.user.cookie).then((other) => reply(ours.admin.cookie, other.id));
      for (let n = 0; n < 7; n += 1) {
        const visibility = n % 3 === 1 ? 'internal' : 'public';
        await reply(ours.super_admin.cookie, id, { visibility, body: `Mensaje ${String(n)}` });
      }
      const all = await read(cookie, id);
      const seesNotes = who === 'super_admin';
      expect([all.messages_total, all.history_total]).toEqual(seesNotes ? [7, 8] : [5, 6]);
      const newest = (
        await send(cookie, 'GET', `/api/tickets/${id}?messages=2&history=3`)
      ).json<TicketDetail>();
      expect(newest.messages).toEqual(all.messages.slice(-2));
      expect(newest.history).toEqual(all.history.slice(-3));
      expect([newest.messages_total, newest.history_total]).toEqual([all.messages_total, all.history_total]);

      const olderThan = async <T extends { id: string }>(kind: 'messages' | 'history', shown: T[]) => {
        const url = `/api/tickets/${id}/${kind}?limit=2&before=${shown[0]?.id ?? ''}`;
        return (await send(cookie, 'GET', url)).json<{ items: T[]; total: number }>();
      };
      for (const kind of ['messages', 'history'] as const) {
        const shown: { id: string }[] = [...newest[kind]];
        for (let pages = 0; pages < 9; pages += 1) {
          const { items, total } = await olderThan(kind, shown);
          expect(total).toBe(all[kind].length);
          if (items.length === 0) break;
          shown.unshift(...items);
        }
        expect(shown).toEqual(all[kind]);
      }
    },
  );

  test('what is shown of a ticket is bounded, and what is older is older than something', async () => {
    const { id } = await open(ours.user.cookie);
    for (const path of [
      '?messages=501',
      '?history=201',
      '?messages=0',
      '/messages',
      '/history',
      `/messages?before=${id}&limit=101`,
      '/history?before=1',
    ])
      expect((await send(ours.user.cookie, 'GET', `/api/tickets/${id}${path}`)).statusCode).toBe(400);
    // An unknown entry has none before it.
    const answer = await send(ours.user.cookie, 'GET', `/api/tickets/${id}/history?before=${randomUUID()}`);
    expect(answer.json()).toEqual({ items: [], total: 1 });
  });

  // T16
  test('nothing of ours holds anything of another organization', async () => {
    const canary = `canario${unique()}`;
    const { id: organization_id } = theirs.organization;
    await server.database.pool.query('update organizations set name = $1 where id = $2', [
      canary,
      organization_id,
    ]);
    await open(theirs.user.cookie, { title: `${canary}-título`, description: canary });
    for (const path of [
      `?search=${canary}`,
      `?sort=organization&organization_id=${organization_id}`,
      `?assigned_to=${theirs.admin.id}`,
      `/export?search=${canary}`,
      '/export',
      '/assignees',
      `/assignees?organization_id=${organization_id}`,
    ]) {
      const answer = await send(ours.admin.cookie, 'GET', `/api/tickets${path}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).not.toContain(canary);
      expect(answer.body).not.toContain(theirs.admin.id);
    }
    expect((await list(ours.admin.cookie, `search=${canary}`)).total).toBe(0);
    expect((await list(ours.super_admin.cookie, `search=${canary}-titulo`)).total).toBe(1);
  });

  test('filters, counters, totals and pages agree; a user counts their own alone', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const user = await server.makePerson({ organization_id });
    const made = [];
    for (let n = 0; n < 22; n++)
      made.push(
        await open(boss.cookie, {
          priority: n % 2 ? 'urgent' : 'low',
          ...(n < 5 ? { assigned_to: boss.id } : {}),
        }),
      );
    const [own, gone] = [await open(user.cookie), await open(boss.cookie)];
    await CALLS.closeTicket(boss.cookie, made[0] ?? own);
    await CALLS.startTicket(boss.cookie, made[1] ?? own);
    await CALLS.deleteTicket(ours.super_admin.cookie, gone);
    const totals = async (query: string) => (await list(boss.cookie, query)).total;
    expect(await totals('')).toBe(23);
    expect(await totals('status=closed')).toBe(1);
    expect(await totals('priority=urgent&status=open')).toBe(10);
    expect(await totals(`assigned_to=${boss.id}`)).toBe(5);
    expect(await totals('assigned_to=none')).toBe(18);
    expect((await list(boss.cookie)).counters).toEqual({ open: 21, in_progress: 1, resolved: 0, urgent: 11 });
    expect((await list(boss.cookie, 'status=closed')).counters).toMatchObject({ open: 0, urgent: 0 });
    expect(await list(user.cookie)).toMatchObject({ total: 1, counters: { open: 1 } });
    await CALLS.closeTicket(boss.cookie, made[3] ?? own);
    expect((await list(boss.cookie)).counters).toEqual({ open: 20, in_progress: 1, resolved: 0, urgent: 10 });
    expect(await totals('priority=urgent&status=unresolved')).toBe(10);
    expect(await totals('status=unresolved')).toBe(21);
    for (const sort of 'number title organization priority status waits_for assigned_to created_at updated_at'.split(
      ' ',
    ))
      for (const order of ['asc', 'desc']) {
        const pages = [1, 2].map((page) => list(boss.cookie, `sort=${sort}&order=${order}&page=${page}`));
        const ids = (await Promise.all(pages)).flatMap((page) => page.items.map((item) => item.id));
        expect(new Set(ids).size, `${sort} ${order}`).toBe(23);
      }
    expect((await send(boss.cookie, 'GET', '/api/tickets?bin=true')).statusCode).toBe(403);
    const bin = await list(ours.super_admin.cookie, `bin=true&organization_id=${organization_id}`);
    expect(bin.items.map((item) => item.id)).toEqual([gone.id]);
  });

  test('waits for the customer once support has answered, for support once they have, for neither when it is over', async () => {
    const title = `Espera ${unique()}`;
    const { id } = await open(ours.user.cookie, { title });
    const waits = async () => {
      const { items } = await list(ours.admin.cookie, `search=${title}`);
      const [customer, staff] = await Promise.all(
        ['customer', 'staff'].map((side) => list(ours.admin.cookie, `search=${title}&waits_for=${side}`)),
      );
      return [items[0]?.waits_for, customer?.total, staff?.total];
    };
    const written = async (cookie: string) => {
      const { messages } = await read(cookie, id);
      return reply(cookie, id, { seen_message_id: messages.at(-1)?.id ?? null });
    };
    expect(await waits()).toEqual(['staff', 0, 1]);
    await reply(ours.super_admin.cookie, id, { visibility: 'internal' });
    expect(await waits()).toEqual(['staff', 0, 1]);
    await written(ours.super_admin.cookie);
    expect(await waits()).toEqual(['customer', 1, 0]);
    await written(ours.user.cookie);
    expect(await waits()).toEqual(['staff', 0, 1]);
    await CALLS.resolveTicket(ours.super_admin.cookie, { id, version: 0 });
    expect(await waits()).toEqual([null, 0, 0]);
    await CALLS.reopenTicket(ours.user.cookie, { id, version: 0 });
    expect(await waits()).toEqual(['staff', 0, 1]);
    await CALLS.closeTicket(ours.user.cookie, { id, version: 0 });
    expect(await waits()).toEqual([null, 0, 0]);
  });

  // V4
  test('search ignores accents and case, takes pattern signs as themselves, and knows the company', async () => {
    const { id: organization_id } = await server.makeOrganization({ name: 'Cañería Única' });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    for (const title of ['100%', 'a_b', 'c\\d', 'axb', 'Íñiguez'])
      await open(boss.cookie, { title, description: `el de ${title === 'axb' ? 'la Impresión' : 'nada'}` });
    const found = async (search: string) =>
      (await list(boss.cookie, `search=${encodeURIComponent(search)}`)).items
        .map((item) => item.title)
        .sort();
    expect(await found('%')).toEqual(['100%']);
    expect(await found('a_b')).toEqual(['a_b']);
    expect(await found('\\')).toEqual(['c\\d']);
    expect(await found('INIGUEZ')).toEqual(['Íñiguez']);
    expect(await found('impresion')).toEqual(['axb']);
    expect(await found('caneria unica')).toHaveLength(5);
  });

  // V3
  test.each(['password=x', 'sort=search', 'filters[status]=open', 'page=0', 'status=gone', 'assigned_to=me'])(
    'refuses ?%s',
    async (query) => {
      expect((await send(ours.admin.cookie, 'GET', `/api/tickets?${query}`)).statusCode).toBe(400);
    },
  );
});

describe('writing', () => {
  // T7, T8
  test.each(['status', 'created_by', 'number', 'deleted_at', 'id'])(
    'refuses the unknown field %s',
    async (field) => {
      const body = { title: 'a', description: 'b', [field]: randomUUID() };
      expect((await send(ours.admin.cookie, 'POST', '/api/tickets', body)).statusCode).toBe(400);
    },
  );

  test('a ticket is of one’s own organization; a super_admin names it', async () => {
    const create = (cookie: string, values: object) =>
      send(cookie, 'POST', '/api/tickets', { title: 'a', description: 'b', ...values });
    const foreign = { organization_id: theirs.organization.id };
    expect((await create(ours.admin.cookie, foreign)).statusCode).toBe(403);
    expect((await create(ours.super_admin.cookie, {})).json()).toMatchObject({
      code: 'request.invalid',
      fields: [{ field: 'body.organization_id', code: 'required' }],
    });
    expect((await create(ours.super_admin.cookie, { organization_id: randomUUID() })).statusCode).toBe(404);
    expect((await create(ours.super_admin.cookie, foreign)).json()).toMatchObject({
      organization: { id: theirs.organization.id },
      created_by: { id: ours.super_admin.id },
    });
    expect((await create(ours.user.cookie, { assigned_to: ours.admin.id })).statusCode).toBe(403);
  });

  test('tickets go to the organization’s admins and to super_admins, and to nobody else', async () => {
    const inactive = await server.makePerson({
      role: 'admin',
      organization_id: ours.organization.id,
      is_active: false,
    });
    const ticket = await open(ours.user.cookie);
    const assign = (id: string | null) =>
      send(ours.admin.cookie, 'PUT', `/api/tickets/${ticket.id}/assignee`, {
        version: ticket.version,
        assigned_to: id,
      });
    for (const id of [theirs.admin.id, ours.user.id, inactive.id, randomUUID()])
      expect((await assign(id)).json()).toMatchObject({ code: 'ticket.not_assignable' });
    const assigned = await assign(ours.super_admin.id);
    expect(assigned.json()).toMatchObject({ assigned_to: { id: ours.super_admin.id }, version: 2 });
    const stale = await assign(null);
    expect(stale.json()).toMatchObject({ code: 'object.stale', current: { version: 2, id: ticket.id } });
    const { items } = (await send(ours.admin.cookie, 'GET', '/api/tickets/assignees')).json<{
      items: { id: string; load: number }[];
    }>();
    expect(items.find(({ id }) => id === ours.super_admin.id)?.load).toBeGreaterThan(0);
    const ids = items.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([ours.admin.id, ours.super_admin.id]));
    for (const id of [inactive.id, theirs.admin.id, ours.user.id]) expect(ids).not.toContain(id);
  });

  test('people of a canceled organization still write tickets', async () => {
    const { id: organization_id } = await server.makeOrganization({ subscription_status: 'canceled' });
    const { cookie } = await server.makePerson({ organization_id });
    const ticket = await open(cookie);
    expect((await reply(cookie, ticket.id)).statusCode).toBe(201);
    expect((await CALLS.closeTicket(cookie, ticket)).statusCode).toBe(200);
  });

  test('the history tells titles and priorities as they were and are, and that a description is another', async () => {
    const { id, title } = await open(ours.user.cookie, { title: 'Impresora' });
    const change = async (values: object) => {
      const { version } = await read(ours.admin.cookie, id);
      const answer = await send(ours.admin.cookie, 'PATCH', `/api/tickets/${id}`, { version, ...values });
      return answer.json<TicketDetail>().history.at(-1);
    };
    expect(await change({ title: 'Pantalla', priority: 'low' })).toMatchObject({
      change: 'updated',
      before: { title, priority: 'medium' },
      after: { title: 'Pantalla', priority: 'low' },
      is_described_anew: false,
    });
    const described = await change({ description: 'Otra cosa.' });
    expect(described).toMatchObject({ before: {}, after: {}, is_described_anew: true });
    const [created] = (await read(ours.user.cookie, id)).history;
    expect(created).toMatchObject({ change: 'created', is_described_anew: false });
  });

  test('deleting is undone exactly', async () => {
    const ticket = await open(ours.user.cookie);
    await reply(ours.user.cookie, ticket.id);
    const before = await read(ours.super_admin.cookie, ticket.id);
    expect((await CALLS.deleteTicket(ours.super_admin.cookie, ticket)).statusCode).toBe(200);
    expect((await CALLS.readTicket(ours.user.cookie, ticket)).statusCode).toBe(404);
    expect((await reply(ours.user.cookie, ticket.id)).statusCode).toBe(404);
    const after = (await CALLS.restoreTicket(ours.super_admin.cookie, ticket)).json<TicketDetail>();
    const { history, history_total, version, updated_at, ...rest } = before;
    expect(after).toMatchObject({ ...rest, version: version + 2, history_total: history_total + 2 });
    expect(after.history.map(({ change }) => change).slice(history.length)).toEqual(['deleted', 'restored']);
    expect(updated_at).toBeTruthy();
  });
});

describe('many at once', () => {
  const bulk = (cookie: string, action: object, chosen: object) =>
    send(cookie, 'POST', '/api/tickets/bulk', { action, chosen });

  // T13
  test('is all or nothing: one foreign, one too many or one in the wrong state changes no row', async () => {
    const [one, two] = [await open(ours.user.cookie), await open(ours.user.cookie)];
    const foreign = await open(theirs.user.cookie);
    await CALLS.closeTicket(ours.user.cookie, two);
    const before = await fingerprint(server.database);
    const { cookie } = ours.admin;
    const close = { type: 'close' };
    const tooMany = Array.from({ length: 101 }, () => one.id);
    const answers = [
      await bulk(cookie, close, { ids: [one.id, foreign.id] }),
      await bulk(cookie, close, { ids: tooMany }),
      await bulk(cookie, { type: 'start' }, { ids: [one.id, two.id] }),
      await bulk(cookie, { type: 'assign', assigned_to: theirs.admin.id }, { ids: [one.id] }),
      await bulk(cookie, { type: 'resolve' }, { ids: [one.id] }),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual([
      [404, 'object.not_found'],
      [400, 'request.invalid'],
      [409, 'ticket.wrong_status'],
      [409, 'ticket.not_assignable'],
      [400, 'request.invalid'],
    ]);
    expect(await fingerprint(server.database)).toBe(before);
  });

  test('names each ticket that is refused and why, and goes on without them when asked', async () => {
    const [one, two] = [await open(ours.user.cookie), await open(ours.user.cookie)];
    await CALLS.closeTicket(ours.user.cookie, two);
    const { cookie } = ours.admin;
    const payload = { action: { type: 'start' }, chosen: { ids: [one.id, two.id] } };
    const refused = await send(cookie, 'POST', '/api/tickets/bulk', payload);
    expect(refused.json()).toMatchObject({
      code: 'ticket.wrong_status',
      refused: {
        total: 1,
        rows: [
          { id: two.id, code: 'ticket.wrong_status', name: expect.stringMatching(/^#\d+ \w/) as string },
        ],
      },
    });
    const without = await send(cookie, 'POST', '/api/tickets/bulk', { ...payload, skip_refused: true });
    expect(without.json()).toMatchObject({ changed: 1, refused: 1, ids: [one.id] });
  });

  test('acts on those chosen once each, or on all that match the number that was confirmed', async () => {
    const word = `lote${unique()}`;
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await open(ours.user.cookie, { title: word }));
    const ids = made.map((ticket) => ticket.id);
    const { cookie } = ours.admin;
    const high = { type: 'priority', priority: 'high' };
    const first = await bulk(cookie, high, { ids: [ids[0], ids[0], ids[1]] });
    expect(first.json()).toMatchObject({ changed: 2, unchanged: 0 });
    const all = { filters: { search: word }, total: 3 };
    expect((await bulk(cookie, high, { ...all, total: 2 })).json()).toMatchObject({
      code: 'object.stale',
      params: { total: 3 },
    });
    expect((await bulk(cookie, high, all)).json()).toMatchObject({ changed: 1, unchanged: 2, ids: [ids[2]] });
    const assigned = await bulk(cookie, { type: 'assign', assigned_to: ours.super_admin.id }, all);
    expect(assigned.json()).toMatchObject({ changed: 3 });
    const mail = (await queuedMails(server.database, ours.super_admin.email)).at(-1);
    expect(mail?.subject).toBe('Tienes 3 tickets asignados');
    expect(mail?.text).toContain('/admin/tickets?assigned=me');
    await CALLS.startTicket(cookie, made[0] ?? { id: '', version: 1 });
    const resolved = await bulk(cookie, { type: 'resolve', message: 'Arreglado para todos' }, all);
    expect(resolved.json()).toMatchObject({ changed: 3 });
    for (const id of ids) {
      const detail = await read(ours.user.cookie, id);
      expect(detail).toMatchObject({ status: 'resolved', priority: 'high', messages_total: 1 });
      expect(detail.messages[0]).toMatchObject({ body: 'Arreglado para todos', side: 'staff' });
      expect(detail.history.map(({ change }) => change)).toEqual(
        expect.arrayContaining(['created', 'updated', 'assigned', 'resolved']),
      );
    }
  });
});
