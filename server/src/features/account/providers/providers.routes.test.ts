import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { loginOf, startIssuer } from '../../../platform/testing/issuer.ts';
import type { TestIssuer } from '../../../platform/testing/issuer.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';
import { makeAuthenticator } from '../passkeys/testing/authenticator.ts';

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let issuer: TestIssuer;
let apple: TestIssuer;
let graph: { url: string; close: () => void };
let server: TestServer;

/** The documented three addresses of Facebook; the code that it gives is the address of who signs in. */
async function startGraph() {
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://graph');
    response.setHeader('content-type', 'application/json');
    if (url.pathname === '/me') {
      const email = request.headers.authorization?.slice('Bearer '.length);
      response.end(JSON.stringify({ id: `fb-${email}`, name: 'Ana Gil', email }));
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const access_token = new URLSearchParams(body).get('code');
      response.end(JSON.stringify({ access_token, token_type: 'bearer', expires_in: 60 }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, close: () => http.close() };
}

/** Apple's secret is a JWT that the key it gave us signs. */
function isAppleSecret(secret: string): boolean {
  const [head = '', claims = '', signature = ''] = secret.split('.');
  const told = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return (
    told.iss === 'TEAM' &&
    told.sub === 'atalaya' &&
    told.aud === apple.url &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      {
        key: createPublicKey(key.privateKey.export({ type: 'pkcs8', format: 'pem' })),
        dsaEncoding: 'ieee-p1363',
      },
      Buffer.from(signature, 'base64url'),
    )
  );
}

beforeAll(async () => {
  issuer = await startIssuer();
  apple = await startIssuer(isAppleSecret);
  graph = await startGraph();
  server = await startTestServer({
    env: {
      ...issuer.env('GOOGLE'),
      // The same server under a name that is not its own.
      ...issuer.env('MICROSOFT'),
      MICROSOFT_ISSUER: issuer.url.replace('127.0.0.1', 'localhost'),
      APPLE_CLIENT_ID: 'atalaya',
      APPLE_TEAM_ID: 'TEAM',
      APPLE_KEY_ID: 'KEY',
      APPLE_PRIVATE_KEY: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).replaceAll('\n', '\\n'),
      APPLE_ISSUER: apple.url,
      FACEBOOK_CLIENT_ID: 'atalaya',
      FACEBOOK_CLIENT_SECRET: 'secret',
      FACEBOOK_ISSUER: graph.url,
    },
  });
});
afterAll(async () => {
  await server.close();
  await issuer.close();
  await apple.close();
  graph.close();
});

type Begun = { url: string; flow: string };
const cookiesOf = ({ headers }: { headers: { 'set-cookie'?: string | string[] | number | undefined } }) =>
  [headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';', 1)[0]!);

/** Begins in our server; the address of the provider, and the cookie that the browser keeps. */
async function begin(
  provider: string,
  more: { redirect?: string; linkAs?: string; proof?: object } = {},
): Promise<Begun> {
  const { redirect, linkAs, proof = {} } = more;
  const reply = await server.send({
    method: 'POST',
    url: `/api/${linkAs ? 'profile/' : ''}providers/${provider}/authorization`,
    ...(linkAs
      ? { cookie: linkAs, payload: proof }
      : { payload: redirect === undefined ? {} : { redirect } }),
  });
  expect(reply.statusCode).toBe(200);
  return { url: reply.json().url, flow: cookiesOf(reply)[0]! };
}

/** Comes back from the provider with these cookies. */
const comeBack = (to: URL, ...cookies: string[]) =>
  server.app.inject({ url: to.pathname + to.search, headers: { cookie: cookies.join('; ') } });

/** All of it; where it ends, and who is signed in then. */
async function enter(login: string, more: { redirect?: string; linkAs?: string; proof?: object } = {}) {
  const { url, flow } = await begin('google', more);
  const reply = await comeBack(await issuer.signIn(url, login), flow, ...(more.linkAs ? [more.linkAs] : []));
  return outcomeOf(reply);
}

