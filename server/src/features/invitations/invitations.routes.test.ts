import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
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

const address = () => `invitada-${unique()}@example.test`;

async function invite(cookie: string, payload: object) {
  return server.send({ method: 'POST', url: '/api/invitations', cookie, payload });
}

async function invited(email = address()) {
  const reply = await invite(cast.admin.cookie, { email });
  expect(reply.statusCode).toBe(201);
  return reply.json().invitation as { id: string; email: string };
}

async function linkTo(id: string, cookie = cast.admin.cookie): Promise<string> {
  const reply = await server.send({
    method: 'POST',
    url: `/api/invitations/${id}/link`,
    cookie,
    payload: {},
  });
  expect(reply.statusCode).toBe(200);
  return reply.json().link as string;
}

const post = (url: string, payload: object, cookie?: string) =>
  server.send({ method: 'POST', url, payload, ...(cookie ? { cookie } : {}) });
const open = (token: string) => post('/api/invitations/open', { token });
const accept = (token: string, payload: object = {}) =>
  post('/api/invitations/accept', {
    token,
    first_name: 'Eva',
    last_name: 'Ruiz',
    password: 'seis66',
    ...payload,
  });
const tokenOf = (link: string) => link.split('/').at(-1)!;

async function expire(id: string) {
  await server.database.withSystem('expire an invitation for a test', (db) =>
    sql`update organization_invitations set expires_at = now() - interval '1 second' where id = ${id}`.execute(
      db,
    ),
  );
}

test('the list shows what was sent, newest first, to the own organization alone', async () => {
  const { id, email } = await invited();
  const list = await server.send({ method: 'GET', url: '/api/invitations', cookie: cast.admin.cookie });
  expect(list.json().items[0]).toMatchObject({
    id,
    email,
    role: 'user',
    status: 'pending',
    delivery: 'sent',
  });
  const theirs = await server.send({ method: 'GET', url: '/api/invitations', cookie: other.admin.cookie });
  expect(theirs.body).not.toContain(email);
});

test('an address with an open invitation is refused, one who belongs already too', async () => {
  const { email } = await invited();
  expect((await invite(cast.admin.cookie, { email: ` ${email.toUpperCase()} ` })).json().code).toBe(
    'invitation.duplicate',
  );
  expect((await invite(cast.admin.cookie, { email: cast.user.email })).json().code).toBe(
    'invitation.already_member',
  );
});

test('nobody invites above their rank; a super_admin names the organization', async () => {
  expect((await invite(cast.admin.cookie, { email: address(), role: 'super_admin' })).json().code).toBe(
    'user.rank_too_low',
  );
  const nowhere = await invite(cast.super_admin.cookie, { email: address() });
  expect(nowhere.json().fields).toEqual([{ field: 'body.organization_id', code: 'required' }]);
  const there = await invite(cast.super_admin.cookie, {
    email: address(),
    role: 'admin',
    organization_id: other.organization.id,
  });
  expect(there.json().invitation.organization).toMatchObject({ id: other.organization.id });
});

test.each(['canceled', 'inactive'] as const)(
  'nobody is invited to an organization that is %s',
  async (status) => {
    const { id: organization_id } = await server.makeOrganization({ subscription_status: status });
    const reply = await invite(cast.super_admin.cookie, { email: address(), organization_id });
    expect(reply.json()).toMatchObject({ code: 'subscription.wrong_status', params: { status } });
    const dry = { emails: [address()], organization_id };
    const checked = await post('/api/invitations/check', dry, cast.super_admin.cookie);
    expect(checked.json()).toMatchObject({ code: 'subscription.wrong_status', params: { status } });
  },
);

// T2
test("another organization's invitation answers like one that does not exist", async () => {
  const { id } = await invited();
  const nothing = '0190b5a0-0000-7000-8000-000000000000';
  for (const [method, path] of [
    ['POST', '/resend'],
    ['POST', '/link'],
    ['DELETE', ''],
    ['POST', '/restore'],
  ] as const) {
    const call = (each: string) =>
      server.send({
        method,
        url: `/api/invitations/${each}${path}`,
        cookie: other.admin.cookie,
        ...(method === 'POST' ? { payload: {} } : {}),
      });
    const [theirs, missing] = [await call(id), await call(nothing)];
    expect(theirs.statusCode).toBe(404);
    const bare = (body: string) => ({ ...JSON.parse(body), request_id: null });
    expect(bare(theirs.body)).toEqual(bare(missing.body));
  }
});

