import type { ErrorBody } from '@atalaya/contract/errors';
import { MUTABLE_EVENTS } from '@atalaya/contract/notification-events';
import type { Notification, NotificationPreference } from '@atalaya/contract/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStream } from '../../platform/testing/live-streams.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { purgeNotifications } from './notifications.service.ts';
import { notify } from './notify.service.ts';
import type { News } from './notify.service.ts';
import { tellOfPassword } from './security-news.service.ts';
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.ts';

type List = { items: Notification[]; total: number; unread: number };

describe('notifications', () => {
  let server: TestServer;
  let cast: Cast;
  beforeAll(async () => {
    server = await startTestServer();
    cast = await server.makeCast();
  });
  afterAll(() => server.close());

  const makeAdmin = (organization_id = cast.organization.id) =>
    server.makePerson({ role: 'admin', organization_id });
  const newsFor = (to: News['to'], values: Partial<News> = {}): News => ({
    event: 'ticket.assigned',
    to,
    organization_id: cast.organization.id,
    object_type: 'ticket',
    object_id: null,
    params: { title: unique() },
    ...values,
  });
  const tell = (news: News) =>
    server.database.withSystem('tell for a test', (db) =>
      notify(server.platform, db, news, ({ to, unsubscribe }) => ({
        to,
        subject: `aviso ${unsubscribe ?? ''}`,
        html: '',
        text: '',
      })),
    );
  const read = async (cookie: string, query = '') =>
    (await server.send({ url: `/api/notifications${query}`, cookie })).json<List>();
  const unreadOf = async (cookie: string) =>
    (await server.send({ url: '/api/notifications/unread', cookie })).json<{ unread: number }>().unread;
  const mailsTo = async (email: string) => {
    const { rows } = await sql<{
      subject: string;
    }>`select message ->> 'subject' as subject from mail.queue
      where recipient = ${email} order by created_at, id`.execute(server.database.kysely);
    return rows.map(({ subject }) => subject);
  };

  // M5
  test('are not mailed to people whose address nobody has proven, and shown to them all the same', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const proven = await server.makePerson({ organization_id });
    const unproven = await server.makePerson({ organization_id, email_verified: false });
    const news = newsFor([proven.id, unproven.id], { organization_id, params: { title: 'Llame al 900' } });
    await tell(news);
    expect([await mailsTo(proven.email), await mailsTo(unproven.email)]).toEqual([
      [expect.stringContaining('aviso')],
      [],
    ]);
    expect(await unreadOf(unproven.cookie)).toBe(1);
  });

  test('are listed newest first, counted, and read one by one or all at once', async () => {
    const admin = await makeAdmin();
    for (const title of ['uno', 'dos', 'tres']) await tell(newsFor([admin.id], { params: { title } }));
    const { items, total, unread } = await read(admin.cookie);
    expect([items.map(({ params }) => params['title']), total, unread]).toEqual([
      ['tres', 'dos', 'uno'],
      3,
      3,
    ]);
    const url = `/api/notifications/${items[0]?.id}/read`;
    const first = await server.send({ method: 'POST', url, cookie: admin.cookie });
    expect(first.json()).toEqual({ unread: 2 });
    expect((await server.send({ method: 'POST', url, cookie: admin.cookie })).json()).toEqual({ unread: 2 });
    expect((await read(admin.cookie, '?unread=true')).items.map(({ params }) => params['title'])).toEqual([
      'dos',
      'uno',
    ]);
    await server.send({ method: 'POST', url: '/api/notifications/read', cookie: admin.cookie });
    expect(await unreadOf(admin.cookie)).toBe(0);
    expect((await read(admin.cookie)).total).toBe(3);
  });

  // T2
  test("are one's own: another person's answers as one that does not exist", async () => {
    const [admin, colleague] = [await makeAdmin(), await makeAdmin()];
    await tell(newsFor([admin.id]));
    const { items } = await read(admin.cookie);
    for (const cookie of [colleague.cookie, cast.super_admin.cookie, cast.stranger.cookie]) {
      const reply = await server.send({
        method: 'POST',
        url: `/api/notifications/${items[0]?.id}/read`,
        cookie,
      });
      expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([404, 'object.not_found']);
    }
    expect(await unreadOf(admin.cookie)).toBe(1);
  });

  // T2, T16
  test('go to people of the organization and of the system, and to nobody who is gone', async () => {
    const other = await server.makeOrganization();
    const foreigner = await makeAdmin(other.id);
    const gone = await server.makePerson({ organization_id: cast.organization.id, is_active: false });
    const admin = await makeAdmin();
    await tell(newsFor([admin.id, admin.id, foreigner.id, gone.id, cast.super_admin.id]));
    expect([await unreadOf(admin.cookie), await unreadOf(foreigner.cookie)]).toEqual([1, 0]);
    expect(await unreadOf(cast.super_admin.cookie)).toBe(1);
    expect([await mailsTo(foreigner.email), await mailsTo(gone.email)]).toEqual([[], []]);
    expect(await mailsTo(admin.email)).toHaveLength(1);
    // A person who moves to another organization leaves the news of the first behind.
    await sql`update profiles set organization_id = ${other.id} where id = ${admin.id}`.execute(
      server.database.kysely,
    );
    expect((await read(admin.cookie)).items).toEqual([]);
  });

  // T6, T7
  test('a tenant reads only their own rows, and writes none, whatever the statement says', async () => {
    const admin = await makeAdmin();
    await tell(newsFor([cast.admin.id]));
    const as = async (statement: string) => {
      const client = await server.database.pool.connect();
      try {
        await client.query('begin');
        await client.query(
          `select set_config('role', 'atalaya_tenant', true), set_config('app.organization_id', $1, true),
             set_config('app.profile_id', $2, true)`,
          [cast.organization.id, admin.id],
        );
        return (await client.query(statement)).rows;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    expect(await as('select id from notifications')).toEqual([]);
    expect(await as('update notifications set read_at = now() returning id')).toEqual([]);
    await expect(as('delete from notifications')).rejects.toThrow('permission denied');
    await expect(
      as(`insert into notifications (profile_id, event, object_type) values ('${admin.id}', 'x', 'x')`),
    ).rejects.toThrow('permission denied');
    await expect(as(`update notifications set params = '{}'`)).rejects.toThrow('permission denied');
    await expect(as('select * from known_devices')).rejects.toThrow('permission denied');
    await expect(
      as(`insert into notification_preferences (profile_id, event) values ('${cast.admin.id}', 'x')`),
    ).rejects.toThrow('row-level security');
    const other = await server.makeOrganization();
    await expect(
      as(`select * from send_notifications('x', null, '${other.id}', 'x', null, '{}', true, true, 'es')`),
    ).rejects.toThrow('another organization');
  });

  test('reach open pages at once, as does what is read in another tab', async () => {
    const admin = await makeAdmin();
    const stream = await openTestStream(server, { cookie: admin.cookie });
    await tell(newsFor([admin.id]));
    expect((await stream.next())?.data).toMatchObject({ topic: 'notifications' });
    await server.send({ method: 'POST', url: '/api/notifications/read', cookie: admin.cookie });
    expect((await stream.next())?.data).toMatchObject({ topic: 'notifications' });
    stream.close();
  });

  test('are told as each prefers: on the screen, by mail, both or not at all', async () => {
    const admin = await makeAdmin();
    const prefer = (payload: object) =>
      server.send({
        method: 'PATCH',
        url: '/api/notifications/preferences',
        payload,
        cookie: admin.cookie,
      });
    const all = (await server.send({ url: '/api/notifications/preferences', cookie: admin.cookie })).json<{
      items: NotificationPreference[];
    }>().items;
    expect(all.map(({ event }) => event)).toEqual(MUTABLE_EVENTS);
    expect(all.every(({ screen, mail }) => screen && mail !== false)).toBe(true);
    const muted = await prefer({ event: 'ticket.assigned', mail: false });
    expect(muted.json<{ items: NotificationPreference[] }>().items).toContainEqual({
      event: 'ticket.assigned',
      screen: true,
      mail: false,
    });
    await tell(newsFor([admin.id]));
    expect([await unreadOf(admin.cookie), await mailsTo(admin.email)]).toEqual([1, []]);
    await prefer({ event: 'ticket.assigned', mail: true, screen: false });
    await tell(newsFor([admin.id]));
    expect([await unreadOf(admin.cookie), (await mailsTo(admin.email)).length]).toEqual([1, 1]);
    const { rows } = await sql<{ before: unknown; after: unknown }>`select before, after from audit_log
      where action = 'user.notifications_changed' and object_id = ${admin.id} order by id`.execute(
      server.database.kysely,
    );
    expect(rows).toEqual([
      {
        before: { event: 'ticket.assigned', screen: true, mail: true },
        after: { event: 'ticket.assigned', screen: true, mail: false },
      },
      {
        before: { event: 'ticket.assigned', screen: true, mail: false },
        after: { event: 'ticket.assigned', screen: false, mail: true },
      },
    ]);
  });

  test('whoever has chosen nothing is told as their organization says', async () => {
    const { id } = await server.makeOrganization();
    const admin = await makeAdmin(id);
    await sql`insert into settings (organization_id, notifications)
      values (${id}, '{"ticket.assigned": {"screen": true, "mail": false}}')`.execute(server.database.kysely);
    await tell(newsFor([admin.id], { organization_id: id }));
    expect([await unreadOf(admin.cookie), await mailsTo(admin.email)]).toEqual([1, []]);
    const chosen = { event: 'ticket.assigned', mail: true };
    await server.send({
      method: 'PATCH',
      url: '/api/notifications/preferences',
      payload: chosen,
      cookie: admin.cookie,
    });
    await tell(newsFor([admin.id], { organization_id: id }));
    expect([await unreadOf(admin.cookie), (await mailsTo(admin.email)).length]).toEqual([2, 1]);
  });

  test('a user is asked only about what can concern them; nobody mutes security', async () => {
    const { user } = cast;
    const shown = (await server.send({ url: '/api/notifications/preferences', cookie: user.cookie })).json<{
      items: NotificationPreference[];
    }>().items;
    expect(shown.map(({ event }) => event)).toEqual([
      'ticket.answered',
      'ticket.resolved',
      'ticket.closed',
      'ticket.reopened',
    ]);
    const reply = await server.send({
      method: 'PATCH',
      url: '/api/notifications/preferences',
      payload: { event: 'security.password_changed', screen: false },
      cookie: user.cookie,
    });
    expect(reply.statusCode).toBe(400);
    await sql`insert into notification_preferences (profile_id, event, screen, mail)
      values (${user.id}, 'security.password_changed', false, false)`.execute(server.database.kysely);
    const before = await unreadOf(user.cookie);
    await server.database.withSystem('tell for a test', (db) =>
      tellOfPassword(db, { id: user.id, organization_id: cast.organization.id }),
    );
    expect(await unreadOf(user.cookie)).toBe(before + 1);
  });

  // V1
  test('long texts are cut, without splitting a character', async () => {
    const admin = await makeAdmin();
    await tell(newsFor([admin.id], { params: { title: `${'a'.repeat(199)}😀`, author: '"\\'.repeat(500) } }));
    const [item] = (await read(admin.cookie)).items;
    expect(String(item?.params['title'])).toHaveLength(200);
    expect(String(item?.params['title']).isWellFormed()).toBe(true);
    expect(item?.params['author']).toBe('"\\'.repeat(100));
  });

  test('go after 30 days once read, and after 90 in any case', async () => {
    const admin = await makeAdmin();
    for (const [days, read_days] of [
      [29, 1],
      [31, 31],
      [89, null],
      [91, null],
    ])
      await sql`insert into notifications (organization_id, profile_id, event, object_type, params, created_at, read_at)
        values (${cast.organization.id}, ${admin.id}, 'ticket.assigned', 'ticket',
          jsonb_build_object('days', ${days}::int), now() - make_interval(days => ${days}::int),
          now() - make_interval(days => ${read_days}::int))`.execute(server.database.kysely);
    expect(await purgeNotifications(server.platform)).toBe(2);
    expect((await read(admin.cookie)).items.map(({ params }) => params['days'])).toEqual([89, 29]);
  });

  describe('the link that ends mails', () => {
    const post = (token: string, request: { payload?: string; type?: string } = {}) =>
      server.app.inject({
        method: 'POST',
        url: `/unsubscribe/${token}`,
        ...(request.payload === undefined ? {} : { payload: request.payload }),
        headers: request.type ? { 'content-type': request.type } : {},
      });

    // S8
    test('works from a mail program without cookie or origin, and a GET changes nothing', async () => {
      const admin = await makeAdmin();
      await tell(newsFor([admin.id]));
      const [subject] = await mailsTo(admin.email);
      const token = /\/unsubscribe\/(\S+)$/.exec(subject ?? '')?.[1] ?? '';
      const url = `/api/unsubscriptions/${token}`;
      expect((await server.app.inject({ url })).json()).toEqual({ event: 'ticket.assigned', mail: true });
      expect((await server.app.inject({ url })).json()).toEqual({ event: 'ticket.assigned', mail: true });
      const form = 'application/x-www-form-urlencoded';
      const ended = await post(token, { payload: 'List-Unsubscribe=One-Click', type: form });
      expect([ended.statusCode, ended.json()]).toEqual([200, { event: 'ticket.assigned', mail: false }]);
      expect((await server.app.inject({ url })).json()).toEqual({ event: 'ticket.assigned', mail: false });
      await tell(newsFor([admin.id]));
      await tell(newsFor([admin.id], { event: 'ticket.resolved' }));
      expect((await mailsTo(admin.email)).slice(1)).toEqual([expect.stringContaining('ticket.resolved')]);
      expect(await unreadOf(admin.cookie)).toBe(3);
      for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/json'])
        expect((await post(token, { payload: 'x', type })).statusCode).toBe(200);
      expect((await post(token)).statusCode).toBe(200);
    });

    // T2
    test('is signed for one person and one kind', async () => {
      const { config } = server.platform;
      const own = unsubscribeToken(config, { profile_id: cast.admin.id, event: 'ticket.assigned' });
      const [, , mac] = own.split(/\.(?=[^.]*$)|\.(?=ticket)/);
      const forged = [
        own.replace('assigned', 'resolved'),
        own.replace(cast.admin.id, cast.user.id),
        own.replace(
          /\.(.)([^.]*)$/,
          (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
        ),
        `${cast.admin.id}.security.password_changed.${mac}`,
        unsubscribeToken(
          { authSecret: 'another secret' },
          { profile_id: cast.admin.id, event: 'ticket.assigned' },
        ),
        'x',
      ];
      for (const token of forged) {
        expect(readUnsubscribeToken(config, token)).toBeNull();
        expect((await post(token)).statusCode).toBe(404);
        expect((await server.app.inject({ url: `/api/unsubscriptions/${token}` })).statusCode).toBe(404);
      }
    });
  });
});