async function outcomeOf(reply: Awaited<ReturnType<typeof comeBack>>) {
  const cookie = cookiesOf(reply).find((each) => each.startsWith('atalaya='));
  const session = cookie ? (await server.send({ url: '/api/session', cookie })).json().session : null;
  expect(reply.statusCode).toBe(303);
  return { to: String(reply.headers['location']), who: session?.profile.id ?? null, session, cookie };
}

const refused = (code: string) => ({ to: `/admin/login?provider_error=${code}`, who: null });
const rowsOf = async (email: string) =>
  (
    await sql<{ provider: string }>`
      select i.provider from auth.identity i join auth."user" u on u."id" = i.user_id
      where u."email" = ${email}`.execute(server.database.kysely)
  ).rows.map(({ provider }) => provider);
const newEmail = () => `ana-${unique()}@example.test`;

/** Adds a passkey to an account without password: its id, and the recovery codes. */
async function addPasskey(cookie: string, proof: object = {}): Promise<{ id: string; codes: string[] }> {
  const post = async (url: string, payload: object) =>
    (await server.send({ method: 'POST', url, payload, cookie })).json();
  const registration = makeAuthenticator().register(await post('/api/profile/passkeys/options', proof));
  const added = await post('/api/profile/passkeys', { name: 'Llave', ...registration });
  return { id: added.passkey.id, codes: added.recovery_codes };
}