test('accepting makes account, membership and session; the inviter is told', async () => {
  const { id, email } = await invited();
  const token = tokenOf(await linkTo(id));
  expect((await open(token)).json()).toMatchObject({ email, account: 'none', role: 'user' });
  const reply = await accept(token);
  expect(reply.statusCode).toBe(200);
  expect(reply.json().session).toMatchObject({
    profile: { email, role: 'user' },
    organization: { id: cast.organization.id },
  });
  const cookie = String(reply.headers['set-cookie']).split(';', 1)[0]!;
  const session = await server.send({ method: 'GET', url: '/api/session', cookie });
  expect(session.json().session.profile.email).toBe(email);
  expect((await open(token)).json().code).toBe('invitation.invalid');
});

// L1
test('accepting is a sign-in: it stands in the audit log, its device is known, what the browser had ends', async () => {
  const { id: organization_id } = await server.makeOrganization();
  const before = await server.makePerson({ role: 'admin', organization_id });
  const { id } = (await invite(before.cookie, { email: address() })).json().invitation;
  const reply = await server.send({
    method: 'POST',
    url: '/api/invitations/accept',
    payload: {
      token: tokenOf(await linkTo(id, before.cookie)),
      first_name: 'Eva',
      last_name: 'Ruiz',
      password: 'seis66',
    },
    cookie: before.cookie,
  });
  const { profile } = reply.json().session;
  expect(profile.last_login_at).not.toBeNull();
  const { rows } = await server.database.withSystem('read the audit log', (db) =>
    sql`select action from audit_log where actor_profile_id = ${profile.id}`.execute(db),
  );
  expect(rows).toEqual([{ action: 'session.started' }]);
  const known = await server.database.withSystem('read the devices', (db) =>
    sql`select 1 from known_devices where profile_id = ${profile.id}`.execute(db),
  );
  expect(known.rows).toHaveLength(1);
  const left = await server.send({ method: 'GET', url: '/api/session', cookie: before.cookie });
  expect(left.json().session).toBeNull();
});

// I4
test('expired, cancelled, accepted and unknown tokens answer alike', async () => {
  const expired = await invited();
  const cancelled = await invited();
  const accepted = await invited();
  const tokens: string[] = [];
  for (const { id } of [expired, cancelled, accepted]) tokens.push(tokenOf(await linkTo(id)));
  await expire(expired.id);
  await server.send({ method: 'DELETE', url: `/api/invitations/${cancelled.id}`, cookie: cast.admin.cookie });
  await accept(tokens[2]!);
  const answers = await Promise.all(
    [...tokens, 'unknown'].map(async (token) => (await accept(token)).json()),
  );
  for (const answer of answers)
    expect({ ...answer, request_id: null }).toEqual({ code: 'invitation.invalid', request_id: null });
});

// I1, I6
test('copying keeps the mailed link alive; only the mailed one proves the mailbox; no token is stored', async () => {
  const { id, email } = await invited();
  const first = await linkTo(id);
  expect(await linkTo(id)).toBe(first);
  const stored = await server.database.withSystem('look at what is stored', async (db) =>
    JSON.stringify((await sql`select * from organization_invitations where id = ${id}`.execute(db)).rows),
  );
  expect(stored).not.toContain(tokenOf(first));
  expect((await accept(tokenOf(first))).statusCode).toBe(200);
  const verified = await server.database.withSystem('look at an account', async (db) =>
    db.selectFrom('auth.user').select('emailVerified').where('email', '=', email).executeTakeFirstOrThrow(),
  );
  expect(verified.emailVerified).toBe(false);
});

// I5
test('an account that exists signs in and joins; its password is never set by a token', async () => {
  const person = await server.makePerson();
  const { id } = await invited(person.email);
  const token = tokenOf(await linkTo(id));
  expect((await open(token)).json().account).toBe('exists');
  expect((await accept(token)).json().code).toBe('invitation.sign_in_required');
  expect((await post('/api/invitations/join', { token }, other.user.cookie)).json().code).toBe(
    'invitation.wrong_account',
  );
  const joined = await post('/api/invitations/join', { token }, person.cookie);
  expect(joined.json().session.organization.id).toBe(cast.organization.id);
});

