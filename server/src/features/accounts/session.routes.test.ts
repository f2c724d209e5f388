import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';

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
    const header = String(answer.headers['set-cookie']);
    expect(header).toMatch(/^__Host-atalaya=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const token = decodeURIComponent(header.split(/[=;]/)[1]!).split('.')[0]!;
    expect(answer.body).not.toContain(token);
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

  test('counts what went wrong alone: whoever signs in often is not stopped', async () => {
    const person = await makePerson();
    for (let n = 0; n < 12; n++)
      expect((await signIn(person.email, PASSWORD, { on: strict, ip: '192.0.2.4' })).statusCode).toBe(200);
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
