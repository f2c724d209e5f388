import { createHmac } from 'node:crypto';
import type { Connection } from '@atalaya/contract/connections';
import type { SignOn, ssoRoutes } from '@atalaya/contract/sso';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT, makeKey, startHandMadeIssuer } from '../../platform/testing/hand-made-issuer.ts';
import type { HandMadeIssuer } from '../../platform/testing/hand-made-issuer.ts';
import { loginOf, startIssuer } from '../../platform/testing/issuer.ts';
import { waitForLockWaits } from '../../platform/testing/lock-waits.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { statementsOf } from '../../platform/testing/statements-of.ts';
import { codeShown } from '../account/two-factor/testing/shown-code.ts';
import { findWayIn } from './sso.service.ts';

let issuer: HandMadeIssuer;
let server: TestServer;
let second: TestServer;
let ours: Cast;
let theirs: Cast;
beforeAll(async () => {
  issuer = await startHandMadeIssuer();
  const env = { OUTBOUND_ALLOWED_HOSTS: issuer.host };
  server = await startTestServer({ env });
  second = await startTestServer({ env, database: server.database });
  [ours, theirs] = [await server.makeCast(), await server.makeCast()];
});
afterAll(async () => {
  await second.close();
  await server.close();
  await issuer.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Sent = { cookie?: string | undefined; payload?: object };
const send = (method: Method, url: string, { cookie, payload }: Sent = {}, from = server) =>
  from.send({ method, url, ...(cookie ? { cookie } : {}), ...(payload ? { payload } : {}) });
const query = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as Record<string, unknown>[];
const cookiesOf = ({ headers }: { headers: { 'set-cookie'?: string | string[] | number | undefined } }) =>
  [headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';', 1)[0]!);

type Given = { cast?: Cast; groups?: { group: string; role: string }[]; issuer_url?: string };
/** A connection of an organization with a proven domain, tested and on. */
async function makeSignOn({ cast = ours, groups = [], issuer_url = issuer.url }: Given = {}) {
  await query('delete from identity_connections where organization_id = $1', [cast.organization.id]);
  const domain = `${unique()}.example`;
  await query(
    `insert into organization_domains (organization_id, domain, token, proven_at)
     values ($1, $2, 'a token of the tests, proven', now())`,
    [cast.organization.id, domain],
  );
  const { cookie } = cast.admin;
  const payload = { name: unique(), groups };
  const { id } = (await send('POST', '/api/connections', { cookie, payload })).json<Connection>();
  const values = { version: null, issuer: issuer_url, ...CLIENT };
  const saved = await send('PUT', `/api/connections/${id}/sign-on`, { cookie, payload: values });
  expect(saved.statusCode).toBe(200);
  await query('update connection_sign_on set tested_at = now(), is_on = true where connection_id = $1', [id]);
  return { id, domain, cast };
}
type Made = Awaited<ReturnType<typeof makeSignOn>>;

/** Begins in a browser without session: its cookie, and what the provider was told. */
async function begin({ id }: Pick<Made, 'id'>) {
  const going = await send('GET', `/api/sso/${id}/start?redirect=/admin/profile`);
  const told = new URL(String(going.headers.location)).searchParams;
  return { flow: cookiesOf(going).join('; '), told };
}
type Begun = Awaited<ReturnType<typeof begin>>;
const comeBack = ({ flow, told }: Begun, code: string, more: Record<string, string> = {}, from = server) => {
  const values = { code, state: told.get('state') ?? '', iss: issuer.url, ...more };
  return from.send({ url: `/api/sso/callback?${new URLSearchParams(values).toString()}`, cookie: flow });
};
const claimsOf = ({ told }: Begun, claims: object) => ({
  nonce: told.get('nonce'),
  sub: unique(),
  ...claims,
});
/** Signs in with these claims; where the browser ends up, and its session. */
async function signIn(made: Pick<Made, 'id'>, claims: object) {
  const begun = await begin(made);
  const answer = await comeBack(begun, issuer.codeFor(await issuer.sign(claimsOf(begun, claims))));
  return { to: String(answer.headers.location), cookie: cookiesOf(answer).join('; ') };
}
const who = async (cookie: string, from = server) =>
  (await send('GET', '/api/session', { cookie }, from)).json<{ session: { profile: object } | null }>()
    .session;
/** The sign-in that says why, and still leads to where its person was going. */
const refused = (code: string, redirect: string | null = '/admin/profile') =>
  `/admin/login?${new URLSearchParams({ provider_error: code, ...(redirect ? { redirect } : {}) }).toString()}`;

const CALLS: Record<
  Exclude<keyof typeof ssoRoutes, 'findSignOn'>,
  (cookie: string | undefined, id: string) => ReturnType<typeof send>
> = {
  readSignOn: (cookie, id) => send('GET', `/api/connections/${id}/sign-on`, { cookie }),
  saveSignOn: (cookie, id) =>
    send('PUT', `/api/connections/${id}/sign-on`, {
      cookie,
      payload: { version: 1, issuer: issuer.url, ...CLIENT },
    }),
  switchSignOn: (cookie, id) =>
    send('PUT', `/api/connections/${id}/sign-on/state`, { cookie, payload: { version: 1, is_on: false } }),
  testSignOn: (cookie, id) => send('POST', `/api/connections/${id}/sign-on/test`, { cookie, payload: {} }),
};

describe('every route', () => {
  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
    '%s: an admin and a super_admin may; 401, 403; another organization’s is not there',
    async (name) => {
      const statusFor = async (cookie?: string) =>
        (await CALLS[name](cookie, (await makeSignOn()).id)).statusCode;
      expect(await statusFor()).toBe(401);
      expect(await statusFor(ours.user.cookie)).toBe(403);
      expect(await statusFor(theirs.admin.cookie)).toBe(404);
      expect(await statusFor(ours.admin.cookie)).toBe(200);
      expect(await statusFor(ours.super_admin.cookie)).toBe(200);
    },
  );
});

