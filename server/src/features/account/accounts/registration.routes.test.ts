import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { newestLink, queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';

const PASSWORD = 'contraseña larga';
let database: TestDatabase;
let server: TestServer;
/** Verification switched off. */
let open: TestServer;
/** As production runs: with limits, and the commonest passwords refused. */
let strict: TestServer;

beforeAll(async () => {
  database = await openTestDatabase(8);
  server = await startTestServer({ database });
  open = await startTestServer({ database, config: { requireEmailVerification: false } });
  strict = await startTestServer({ database, config: { rateLimit: true, passwordBlocklist: true } });
});
afterAll(async () => {
  for (const each of [server, open, strict]) await each.close();
  await database.close();
});

const newEmail = () => `nueva-${unique()}@example.test`;
const post = (url: string, payload: object, on = server) => on.send({ method: 'POST', url, payload });
const register = (email: string, more: { password?: string; first_name?: string; on?: TestServer } = {}) =>
  post(
    '/api/accounts',
    { first_name: more.first_name ?? 'Ana', last_name: 'Ruiz', email, password: more.password ?? PASSWORD },
    more.on,
  );
const cookieOf = (answer: { headers: object }) => {
  const set = (answer.headers as Record<string, string | string[] | undefined>)['set-cookie'] ?? [];
  return [set]
    .flat()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
};
const verify = (token: string, cookie = '') =>
  server.send({ method: 'POST', url: '/api/accounts/verification', payload: { token }, cookie });
const signIn = (email: string, password = PASSWORD, cookie = '') =>
  server.send({ method: 'POST', url: '/api/session', payload: { email, password }, cookie });
const countAccounts = async (email: string) => {
  const { rows } = await sql`select 1 from auth."user" where "email" = ${email}`.execute(database.kysely);
  return rows.length;
};
/** What a stranger sees of an answer: everything but its number, its moment, and the secret that is drawn for it. */
const visible = (answer: { statusCode: number; headers: object; body: string }) => {
  const { 'x-request-id': _id, date: _date, ...headers } = answer.headers as Record<string, string>;
  // Decoded: how many characters of a random signature are escaped is random too.
  const cookie = headers['set-cookie']?.replace(
    /=[^;]{50,}/,
    (value) => `=${decodeURIComponent(value).length} characters`,
  );
  return { status: answer.statusCode, headers: { ...headers, 'set-cookie': cookie }, body: answer.body };
};

describe('registration', () => {
  test('awaits the mail, whose link proves the address once and signs in', async () => {
    const email = newEmail();
    const answer = await register(email);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({ session: null });
    const cookie = cookieOf(answer);
    expect(cookie).toMatch(/^atalaya-registration=/);
    expect((await signIn(email, PASSWORD, cookie)).json().code).toBe('account.email_not_verified');
    const { url, token } = await newestLink(database, email);
    expect(`${url.origin}${url.pathname}`).toBe('http://localhost:3000/admin/verify-email');
    const verified = await verify(token, cookie);
    expect(verified.json().session).toMatchObject({
      profile: { email, first_name: 'Ana', last_name: 'Ruiz', role: 'user' },
      organization: null,
    });
    expect(cookieOf(verified)).toMatch(/^atalaya=[^;]+; atalaya-browser=[^;]+; atalaya-registration=$/);
    expect((await verify(token, cookie)).json().code).toBe('account.verification_invalid');
    expect((await signIn(email)).statusCode).toBe(200);
  });

  // A5
  test('answers the same, byte for byte, whether or not the address has an account; only its owner is told', async () => {
    const known = await server.makePerson({ first_name: 'Eva' });
    const email = newEmail();
    expect(visible(await register(known.email))).toEqual(visible(await register(email)));
    const [mail] = await queuedMails(database, known.email);
    expect(mail?.subject).toBe('Ya tienes una cuenta en Atalaya');
    expect(mail?.text).toContain('Hola, Eva');
    expect(mail?.text).not.toContain('token=');
    const resend = (to: string) => post('/api/accounts/verification-mails', { email: to });
    expect(visible(await resend(known.email))).toEqual(visible(await resend(email)));
    expect(await queuedMails(database, known.email)).toHaveLength(1);
    expect(await queuedMails(database, email)).toHaveLength(2);
  });

  // A7
  test('attaches a prepared profile only once its address is verified', async () => {
    const email = newEmail();
    const cookie = cookieOf(await register(email));
    const organization = await server.makeOrganization();
    await sql`insert into profiles (email, first_name, last_name, role, organization_id)
      values (${email}, 'Preparada', 'Jefa', 'admin', ${organization.id})`.execute(database.kysely);
    const linked = async () => {
      const { rows } = await sql<{ linked: boolean }>`
        select user_id is not null as linked from profiles where email = ${email}`.execute(database.kysely);
      return rows.map((row) => row.linked);
    };
    await signIn(email, PASSWORD, cookie);
    expect(await linked()).toEqual([false]);
    const { token } = await newestLink(database, email);
    expect((await verify(token, cookie)).json().session).toMatchObject({
      profile: { role: 'admin', first_name: 'Preparada' },
      organization: { id: organization.id },
    });
    expect(await linked()).toEqual([true]);
  });

  test('a link of the mail is over after a day, and nothing of it stands in the database', async () => {
    const email = newEmail();
    await register(email);
    const { token } = await newestLink(database, email);
    await sql`update auth.registration set expires_at = now() - interval '1 second'
      where email = ${email}`.execute(database.kysely);
    expect((await verify(token)).json().code).toBe('account.verification_invalid');
    const { rows } = await sql`select 1 from auth.registration r where r::text like ${`%${token}%`}`.execute(
      database.kysely,
    );
    expect(rows).toEqual([]);
  });

  // A1
  test.each([
    ['a'.repeat(7), 400],
    ['ab'.repeat(4), 202],
    ['ab'.repeat(64), 202],
    ['a'.repeat(129), 400],
  ])('takes passwords of 8 to 128 characters: %s', async (password, status) => {
    expect((await register(newEmail(), { password })).statusCode).toBe(status);
  });

  // A2
  test('refuses the commonest passwords where it is told to, and no other rule', async () => {
    const answer = await register(newEmail(), { password: 'Password1', on: strict });
    expect(answer.json().code).toBe('account.common_password');
    expect((await register(newEmail(), { on: strict })).statusCode).toBe(202);
    expect((await register(newEmail(), { password: 'Password1' })).statusCode).toBe(202);
  });

  // T8
  test.each(['role', 'user_id', 'email_verified', 'is_active'])(
    'does not take %s from the form',
    async (field) => {
      const form = {
        first_name: 'Ana',
        last_name: 'Ruiz',
        email: newEmail(),
        password: PASSWORD,
        [field]: 'x',
      };
      const answer = await post('/api/accounts', form);
      expect(answer.json()).toMatchObject({
        code: 'request.invalid',
        fields: [{ field: `body.${field}`, code: 'unknown' }],
      });
    },
  );

  const from = (ip: string, url: string, payload: object) =>
    strict.send({ method: 'POST', url, payload, remoteAddress: ip });
  const registerFrom = (ip: string, email: string) =>
    from(ip, '/api/accounts', { first_name: 'Ana', last_name: 'Ruiz', email, password: PASSWORD });
  const resendFrom = (ip: string, email: string) => from(ip, '/api/accounts/verification-mails', { email });
  const countMails = async (email: string) => (await queuedMails(database, email)).length;

  // R2
  test('mails one address three times an hour from one network, and five times from all, without a word', async () => {
    const email = newEmail();
    expect((await registerFrom('203.0.113.1', email)).statusCode).toBe(202);
    for (let n = 2; n <= 6; n++) {
      expect((await resendFrom('203.0.113.1', email)).statusCode).toBe(202);
      expect(await countMails(email)).toBe(Math.min(n, 3));
    }
    for (let n = 0; n < 6; n++) expect((await resendFrom('203.0.113.2', email)).statusCode).toBe(202);
    expect(await countMails(email)).toBe(5);
  });

  // R5
  test('nobody keeps anybody from registering: another network than those that have used up the mails gets one', async () => {
    const email = newEmail();
    const attackers = ['198.51.100.1', '2001:db8:66:1::1', '2001:db8:66:2::1'];
    const askAll = async () => {
      for (const ip of attackers)
        for (let n = 0; n < 3; n++) expect((await resendFrom(ip, email)).statusCode).toBe(202);
    };
    expect((await registerFrom(attackers[0]!, email)).statusCode).toBe(202);
    await askAll();
    expect(await countMails(email)).toBe(5);
    const answer = await registerFrom('192.0.2.61', email);
    expect(answer.statusCode).toBe(202);
    expect(await countMails(email)).toBe(6);
    const { token } = await newestLink(database, email);
    // The attackers' own networks, a /48 of them as one, get none of what is kept.
    await askAll();
    expect(await countMails(email)).toBe(6);
    const entered = await strict.send({
      method: 'POST',
      url: '/api/accounts/verification',
      payload: { token },
      cookie: cookieOf(answer),
    });
    expect(entered.json().session.profile.email).toBe(email);
    // What is kept has a limit too: requests from a thousand networks do not flood a mailbox.
    const other = newEmail();
    for (let n = 1; n <= 20; n++) await registerFrom(`198.18.${n}.1`, other);
    expect(await countMails(other)).toBe(8);
  });

  // A5
  test('is answered the same, once the mails are used up, whether or not the address has an account', async () => {
    const known = await server.makePerson();
    const email = newEmail();
    for (const each of [known.email, email])
      for (let n = 0; n < 4; n++) await registerFrom('203.0.113.4', each);
    expect(visible(await registerFrom('203.0.113.4', known.email))).toEqual(
      visible(await registerFrom('203.0.113.4', email)),
    );
    expect([await countMails(known.email), await countMails(email)]).toEqual([3, 3]);
  });

  // V6
  test('makes one account of eight forms at once', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(email.toUpperCase())));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 202));
    expect(await countAccounts(email)).toBe(0);
    const tokens = (await queuedMails(database, email)).map(
      ({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '',
    );
    expect(tokens).toHaveLength(8);
    const confirmed = await Promise.all(
      tokens.map((token) =>
        post('/api/accounts/verification', {
          token,
          first_name: 'Ana',
          last_name: 'Ruiz',
          password: PASSWORD,
        }),
      ),
    );
    expect(confirmed.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 400),
    ]);
    expect(await countAccounts(email)).toBe(1);
  });

  test('writes in English to whoever asks in English', async () => {
    const email = newEmail();
    const form = { first_name: 'Ann', last_name: 'Lee', email, password: PASSWORD };
    const headers = { 'accept-language': 'en-GB,en;q=0.9,es;q=0.8' };
    await server.send({ method: 'POST', url: '/api/accounts', payload: form, headers });
    expect((await queuedMails(database, email))[0]?.subject).toBe('Confirm your email for Atalaya');
  });
});

describe('registration without verification', () => {
  test('signs in at once, and says where an account exists', async () => {
    const email = newEmail();
    const answer = await register(email, { on: open });
    expect(answer.json().session.profile.email).toBe(email);
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0]!;
    const session = await open.send({ method: 'GET', url: '/api/session', cookie });
    expect(session.json().session.profile.email).toBe(email);
    const again = await register(email, { on: open });
    expect(again.statusCode).toBe(409);
    expect(again.json().code).toBe('account.already_registered');
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  // A7
  test('does not give away a profile that somebody has prepared', async () => {
    const email = newEmail();
    await sql`insert into profiles (email, first_name, last_name, role)
      values (${email}, 'Preparada', '', 'super_admin')`.execute(database.kysely);
    expect((await register(email, { on: open })).json().code).toBe('account.already_registered');
    expect(await countAccounts(email)).toBe(0);
  });
});