describe('signing in with a provider', () => {
  // A8, A10
  test('asks for a second factor where the account has one, and links nothing before it is given', async () => {
    const person = await server.makePerson();
    const { codes } = await addPasskey(person.cookie);
    const { url, flow } = await begin('google', { redirect: '/admin/users?page=2' });
    const reply = await comeBack(await issuer.signIn(url, loginOf(person.email)), flow);
    expect(await outcomeOf(reply)).toMatchObject({
      to: '/admin/login?step=second-factor&redirect=%2Fadmin%2Fusers%3Fpage%3D2',
      who: null,
    });
    expect(await rowsOf(person.email)).toEqual([]);
    const done = await server.send({
      method: 'POST',
      url: '/api/session/second-factor',
      payload: { code: codes[0] },
      cookie: cookiesOf(reply).join('; '),
    });
    expect([done.statusCode, done.json().session.profile.id]).toEqual([200, person.id]);
  });

  // A8
  test('links by an address that both sides have proved, then knows the identity whatever its address', async () => {
    const person = await server.makePerson();
    expect(await enter(loginOf(person.email))).toMatchObject({ to: '/admin', who: person.id });
    expect(await rowsOf(person.email)).toEqual(['google']);
    await sql`update auth."user" set "email" = ${newEmail()} where "id" = ${person.user_id}`.execute(
      server.database.kysely,
    );
    expect(await enter(loginOf(person.email))).toMatchObject({ who: person.id });
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where actor_profile_id = ${person.id} order by id`.execute(
      server.database.kysely,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'session.started',
      'account.provider_linked',
      'session.started',
    ]);
  });

  // A8
  test.each(['false', ''] as const)('does not trust an address of which it is said %j', async (verified) => {
    const person = await server.makePerson();
    expect(await enter(loginOf(person.email, verified))).toMatchObject(refused('provider.link_first'));
    expect(await enter(loginOf(newEmail(), verified))).toMatchObject(refused('provider.link_first'));
    expect(await rowsOf(person.email)).toEqual([]);
  });

  // A8
  test('does not enter an account whose address nobody has proved here', async () => {
    const person = await server.makePerson({ email_verified: false });
    expect(await enter(loginOf(person.email))).toMatchObject(refused('provider.link_first'));
    expect(await rowsOf(person.email)).toEqual([]);
  });

  // A7
  test('makes an account as registration does: with the profile that was prepared, else with one of no organization', async () => {
    const email = newEmail();
    const organization = await server.makeOrganization();
    await sql`insert into profiles (email, first_name, last_name, role, organization_id)
      values (${email}, 'Preparada', 'Ríos', 'admin', ${organization.id})`.execute(server.database.kysely);
    const prepared = await enter(loginOf(email));
    expect(prepared.session).toMatchObject({
      profile: { role: 'admin' },
      organization: { id: organization.id },
    });
    const alone = await enter(loginOf(newEmail(), 'true', 'Eva Sanz'));
    expect(alone.session).toMatchObject({
      profile: { first_name: 'Eva', last_name: 'Sanz', role: 'user' },
      organization: null,
    });
  });

  // A4
  test('answers as to a wrong password where somebody is inactive or deleted, and links nothing', async () => {
    const inactive = await server.makePerson({ is_active: false });
    const deleted = await server.makePerson();
    await enter(loginOf(deleted.email));
    await sql`update profiles set deleted_at = now() where id = ${deleted.id}`.execute(
      server.database.kysely,
    );
    for (const { email } of [inactive, deleted])
      expect(await enter(loginOf(email))).toMatchObject(refused('account.invalid_credentials'));
    expect(await rowsOf(inactive.email)).toEqual([]);
  });

  // S6
  test('ends the session that it replaces', async () => {
    const person = await server.makePerson();
    const { url, flow } = await begin('google');
    await outcomeOf(await comeBack(await issuer.signIn(url, loginOf(person.email)), flow, person.cookie));
    const before = await server.send({ url: '/api/session', cookie: person.cookie });
    expect(before.json().session).toBeNull();
  });

  // A9
  test.each([
    ['/admin/users?page=2', '/admin/users?page=2'],
    ['//evil.test', '/admin'],
    ['/\\evil.test', '/admin'],
    ['/\t/evil.test', '/admin'],
    ['https://evil.test', '/admin'],
    ['@evil.test', '/admin'],
    ['javascript:alert(1)', '/admin'],
    ['/x/..//evil.test', '/admin'],
    ['/api/session', '/admin'],
  ])('asked to go to %j goes to %j', async (redirect, to) => {
    const person = await server.makePerson();
    expect((await enter(loginOf(person.email), { redirect })).to).toBe(to);
  });
});

describe('what did not begin here, or not like this', () => {
  const failed = refused('provider.failed');

  test('is refused to another browser, a second time, and to another flow', async () => {
    const person = await server.makePerson();
    const { url, flow } = await begin('google');
    const other = await begin('google');
    const back = await issuer.signIn(url, loginOf(person.email));
    expect(await outcomeOf(await comeBack(back))).toMatchObject(failed);
    expect(await outcomeOf(await comeBack(back, other.flow))).toMatchObject(failed);
    expect(await outcomeOf(await comeBack(back, `${flow.slice(0, -1)}x`))).toMatchObject(failed);
    expect(await outcomeOf(await comeBack(back, flow))).toMatchObject({ who: person.id });
    // The same state again, and with a code that is still good.
    expect(await outcomeOf(await comeBack(back, flow))).toMatchObject(failed);
    const again = await issuer.signIn(url, loginOf(person.email));
    expect(await outcomeOf(await comeBack(again, flow))).toMatchObject(failed);
  });

  test.each([
    ['state', 'another'],
    ['nonce', 'another'],
    ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ])('is refused with another %s', async (name, value) => {
    const person = await server.makePerson();
    const { url, flow } = await begin('google');
    const forged = new URL(url);
    forged.searchParams.set(name, value);
    const back = await issuer.signIn(forged.href, loginOf(person.email));
    expect(await outcomeOf(await comeBack(back, flow))).toMatchObject(failed);
    expect(await rowsOf(person.email)).toEqual([]);
  });

  // A8
  test('is refused from another issuer, at the start and on the way back', async () => {
    const start = await server.send({
      method: 'POST',
      url: '/api/providers/microsoft/authorization',
      payload: {},
    });
    expect([start.statusCode, start.json().code]).toEqual([503, 'provider.unreachable']);
    const person = await server.makePerson();
    const { url, flow } = await begin('google');
    const back = await issuer.signIn(url, loginOf(person.email));
    back.searchParams.set('iss', 'https://issuer.evil.test');
    expect(await outcomeOf(await comeBack(back, flow))).toMatchObject(failed);
  });

  test('says so where somebody changed their mind', async () => {
    const { url, flow } = await begin('google');
    const state = new URL(url).searchParams.get('state') ?? '';
    const back = new URL(`http://localhost/api/providers/google/callback?error=access_denied&state=${state}`);
    expect(await outcomeOf(await comeBack(back, flow))).toMatchObject(refused('provider.cancelled'));
  });

  // S1, L3
  test('keeps what binds the browser out of reach of scripts, and secrets out of the log', async () => {
    const reply = await server.send({
      method: 'POST',
      url: '/api/providers/google/authorization',
      payload: {},
    });
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^atalaya-provider=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(new URL(reply.json().url).searchParams.get('code_challenge_method')).toBe('S256');
    expect(server.log.join('')).not.toContain('a secret of the tests');
  });
});

