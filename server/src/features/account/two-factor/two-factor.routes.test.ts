import type { ErrorBody } from '@atalaya/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { codeShown, secretBytes } from './testing/shown-code.ts';

const PASSWORD = 'contraseña larga';

describe('two-step verification', () => {
  let database: TestDatabase;
  let server: TestServer;
  /** The same with limits. */
  let strict: TestServer;
  let cast: Cast;
  let password_hash: string;

  beforeAll(async () => {
    database = await openTestDatabase();
    server = await startTestServer({ database });
    strict = await startTestServer({ database, config: { rateLimit: true } });
    cast = await server.makeCast();
    password_hash = await server.platform.accounts.hashPassword(PASSWORD);
  });
  afterAll(async () => {
    await server.close();
    await strict.close();
    await database.close();
  });

  type Answer = Awaited<ReturnType<TestServer['send']>>;
  const codeIn = (answer: Answer) => (answer.statusCode < 300 ? 'done' : answer.json<ErrorBody>().code);
  /** The cookies that an answer sets, as the next request sends them. */
  const cookiesOf = (answer: Answer) =>
    [answer.headers['set-cookie'] ?? []]
      .flat()
      .filter((header) => !header.includes('Max-Age=0'))
      .map((header) => header.split(';', 1)[0])
      .join('; ');
  const post = (url: string, payload: object, cookie?: string, on = server) =>
    on.send({ method: 'POST', url, payload, ...(cookie ? { cookie } : {}) });
  const signIn = (email: string, cookie?: string, on = server) =>
    post('/api/session', { email, password: PASSWORD }, cookie, on);
  const finish = (cookie: string, code: string, more: object = {}, on = server) =>
    post('/api/session/second-factor', { code, ...more }, cookie, on);
  const whoIs = async (cookie: string) => (await server.send({ url: '/api/session', cookie })).json().session;
  const codeAt = (secret: string, by = 0) => codeShown(secret, new Date(), by);
  /** As if every earlier code had been of long ago: a test need not wait for the next half minute. */
  const forgetSteps = (user_id: string) =>
    sql`update auth.two_factor set last_step = 0 where user_id = ${user_id}`.execute(database.kysely);

  type Person = Awaited<ReturnType<TestServer['makePerson']>>;
  const makePerson = (values: object = {}) =>
    server.makePerson({ password_hash, organization_id: cast.organization.id, ...values });
  /** Turns an app on; the secret, and the recovery codes. */
  async function enable({ cookie, user_id }: Person) {
    const started = await post('/api/profile/two-factor', { password: PASSWORD }, cookie);
    const { secret } = started.json<{ secret: string }>();
    const confirmed = await post('/api/profile/two-factor/confirmation', { code: codeAt(secret) }, cookie);
    expect(confirmed.statusCode).toBe(200);
    await forgetSteps(user_id);
    return { secret, codes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
  }
  const actionsOn = async (id: string) => {
    const { rows } = await database.pool.query<{ action: string }>(
      `select action from audit_log where object_id = $1 and action ~ '^(two_factor|passkey)' order by id`,
      [id],
    );
    return rows.map((row) => row.action);
  };
  const subjects = async (email: string) =>
    (await queuedMails(database, email)).map(({ subject }) => subject.replace(' · Atalaya', ''));

  test('is set up with the password, a QR code and a first code; the codes are shown once', async () => {
    const person = await makePerson();
    const { cookie } = person;
    expect(codeIn(await post('/api/profile/two-factor', { password: 'otra' }, cookie))).toBe(
      'account.wrong_password',
    );
    expect(codeIn(await post('/api/profile/two-factor', {}, cookie))).toBe('account.wrong_password');
    expect(codeIn(await post('/api/profile/two-factor/confirmation', { code: '000000' }, cookie))).toBe(
      'two_factor.not_started',
    );
    const started = await post('/api/profile/two-factor', { password: PASSWORD }, cookie);
    const { secret, qr } = started.json<{ secret: string; qr: string }>();
    expect([secret, qr]).toEqual([expect.stringMatching(/^[A-Z2-7]{32}$/), expect.stringMatching(/^<svg /)]);
    const wrong = codeAt(secret) === '000000' ? '000001' : '000000';
    expect(codeIn(await post('/api/profile/two-factor/confirmation', { code: wrong }, cookie))).toBe(
      'two_factor.wrong_code',
    );
    // Not on yet: the password is still enough.
    expect((await signIn(person.email)).json().session).not.toBeNull();
    const spaced = codeAt(secret).replace(/^.../, '$& ');
    const on = await post('/api/profile/two-factor/confirmation', { code: spaced }, cookie);
    const { recovery_codes, session } = on.json();
    expect([recovery_codes.length, session.two_factor]).toEqual([10, 'on']);
    const read = await server.send({ url: '/api/profile/two-factor', cookie });
    expect(read.json()).toEqual({
      app_since: expect.any(String),
      recovery_codes_left: 10,
      passkeys: 0,
      has_password: true,
    });
    // L3: neither the secret nor a code is stored in the database, the audit log or a mail.
    const { rows } = await database.pool.query(
      `select encode(secret, 'hex') as stored, (select string_agg(encode(code_hash, 'escape'), ' ')
         from auth.recovery_code r where r.user_id = f.user_id) as codes,
         (select string_agg(a::text, ' ') from audit_log a where a.object_id = $2) as audited
       from auth.two_factor f where user_id = $1`,
      [person.user_id, person.id],
    );
    const kept = JSON.stringify([rows, await queuedMails(database, person.email)]);
    for (const canary of [secret, secretBytes(secret).toString('hex'), ...recovery_codes])
      expect(kept).not.toContain(canary);
    await forgetSteps(person.user_id);
    const proof = { password: PASSWORD, code: codeAt(secret) };
    expect(codeIn(await post('/api/profile/two-factor', proof, cookie))).toBe('two_factor.already_on');
    expect(await actionsOn(person.id)).toEqual(['two_factor.app_added', 'two_factor.proved']);
    expect(await subjects(person.email)).toEqual(['Verificación en dos pasos activada']);
  });

  // A4, S6
  test('the right password opens no session but a challenge, which a code turns into one', async () => {
    const person = await makePerson();
    const { secret } = await enable(person);
    const first = await signIn(person.email);
    expect([first.statusCode, first.json()]).toEqual([200, { session: null }]);
    const [header = ''] = [first.headers['set-cookie'] ?? []].flat();
    expect(header).toMatch(/^atalaya-sign-in=[^;]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
    const challenge = cookiesOf(first);
    expect(await whoIs(challenge)).toBeNull();
    expect((await server.send({ url: '/api/session/second-factor', cookie: challenge })).json()).toEqual({
      code: true,
      passkey: false,
    });
    const sessions = sql`select count(*)::int as open from auth."session" where "userId" = ${person.user_id}`;
    // The one that the person was made with.
    expect((await sessions.execute(database.kysely)).rows).toEqual([{ open: 1 }]);
    const done = await finish(challenge, codeAt(secret));
    expect([done.statusCode, done.json().session.profile.id]).toEqual([200, person.id]);
    expect(await whoIs(cookiesOf(done))).toEqual(done.json().session);
    expect(await whoIs(challenge)).toBeNull();
    // A wrong password, and who may not sign in, answer as they do without a second factor.
    const wrong = await post('/api/session', { email: person.email, password: 'otra' });
    expect([codeIn(wrong), wrong.headers['set-cookie']]).toEqual(['account.invalid_credentials', undefined]);
    await sql`update profiles set is_active = false where id = ${person.id}`.execute(database.kysely);
    const inactive = await signIn(person.email);
    expect([codeIn(inactive), inactive.headers['set-cookie']]).toEqual([
      'account.invalid_credentials',
      undefined,
    ]);
  });

  // A10
  test('a code works once: replayed, in parallel, and on another challenge', async () => {
    const person = await makePerson();
    const { secret } = await enable(person);
    const code = codeAt(secret);
    const challenges = await Promise.all(
      Array.from({ length: 6 }, async () => cookiesOf(await signIn(person.email))),
    );
    const outcomes = await Promise.all(challenges.map(async (one) => codeIn(await finish(one, code))));
    expect(outcomes.toSorted()).toEqual(['done', ...Array(5).fill('two_factor.wrong_code')]);
    const again = cookiesOf(await signIn(person.email));
    expect(codeIn(await finish(again, code))).toBe('two_factor.wrong_code');
    expect(codeIn(await finish(again, codeAt(secret, -1)))).toBe('two_factor.wrong_code');
    expect(codeIn(await finish(again, codeAt(secret, 1)))).toBe('done');
    // The challenge has served its turn.
    expect(codeIn(await finish(again, codeAt(secret, 1)))).toBe('two_factor.challenge_over');
  });

  // A10
  test('of 20 wrong codes at once five are looked at, then the challenge is void; the owner begins anew', async () => {
    const person = await makePerson();
    const { secret, codes } = await enable(person);
    const challenge = cookiesOf(await signIn(person.email));
    const wrong = Array.from({ length: 20 }, async () => codeIn(await finish(challenge, 'aaaaa-aaaaa')));
    const outcomes = Object.groupBy(await Promise.all(wrong), (code) => code);
    expect([
      outcomes['two_factor.wrong_code']?.length,
      outcomes['two_factor.challenge_over']?.length,
    ]).toEqual([5, 15]);
    expect(codeIn(await finish(challenge, codeAt(secret)))).toBe('two_factor.challenge_over');
    expect(codeIn(await finish(challenge, codes[0]!))).toBe('two_factor.challenge_over');
    expect(codeIn(await finish(cookiesOf(await signIn(person.email)), codeAt(secret)))).toBe('done');
  });

  // A10, R1
  test('wrong codes of an account are limited over all its challenges, for an hour', async () => {
    const person = await makePerson();
    const { secret } = await enable(person);
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      const challenge = cookiesOf(await signIn(person.email, undefined, strict));
      for (let guess = 0; guess < 4; guess++)
        statuses.push((await finish(challenge, 'aaaaa-aaaaa', {}, strict)).statusCode);
    }
    expect(statuses).toEqual(Array(20).fill(400));
    const challenge = cookiesOf(await signIn(person.email, undefined, strict));
    const refused = await finish(challenge, codeAt(secret), {}, strict);
    expect([refused.statusCode, Number(refused.headers['retry-after']) <= 3600]).toEqual([429, true]);
    await sql`update rate_limits set resets_at = now()`.execute(database.kysely);
    expect(codeIn(await finish(challenge, codeAt(secret), {}, strict))).toBe('done');
  });

  test('a challenge ends after five minutes, with a forged cookie, and with a new password', async () => {
    const person = await makePerson();
    const { secret } = await enable(person);
    const late = cookiesOf(await signIn(person.email));
    await sql`update auth.sign_in_challenge set expires_at = now() where user_id = ${person.user_id}`.execute(
      database.kysely,
    );
    expect(codeIn(await finish(late, codeAt(secret)))).toBe('two_factor.challenge_over');
    expect(codeIn(await finish('atalaya-sign-in=x.y', codeAt(secret)))).toBe('two_factor.challenge_over');
    // The signature of one kind of cookie is none of another.
    const asSession = cookiesOf(await signIn(person.email)).replace('atalaya-sign-in', 'atalaya');
    expect(await whoIs(asSession)).toBeNull();
    const waiting = cookiesOf(await signIn(person.email));
    const payload = { current_password: PASSWORD, password: 'otra contraseña' };
    const { cookie } = person;
    await server.send({ method: 'PUT', url: '/api/profile/password', payload, cookie });
    expect(codeIn(await finish(waiting, codeAt(secret)))).toBe('two_factor.challenge_over');
  });

  // A13
  test('a recovery code works once however it is typed, its use is mailed, and ten new ones replace the rest', async () => {
    const person = await makePerson();
    const { codes } = await enable(person);
    const typed = ` ${codes[0]!.toUpperCase().replace('-', ' ')}`;
    const challenges = await Promise.all(
      Array.from({ length: 4 }, async () => cookiesOf(await signIn(person.email))),
    );
    const outcomes = await Promise.all(challenges.map(async (one) => codeIn(await finish(one, typed))));
    expect(outcomes.toSorted()).toEqual(['done', ...Array(3).fill('two_factor.wrong_code')]);
    expect(await subjects(person.email)).toContain('Se ha usado un código de recuperación');
    expect((await queuedMails(database, person.email)).at(-1)?.text).toContain('Te quedan 9.');
    const url = '/api/profile/two-factor/recovery-codes';
    const renew = (proof: object) => post(url, { password: PASSWORD, ...proof }, person.cookie);
    expect(codeIn(await renew({ password: 'otra' }))).toBe('account.wrong_password');
    expect(codeIn(await renew({}))).toBe('two_factor.code_needed');
    expect(codeIn(await renew({ code: codes[0] }))).toBe('two_factor.wrong_code');
    const renewed = await renew({ code: codes[2] });
    expect((await queuedMails(database, person.email)).at(-2)?.text).toContain('Te quedan 8.');
    const fresh = renewed.json<{ recovery_codes: string[] }>().recovery_codes;
    const challenge = cookiesOf(await signIn(person.email));
    expect(codeIn(await finish(challenge, codes[1]!))).toBe('two_factor.wrong_code');
    expect(codeIn(await finish(challenge, fresh[9]!))).toBe('done');
  });

  test('a trusted browser is not asked again for 30 days, until the password changes or the factor goes', async () => {
    const person = await makePerson();
    const { secret } = await enable(person);
    const challenge = cookiesOf(await signIn(person.email));
    const done = await finish(challenge, codeAt(secret), { trust_device: true });
    const device = cookiesOf(done)
      .split('; ')
      .find((pair) => pair.startsWith('atalaya-device='))!;
    expect([done.headers['set-cookie']].flat().join()).toContain('Max-Age=2592000');
    const asked = async (email: string, cookie?: string) =>
      (await signIn(email, cookie)).json().session === null;
    expect([await asked(person.email, device), await asked(person.email)]).toEqual([false, true]);
    // It is trusted for this account alone, and its cookie cannot be made up.
    const other = await makePerson();
    await enable(other);
    expect(await asked(other.email, device)).toBe(true);
    expect(await asked(person.email, `${device.slice(0, -4)}AAAA`)).toBe(true);
    const payload = { current_password: PASSWORD, password: PASSWORD };
    const { cookie } = person;
    await server.send({ method: 'PUT', url: '/api/profile/password', payload, cookie });
    expect(await asked(person.email, device)).toBe(true);
  });

  // A13
  test('is turned off with password and code; recovery codes and trusted browsers go with it', async () => {
    const person = await makePerson();
    const { secret, codes } = await enable(person);
    const url = '/api/profile/two-factor/removal';
    const { cookie } = person;
    const off = async (password: string, code: string) => codeIn(await post(url, { password, code }, cookie));
    expect(await off('otra', codeAt(secret))).toBe('account.wrong_password');
    expect(await off(PASSWORD, 'aaaaa-aaaaa')).toBe('two_factor.wrong_code');
    expect(await off(PASSWORD, codes[3]!)).toBe('done');
    expect(await off(PASSWORD, codeAt(secret))).toBe('two_factor.not_set_up');
    expect((await signIn(person.email)).json().session).toMatchObject({ two_factor: 'off' });
    const { rows } = await database.pool.query(
      `select count(*)::int as left from auth.recovery_code where user_id = $1`,
      [person.user_id],
    );
    expect(rows).toEqual([{ left: 0 }]);
    expect(await actionsOn(person.id)).toEqual([
      'two_factor.app_added',
      'two_factor.proved',
      'two_factor.app_removed',
    ]);
  });

  test('an account without password changes its factors just after signing in, and not later', async () => {
    const person = await server.makePerson({ organization_id: cast.organization.id });
    const start = async () => codeIn(await post('/api/profile/two-factor', {}, person.cookie));
    expect(await start()).toBe('done');
    await database.pool.query(`update auth.session set "createdAt" = now() - interval '11 minutes'
      where "userId" = '${person.user_id}'`);
    expect(await start()).toBe('two_factor.sign_in_again');
  });

  test('where it is required, who has no factor reaches their profile alone until they set one up', async () => {
    const { id: organization_id } = await server.makeOrganization();
    const person = await makePerson({ organization_id, role: 'admin' });
    const { cookie } = person;
    const get = async (url: string) => codeIn(await server.send({ url, cookie }));
    expect(await get('/api/users')).toBe('done');
    await database.pool.query(
      'insert into settings (organization_id, two_factor_required) values ($1, true)',
      [organization_id],
    );
    const required = 'session.two_factor_required';
    expect(await get('/api/users')).toBe(required);
    expect(await get('/api/tickets')).toBe(required);
    expect(codeIn(await post('/api/invitations/join', { token: 'x' }, cookie))).toBe(required);
    expect(codeIn(await post('/api/profile/api-keys', {}, cookie))).toBe(required);
    expect(await get('/api/profile/two-factor')).toBe('done');
    expect(await get('/api/profile/passkeys')).toBe('done');
    expect((await whoIs(cookie)).two_factor).toBe('required');
    // Signing in anew changes nothing, and other organizations are not concerned.
    expect((await signIn(person.email)).json().session.two_factor).toBe('required');
    expect((await whoIs(cast.admin.cookie)).two_factor).toBe('off');
    const { secret } = await enable(person);
    expect([await get('/api/users'), (await whoIs(cookie)).two_factor]).toEqual(['done', 'on']);
    const code = codeAt(secret);
    await post('/api/profile/two-factor/removal', { password: PASSWORD, code }, cookie);
    expect(await get('/api/users')).toBe(required);
  });

  // I5
  test('joining by an invitation asks for the second factor of the account that is there', async () => {
    const person = await makePerson({ organization_id: null });
    const { secret } = await enable(person);
    const made = await post('/api/invitations', { email: person.email }, cast.admin.cookie);
    const { id } = made.json<{ invitation: { id: string } }>().invitation;
    const shown = await post(`/api/invitations/${id}/link`, {}, cast.admin.cookie);
    const token = shown.json<{ link: string }>().link.split('/').at(-1)!;
    const join = (cookie: string) => post('/api/invitations/join', { token }, cookie);

    const challenged = cookiesOf(await signIn(person.email));
    expect(codeIn(await join(challenged))).toBe('session.required');
    expect((await whoIs(person.cookie)).organization).toBeNull();
    const signedIn = cookiesOf(await finish(challenged, codeAt(secret)));
    expect(codeIn(await join(signedIn))).toBe('done');
    expect((await whoIs(signedIn)).organization.id).toBe(cast.organization.id);
  });

  describe('reset by an admin', () => {
    const reset = async (by: { cookie: string }, id: string) =>
      codeIn(await server.send({ method: 'DELETE', url: `/api/users/${id}/two-factor`, cookie: by.cookie }));
    const ROLES = ['user', 'admin', 'super_admin'] as const;
    const table = ROLES.flatMap((actor) => ROLES.map((role) => [actor, role] as const));

    // T10
    test.each(table)('%s resets %s only up to their own role', async (actor, role) => {
      const organization_id = role === 'super_admin' ? null : cast.organization.id;
      const person = await makePerson({ role, organization_id });
      await enable(person);
      const hidden = actor === 'admin' && role === 'super_admin' ? 'object.not_found' : 'done';
      const expected = actor === 'user' ? 'session.forbidden' : hidden;
      expect(await reset(cast[actor], person.id)).toBe(expected);
      expect((await whoIs(person.cookie)) === null).toBe(expected === 'done');
      expect((await signIn(person.email)).json().session !== null).toBe(expected === 'done');
    });

    // T2, L1
    test("another organization's people do not exist, oneself is refused, and it is audited and mailed", async () => {
      const elsewhere = await makePerson({ organization_id: (await server.makeOrganization()).id });
      await enable(elsewhere);
      expect(await reset(cast.admin, elsewhere.id)).toBe('object.not_found');
      expect((await signIn(elsewhere.email)).json().session).toBeNull();
      expect(await reset(cast.admin, cast.admin.id)).toBe('user.self_forbidden');
      const person = await makePerson();
      expect(await reset(cast.admin, person.id)).toBe('two_factor.not_set_up');
      await enable(person);
      expect(await reset(cast.admin, person.id)).toBe('done');
      expect(await actionsOn(person.id)).toEqual(['two_factor.app_added', 'two_factor.reset']);
      expect(await subjects(person.email)).toContain('Verificación en dos pasos restablecida');
    });
  });
});
