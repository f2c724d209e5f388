import type { AppHome } from '@atalaya/contract/app-home';
import type { TicketDetail } from '@atalaya/contract/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let cast: Cast;
let other: Cast;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
  other = await server.makeCast();
});
afterAll(() => server.close());

type Person = { cookie: string };
const homeOf = async ({ cookie }: Person) => {
  const reply = await server.send({ url: '/api/app-home', cookie });
  expect(reply.statusCode).toBe(200);
  return reply.json<AppHome>();
};
const send = (who: Person, method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object) =>
  server.send({ method, url, payload, cookie: who.cookie });
const open = async (who: Person) =>
  (
    await send(who, 'POST', '/api/tickets', { title: `Ticket ${unique()}`, description: 'No va.' })
  ).json<TicketDetail>();
const reply = (who: Person, { id }: TicketDetail) =>
  send(who, 'POST', `/api/tickets/${id}/messages`, {
    body: 'Hola',
    seen_message_id: null,
    confirm_answered: true,
  });
const titles = (tickets: { title: string }[]) => tickets.map(({ title }) => title);

test('a person finds their own tickets, and those that wait for their answer', async () => {
  const [answered, untouched] = [await open(cast.user), await open(cast.user)];
  await reply(cast.super_admin, answered);
  const done = await open(cast.user);
  await reply(cast.super_admin, done);
  await send(cast.super_admin, 'POST', `/api/tickets/${done.id}/resolve`, { message: 'Ya va' });
  await reply(cast.super_admin, await open(cast.admin));
  await reply(other.super_admin, await open(other.user));
  const home = await homeOf(cast.user);
  expect(titles(home.tickets)).toEqual(titles([done, untouched, answered]));
  expect(home.waiting.map(({ title, why }) => [title, why])).toEqual([[answered.title, 'answer']]);
  // Once they have answered it is the turn of the support again.
  await reply(cast.user, answered);
  expect((await homeOf(cast.user)).waiting).toEqual([]);
});

test('who takes care of a ticket finds it while it waits for them', async () => {
  const ticket = await open(cast.user);
  await send(cast.admin, 'PUT', `/api/tickets/${ticket.id}/assignee`, {
    version: ticket.version,
    assigned_to: cast.admin.id,
  });
  const waits = async () =>
    (await homeOf(cast.admin)).waiting.filter(({ id }) => id === ticket.id).map(({ why }) => why);
  expect(await waits()).toEqual(['assigned']);
  await reply(cast.admin, ticket);
  expect(await waits()).toEqual([]);
});

test('their organization: its name, its plan and who administers it', async () => {
  const { id: organization_id } = cast.organization;
  await server.makePerson({ role: 'admin', organization_id, is_active: false });
  const second = await server.makePerson({
    role: 'admin',
    organization_id,
    first_name: 'Eva',
    last_name: 'Gil',
  });
  const { organization } = await homeOf(cast.user);
  expect(organization).toMatchObject({ name: cast.organization.name, plan_name: 'Basic' });
  expect(organization!.admins.map(({ email }) => email).sort()).toEqual(
    [cast.admin.email, second.email].sort(),
  );
  expect(organization!.admins).toContainEqual({ name: 'Eva Gil', email: second.email });
  expect((await homeOf(cast.super_admin)).organization).toBeNull();
});

test('an invitation waits for somebody without an organization, and lets them in', async () => {
  const guest = await server.makePerson();
  const { invitation } = (
    await send(cast.admin, 'POST', '/api/invitations', { email: guest.email, role: 'admin' })
  ).json<{ invitation: { id: string } }>();
  const home = await homeOf(guest);
  expect(home).toMatchObject({ waiting: [], tickets: [], organization: null });
  expect(home.invitations).toEqual([
    {
      id: invitation.id,
      organization_name: cast.organization.name,
      expires_at: expect.any(String),
      token: expect.any(String),
    },
  ]);
  const joined = await send(guest, 'POST', '/api/invitations/join', { token: home.invitations[0]!.token });
  expect(joined.statusCode).toBe(200);
  expect(await homeOf(guest)).toMatchObject({
    invitations: [],
    organization: { name: cast.organization.name },
  });
});

test('an invitation is not shown to whom the address is not proven, nor once it has ended', async () => {
  const unproven = await server.makePerson({ email_verified: false });
  const guest = await server.makePerson();
  const made = [];
  for (const { email } of [unproven, guest]) {
    const answer = await send(cast.admin, 'POST', '/api/invitations', { email });
    made.push(answer.json<{ invitation: { id: string } }>().invitation.id);
  }
  expect((await homeOf(unproven)).invitations).toEqual([]);
  expect((await homeOf(guest)).invitations).toHaveLength(1);
  await send(cast.admin, 'DELETE', `/api/invitations/${made[1]}`, {});
  expect((await homeOf(guest)).invitations).toEqual([]);
});

test('a person of an organization is shown no invitation to another: they could not accept it', async () => {
  await send(other.admin, 'POST', '/api/invitations', { email: cast.user.email });
  expect((await homeOf(cast.user)).invitations).toEqual([]);
});

test('who is not signed in gets nothing, nor an API key', async () => {
  expect((await server.send({ url: '/api/app-home' })).statusCode).toBe(401);
  const made = await send(cast.admin, 'POST', '/api/profile/api-keys', {
    name: 'Una',
    scopes: ['tickets:read'],
    expires_in_days: 1,
  });
  const { token } = made.json<{ token: string }>();
  const headers = { authorization: `Bearer ${token}` };
  expect((await server.app.inject({ url: '/api/app-home', headers })).statusCode).toBe(403);
});
