import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queuedMails } from '../../platform/testing/mails.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { tellOfNewDevice, tellOfSecondFactor } from './security-news.service.ts';

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());

const makeUser = () => server.makePerson({ organization_id: cast.organization.id });
/** Subjects and texts of the mails to an address, in their order, and the events told on the screen. */
async function toldTo({ id, email }: { id: string; email: string }) {
  const mails = (await queuedMails(server.database, email)).map(({ subject, text }) => ({ subject, text }));
  const { rows: shown } = await sql<{ event: string }>`
    select event from notifications where profile_id = ${id} order by id`.execute(server.database.kysely);
  return { mails, events: shown.map(({ event }) => event) };
}

test('whoever gets another role is told on the screen and by mail, whatever they prefer', async () => {
  const user = await makeUser();
  await sql`insert into notification_preferences (profile_id, event, screen, mail)
    values (${user.id}, 'security.role_changed', false, false)`.execute(server.database.kysely);
  const url = `/api/users/${user.id}`;
  const { version } = (await server.send({ url, cookie: cast.admin.cookie })).json<{ version: number }>();
  const payload = { version, role: 'admin' };
  const reply = await server.send({ method: 'PATCH', url, payload, cookie: cast.admin.cookie });
  expect(reply.statusCode).toBe(200);
  const { mails, events } = await toldTo(user);
  expect(events).toEqual(['security.role_changed']);
  expect(mails.map(({ subject }) => subject)).toEqual(['Tu rol ha cambiado']);
  expect(mails[0]?.text).toContain('te ha dado el rol Administrador.');
  expect(mails[0]?.text).not.toContain('unsubscribe');
});

test('whoever is signed out by an admin is told; whoever signs out elsewhere is not', async () => {
  const user = await makeUser();
  await server.signIn(user.email);
  const own = { method: 'DELETE', url: '/api/profile/sessions', cookie: user.cookie } as const;
  expect((await server.send(own)).statusCode).toBe(204);
  expect(await toldTo(user)).toEqual({ mails: [], events: [] });
  const url = `/api/users/${user.id}/sessions`;
  expect((await server.send({ method: 'DELETE', url, cookie: cast.admin.cookie })).statusCode).toBe(204);
  const { mails, events } = await toldTo(user);
  expect([events, mails.map(({ subject }) => subject)]).toEqual([
    ['security.session_ended'],
    ['Se ha cerrado tu sesión'],
  ]);
});

test('a device is new once, and never the first one; a change of the second factor is shown', async () => {
  const user = await makeUser();
  const person = { id: user.id, organization_id: cast.organization.id };
  const signIn = (user_agent: string) =>
    server.database.withSystem('sign in for a test', (db) =>
      tellOfNewDevice(server.platform, db, person, { ip_address: '10.0.0.1', user_agent, request_id: null }),
    );
  const agents = ['X11; Linux x86_64) Firefox/140.0', 'Windows NT 10.0) Chrome/140.0'];
  for (const agent of [agents[0]!, agents[1]!, agents[1]!, agents[0]!]) await signIn(agent);
  await server.database.withSystem('tell for a test', (db) => tellOfSecondFactor(db, person));
  const { mails, events } = await toldTo(user);
  expect(events).toEqual(['security.new_device', 'security.two_factor_changed']);
  expect(mails[0]?.text).toContain('desde Chrome en Windows (10.0.0.1).');
  expect(mails).toHaveLength(1);
});
