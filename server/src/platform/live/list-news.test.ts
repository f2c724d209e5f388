import type { LiveNews } from '@atalaya/contract/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordChange, recordChanges } from '../records/audit.ts';
import { openTestStream } from '../testing/live-streams.ts';
import type { TestStream } from '../testing/live-streams.ts';
import { startTestServer, unique } from '../testing/server.ts';
import type { Cast, TestServer } from '../testing/server.ts';
import { publish } from './publish.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;
const streams: TestStream[] = [];
beforeAll(async () => {
  server = await startTestServer();
  ours = await server.makeCast();
  theirs = await server.makeCast();
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

/** What each of these people hears of what is done, topic by topic. */
async function heardBy(people: { id: string; cookie: string }[], act: () => Promise<unknown>) {
  const listeners = await Promise.all(people.map(({ cookie }) => openTestStream(server, { cookie })));
  streams.push(...listeners);
  await act();
  await server.database.withSystem('mark the end for a test', (db) =>
    publish(db, {
      topic: 'notifications',
      object_id: ours.organization.id,
      organization_id: null,
      minimum_role: null,
      profile_ids: people.map(({ id }) => id),
    }),
  );
  const heard = await Promise.all(
    listeners.map(async (listener) => {
      const news: Partial<LiveNews>[] = [];
      for (;;) {
        const next = ((await listener.next())?.data ?? {}) as Partial<LiveNews>;
        if (next.object_id === ours.organization.id) return news;
        if (next.topic !== 'notifications') news.push(next);
      }
    }),
  );
  for (const listener of listeners) listener.close();
  return heard.map((news) => news.map(({ topic, object_id }) => (object_id === null ? topic : 'an object')));
}

const send = (who: { cookie: string }, method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object) =>
  server.send({ method, url: `/api${url}`, cookie: who.cookie, payload });

// T2, T16
test('a change is heard by those who may list what it is about, and by no other organization', async () => {
  const boss = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
  const people = [ours.super_admin, boss, ours.admin, ours.user, theirs.admin, theirs.user, ours.stranger];
  const email = `${unique()}@x.test`;
  const invite = () => send(boss, 'POST', '/invitations', { email, role: 'user' });
  // Whose session makes it hears nothing: it is on their screen.
  expect(await heardBy(people, invite)).toEqual([['invitations'], [], ['invitations'], [], [], [], []]);
  const rename = () =>
    send(ours.super_admin, 'PATCH', `/users/${ours.user.id}`, { version: 1, phone: '600' });
  expect(await heardBy(people, rename)).toEqual([[], ['users'], ['users'], [], [], [], []]);
  // Plans are everybody's who may list them.
  const offer = () =>
    send(ours.super_admin, 'POST', '/plans', {
      name: unique(),
      price_cents: 100,
      description: 'Breve',
      max_users: 5,
    });
  expect(await heardBy(people, offer)).toEqual([[], ['plans'], ['plans'], [], ['plans'], [], []]);
});

// T2
test('mandates are heard of by the admins of their organization, runs of debits by the system alone', async () => {
  const by = { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } };
  const people = [ours.super_admin, ours.admin, ours.user, theirs.admin];
  const change = (object_type: string, organization_id: string | null) => () =>
    server.database.withSystem('change something of direct debits for a test', (db) =>
      recordChange(db, by, {
        action: `${object_type}.changed`,
        object_type,
        object_id: null,
        organization_id,
      }),
    );
  expect(await heardBy(people, change('mandate', ours.organization.id))).toEqual([
    ['billing'],
    ['billing'],
    [],
    [],
  ]);
  for (const object_type of ['debit_run', 'bank_statement', 'verifactu'])
    expect(await heardBy(people, change(object_type, null))).toEqual([['billing'], [], [], []]);
});

test('a transaction tells each list once, however much of it changes, and nothing where it is rolled back', async () => {
  const by = { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } };
  const organization_id = ours.organization.id;
  const change = { action: 'user.updated', object_type: 'user', object_id: null, organization_id };
  const people = [ours.super_admin, ours.admin];
  const many = () =>
    server.database.withSystem('change many for a test', async (db) => {
      await recordChanges(
        db,
        by,
        Array.from({ length: 2_500 }, () => change),
      );
      await recordChange(db, by, { ...change, object_type: 'invoice', action: 'invoice.issued' });
      await recordChange(db, by, { ...change, object_type: 'session', action: 'session.started' });
      await recordChange(db, by, change);
    });
  expect(await heardBy(people, many)).toEqual([
    ['users', 'billing'],
    ['users', 'billing'],
  ]);
  const undone = () =>
    server.database
      .withSystem('fail for a test', async (db) => {
        await recordChange(db, by, change);
        throw new Error('undone');
      })
      .catch(() => undefined);
  expect(await heardBy(people, undone)).toEqual([[], []]);
});
