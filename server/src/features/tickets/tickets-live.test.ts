import type { LiveNews } from '@atalaya/contract/live';
import type { TicketDetail } from '@atalaya/contract/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publish } from '../../platform/live/publish.ts';
import { openTestStream } from '../../platform/testing/live-streams.ts';
import type { LiveMessage, TestStream } from '../../platform/testing/live-streams.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let cast: Cast;
const streams: TestStream[] = [];
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

const send = (
  who: { cookie: string },
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) => server.send({ method, url: `/api/tickets${url}`, cookie: who.cookie, ...(payload ? { payload } : {}) });

const newsOf = (message: LiveMessage | null) => (message?.data ?? {}) as Partial<LiveNews>;

// T2, T16
test('every change is heard by those who read the ticket; a note by super_admins alone', async () => {
  const { super_admin, admin, user, organization } = cast;
  const colleague = await server.makePerson({ organization_id: organization.id });
  const { id: elsewhere } = await server.makeOrganization();
  const foreigner = await server.makePerson({ role: 'admin', organization_id: elsewhere });
  const people = [super_admin, admin, user, colleague, foreigner];
  const listeners = await Promise.all(people.map(({ cookie }) => openTestStream(server, { cookie })));
  streams.push(...listeners);

  const opened = await send(user, 'POST', '', { title: 'Impresora', description: 'No va.' });
  const { id } = opened.json<TicketDetail>();
  const said = { seen_message_id: null, confirm_answered: true };
  await send(super_admin, 'POST', `/${id}/messages`, { ...said, body: 'secreta', visibility: 'internal' });
  await send(super_admin, 'POST', `/${id}/messages`, { ...said, body: 'Hola' });
  await send(super_admin, 'PUT', `/${id}/assignee`, { version: 2, assigned_to: admin.id });
  await send(admin, 'PATCH', `/${id}`, { version: 3, priority: 'urgent' });
  await send(admin, 'POST', '/bulk', { action: { type: 'close' }, chosen: { ids: [id] } });
  await send(user, 'POST', `/${id}/reopen`, {});
  await send(super_admin, 'DELETE', `/${id}`);
  await send(super_admin, 'POST', `/${id}/restore`, {});
  await server.database.withSystem('mark the end for a test', (db) =>
    publish(db, {
      topic: 'notifications',
      object_id: id,
      organization_id: null,
      minimum_role: null,
      profile_ids: people.map((person) => person.id),
    }),
  );
  const heard = await Promise.all(
    listeners.map(async (listener) => {
      // Beside it people are told what concerns them: that is of another topic.
      const of_tickets: unknown[] = [];
      for (;;) {
        const { topic, object_id } = newsOf(await listener.next());
        if (topic === 'tickets') of_tickets.push(object_id);
        else if (object_id === id) return of_tickets;
      }
    }),
  );
  expect(heard).toEqual([9, 8, 8, 0, 0].map((count) => Array.from({ length: count }, () => id)));
});

test('of many tickets that change at once everybody hears once, and nobody of another organization', async () => {
  const { id: organization_id } = await server.makeOrganization();
  const [admin, author, colleague] = await Promise.all(
    (['admin', 'user', 'user'] as const).map((role) => server.makePerson({ role, organization_id })),
  );
  const word = `lote${organization_id.slice(-8)}`;
  await server.database.pool.query(
    `insert into tickets (organization_id, title, description, created_by, created_by_name)
     select $1, $2 || n, 'x', $3, 'Ana' from generate_series(1, 30) n`,
    [organization_id, word, author!.id],
  );
  const people = [cast.super_admin, admin!, author!, colleague!, cast.admin];
  const listeners = await Promise.all(people.map(({ cookie }) => openTestStream(server, { cookie })));
  streams.push(...listeners);
  const chosen = { filters: { search: word }, total: 30 };
  const done = await send(admin!, 'POST', '/bulk', { action: { type: 'start' }, chosen });
  expect(done.json()).toMatchObject({ changed: 30 });
  await server.database.withSystem('mark the end for a test', (db) =>
    publish(db, {
      topic: 'notifications',
      object_id: organization_id,
      organization_id: null,
      minimum_role: null,
      profile_ids: people.map((person) => person.id),
    }),
  );
  const heard = await Promise.all(
    listeners.map(async (listener) => {
      const of_tickets: unknown[] = [];
      for (;;) {
        const { topic, object_id } = newsOf(await listener.next());
        if (topic === 'tickets') of_tickets.push(object_id);
        else if (object_id === organization_id) return of_tickets;
      }
    }),
  );
  expect(heard).toEqual([[null], [null], [null], [], []]);
});
