import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { readSession } from '../../../platform/request/session.ts';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { answerPasswordRequests, newestLink, queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';
import { queueAccessLinks } from './accounts.service.ts';

const PASSWORD = 'contraseña larga';
const NEW = 'otra contraseña';
let database: TestDatabase;
let server: TestServer;
/** As production runs: with limits, and the commonest passwords refused. */
let strict: TestServer;
let password_hash: string;

beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ database });
  strict = await startTestServer({ database, config: { rateLimit: true, passwordBlocklist: true } });
  password_hash = await server.platform.accounts.hashPassword(PASSWORD);
});
afterAll(async () => {
  await server.close();
  await strict.close();
  await database.close();
});

const post = (url: string, payload: object, on = server) => on.send({ method: 'POST', url, payload });
/** Asks for a link, and lets the job do what is due. */
async function ask(email: string, on = server, remoteAddress?: string) {
  const answer = await on.send({
    method: 'POST',
    url: '/api/password-resets',
    payload: { email },
    ...(remoteAddress ? { remoteAddress } : {}),
  });
  await answerPasswordRequests(on.platform);
  return answer;
}
const check = async (token: string) => (await post('/api/password-resets/check', { token })).json().state;
const complete = (token: string, password = NEW, on = server) =>
  post('/api/password-resets/complete', { token, password }, on);
const signIn = (email: string, password: string) => post('/api/session', { email, password });
const isSignedIn = async (cookie: string) => (await readSession(server.platform, cookie)) !== null;
const makePerson = (values: Parameters<TestServer['makePerson']>[0] = {}) =>
  server.makePerson({ password_hash, ...values });
const linkFor = async (email: string) => {
  await ask(email);
  return newestLink(database, email);
};
const endLinksOf = (user_id: string) =>
  sql`
  update auth.mailed_link set expires_at = now() - interval '1 second'
  where user_id = ${user_id}`.execute(database.kysely);