test('moving from another organization is refused in clear words', async () => {
  const { id } = await invited(other.user.email);
  const token = tokenOf(await linkTo(id));
  expect((await post('/api/invitations/join', { token }, other.user.cookie)).json().code).toBe(
    'invitation.other_organization',
  );
});

// I7
test('e-mail, role and organization come from the invitation, never from the body', async () => {
  const { id } = await invited();
  const token = tokenOf(await linkTo(id));
  for (const forged of [
    { role: 'admin' },
    { email: 'otra@example.test' },
    { organization_id: other.organization.id },
  ])
    expect((await accept(token, forged)).json().fields).toHaveLength(1);
  expect((await open(token)).statusCode).toBe(200);
});

// A1
test.each([
  [5, 400],
  [6, 200],
  [128, 200],
  [129, 400],
])('a password of %i characters answers %i', async (length, status) => {
  const { id } = await invited();
  const token = tokenOf(await linkTo(id));
  expect((await accept(token, { password: 'x'.repeat(length) })).statusCode).toBe(status);
});

// I9
test('an inviter who loses access or rank takes their invitations along', async () => {
  const inviter = await server.makePerson({ role: 'admin', organization_id: cast.organization.id });
  const sendAs = async () => {
    const reply = await invite(inviter.cookie, { email: address() });
    return tokenOf(await linkTo(reply.json().invitation.id, inviter.cookie));
  };
  const token = await sendAs();
  const change = (payload: object) =>
    server.send({ method: 'PATCH', url: `/api/users/${inviter.id}`, cookie: cast.admin.cookie, payload });
  await change({ version: 1, role: 'user' });
  expect((await open(token)).statusCode).toBe(404);
  await change({ version: 2, role: 'admin' });
  expect((await open(token)).statusCode).toBe(200);
  await change({ version: 3, is_active: false });
  expect((await accept(token)).statusCode).toBe(404);
  const list = await server.send({ method: 'GET', url: '/api/invitations', cookie: cast.admin.cookie });
  expect(list.json().items.map((each: { invited_by: string }) => each.invited_by)).not.toContain(inviter.id);
});

// I9
test('whoever sends or copies again the invitation of somebody who may no longer invite stands for it', async () => {
  const inviter = await server.makePerson({ role: 'admin', organization_id: cast.organization.id });
  const again = async (path: 'link' | 'resend') => {
    const { id } = (await invite(inviter.cookie, { email: address() })).json().invitation;
    const token = tokenOf(await linkTo(id, inviter.cookie));
    const setRole = (role: string) =>
      server.database.pool.query('update profiles set role = $2 where id = $1', [inviter.id, role]);
    await setRole('user');
    expect((await open(token)).statusCode).toBe(404);
    expect((await post(`/api/invitations/${id}/${path}`, {}, cast.admin.cookie)).statusCode).toBe(200);
    expect((await open(token)).statusCode).toBe(200);
    await setRole('admin');
  };
  await again('link');
  await again('resend');
  const theirs = { email: address(), organization_id: cast.organization.id };
  const { id } = (await invite(cast.super_admin.cookie, theirs)).json().invitation;
  await linkTo(id);
  const { rows } = await server.database.pool.query(
    'select invited_by from organization_invitations where id = $1',
    [id],
  );
  expect(rows).toEqual([{ invited_by: cast.super_admin.id }]);
});

test('an expired invitation is renewed by the rules of a new one', async () => {
  const [member, foreign] = [await invited(), await invited()];
  for (const { id } of [member, foreign]) await expire(id);
  await server.makePerson({ email: member.email, organization_id: cast.organization.id });
  const resend = async ({ id }: { id: string }) =>
    (await post(`/api/invitations/${id}/resend`, {}, cast.admin.cookie)).json().code;
  expect(await resend(member)).toBe('invitation.already_member');
  const setDomains = (domains: string[]) =>
    server.database.pool.query(
      `insert into settings (organization_id, allowed_domains) values ($1, $2)
       on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid))
       do update set allowed_domains = excluded.allowed_domains`,
      [cast.organization.id, domains],
    );
  await setDomains(['otra.test']);
  expect(await resend(foreign)).toBe('organization.domain_not_allowed');
  await setDomains([]);
  expect(await resend(foreign)).toBeUndefined();
});