describe('Apple and Facebook', () => {
  // S8
  test('Apple posts a form of another site, which only leads to the callback', async () => {
    const person = await server.makePerson();
    const { url, flow } = await begin('apple');
    expect(new URL(url).searchParams.get('response_mode')).toBe('form_post');
    const posted = await apple.signIn(url, loginOf(person.email));
    const form = await server.app.inject({
      method: 'POST',
      url: posted.pathname,
      payload: posted.searchParams.toString(),
      headers: { origin: apple.url, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.statusCode, form.headers['set-cookie']]).toEqual([303, undefined]);
    const back = new URL(String(form.headers['location']), 'http://localhost');
    expect(await outcomeOf(await comeBack(back, flow))).toMatchObject({ who: person.id });
    // No other route takes a form, nor a foreign Origin.
    const other = await server.app.inject({
      method: 'POST',
      url: '/api/providers/google/callback',
      payload: 'state=x',
      headers: { origin: apple.url, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(other.statusCode).toBe(403);
  });

  // A8
  test('Facebook signs in whoever has linked it, and nobody by their address', async () => {
    const person = await server.makePerson();
    const withFacebook = async (linkAs?: string) => {
      const { url, flow } = await begin('facebook', linkAs ? { linkAs } : {});
      const back = new URL('http://localhost/api/providers/facebook/callback');
      back.search = new URLSearchParams({
        code: person.email,
        state: new URL(url).searchParams.get('state') ?? '',
      }).toString();
      return outcomeOf(await comeBack(back, flow, linkAs ?? ''));
    };
    expect(await withFacebook()).toMatchObject(refused('provider.link_first'));
    expect(await withFacebook(person.cookie)).toMatchObject({ to: '/admin/profile?tab=security', who: null });
    expect(await withFacebook()).toMatchObject({ who: person.id });
  });
});

describe('linked accounts', () => {
  const ways = async (cookie: string) =>
    (await server.send({ url: '/api/profile/providers', cookie })).json();
  const PASSWORD = 'contraseña larga';
  const unlink = (cookie: string, proof: object = {}) =>
    server.send({ method: 'POST', url: '/api/profile/providers/google/removal', payload: proof, cookie });

  // A13
  test('are linked and unlinked by the owner alone: with the password, and a code where a factor is on', async () => {
    const password_hash = await server.platform.accounts.hashPassword(PASSWORD);
    const person = await server.makePerson({ password_hash });
    const { cookie } = person;
    const start = async (proof: object) => {
      const url = '/api/profile/providers/google/authorization';
      const answer = await server.send({ method: 'POST', url, payload: proof, cookie });
      return answer.statusCode === 200 ? 'done' : answer.json().code;
    };
    expect(await start({})).toBe('account.wrong_password');
    expect(await start({ password: 'otra' })).toBe('account.wrong_password');
    const linked = await enter(loginOf(newEmail(), 'false'), {
      linkAs: cookie,
      proof: { password: PASSWORD },
    });
    expect(linked).toMatchObject({ to: '/admin/profile?tab=security' });
    const { codes } = await addPasskey(cookie, { password: PASSWORD });
    expect(await start({ password: PASSWORD })).toBe('two_factor.code_needed');
    expect(await start({ password: PASSWORD, code: 'aaaaa-aaaaa' })).toBe('two_factor.wrong_code');
    const [first, second] = codes;
    expect(await start({ password: PASSWORD, code: first })).toBe('done');
    const refusals = [{}, { password: PASSWORD }, { password: PASSWORD, code: first }];
    for (const proof of refusals) expect((await unlink(cookie, proof)).statusCode).toBe(400);
    expect(await rowsOf(person.email)).toEqual(['google']);
    expect((await unlink(cookie, { password: PASSWORD, code: second })).statusCode).toBe(204);
    expect(await rowsOf(person.email)).toEqual([]);
  });

  test('are linked whatever their address, listed, and unlinked but for the last way in', async () => {
    const proof = { password: PASSWORD };
    const password_hash = await server.platform.accounts.hashPassword(PASSWORD);
    const person = await server.makePerson({ password_hash });
    const bare = await server.makePerson();
    const login = loginOf(newEmail(), 'false');
    expect(await enter(login, { linkAs: person.cookie, proof })).toMatchObject({
      to: '/admin/profile?tab=security',
    });
    expect(await enter(login)).toMatchObject({ who: person.id });
    expect(await enter(login, { linkAs: bare.cookie })).toMatchObject({
      to: '/admin/profile?tab=security&provider_error=provider.already_linked',
    });
    const { has_password, providers } = await ways(person.cookie);
    expect(has_password).toBe(true);
    expect(providers.map((each: { provider: string }) => each.provider)).toEqual([
      'facebook',
      'apple',
      'google',
      'microsoft',
    ]);
    expect(providers[2]).toMatchObject({
      configured: true,
      removable: true,
      linked: { email: login.split(';')[0] },
    });
    expect((await unlink(person.cookie, proof)).statusCode).toBe(204);
    expect((await unlink(person.cookie, proof)).statusCode).toBe(404);
    expect(await enter(login)).toMatchObject(refused('provider.link_first'));

    await enter(loginOf(newEmail(), 'false'), { linkAs: bare.cookie });
    expect((await ways(bare.cookie)).providers[2]).toMatchObject({ removable: false });
    const last = await unlink(bare.cookie);
    expect([last.statusCode, last.json().code]).toEqual([409, 'provider.last_way_in']);
    expect(await rowsOf(bare.email)).toEqual(['google']);
  });

  test('a passkey is a way in too: with it the last account may go, and then it must stay', async () => {
    const person = await server.makePerson();
    await enter(loginOf(newEmail(), 'false'), { linkAs: person.cookie });
    const { id, codes } = await addPasskey(person.cookie);
    // A second factor is on: every change from here on asks for a code.
    const proof = () => ({ code: codes.pop() });
    const google = async () =>
      (await ways(person.cookie)).providers.find((each: { provider: string }) => each.provider === 'google');
    expect(await google()).toMatchObject({ removable: true });
    const remove = async () => {
      const url = `/api/profile/passkeys/${id}/removal`;
      const answer = await server.send({ method: 'POST', url, payload: proof(), cookie: person.cookie });
      return answer.statusCode === 200 ? 'done' : answer.json().code;
    };
    expect((await unlink(person.cookie, proof())).statusCode).toBe(204);
    expect(await remove()).toBe('provider.last_way_in');
    await enter(loginOf(newEmail(), 'false'), { linkAs: person.cookie, proof: proof() });
    expect(await remove()).toBe('done');
    const mails = await queuedMails(server.database, person.email);
    const subjects = mails.map(({ subject }) => subject.replace(' · Atalaya', ''));
    expect(subjects.filter((subject) => !subject.includes('código'))).toEqual([
      'Cuenta externa vinculada',
      'Clave de acceso añadida',
      'Cuenta externa desvinculada',
      'Cuenta externa vinculada',
      'Clave de acceso eliminada',
    ]);
  });

  test('are linked to whoever began, and to nobody who signed in meanwhile', async () => {
    const [one, two] = [await server.makePerson(), await server.makePerson()];
    const { url, flow } = await begin('google', { linkAs: one.cookie });
    const back = await issuer.signIn(url, loginOf(newEmail()));
    expect((await outcomeOf(await comeBack(back, flow, two.cookie))).to).toContain('provider.failed');
    expect([...(await rowsOf(one.email)), ...(await rowsOf(two.email))]).toEqual([]);
  });
});

// A11
test('a provider that is not configured does not exist', async () => {
  const bare = await startTestServer();
  const start = await bare.send({ method: 'POST', url: '/api/providers/google/authorization', payload: {} });
  expect(start.statusCode).toBe(404);
  expect((await bare.send({ url: '/api/configuration' })).json().providers).toEqual([]);
  expect((await server.send({ url: '/api/configuration' })).json().providers).toHaveLength(4);
  await bare.close();
});