// SSO5
test('settings are tested before they are on; others have to be tested anew, and the secret is never told', async () => {
  const made = await makeSignOn();
  const { cookie } = ours.admin;
  const at = `/api/connections/${made.id}/sign-on`;
  const values = { issuer: `${issuer.url}/`, client_id: 'atalaya', client_secret: null };
  const saved = await send('PUT', at, { cookie, payload: { version: 1, ...values } });
  expect(saved.json<SignOn>().settings).toEqual({
    kind: 'oidc',
    issuer: issuer.url,
    client_id: 'atalaya',
    is_tested: false,
    is_on: false,
    version: 2,
  });
  expect(saved.body).not.toContain(CLIENT.client_secret);
  const [stored] = await query('select * from connection_sign_on where connection_id = $1', [made.id]);
  expect(String(stored?.['sealed_secret'])).not.toContain(CLIENT.client_secret);
  const on = await send('PUT', `${at}/state`, { cookie, payload: { version: 2, is_on: true } });
  expect(on.json()).toMatchObject({ code: 'sso.not_tested' });
  const stale = await send('PUT', at, { cookie, payload: { version: 1, ...values } });
  expect(stale.json()).toMatchObject({ code: 'object.stale', current: { settings: { version: 2 } } });

  const testing = await send('POST', `${at}/test`, { cookie, payload: {} });
  const told = new URL(testing.json<{ url: string }>().url).searchParams;
  const begun = { flow: `${cookiesOf(testing).join('; ')}; ${cookie}`, told };
  const claims = claimsOf(begun, { email: `ana@${made.domain}`, groups: ['Jefes'] });
  const answer = await comeBack(begun, issuer.codeFor(await issuer.sign(claims)));
  expect(answer.headers.location).toBe(
    `/admin/settings?organization=${ours.organization.id}&tab=security&tested=${made.id}`,
  );
  const { test: kept, settings } = (await send('GET', at, { cookie })).json<SignOn>();
  expect(settings).toMatchObject({ is_tested: true, is_on: false });
  expect(kept).toMatchObject({ outcome: 'created', code: null, email: `ana@${made.domain}`, role: 'user' });
  expect(kept?.claims).toContainEqual({ name: 'groups', value: '["Jefes"]' });
  expect(await query('select 1 from profiles where email = $1', [`ana@${made.domain}`])).toEqual([]);
  const switched = await send('PUT', `${at}/state`, { cookie, payload: { version: 2, is_on: true } });
  expect(switched.json<SignOn>().settings).toMatchObject({ is_on: true, version: 3 });
});

