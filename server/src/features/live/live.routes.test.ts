import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHANNEL } from '../../platform/database/listen.ts';
import { openPostgres } from '../../platform/database/database.ts';
import { isStreamed } from '../../platform/request/define-route.ts';
import { readSession } from '../../platform/request/session.ts';
import { openTestDatabase } from '../../platform/testing/database.ts';
import { askForLive, knockAtLive, openTestStream } from '../../platform/testing/live-streams.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import type { LiveEvent } from '../../platform/live/live-event.ts';
import { keepHistory } from '../../platform/live/live-history.ts';
import { publish } from '../../platform/live/publish.ts';

describe('live events', () => {
  let server: TestServer;
  let cast: Cast;
  const opened: { close(): void }[] = [];
  beforeAll(async () => {
    server = await startTestServer();
    cast = await server.makeCast();
  });
  afterAll(async () => {
    for (const stream of opened) stream.close();
    await server.close();
  });

  const listenAs = async (who: { cookie: string }, on = server, last_id?: string) => {
    const stream = await openTestStream(on, { cookie: who.cookie, ...(last_id ? { last_id } : {}) });
    opened.push(stream);
    return stream;
  };
  const tell = async (values: Partial<LiveEvent> = {}, on = server) => {
    const event: LiveEvent = {
      topic: 'tickets',
      object_id: randomUUID(),
      organization_id: cast.organization.id,
      minimum_role: 'admin',
      profile_ids: [],
      ...values,
    };
    await on.database.withSystem('tell for a test', (db) => publish(db, event));
    return { topic: event.topic, object_id: event.object_id };
  };
  /** Told to these people by name: a listener that hears it next has heard nothing before it. */
  const mark = (...people: { id: string }[]) =>
    tell({ organization_id: null, minimum_role: null, profile_ids: people.map(({ id }) => id) });

  // T2, T16
  test('reach the ranks of the organization and the system, and whoever is named: nobody else', async () => {
    const other = await server.makeOrganization();
    const foreigner = await server.makePerson({ role: 'admin', organization_id: other.id });
    const { admin, user, super_admin, stranger } = cast;
    const listeners = await Promise.all(
      [admin, super_admin, user, foreigner, stranger].map((who) => listenAs(who)),
    );
    const forAdmins = await tell();
    const forAll = await tell({ minimum_role: 'user' });
    const named = await tell({ profile_ids: [user.id] });
    const last = await mark(admin, super_admin, user, foreigner, stranger);
    const heard = await Promise.all(
      listeners.map(async (listener) => {
        const news: unknown[] = [];
        for (;;) {
          const data = (await listener.next())?.data as typeof last | undefined;
          news.push(data);
          if (data?.object_id === last.object_id) return news;
        }
      }),
    );
    expect(heard).toEqual([
      [forAdmins, forAll, named, last],
      [forAdmins, forAll, named, last],
      [forAll, named, last],
      [last],
      [last],
    ]);
  });

  test('are told after the commit, and never of what was rolled back', async () => {
    const stream = await listenAs(cast.admin);
    const undone = server.database.withTenant((await actorOf(server, cast.admin.cookie))!, async (db) => {
      await publish(db, {
        topic: 'tickets',
        object_id: randomUUID(),
        organization_id: cast.organization.id,
        minimum_role: 'admin',
        profile_ids: [],
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const kept = await tell();
    expect((await stream.next())?.data).toEqual(kept);
  });

  test('reach the streams of other processes on the same database', async () => {
    const { url } = server.database;
    const far = { ...openPostgres(url, 2), url };
    const second = await startTestServer({ database: far });
    const here = await listenAs(cast.admin);
    const there = await listenAs(cast.admin, second);
    const told = await tell({}, second);
    expect([(await here.next())?.data, (await there.next())?.data]).toEqual([told, told]);
    await second.close();
    await far.close();
  });

  test('go on after the answer that said who is signed in', async () => {
    const { cookie } = cast.admin;
    await listenAs(cast.admin);
    const answer = await server.app.inject({ method: 'GET', url: '/api/session', headers: { cookie } });
    const { session } = answer.json<{ session: { live_after: string } }>();
    const missed = await tell();
    const stream = await openTestStream(server, { cookie, after: session.live_after });
    opened.push(stream);
    expect((await stream.next())?.data).toEqual(missed);
  });

  test('go on where a stream was cut, or say that some may have been missed', async () => {
    const before = await listenAs(cast.admin);
    await tell();
    const last_id = (await before.next())?.id ?? '';
    before.close();
    const missed = [await tell(), await tell()];
    const after = await listenAs(cast.admin, server, last_id);
    expect([(await after.next())?.data, (await after.next())?.data]).toEqual(missed);
    for (const unknown of ['0a1b2c3d-1', 'x', `${last_id}9`.repeat(30)]) {
      const stream = await listenAs(cast.admin, server, unknown);
      expect((await stream.next())?.event).toBe('resync');
    }
  });

  // S3, S4
  test('end with the session, and when the person reaches other things', async () => {
    const person = await server.makePerson({ role: 'admin', organization_id: cast.organization.id });
    const elsewhere = await server.signIn(person.email);
    const here = await listenAs(person);
    const there = await listenAs({ cookie: elsewhere });
    await server.send({ method: 'DELETE', url: '/api/session', cookie: elsewhere });
    expect(await there.next()).toBeNull();
    const told = await tell();
    expect((await here.next())?.data).toEqual(told);

    const url = `/api/users/${person.id}`;
    const { version } = (await server.send({ url, cookie: cast.super_admin.cookie })).json<{
      version: number;
    }>();
    const payload = { version, role: 'user' };
    const demoted = await server.send({ method: 'PATCH', url, payload, cookie: cast.super_admin.cookie });
    expect(demoted.statusCode).toBe(200);
    // They are told of it, and the stream ends.
    while (await here.next());
    const again = await listenAs(person);
    await tell();
    const own = await mark(person);
    expect((await again.next())?.data).toEqual(own);
  });

  // S5
  test('end when the session is too old, without anybody telling', async () => {
    const person = await server.makePerson({ organization_id: cast.organization.id });
    const stream = await listenAs(person);
    await server.database.withSystem('age a session for a test', (db) =>
      sql`update auth."session" set "expiresAt" = now() - interval '1 second' where "userId" = ${person.user_id}`.execute(
        db,
      ),
    );
    await server.platform.live.recheck();
    expect(await stream.next()).toBeNull();
  });

  // S5
  test('end with a session that the settings of its organization have shortened', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const person = await server.makePerson({ organization_id });
    const stream = await listenAs(person);
    const { pool } = server.database;
    await pool.query('insert into settings (organization_id, session_idle_hours) values ($1, 1)', [
      organization_id,
    ]);
    await pool.query(
      `update auth."session" set "updatedAt" = now() - interval '61 minutes' where "userId" = $1`,
      [person.user_id],
    );
    expect((await knockAtLive(server, person.cookie)).statusCode).toBe(401);
    await server.platform.live.recheck();
    await mark(person);
    expect(await stream.next()).toBeNull();
  });

  test('are not compressed, not kept by anybody, and not for strangers', async () => {
    expect((await knockAtLive(server)).statusCode).toBe(401);
    const { headers, destroy } = await askForLive(server, { cookie: cast.user.cookie }).then((answer) => ({
      headers: answer.headers,
      destroy: () => answer.destroy(),
    }));
    destroy();
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
  });

  test('one person opens twelve streams and no more', async () => {
    const person = await server.makePerson({ organization_id: cast.organization.id });
    const streams = [];
    for (let count = 0; count < 12; count++) streams.push(await listenAs(person));
    expect((await knockAtLive(server, person.cookie)).statusCode).toBe(429);
    streams[0]?.close();
    await expect.poll(async () => (await knockAtLive(server, person.cookie)).statusCode).toBe(200);
  });

  // P6
  test('are not opened by HEAD, which nobody would ever read or close; nor is any file', async () => {
    const heads = server.app.registered.filter(({ method }) => method === 'HEAD');
    expect(heads.length).toBeGreaterThan(50);
    expect(heads.filter(({ contract }) => contract && isStreamed(contract))).toEqual([]);
    const { id, cookie } = await server.makePerson({ organization_id: cast.organization.id });
    for (let count = 0; count < 13; count++) {
      const reply = await server.send({ method: 'HEAD', url: '/api/live', cookie });
      expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET']);
    }
    const stream = await listenAs({ cookie });
    await mark({ id });
    expect((await stream.next())?.event).toBe('news');
  });

  // F7
  test('go on after a notification that is none of ours', async () => {
    const stream = await listenAs(cast.admin);
    for (const payload of ['no JSON', 'null', '1', '{"event":'])
      await server.database.pool.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    const told = await tell();
    expect((await stream.next())?.data).toEqual(told);
    expect(server.log.join('')).toContain('none of ours');
  });

  // F5
  test('do not keep the server from closing, nor open while it does', async () => {
    const second = await startTestServer({ database: server.database });
    const answer = await askForLive(second, { cookie: cast.admin.cookie });
    const ended = once(answer.resume(), 'end');
    await second.close();
    await ended;
    const actor = (await actorOf(server, cast.admin.cookie))!;
    await expect(second.platform.live.open(actor, null)).rejects.toThrow('server.unavailable');
  });

  // F1
  test('a lost connection to the database is opened again, and everybody is asked to read anew', async () => {
    const stream = await listenAs(cast.admin);
    await loseListener(server);
    expect((await stream.next())?.event).toBe('resync');
    const told = await tell();
    expect((await stream.next())?.data).toEqual(told);
  });
});

async function actorOf(server: TestServer, cookie: string) {
  return (await readSession(server.platform, cookie))?.actor;
}

/** Cuts the connection that listens. */
async function loseListener({ database }: TestServer): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen %'`,
  );
}

test('the latest events are kept, and older ones known to be gone', () => {
  const history = keepHistory();
  const event: LiveEvent = {
    topic: 'tickets',
    object_id: 'x',
    organization_id: null,
    minimum_role: null,
    profile_ids: [],
  };
  const start = history.now();
  const first = history.add(event);
  for (let count = 0; count < 499; count++) history.add(event);
  expect(history.after(start)).toHaveLength(500);
  expect(history.after(first)).toHaveLength(499);
  history.add(event);
  expect(history.after(first)).toHaveLength(499 + 1);
  expect(history.after(start)).toBeNull();
  const now = history.now();
  expect(history.after(now)).toEqual([]);
  history.forget();
  expect(history.after(now)).toBeNull();
  expect(history.after(history.now())).toEqual([]);
});

test('a database that cannot be reached refuses a stream instead of leaving it deaf', async () => {
  const database = await openTestDatabase();
  const server = await startTestServer({
    database: { ...database, listen: () => Promise.reject(new Error('down')) },
  });
  const { cookie } = await server.makePerson();
  expect((await knockAtLive(server, cookie)).statusCode).toBe(500);
  await server.close();
  await database.close();
});