describe('a reset', () => {
  test('sets the password by the link of the mail, ends every session and tells the owner', async () => {
    const person = await makePerson({ first_name: 'Eva' });
    expect((await ask(person.email)).statusCode).toBe(202);
    const { url, token } = await newestLink(database, person.email);
    expect(`${url.origin}${url.pathname}`).toBe('http://localhost:3000/admin/reset-password');
    expect(url.searchParams.has('setup')).toBe(false);
    // Looking at it, as mail scanners do, uses nothing up.
    expect([await check(token), await check(token)]).toEqual(['valid', 'valid']);
    const done = await complete(token);
    expect(done.statusCode).toBe(204);
    // The cookie by which its browser is known; the reset opens no session.
    expect(done.headers['set-cookie']).toMatch(/^atalaya-browser=/);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(person.email, NEW)).statusCode).toBe(200);
    const mails = await queuedMails(database, person.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Restablece tu contraseña de Atalaya',
      'Tu contraseña de Atalaya ha cambiado',
    ]);
    expect(await check(token)).toBe('used');
    expect((await complete(token)).json().code).toBe('account.reset_invalid');
  });

  // A6
  test('link is over after an hour, unknown to the database, and dead once another was used', async () => {
    const person = await makePerson();
    const first = await linkFor(person.email);
    const { rows } = await sql<{ minutes: number; row: string }>`
      select round(extract(epoch from expires_at - created_at) / 60)::int as minutes, l::text as row
      from auth.mailed_link l where user_id = ${person.user_id}`.execute(database.kysely);
    expect(rows[0]?.minutes).toBe(60);
    expect(rows[0]?.row).not.toContain(first.token);
    const { rows: jobs } = await sql<{ row: string }>`select m::text as row from mail.queue m`.execute(
      database.kysely,
    );
    expect(jobs.length).toBeGreaterThan(0);
    for (const { row } of jobs) expect(row).not.toContain(first.token);
    await endLinksOf(person.user_id);
    expect(await check(first.token)).toBe('expired');
    expect((await complete(first.token)).json().code).toBe('account.reset_invalid');
    const second = await linkFor(person.email);
    const third = await linkFor(person.email);
    expect((await complete(third.token)).statusCode).toBe(204);
    expect(await check(second.token)).toBe('used');
    expect(await check('unknown')).toBe('invalid');
    expect((await signIn(person.email, NEW)).statusCode).toBe(200);
  });

  // A5
  test('is asked for with one answer, whoever it is for', async () => {
    const person = await makePerson();
    const inactive = await makePerson({ is_active: false });
    const nobody = `nadie-${unique()}@example.test`;
    const seen = [];
    for (const email of [person.email, inactive.email, nobody]) {
      const { statusCode, headers, body } = await ask(email);
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      seen.push({ statusCode, rest, body });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(await queuedMails(database, inactive.email)).toEqual([]);
    expect(await queuedMails(database, nobody)).toEqual([]);
  });

  // A1, A2
  test('takes passwords of 8 to 128 characters, and in production not the commonest; the link stays good', async () => {
    const person = await makePerson();
    const { token } = await linkFor(person.email);
    expect((await complete(token, 'a'.repeat(7))).statusCode).toBe(400);
    expect((await complete(token, 'a'.repeat(129))).statusCode).toBe(400);
    expect((await complete(token, 'password1', strict)).json().code).toBe('account.common_password');
    expect(await check(token)).toBe('valid');
    expect((await complete(token, 'ñ'.repeat(128))).statusCode).toBe(204);
    const again = await linkFor(person.email);
    expect((await complete(again.token, 'abcdefgh')).statusCode).toBe(204);
  });

  const resetsOf = async (email: string) =>
    (await queuedMails(database, email)).filter(({ subject }) => subject.startsWith('Restablece')).length;

  // R2
  test('is mailed to one address three times an hour from one network, and five times from all, without a word', async () => {
    const person = await makePerson();
    for (let n = 1; n <= 6; n++) {
      expect((await ask(person.email, strict, '203.0.113.1')).statusCode).toBe(202);
      expect(await resetsOf(person.email)).toBe(Math.min(n, 3));
    }
    for (let n = 2; n <= 9; n++)
      expect((await ask(person.email, strict, `203.0.113.${n}`)).statusCode).toBe(202);
    expect(await resetsOf(person.email)).toBe(5);
  });

  // R5
  test('nobody keeps anybody from a reset: where others have used up its mails, a known network and an admin have theirs', async () => {
    const { admin, organization } = await strict.makeCast();
    const person = await makePerson({ organization_id: organization.id });
    const signedIn = await strict.send({
      method: 'POST',
      url: '/api/session',
      payload: { email: person.email, password: PASSWORD },
      remoteAddress: '2001:db8:1:2::7',
    });
    expect(signedIn.statusCode).toBe(200);
    await ask(person.email, strict, '198.51.100.200');
    const own = await newestLink(database, person.email);
    for (let n = 1; n <= 9; n++) await ask(person.email, strict, `198.51.100.${n}`);
    expect(await resetsOf(person.email)).toBe(5);
    expect((await ask(person.email, strict, '198.51.100.77')).statusCode).toBe(202);
    expect(await resetsOf(person.email)).toBe(5);
    // Another address of the same /64.
    expect((await ask(person.email, strict, '2001:db8:1:2::99')).statusCode).toBe(202);
    expect(await resetsOf(person.email)).toBe(6);
    const sent = await strict.send({
      method: 'POST',
      url: `/api/users/${person.id}/password-reset`,
      payload: {},
      cookie: admin.cookie,
    });
    expect(sent.statusCode).toBe(202);
    expect(await resetsOf(person.email)).toBe(7);
    // The link that the person has is none the worse for the newer ones.
    expect((await complete(own.token, NEW, strict)).statusCode).toBe(204);
  });

  // R5
  test('one network fills in a hundred forms in a while, whoever they are about; others are answered as before', async () => {
    const person = await makePerson();
    const about = async (email: string, ip: string) => (await ask(email, strict, ip)).statusCode;
    for (let n = 0; n < 100; n++)
      expect(await about(n % 2 ? person.email : `nadie-${unique()}@example.test`, '192.0.2.9')).toBe(202);
    for (const email of [person.email, `nadie-${unique()}@example.test`]) {
      const refused = await ask(email, strict, '192.0.2.9');
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await about(email, '192.0.2.10')).toBe(202);
    }
  });

  // A5
  test('is answered after the same statements, whether or not somebody is there', async () => {
    const person = await makePerson();
    const statementsOf = async (email: string) => {
      const { kysely } = database;
      const seen: string[] = [];
      const executor = kysely.getExecutor();
      const spy = vi.spyOn(Object.getPrototypeOf(executor), 'executeQuery');
      await server.send({ method: 'POST', url: '/api/password-resets', payload: { email } });
      for (const [query] of spy.mock.calls) seen.push((query as { sql: string }).sql);
      spy.mockRestore();
      return seen;
    };
    const known = await statementsOf(person.email);
    expect(known.length).toBeGreaterThan(0);
    expect(await statementsOf(`nadie-${unique()}@example.test`)).toEqual(known);
    expect(await queuedMails(database, person.email)).toEqual([]);
    await answerPasswordRequests(server.platform);
    expect(await queuedMails(database, person.email)).toHaveLength(1);
  });

  test('link of a verification mail sets no password', async () => {
    const email = `nueva-${unique()}@example.test`;
    await post('/api/accounts', { first_name: 'Ana', last_name: 'Ruiz', email, password: PASSWORD });
    const { token } = await newestLink(database, email);
    expect(await check(token)).toBe('invalid');
    expect((await complete(token)).statusCode).toBe(400);
  });
});