// SSO5
test('a test that would refuse shows why, and does not count', async () => {
  const made = await makeSignOn();
  await query('update connection_sign_on set tested_at = null, is_on = false where connection_id = $1', [
    made.id,
  ]);
  const { cookie } = ours.admin;
  const at = `/api/connections/${made.id}/sign-on`;
  const testing = await send('POST', `${at}/test`, { cookie, payload: {} });
  const told = new URL(testing.json<{ url: string }>().url).searchParams;
  const begun = { flow: cookiesOf(testing).join('; '), told };
  const token = await issuer.sign(claimsOf(begun, { email: 'ana@elsewhere.example' }));
  // Of another person than the one who began it nothing is kept.
  const other = { ...begun, flow: `${begun.flow}; ${theirs.admin.cookie}` };
  expect((await comeBack(other, issuer.codeFor(token))).headers.location).toContain('sso_error=sso.failed');
  const again = { ...begun, flow: `${begun.flow}; ${cookie}` };
  await comeBack(again, issuer.codeFor(token));
  const { test: kept, settings } = (await send('GET', at, { cookie })).json<SignOn>();
  expect(settings).toMatchObject({ is_tested: false });
  expect(kept).toMatchObject({ outcome: 'refused', code: 'sso.foreign_email' });
});

// SSO4
test.each([
  ['http://example.com', 'sso.address_refused'],
  ['https://169.254.169.254', 'sso.address_refused'],
  ['https://localhost:1', 'sso.address_refused'],
])('an issuer at %s is refused: %s', async (address, code) => {
  const { id } = await makeSignOn();
  const payload = { version: 1, issuer: address, ...CLIENT };
  const answer = await send('PUT', `/api/connections/${id}/sign-on`, { cookie: ours.admin.cookie, payload });
  expect(answer.json()).toMatchObject({ code });
});

// SSO6
test('who is new comes in with a seat, name and role of the groups; the identity leads there from then on', async () => {
  const made = await makeSignOn({ groups: [{ group: 'Jefes', role: 'admin' }] });
  const sub = unique();
  const email = `ana@${made.domain}`;
  const claims = { sub, email, given_name: 'Ana', family_name: 'Gil', groups: ['Jefes'] };
  const first = await signIn(made, claims);
  expect(first.to).toBe('/admin/profile');
  const person = { email, first_name: 'Ana', last_name: 'Gil', role: 'admin' };
  expect((await who(first.cookie))?.profile).toMatchObject(person);
  // What the provider says now follows.
  const later = { ...claims, family_name: 'Ruiz', groups: [] };
  const again = await signIn(made, later);
  expect((await who(again.cookie))?.profile).toMatchObject({ ...person, last_name: 'Ruiz', role: 'user' });
  expect(await query('select email from profiles where email like $1', [`%@${made.domain}`])).toHaveLength(1);
  const actions = await query(
    `select action from audit_log where organization_id = $1 and action ~ '^(sign_on.linked|user)' order by id`,
    [ours.organization.id],
  );
  expect(actions.map(({ action }) => action).slice(-3)).toEqual([
    'user.created',
    'sign_on.linked',
    'user.updated',
  ]);
});

// SSO6
test('an address follows inside a proven domain where no other account has it; else it stays, and the log says so once', async () => {
  const made = await makeSignOn();
  const sub = unique();
  const at = (name: string) => `${name}@${made.domain}`;
  await signIn(made, { sub, email: at('ana') });
  const [{ id, user_id }] = (await query('select id, user_id from profiles where email = $1', [
    at('ana'),
  ])) as [{ id: string; user_id: string }];
  await query(
    `insert into auth.mailed_link (purpose, token_hash, user_id, expires_at)
     values ('reset_password', sha256($1::text::bytea), $2, now() + interval '1 hour')`,
    [sub, user_id],
  );
  const addresses = () =>
    query(
      `select p.email, u.email as account, (select count(*)::int from auth.mailed_link l
         where l.user_id = u.id and l.used_at is null) as links
       from profiles p join auth."user" u on u.id = p.user_id where p.id = $1`,
      [id],
    );
  const entries = () =>
    query(
      `select action, before ->> 'email' as before, after ->> 'email' as after from audit_log
       where object_id = $1 and action <> 'user.created' order by id`,
      [id],
    );
  const followed = await signIn(made, { sub, email: at('Ana.Gil') });
  expect((await who(followed.cookie))?.profile).toMatchObject({ id, email: at('ana.gil') });
  expect(await addresses()).toEqual([{ email: at('ana.gil'), account: at('ana.gil'), links: 0 }]);
  const updated = { action: 'user.updated', before: at('ana'), after: at('ana.gil') };
  expect(await entries()).toEqual([updated]);
  // Of a domain that is not theirs, of a colleague, of a colleague in the bin, of an account without a person.
  await server.makePerson({ organization_id: ours.organization.id, email: at('eva') });
  await server.makePerson({ organization_id: ours.organization.id, email: at('luz') });
  await query('update profiles set deleted_at = now(), is_active = false where email = $1', [at('luz')]);
  await query(`insert into auth."user" ("name", "firstName", "lastName", "email") values ('', '', '', $1)`, [
    at('sola'),
  ]);
  for (const email of [`ana@${unique()}.example`, at('eva'), at('luz'), at('sola')]) {
    const before = (await entries()).length;
    for (let times = 0; times < 2; times++)
      expect((await who((await signIn(made, { sub, email })).cookie))?.profile).toMatchObject({
        email: at('ana.gil'),
      });
    expect((await entries()).slice(before)).toEqual([
      { action: 'user.email_kept', before: at('ana.gil'), after: email },
    ]);
  }
  expect(await addresses()).toEqual([{ email: at('ana.gil'), account: at('ana.gil'), links: 0 }]);
});