// R2
test('an expired invitation stays listed and is renewed; the old link is dead', async () => {
  const { id, email } = await invited();
  const before = tokenOf(await linkTo(id));
  await expire(id);
  const list = await server.send({
    method: 'GET',
    url: `/api/invitations?status=expired&search=${email}`,
    cookie: cast.admin.cookie,
  });
  expect(list.json().items).toMatchObject([{ id, status: 'expired' }]);
  const renewed = await post(`/api/invitations/${id}/resend`, {}, cast.admin.cookie);
  expect(renewed.json().invitation).toMatchObject({ id, status: 'pending' });
  expect((await open(before)).statusCode).toBe(404);
  expect((await open(tokenOf(await linkTo(id)))).statusCode).toBe(200);
});

test('declining frees the seat; asking again answers the same whatever the token is', async () => {
  const { id } = await invited();
  const token = tokenOf(await linkTo(id));
  expect((await post('/api/invitations/decline', { token })).statusCode).toBe(204);
  expect((await open(token)).statusCode).toBe(404);
  for (const each of [token, 'unknown'])
    expect((await post('/api/invitations/renewal-requests', { token: each })).statusCode).toBe(202);
});

test('a dry run tells each line and writes nothing', async () => {
  const { email } = await invited();
  const fresh = address();
  const reply = await post(
    '/api/invitations/check',
    { emails: [fresh, fresh.toUpperCase(), 'nada', email, cast.user.email] },
    cast.admin.cookie,
  );
  expect(reply.json().results.map((each: { check: string }) => each.check)).toEqual([
    'ok',
    'repeated',
    'invalid_email',
    'already_invited',
    'already_member',
  ]);
  const list = await server.send({
    method: 'GET',
    url: `/api/invitations?search=${fresh}`,
    cookie: cast.admin.cookie,
  });
  expect(list.json().total).toBe(0);
});

// L1
test('every step leaves its entry in the audit log', async () => {
  const { id } = await invited();
  await linkTo(id);
  await post(`/api/invitations/${id}/resend`, {}, cast.admin.cookie);
  await server.send({ method: 'DELETE', url: `/api/invitations/${id}`, cookie: cast.admin.cookie });
  const actions = await server.database.withSystem('read the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  expect(actions.map((each) => each.action)).toEqual([
    'invitation.created',
    'invitation.link_copied',
    'invitation.resent',
    'invitation.canceled',
  ]);
});

test('a withdrawal is taken back: the mailed link leads in again, and the seat is held again', async () => {
  const { organization, admin } = await server.makeCast();
  await server.database.pool.query('update organizations set max_users = 3 where id = $1', [organization.id]);
  const send = (method: 'POST' | 'DELETE', url: string, cookie = admin.cookie) =>
    server.send({ method, url, cookie, ...(method === 'POST' ? { payload: {} } : {}) });
  const ask = async (email: string) =>
    (await invite(admin.cookie, { email })).json<{ invitation: { id: string } }>().invitation?.id ?? '';
  const email = address();
  const id = await ask(email);
  const link = await linkTo(id, admin.cookie);
  const restore = () => send('POST', `/api/invitations/${id}/restore`);
  expect((await restore()).statusCode).toBe(404);
  await send('DELETE', `/api/invitations/${id}`);
  expect((await open(tokenOf(link))).statusCode).not.toBe(200);
  const foreign = await send('POST', `/api/invitations/${id}/restore`, other.admin.cookie);
  expect(foreign.statusCode).toBe(404);
  // Invited anew in between, and then another person takes the last seat.
  const anew = await ask(email);
  expect((await restore()).json()).toMatchObject({ code: 'invitation.duplicate' });
  await send('DELETE', `/api/invitations/${anew}`);
  const another = await ask(address());
  expect((await restore()).json()).toMatchObject({ code: 'organization.seats_full' });
  await send('DELETE', `/api/invitations/${another}`);
  expect((await restore()).json()).toMatchObject({ id, email, status: 'pending' });
  expect((await open(tokenOf(link))).statusCode).toBe(200);
  expect((await restore()).statusCode).toBe(404);
});