// M3
test('no answer waits for a mail server that never speaks: each comes within a second', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined).resume()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const own = await startTestServer({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
  await own.platform.jobs.start();
  const person = await own.makePerson();
  const email = `nueva-${unique()}@example.test`;
  const form = { first_name: 'Ana', last_name: 'Ruiz', email, password: PASSWORD };
  // The fastest of three: a machine under load is slow now and then, an answer that waits is slow each time.
  const milliseconds = async (send: () => Promise<{ statusCode: number }>) => {
    const took: number[] = [];
    for (let n = 0; n < 3; n++) {
      const since = performance.now();
      expect((await send()).statusCode).toBe(202);
      took.push(performance.now() - since);
    }
    return Math.min(...took);
  };
  const forgot = () => post('/api/password-resets', { email: person.email }, own);
  expect((await forgot()).statusCode).toBe(202);
  // From here on a mail is stuck.
  await expect.poll(() => sockets.length, { timeout: 20_000 }).toBe(1);
  expect(await milliseconds(forgot)).toBeLessThan(1000);
  expect(await milliseconds(() => post('/api/accounts', form, own))).toBeLessThan(1000);
  expect(await milliseconds(() => post('/api/accounts/verification-mails', { email }, own))).toBeLessThan(
    1000,
  );
  expect(sockets.map(({ destroyed }) => destroyed)).not.toContain(true);
  silent.close();
  for (const socket of sockets) socket.destroy();
  await own.close();
});

// A6
describe('a reset', () => {
  test('link works once of sixteen at the same time', async () => {
    // A connection for each request, so that none waits for a connection instead of for the others.
    const racing = await openTestDatabase(16);
    const own = await startTestServer({ database: racing });
    const person = await own.makePerson();
    await ask(person.email, own);
    const { token } = await newestLink(own.database, person.email);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => complete(token, `contraseña ${n}`, own)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, ...Array.from({ length: 15 }, () => 400)]);
    await own.close();
    await racing.close();
  });
});