// SSO6
test('a person who is here already is linked by an address of the proven domain alone', async () => {
  const made = await makeSignOn();
  const email = `luis@${made.domain}`;
  const { id } = await server.makePerson({ role: 'user', organization_id: ours.organization.id, email });
  const { cookie } = await signIn(made, { email: email.toUpperCase() });
  expect((await who(cookie))?.profile).toMatchObject({ id, role: 'user' });
  const outside = await signIn(made, { email: ours.user.email });
  expect(outside.to).toBe(refused('sso.foreign_email'));
});

// SSO7
test('a provider never speaks for people of others, nor for a super_admin, nor for who may not come in', async () => {
  const made = await makeSignOn();
  const at = (name: string) => `${name}@${made.domain}`;
  await server.makePerson({ role: 'super_admin', email: at('root') });
  await server.makePerson({ role: 'admin', organization_id: theirs.organization.id, email: at('ajena') });
  await server.makePerson({ role: 'user', email: at('suelta') });
  const gone = await server.makePerson({
    role: 'user',
    organization_id: ours.organization.id,
    email: at('baja'),
  });
  await query('update profiles set is_active = false where id = $1', [gone.id]);
  for (const name of ['root', 'ajena', 'suelta'])
    expect((await signIn(made, { email: at(name) })).to).toBe(refused('sso.other_person'));
  expect((await signIn(made, { email: at('baja') })).to).toBe(refused('sso.account_closed'));
  expect((await signIn(made, {})).to).toBe(refused('sso.no_email'));
});

// SSO7
test('an identity that is known no more leads to who has left, or was raised above the organization', async () => {
  const made = await makeSignOn();
  const claims = { sub: unique(), email: `eva@${made.domain}` };
  await signIn(made, claims);
  for (const change of [
    'is_active = false',
    `is_active = true, role = 'super_admin', organization_id = null`,
    `role = 'user', organization_id = '${theirs.organization.id}'`,
  ]) {
    await query(`update profiles set ${change} where email = $1`, [claims.email]);
    const { to, cookie } = await signIn(made, claims);
    expect([to, cookie.includes('atalaya=')]).toEqual([refused('sso.account_closed'), false]);
  }
});

// SSO6
test('without a seat nobody new comes in, and the admins are told', async () => {
  const cast = await server.makeCast();
  const made = await makeSignOn({ cast });
  await query('update organizations set max_users = 2 where id = $1', [cast.organization.id]);
  const { to } = await signIn(made, { email: `ana@${made.domain}` });
  expect(to).toBe(refused('organization.seats_full'));
  expect(await query('select event, profile_id from notifications where object_id = $1', [made.id])).toEqual([
    { event: 'security.sso_seats_full', profile_id: cast.admin.id },
  ]);
});

// SSO6
test('the last admin of an organization stays one', async () => {
  const cast = await server.makeCast();
  const made = await makeSignOn({ cast, groups: [{ group: 'Jefes', role: 'admin' }] });
  const email = `jefa@${made.domain}`;
  await query('update profiles set email = $1 where id = $2', [email, cast.admin.id]);
  const { cookie } = await signIn(made, { email });
  expect((await who(cookie))?.profile).toMatchObject({ id: cast.admin.id, role: 'admin' });
});

