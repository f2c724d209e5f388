import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insertTrustedDevice } from '../../../platform/accounts/challenges.queries.ts';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { answerPasswordRequests, newestLink } from '../../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';

const PASSWORD = 'contraseña larga';
let database: TestDatabase;
let server: TestServer;
/** The same application as production runs it, behind https and with limits. */
let strict: TestServer;
let password_hash: string;

beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ database });
  strict = await startTestServer({
    database,
    config: { publicUrl: new URL('https://atalaya.test'), production: true, rateLimit: true },
  });
  password_hash = await server.platform.accounts.hashPassword(PASSWORD);
});
afterAll(async () => {
  await server.close();
  await strict.close();
  await database.close();
});

const signIn = (
  email: string,
  password: string,
  more: { on?: TestServer; cookie?: string; ip?: string } = {},
) =>
  (more.on ?? server).send({
    method: 'POST',
    url: '/api/session',
    payload: { email, password },
    ...(more.cookie ? { cookie: more.cookie } : {}),
    ...(more.ip ? { remoteAddress: more.ip } : {}),
  });
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';', 1)[0]!;
/** The name and value of each cookie that an answer sets. */
const cookiesOf = (answer: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
  [answer.headers['set-cookie'] ?? []].flat().map((each) => each.split(';', 1)[0]!);
/** As the table of limits names a key. */
const storedKey = (limit: string, key: string) =>
  `${limit}:${createHash('sha256').update(key).digest('base64url')}`;
const whoIs = async (cookie: string) =>
  (await server.send({ method: 'GET', url: '/api/session', cookie })).json().session;
const makePerson = (values: Parameters<TestServer['makePerson']>[0] = {}) =>
  server.makePerson({ password_hash, ...values });

describe('signing in', () => {
  test('answers with the session, remembers when, and is in the audit log', async () => {
    const organization = await server.makeOrganization();
    const person = await makePerson({ organization_id: organization.id });
    const answer = await signIn(` ${person.email.toUpperCase()} `, PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().session).toMatchObject({
      profile: { id: person.id },
      organization: { id: organization.id },
    });
    expect(await whoIs(cookieOf(answer))).toEqual(answer.json().session);
    const { rows } = await sql<{ action: string; ip_address: string; recent: boolean }>`
      select a.action, a.ip_address, p.last_login_at = a.created_at as recent
      from audit_log a join profiles p on p.id = a.actor_profile_id
      where p.id = ${person.id}`.execute(database.kysely);
    expect(rows).toEqual([{ action: 'session.started', ip_address: '127.0.0.1', recent: true }]);
  });

  test('waits for nobody who changes the person at that moment', async () => {
    const person = await makePerson();
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('update profiles set phone = $2 where id = $1', [person.id, '600']);
    const answer = await signIn(person.email, PASSWORD);
    await client.query('rollback');
    client.release();
    expect(answer.statusCode).toBe(200);
  });

  // A4
  test('answers alike to an unknown address, a wrong password, and whoever is inactive, deleted or has no password', async () => {
    const person = await makePerson();
    const inactive = await makePerson({ is_active: false });
    const deleted = await makePerson();
    await sql`update profiles set deleted_at = now() where id = ${deleted.id}`.execute(database.kysely);
    const unset = await server.makePerson();
    const answers = [
      await signIn(`nadie-${unique()}@example.test`, PASSWORD),
      await signIn('not an address', PASSWORD),
      await signIn(person.email, 'otra'),
      await signIn(inactive.email, PASSWORD),
      await signIn(deleted.email, PASSWORD),
      await signIn(unset.email, PASSWORD),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect({ ...answer.json(), request_id: '' }).toEqual({
        code: 'account.invalid_credentials',
        request_id: '',
      });
    }
    // The one that each was made with.
    const { rows } = await sql`
      select 1 from auth."session" where "userId" in (${inactive.user_id}, ${deleted.user_id})`.execute(
      database.kysely,
    );
    expect(rows).toHaveLength(2);
  });

  // A7
  test('tells whoever knows the password that the address is not verified, and nobody else', async () => {
    const person = await makePerson({ email_verified: false });
    await sql`delete from profiles where id = ${person.id}`.execute(database.kysely);
    expect((await signIn(person.email, PASSWORD)).json().code).toBe('account.email_not_verified');
    expect((await signIn(person.email, 'otra')).json().code).toBe('account.invalid_credentials');
    const { rows } = await sql`select 1 from profiles where email = ${person.email}`.execute(database.kysely);
    expect(rows).toEqual([]);
  });

  // An invitation whose link was copied admits without proof of the mailbox: that person must get in again.
  test('admits an unverified address that has a profile already', async () => {
    const person = await makePerson({ email_verified: false });
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(200);
  });

  // S6
  test('makes a new token each time, whatever cookie comes along, and ends the session it replaces', async () => {
    const person = await makePerson();
    const planted = 'atalaya=planted.AAAA';
    const first = await signIn(person.email, PASSWORD, { cookie: planted });
    const second = await signIn(person.email, PASSWORD, { cookie: cookieOf(first) });
    expect(new Set([planted, cookieOf(first), cookieOf(second)]).size).toBe(3);
    expect(await whoIs(cookieOf(first))).toBeNull();
    expect(await whoIs(cookieOf(second))).not.toBeNull();
    expect(await whoIs(planted)).toBeNull();
  });

  // S1, S2
  test('puts the token into a cookie that is bound to the host, and nowhere else', async () => {
    const person = await makePerson();
    const answer = await signIn(person.email, PASSWORD, { on: strict });
    const [session = '', browser = ''] = [answer.headers['set-cookie'] ?? []].flat();
    expect(session).toMatch(
      /^__Host-atalaya=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(browser).toMatch(
      /^__Host-atalaya-browser=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const token = decodeURIComponent(session.split(/[=;]/)[1]!).split('.')[0]!;
    for (const cookie of [session, browser])
      expect(answer.body).not.toContain(decodeURIComponent(cookie.split(/[=;]/)[1]!).split('.')[0]!);
    expect(answer.headers['cache-control']).toBe('no-store');
    // L3
    expect(strict.log.join('')).not.toContain(token);
    expect(strict.log.join('')).not.toContain(PASSWORD);
  });

  // R1
  test('stops whoever guesses, for one account and from one address, without locking out the owner', async () => {
    const person = await makePerson();
    const attempt = (password: string, ip: string) => signIn(person.email, password, { on: strict, ip });
    for (let n = 0; n < 10; n++) expect((await attempt('otra', '203.0.113.7')).statusCode).toBe(401);
    const refused = await attempt(PASSWORD, '203.0.113.7');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt(PASSWORD, '198.51.100.9')).statusCode).toBe(200);
    const other = await makePerson();
    expect((await signIn(other.email, PASSWORD, { on: strict, ip: '203.0.113.7' })).statusCode).toBe(200);
  });

  // R1, R4
  test('stops guessing at many accounts from one network, whatever its addresses and headers say', async () => {
    const person = await makePerson();
    // What is counted is the attempts: a hundred hashes would only take time.
    const verify = vi.spyOn(strict.platform.accounts, 'verifyPassword').mockResolvedValue(false);
    const guess = (n: number, network: string) =>
      strict.send({
        method: 'POST',
        url: '/api/session',
        payload: { email: `persona-${n}-${unique()}@example.test`, password: 'otra' },
        remoteAddress: `${network}::${n.toString(16)}`,
        headers: { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` },
      });
    const statuses: number[] = [];
    for (let n = 1; n <= 101; n++) statuses.push((await guess(n, '2001:db8:77:1')).statusCode);
    const refused = statuses.indexOf(429);
    expect(refused).toBeGreaterThanOrEqual(20);
    expect(new Set(statuses.slice(0, refused))).toEqual(new Set([401]));
    expect(new Set(statuses.slice(refused))).toEqual(new Set([429]));
    // What is refused is not even looked at.
    expect(verify).toHaveBeenCalledTimes(refused);
    expect((await guess(1, '2001:db8:99:1')).statusCode).toBe(401);
    verify.mockRestore();
    const elsewhere = await signIn(person.email, PASSWORD, { on: strict, ip: '198.51.100.77' });
    expect(elsewhere.statusCode).toBe(200);
  });

  // R1
  test('counts the attempts at one account from every address of a network together', async () => {
    const person = await makePerson();
    const attempt = (n: number) =>
      signIn(person.email, 'otra', { on: strict, ip: `2001:db8:55:1:${n.toString(16)}::1` });
    for (let n = 1; n <= 10; n++) expect((await attempt(n)).statusCode).toBe(401);
    expect((await attempt(11)).statusCode).toBe(429);
    expect((await signIn(person.email, PASSWORD, { on: strict, ip: '198.51.100.78' })).statusCode).toBe(200);
  });

  // R1, R4
  test('a proxy that writes the port, and a whole /48, give nobody more guesses at one account', async () => {
    const proxied = await startTestServer({ database, config: { rateLimit: true, trustProxy: true } });
    const verify = vi.spyOn(proxied.platform.accounts, 'verifyPassword').mockResolvedValue(false);
    const guess = (email: string, from: string) =>
      proxied.send({
        method: 'POST',
        url: '/api/session',
        payload: { email, password: 'otra' },
        headers: { 'x-forwarded-for': `198.51.100.1, ${from}` },
      });
    const answered = async (from: (n: number) => string) => {
      const { email } = await makePerson();
      const statuses: number[] = [];
      for (let n = 1; n <= 60; n++) statuses.push((await guess(email, from(n))).statusCode);
      return statuses.filter((status) => status === 401).length;
    };
    expect(await answered((n) => `192.0.2.77:${10_000 + n}`)).toBe(10);
    expect(await answered((n) => `[2001:db8:4:4::7]:${10_000 + n}`)).toBe(10);
    expect(await answered((n) => `2001:db8:5:${n.toString(16)}::7`)).toBe(20);
    expect(await answered((n) => `[2001:db8:6:${(n * 256).toString(16)}::7]:443`)).toBe(40);
    expect(await answered((n) => `no-address-${n}`)).toBe(10);
    verify.mockRestore();
    const person = await makePerson();
    const entered = await proxied.send({
      method: 'POST',
      url: '/api/session',
      payload: { email: person.email, password: PASSWORD },
      headers: { 'x-forwarded-for': '[2001:db8:6:ffff::9]:443' },
    });
    expect(entered.statusCode).toBe(200);
    const { rows } =
      await sql`select ip_address from audit_log where actor_profile_id = ${person.id}`.execute(
        database.kysely,
      );
    expect(rows).toEqual([{ ip_address: '2001:db8:6:ffff::9' }]);
    await proxied.close();
  });

  test('counts what went wrong alone: whoever signs in often is not stopped', async () => {
    const person = await makePerson();
    for (let n = 0; n < 12; n++)
      expect((await signIn(person.email, PASSWORD, { on: strict, ip: '192.0.2.4' })).statusCode).toBe(200);
  });
});

describe('guesses from everywhere', () => {
  /** A second instance: what is counted is counted for both. */
  let second: TestServer;
  beforeAll(async () => {
    second = await startTestServer({ database, config: { rateLimit: true } });
  });
  afterAll(() => second.close());

  /** A hundred wrong passwords for an address, each from another network and at either instance. */
  async function useUp(email: string): Promise<void> {
    // What is counted is the attempts: a hundred hashes would only take time.
    const verify = [strict, second].map((on) =>
      vi.spyOn(on.platform.accounts, 'verifyPassword').mockResolvedValue(false),
    );
    const statuses: number[] = [];
    for (let n = 1; n <= 101; n++) {
      const answer = await signIn(email, 'otra', { on: n % 2 ? strict : second, ip: `10.1.${n}.1` });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 100 }, () => 401), 429]);
    for (const each of verify) each.mockRestore();
  }

  // R1, R3
  test('a hundred an hour stop every stranger, at every instance, and the owner comes in from where they are known', async () => {
    const person = await makePerson();
    const home = { on: strict, ip: '2001:db8:aa:1::1' };
    expect((await signIn(person.email, PASSWORD, home)).statusCode).toBe(200);
    await useUp(person.email);
    // Even with the right password: nothing is tried.
    for (const on of [strict, second]) {
      const refused = await signIn(person.email, PASSWORD, { on, ip: '192.0.2.201' });
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    }
    // Another address of the network in which the account was entered before.
    for (const on of [strict, second])
      expect((await signIn(person.email, PASSWORD, { on, ip: '2001:db8:aa:1::77' })).statusCode).toBe(200);
    // Others are not concerned.
    const other = await makePerson();
    expect((await signIn(other.email, PASSWORD, { on: strict, ip: '192.0.2.201' })).statusCode).toBe(200);
  });

  // A4, R1
  test('an address without an account is refused alike', async () => {
    const email = `nadie-${unique()}@example.test`;
    await useUp(email);
    const refused = await signIn(email, 'otra', { on: strict, ip: '192.0.2.202' });
    expect(refused.json().code).toBe('request.rate_limited');
  });

  // R1
  test('a browser in which the account was entered comes in from anywhere, also where its own network is used up', async () => {
    const person = await makePerson();
    const entered = await signIn(person.email, PASSWORD, { on: second, ip: '192.0.2.203' });
    const [session = '', browser = ''] = cookiesOf(entered);
    expect(browser).toMatch(/^atalaya-browser=/);
    await useUp(person.email);
    const elsewhere = { on: second, ip: '203.0.113.90' };
    // Who sits in the same café guesses too.
    for (let n = 0; n < 12; n++) await signIn(person.email, 'otra', elsewhere);
    expect((await signIn(person.email, PASSWORD, elsewhere)).statusCode).toBe(429);
    expect((await signIn(person.email, PASSWORD, { ...elsewhere, cookie: session })).statusCode).toBe(429);
    expect((await signIn(person.email, PASSWORD, { ...elsewhere, cookie: browser })).statusCode).toBe(200);
    // It is worth nothing for another account, and has ten guesses of its own.
    const other = await makePerson();
    await useUp(other.email);
    expect((await signIn(other.email, PASSWORD, { ...elsewhere, cookie: browser })).statusCode).toBe(429);
    for (let n = 0; n < 10; n++)
      expect((await signIn(person.email, 'otra', { ...elsewhere, cookie: browser })).statusCode).toBe(401);
    expect((await signIn(person.email, PASSWORD, { ...elsewhere, cookie: browser })).statusCode).toBe(429);
  });

  // R1
  test('a browser that is trusted without a second factor comes in too', async () => {
    const person = await makePerson();
    const token = await database.withSystem('trust a browser for a test', (db) =>
      insertTrustedDevice(db, person.user_id, { ip_address: null, user_agent: null, request_id: null }),
    );
    const device = second.platform.accounts.deviceCookie.set(token).split(';', 1)[0]!;
    await useUp(person.email);
    const elsewhere = { on: second, ip: '203.0.113.91' };
    expect((await signIn(person.email, PASSWORD, elsewhere)).statusCode).toBe(429);
    expect((await signIn(person.email, PASSWORD, { ...elsewhere, cookie: device })).statusCode).toBe(200);
  });

  // R1
  test('the mailed link lets the owner in from an unknown place, and takes it from whoever was known before', async () => {
    const person = await makePerson();
    const intruder = cookiesOf(await signIn(person.email, PASSWORD, { on: second, ip: '192.0.2.204' }))[1]!;
    await useUp(person.email);
    const elsewhere = { on: second, ip: '203.0.113.92' };
    const post = (url: string, payload: object) =>
      second.send({ method: 'POST', url, payload, remoteAddress: elsewhere.ip });
    await post('/api/password-resets', { email: person.email });
    await answerPasswordRequests(second.platform);
    const { token } = await newestLink(database, person.email);
    const completed = await post('/api/password-resets/complete', { token, password: 'otra contraseña' });
    const [browser = ''] = cookiesOf(completed);
    // The guessing goes on.
    for (let n = 0; n < 12; n++) await signIn(person.email, 'otra', elsewhere);
    expect((await signIn(person.email, 'otra contraseña', elsewhere)).statusCode).toBe(429);
    const entered = await signIn(person.email, 'otra contraseña', { ...elsewhere, cookie: browser });
    expect(entered.statusCode).toBe(200);
    const tried = await signIn(person.email, 'otra contraseña', {
      on: second,
      ip: '203.0.113.93',
      cookie: intruder,
    });
    expect(tried.statusCode).toBe(429);
  });

  // P2
  test('hundreds at once are not all kept waiting: strangers are told to come back, who is known is served', async () => {
    const person = await makePerson();
    const browser = cookiesOf(await signIn(person.email, PASSWORD, { on: second, ip: '192.0.2.205' }))[1]!;
    const addresses = Array.from({ length: 300 }, (_, n) => `10.2.${n >> 8}.${n & 255}`);
    const flood = addresses.map((ip, n) => signIn(`nadie-${n}@example.test`, 'otra', { on: second, ip }));
    const owner = signIn(person.email, PASSWORD, { on: second, ip: '203.0.113.94', cookie: browser });
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.json().code).toBe('server.unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await owner).statusCode).toBe(200);
    // What was not tried does not count.
    const { rows } = await sql<{ taken: number }>`
      select coalesce(sum(taken), 0)::int as taken from rate_limits
      where key like 'sign-in-address:%' and taken > 0 and resets_at > now()
        and key = any(${addresses.map((ip) => storedKey('sign-in-address', ip))}::text[])`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ taken: answers.length - refused.length }]);
  });
});

describe('signing out', () => {
  // S3
  test('ends the session on the server and takes the cookie away', async () => {
    const person = await makePerson();
    const other = await server.signIn(person.email);
    const answer = await server.send({ method: 'DELETE', url: '/api/session', cookie: person.cookie });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['set-cookie']).toMatch(/^atalaya=; Max-Age=0;/);
    expect(await whoIs(person.cookie)).toBeNull();
    expect(await whoIs(other)).not.toBeNull();
  });

  test('works for nobody too', async () => {
    expect((await server.send({ method: 'DELETE', url: '/api/session' })).statusCode).toBe(204);
  });
});

test('the configuration tells what the sign-in pages need', async () => {
  const answer = await server.send({ method: 'GET', url: '/api/configuration' });
  expect(answer.json()).toEqual({ demo: false, email_verification: true, providers: [] });
});