describe('setting up an account', () => {
  /** A person as 'Agregar Usuario' leaves them: a profile without account. */
  const addPerson = async (by: { actor: Actor | null; organization_id: string | null }) => {
    const email = `nueva-${unique()}@example.test`;
    const add = async (db: Db) => {
      const { rows } = await sql<{ id: string }>`
        insert into profiles (email, first_name, last_name, role, organization_id)
        values (${email}, 'Luz', 'Gil', 'admin', ${by.organization_id}) returning id`.execute(db);
      await queueAccessLinks(server.platform, db, rows);
      return rows[0]!.id;
    };
    const id = by.actor
      ? await database.withTenant(by.actor, add)
      : await database.withSystem('add a person in a test', add);
    return { id, email };
  };

  test('a person who was added by an admin sets a password, and the mail has proved their address', async () => {
    const organization = await server.makeOrganization();
    const admin = await makePerson({
      role: 'admin',
      organization_id: organization.id,
      first_name: 'Ada',
      last_name: 'Sol',
    });
    const { actor } = (await readSession(server.platform, admin.cookie))!;
    const person = await addPerson({ actor, organization_id: organization.id });
    const [mail] = await queuedMails(database, person.email);
    // The address is not proven: no word of the mail is the admin's.
    expect(mail?.text).not.toMatch(/Ada|Sol|Luz|Gil/);
    const { url, token } = await newestLink(database, person.email);
    expect(url.searchParams.get('setup')).toBe('1');
    expect((await signIn(person.email, NEW)).statusCode).toBe(401);
    expect((await complete(token)).statusCode).toBe(204);
    expect((await complete(token)).statusCode).toBe(400);
    const session = (await signIn(person.email, NEW)).json().session;
    expect(session).toMatchObject({
      profile: { id: person.id, role: 'admin' },
      organization: { id: organization.id },
    });
    const { rows } = await sql<{ verified: boolean; name: string }>`
      select "emailVerified" as verified, "name" as name from auth."user" where "email" = ${person.email}`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ verified: true, name: 'Luz Gil' }]);
  });

  test('takes the account back from whoever had registered the address without proving it', async () => {
    const person = await addPerson({ actor: null, organization_id: null });
    const setUp = await newestLink(database, person.email);
    await post('/api/accounts', {
      first_name: 'Mal',
      last_name: 'Oso',
      email: person.email,
      password: PASSWORD,
    });
    const verification = await newestLink(database, person.email);
    expect((await complete(setUp.token)).statusCode).toBe(204);
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(person.email, NEW)).json().session.profile).toMatchObject({
      id: person.id,
      first_name: 'Luz',
    });
    expect((await post('/api/accounts/verification', { token: verification.token })).statusCode).toBe(400);
  });

  test('link is valid for seven days, and asking for a reset sends another', async () => {
    const person = await addPerson({ actor: null, organization_id: null });
    // Made when the mail leaves, so that it is valid for as long however long that waited.
    await newestLink(database, person.email);
    await ask(person.email);
    // It replaces the one that waits.
    await newestLink(database, person.email);
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from expires_at - created_at) / 86400)::int as days
      from auth.mailed_link where profile_id = ${person.id}`.execute(database.kysely);
    expect(rows).toEqual([{ days: 7 }, { days: 7 }]);
  });

  test('is not mailed to people of another organization, nor to the inactive', async () => {
    const organization = await server.makeOrganization();
    const admin = await makePerson({ role: 'admin', organization_id: organization.id });
    const { actor } = (await readSession(server.platform, admin.cookie))!;
    const foreign = await makePerson({ organization_id: (await server.makeOrganization()).id });
    const inactive = await makePerson({ organization_id: organization.id, is_active: false });
    const own = await makePerson({ organization_id: organization.id });
    await database.withTenant(actor, async (db) => {
      await queueAccessLinks(server.platform, db, [foreign, inactive, own]);
      await server.platform.accounts.endSessionsOf(db, [foreign.user_id, own.user_id]);
    });
    expect(await queuedMails(database, foreign.email)).toEqual([]);
    expect(await queuedMails(database, inactive.email)).toEqual([]);
    expect(await queuedMails(database, own.email)).toHaveLength(1);
    // Nor do their sessions end.
    expect([await isSignedIn(foreign.cookie), await isSignedIn(own.cookie)]).toEqual([true, false]);
  });
});

describe('changing the own password', () => {
  const change = (cookie: string, current_password: string, password = NEW, on = server) =>
    on.send({ method: 'PUT', url: '/api/profile/password', payload: { current_password, password }, cookie });

  // A3
  test('needs the current one, and ends the other sessions', async () => {
    const person = await makePerson();
    const other = await server.signIn(person.email);
    expect((await change(person.cookie, 'otra')).json().code).toBe('account.wrong_password');
    expect(await isSignedIn(other)).toBe(true);
    expect((await change(person.cookie, PASSWORD)).statusCode).toBe(204);
    expect([await isSignedIn(person.cookie), await isSignedIn(other)]).toEqual([true, false]);
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(person.email, NEW)).statusCode).toBe(200);
    const mails = await queuedMails(database, person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Tu contraseña de Atalaya ha cambiado']);
    const { rows } = await sql<{ action: string; actor_profile_id: string }>`
      select action, actor_profile_id from audit_log where object_id = ${person.user_id}`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ action: 'account.password_changed', actor_profile_id: person.id }]);
  });

  // A1, A2
  test('takes passwords of 8 to 128 characters, and in production not the commonest', async () => {
    const person = await makePerson();
    expect((await change(person.cookie, PASSWORD, 'a'.repeat(7))).statusCode).toBe(400);
    expect((await change(person.cookie, PASSWORD, 'a'.repeat(129))).statusCode).toBe(400);
    expect((await change(person.cookie, PASSWORD, 'password1', strict)).json().code).toBe(
      'account.common_password',
    );
    expect((await change(person.cookie, PASSWORD, 'abcdefgh')).statusCode).toBe(204);
    expect((await change(person.cookie, 'abcdefgh', 'ñ'.repeat(128))).statusCode).toBe(204);
  });

  test('stops whoever guesses the current one', async () => {
    const person = await makePerson();
    for (let n = 0; n < 10; n++)
      expect((await change(person.cookie, 'otra', NEW, strict)).statusCode).toBe(400);
    expect((await change(person.cookie, PASSWORD, NEW, strict)).statusCode).toBe(429);
  });

  test('is for people who are signed in', async () => {
    expect((await change('', PASSWORD)).statusCode).toBe(401);
  });
});