// SSO6
test('of two admins who stop being one at the same time, one stays', async () => {
  const cast = await server.makeCast();
  const made = await makeSignOn({ cast, groups: [{ group: 'Jefes', role: 'admin' }] });
  const claims = { sub: unique(), email: `jefa@${made.domain}`, groups: ['Jefes'] };
  await signIn(made, claims);
  const holder = await server.database.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from organizations where id = $1 for no key update', [cast.organization.id]);
  await holder.query(`update profiles set role = 'user' where id = $1`, [cast.admin.id]);
  const entering = signIn(made, { ...claims, groups: [] });
  await waitForLockWaits(server.database, 1);
  await holder.query('commit');
  holder.release();
  const { cookie } = await entering;
  expect((await who(cookie))?.profile).toMatchObject({ role: 'admin' });
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
type Forge = (claims: Record<string, unknown>) => Promise<string> | string;
const whole = (claims: object) => ({
  iss: issuer.url,
  aud: 'atalaya',
  iat: now(),
  exp: now() + 300,
  ...claims,
});
/** Each is wrong in one thing. */
const FORGED: Record<string, Forge> = {
  'without signature': (claims) => `${encode({ alg: 'none' })}.${encode(whole(claims))}.`,
  'with the public key as a secret': (claims) => {
    const text = `${encode({ alg: 'HS256', kid: issuer.key.id })}.${encode(whole(claims))}`;
    const pem = issuer.key.public_key.export({ type: 'spki', format: 'pem' });
    return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
  },
  'with our own secret': (claims) => {
    const text = `${encode({ alg: 'HS256' })}.${encode(whole(claims))}`;
    return `${text}.${createHmac('sha256', CLIENT.client_secret).update(text).digest('base64url')}`;
  },
  'of another key under the same name': (claims) => issuer.sign(claims, { ...makeKey(), id: issuer.key.id }),
  'of another issuer': (claims) => issuer.sign({ ...claims, iss: 'https://evil.example' }),
  'for somebody else': (claims) => issuer.sign({ ...claims, aud: 'another' }),
  'of another sign-in': (claims) => issuer.sign({ ...claims, nonce: 'another' }),
  'without nonce': (claims) => issuer.sign({ sub: String(claims['sub']), email: claims['email'] }),
  'that is over': (claims) => issuer.sign({ ...claims, iat: now() - 900, exp: now() - 600 }),
  'without subject': (claims) => issuer.sign({ nonce: String(claims['nonce']) }),
  'changed after it was signed': async (claims) => {
    const [head, , signature] = (await issuer.sign(claims)).split('.');
    return `${head}.${encode(whole({ ...claims, sub: 'another' }))}.${signature}`;
  },
};

// SSO8
test.each(Object.keys(FORGED))('an ID token %s opens nothing', async (name) => {
  const made = await makeSignOn();
  const begun = await begin(made);
  const token = await FORGED[name]!(claimsOf(begun, { email: `ana@${made.domain}` }));
  const answer = await comeBack(begun, issuer.codeFor(token));
  expect(answer.headers.location).toBe(refused('sso.failed'));
  expect(cookiesOf(answer).filter((cookie) => /atalaya=./.test(cookie))).toEqual([]);
});

// SSO8
test('an answer counts once, in the browser that asked for it, from the provider that was asked', async () => {
  const made = await makeSignOn();
  const begun = await begin(made);
  const code = async () =>
    issuer.codeFor(await issuer.sign(claimsOf(begun, { email: `ana@${made.domain}` })));
  const failed = refused('sso.failed');
  const elsewhere = await comeBack({ ...begun, flow: '' }, await code());
  expect(elsewhere.headers.location).toBe(refused('sso.failed', null));
  expect((await comeBack(begun, await code())).headers.location).toBe('/admin/profile');
  expect((await comeBack(begun, await code(), {}, second)).headers.location).toBe(failed);
  const other = await begin(made);
  const wrong = await comeBack(other, await code(), { iss: 'https://evil.example' });
  expect(wrong.headers.location).toBe(failed);
  const third = await begin(made);
  expect((await comeBack(third, await code(), { state: 'another' })).headers.location).toBe(failed);
  expect(third.told.get('code_challenge_method')).toBe('S256');
  expect(issuer.asked.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

// SSO8
test('keys that the provider has changed are asked for anew', async () => {
  const made = await makeSignOn();
  const claims = { sub: unique(), email: `ana@${made.domain}` };
  expect((await signIn(made, claims)).to).toBe('/admin/profile');
  issuer.rotate();
  expect((await signIn(made, claims)).to).toBe('/admin/profile');
});

// SSO8
test('a connection that was switched off or changed since lets nobody in', async () => {
  const made = await makeSignOn();
  const begun = await begin(made);
  const code = issuer.codeFor(await issuer.sign(claimsOf(begun, { email: `ana@${made.domain}` })));
  await query('update connection_sign_on set version = version + 1 where connection_id = $1', [made.id]);
  expect((await comeBack(begun, code)).headers.location).toBe(refused('sso.failed'));
  await query('update connection_sign_on set is_on = false where connection_id = $1', [made.id]);
  const going = await send('GET', `/api/sso/${made.id}/start?redirect=/admin/tickets`);
  expect(going.headers.location).toBe(refused('object.not_found', '/admin/tickets'));
  const away = await send('GET', `/api/sso/${made.id}/start?redirect=//evil.example`);
  expect(away.headers.location).toBe(refused('object.not_found', null));
});

const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const order = (token: string, { id }: Made, from = server) =>
  from.send({
    method: 'POST',
    url: `/api/sso/${id}/logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example' },
    payload: `logout_token=${token}`,
  });

// SSO9
test('the provider ends its sessions on every server: one of them, or all of a person, and no others', async () => {
  const made = await makeSignOn();
  const [sub, email] = [unique(), `ana@${made.domain}`];
  const [one, two] = [
    await signIn(made, { sub, email, sid: 'a' }),
    await signIn(made, { sub, email, sid: 'b' }),
  ];
  const own = await server.signIn(email);
  const isOpen = async ({ cookie }: { cookie: string }, from = second) => (await who(cookie, from)) !== null;
  expect([await isOpen(one), await isOpen(two)]).toEqual([true, true]);
  const first = await issuer.sign({ jti: unique(), events: EVENT, sid: 'a' });
  expect((await order(first, made)).statusCode).toBe(200);
  expect([await isOpen(one), await isOpen(two)]).toEqual([false, true]);
  expect((await order(first, made, second)).json()).toMatchObject({ code: 'sso.failed' });
  expect((await order(await issuer.sign({ jti: unique(), events: EVENT, sub }), made)).statusCode).toBe(200);
  expect([await isOpen(two), await isOpen({ cookie: own })]).toEqual([false, true]);
});

// SSO9
test.each([
  ['an ID token', () => issuer.sign({ sub: 'x', nonce: 'n', jti: unique() })],
  ['with a nonce', () => issuer.sign({ sub: 'x', nonce: 'n', jti: unique(), events: EVENT })],
  ['without an id', () => issuer.sign({ sub: 'x', events: EVENT })],
  ['about no session', () => issuer.sign({ jti: unique(), events: EVENT })],
  ['of another key', () => issuer.sign({ sub: 'x', jti: unique(), events: EVENT }, makeKey())],
  ['for somebody else', () => issuer.sign({ aud: 'y', sub: 'x', jti: unique(), events: EVENT })],
])('an order to end sessions that is %s is refused', async (_what, sign) => {
  const made = await makeSignOn();
  expect((await order(await sign(), made)).json()).toMatchObject({ code: 'sso.failed' });
});

// SSO10
test('the way in is told for a proven domain of a connection that is on, and for all others alike there is none', async () => {
  const made = await makeSignOn();
  const startOf = async (email: string) =>
    (await send('POST', '/api/sso/start', { payload: { email } })).json<{ start: string | null }>();
  expect(await startOf(`Any.Body@${made.domain}`)).toEqual({ start: `/api/sso/${made.id}/start` });
  const none = { start: null };
  expect(await startOf(ours.admin.email)).toEqual(none);
  expect(await startOf(`ana@sub.${made.domain}`)).toEqual(none);
  expect(await startOf(`ana@${unique()}.example`)).toEqual(none);
  await query('update organization_domains set proven_at = null where domain = $1', [made.domain]);
  expect(await startOf(`ana@${made.domain}`)).toEqual(none);
});

// SSO10
test('a domain that is known takes the same work as any other: one statement', async () => {
  const made = await makeSignOn();
  const off = await makeSignOn({ cast: theirs });
  await query('update connection_sign_on set is_on = false where connection_id = $1', [off.id]);
  const asked = async (domain: string) => {
    const texts = await statementsOf(() => findWayIn(server.platform, `ana@${domain}`));
    return texts.filter((text) => /organization|connection|domain/.test(text));
  };
  const known = await asked(made.domain);
  expect(known).toEqual([expect.stringContaining('organization_domains')]);
  expect(await asked(off.domain)).toEqual(known);
  expect(await asked(`${unique()}.example`)).toEqual(known);
});

test('of several connections that are on, the one that was set up first is offered', async () => {
  const first = await makeSignOn();
  const { cookie } = ours.admin;
  const payload = { name: `Antes ${unique()}`, groups: [] };
  const { id } = (await send('POST', '/api/connections', { cookie, payload })).json<Connection>();
  const values = { version: null, issuer: issuer.url, ...CLIENT };
  await send('PUT', `/api/connections/${id}/sign-on`, { cookie, payload: values });
  await query('update connection_sign_on set tested_at = now(), is_on = true where connection_id = $1', [id]);
  const offered = async () => (await findWayIn(server.platform, `ana@${first.domain}`)).start;
  expect(await offered()).toBe(`/api/sso/${first.id}/start`);
  await query('update connection_sign_on set is_on = false where connection_id = $1', [first.id]);
  expect(await offered()).toBe(`/api/sso/${id}/start`);
});

// SSO6
test('whose role the provider changes is told by whom, as when an admin does; of a name nobody is told', async () => {
  const made = await makeSignOn({ groups: [{ group: 'Jefes', role: 'admin' }] });
  const claims = { sub: unique(), email: `rol@${made.domain}`, groups: ['Jefes'] };
  const told = () =>
    query(
      `select n.params from notifications n join profiles p on p.id = n.profile_id
       where p.email = $1 and n.event = 'security.role_changed'`,
      [claims.email],
    );
  await signIn(made, claims);
  await signIn(made, { ...claims, given_name: 'Otra' });
  expect(await told()).toEqual([]);
  await signIn(made, { ...claims, groups: [] });
  const [connection] = await query('select name from identity_connections where id = $1', [made.id]);
  expect(await told()).toEqual([{ params: { role: 'user', by: connection?.['name'] } }]);
});

// SSO6
test('where a second factor is asked for, who comes in without one sets one up first, and is not asked for it here', async () => {
  const cast = await server.makeCast();
  const made = await makeSignOn({ cast });
  await query('insert into settings (organization_id, two_factor_required) values ($1, true)', [
    cast.organization.id,
  ]);
  const claims = { sub: unique(), email: `ana@${made.domain}` };
  const { cookie } = await signIn(made, claims);
  expect(await who(cookie)).toMatchObject({ two_factor: 'required' });
  const tickets = await send('GET', '/api/tickets', { cookie });
  expect(tickets.json()).toMatchObject({ code: 'session.two_factor_required' });
  // They have no password: having come in just now is the proof.
  const setUp = await send('POST', '/api/profile/two-factor', { cookie, payload: {} });
  expect(setUp.statusCode).toBe(200);
  const { secret } = setUp.json<{ secret: string }>();
  const code = codeShown(secret, new Date());
  const confirmed = await send('POST', '/api/profile/two-factor/confirmation', { cookie, payload: { code } });
  expect(confirmed.statusCode).toBe(200);
  const again = await signIn(made, claims);
  expect(again.to).toBe('/admin/profile');
  expect(await who(again.cookie)).toMatchObject({ two_factor: 'on' });
  expect((await send('GET', '/api/tickets', { cookie: again.cookie })).statusCode).toBe(200);
});

test('a real provider: oidc-provider signs somebody in', async () => {
  const real = await startIssuer();
  const own = await startTestServer({
    database: server.database,
    env: { OUTBOUND_ALLOWED_HOSTS: new URL(real.url).host },
  });
  try {
    const before = server;
    server = own;
    const made = await makeSignOn({ issuer_url: real.url });
    const going = await own.send({ url: `/api/sso/${made.id}/start` });
    const email = `ana@${made.domain}`;
    const back = await real.signIn(String(going.headers.location), loginOf(email));
    const answer = await own.send({ url: back.pathname + back.search, cookie: cookiesOf(going).join('; ') });
    server = before;
    expect(answer.headers.location).toBe('/admin');
    expect((await who(cookiesOf(answer).join('; ')))?.profile).toMatchObject({ email, first_name: 'Ana' });
  } finally {
    await own.close();
    await real.close();
  }
});
