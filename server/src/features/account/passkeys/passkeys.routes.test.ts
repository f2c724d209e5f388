import type { ErrorBody } from '@atalaya/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { userHandle } from './passkeys.service.ts';
import { makeAuthenticator } from './testing/authenticator.ts';

const PASSWORD = 'contraseña larga';

describe('passkeys', () => {
  let server: TestServer;
  let cast: Cast;
  let password_hash: string;

  beforeAll(async () => {
    server = await startTestServer();
    cast = await server.makeCast();
    password_hash = await server.platform.accounts.hashPassword(PASSWORD);
  });
  afterAll(() => server.close());

  type Answer = Awaited<ReturnType<TestServer['send']>>;
  type Person = Awaited<ReturnType<TestServer['makePerson']>>;
  const codeIn = (answer: Answer) => (answer.statusCode < 300 ? 'done' : answer.json<ErrorBody>().code);
  const cookieOf = (answer: Answer) => String([answer.headers['set-cookie']].flat()[0]).split(';', 1)[0]!;
  const post = (url: string, payload: object, cookie?: string) =>
    server.send({ method: 'POST', url, payload, ...(cookie ? { cookie } : {}) });
  const makePerson = () => server.makePerson({ password_hash, organization_id: cast.organization.id });
  const begin = async (cookie: string, proof: object = {}) =>
    (await post('/api/profile/passkeys/options', { password: PASSWORD, ...proof }, cookie)).json();
  async function add({ cookie }: Person, name = 'Portátil', proof: object = {}) {
    const authenticator = makeAuthenticator();
    const answer = await post(
      '/api/profile/passkeys',
      { name, ...authenticator.register(await begin(cookie, proof)) },
      cookie,
    );
    return { authenticator, answer };
  }
  const askSignIn = async () => (await post('/api/session/passkey/options', {})).json();
  const signIn = (assertion: object) => post('/api/session/passkey', assertion);
  /** The password was given; the cookie of what is asked for next. */
  const challengeOf = async ({ email }: Person) =>
    cookieOf(await post('/api/session', { email, password: PASSWORD }));
  const list = async (cookie: string) =>
    (await server.send({ url: '/api/profile/passkeys', cookie })).json<{ items: object[] }>().items;

  test('is added with the password and a name, once per challenge; the first one brings recovery codes', async () => {
    const person = await makePerson();
    const { cookie } = person;
    expect(codeIn(await post('/api/profile/passkeys/options', { password: 'otra' }, cookie))).toBe(
      'account.wrong_password',
    );
    const options = await begin(cookie);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: userHandle(person.user_id), name: person.email },
      excludeCredentials: [],
    });
    const registration = { name: ' Portátil ', ...makeAuthenticator().register(options) };
    const added = await post('/api/profile/passkeys', registration, cookie);
    expect(added.statusCode).toBe(201);
    expect(added.json()).toMatchObject({
      passkey: { name: 'Portátil', last_used_at: null },
      recovery_codes: { length: 10 },
      session: { two_factor: 'on' },
    });
    expect(codeIn(await post('/api/profile/passkeys', registration, cookie))).toBe('passkey.refused');
    const [first, second] = added.json<{ recovery_codes: string[] }>().recovery_codes;
    expect((await begin(cookie)).code).toBe('two_factor.code_needed');
    expect((await begin(cookie, { code: first })).excludeCredentials).toEqual([
      { id: registration.credential_id, type: 'public-key', transports: ['internal'] },
    ]);
    expect((await add(person, 'Llave', { code: second })).answer.json().recovery_codes).toBeNull();
    const subjects = (await queuedMails(server.database, person.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Clave'))).toEqual([
      'Clave de acceso añadida · Atalaya',
      'Clave de acceso añadida · Atalaya',
    ]);
  });

  test('is refused from another origin, for another person, for nothing asked, and late', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const register = async (registration: object, cookie = person.cookie) =>
      codeIn(await post('/api/profile/passkeys', { name: 'x', ...registration }, cookie));
    const authenticator = makeAuthenticator();
    const foreign = authenticator.register(await begin(person.cookie), { origin: 'https://evil.test' });
    expect(await register(foreign)).toBe('passkey.refused');
    expect(await register(authenticator.register(await begin(person.cookie)), other.cookie)).toBe(
      'passkey.refused',
    );
    expect(await register(authenticator.register({ challenge: 'bWFkZSB1cA' }))).toBe('passkey.refused');
    const unverified = { verified: false };
    expect(await register(authenticator.register(await begin(person.cookie), unverified))).toBe(
      'passkey.refused',
    );
    expect(await register({ ...foreign, client_data: 'bm90IGpzb24' })).toBe('passkey.refused');
    const late = authenticator.register(await begin(person.cookie));
    await server.database.pool.query('update auth.passkey_challenge set expires_at = now()');
    expect(await register(late)).toBe('passkey.refused');
    expect(await list(person.cookie)).toEqual([]);
  });

  // A10, S6
  test('signs in by itself where it has verified its person, and each challenge serves once', async () => {
    const person = await makePerson();
    const { authenticator } = await add(person);
    const signing = { userHandle: userHandle(person.user_id) };
    const assertion = authenticator.assert(await askSignIn(), signing);
    const replays = await Promise.all([1, 2, 3, 4].map(() => signIn(assertion)));
    expect(replays.map(codeIn).toSorted()).toEqual(['done', ...Array(3).fill('passkey.refused')]);
    const done = replays.find((answer) => answer.statusCode === 200)!;
    const cookie = cookieOf(done);
    expect((await server.send({ url: '/api/session', cookie })).json()).toEqual(done.json());
    expect((await list(cookie))[0]).toMatchObject({ last_used_at: expect.any(String) });
    const attempt = async (more: object) =>
      codeIn(await signIn(authenticator.assert(await askSignIn(), { ...signing, counter: 9, ...more })));
    expect(await attempt({ verified: false })).toBe('passkey.refused');
    expect(await attempt({ origin: 'https://evil.test' })).toBe('passkey.refused');
    expect(await attempt({ userHandle: null })).toBe('passkey.refused');
    expect(await attempt({ userHandle: userHandle(cast.admin.user_id) })).toBe('passkey.refused');
    const stranger = makeAuthenticator().assert(await askSignIn(), signing);
    expect(codeIn(await signIn(stranger))).toBe('passkey.refused');
    expect(await attempt({ counter: 5 })).toBe('done');
  });

  test('is refused where its counter does not go on, as that of a copy', async () => {
    const person = await makePerson();
    const { authenticator } = await add(person);
    const attempt = async (counter: number) =>
      codeIn(
        await signIn(
          authenticator.assert(await askSignIn(), { counter, userHandle: userHandle(person.user_id) }),
        ),
      );
    expect([await attempt(7), await attempt(7), await attempt(3), await attempt(8)]).toEqual([
      'done',
      'passkey.refused',
      'passkey.refused',
      'done',
    ]);
  });

  // A4
  test('lets nobody in who is inactive', async () => {
    const person = await makePerson();
    const { authenticator } = await add(person);
    await server.database.pool.query('update profiles set is_active = false where id = $1', [person.id]);
    const signing = { userHandle: userHandle(person.user_id) };
    expect(codeIn(await signIn(authenticator.assert(await askSignIn(), signing)))).toBe('passkey.refused');
  });

  test('is a second factor after the password, of that account alone', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { authenticator } = await add(person);
    const theirs = (await add(other)).authenticator;
    const cookie = await challengeOf(person);
    expect((await server.send({ url: '/api/session/second-factor', cookie })).json()).toEqual({
      code: true,
      passkey: true,
    });
    const ask = async (of = cookie) =>
      (await post('/api/session/second-factor/passkey/options', {}, of)).json();
    const finish = (assertion: object, of = cookie) =>
      post('/api/session/second-factor/passkey', assertion, of);
    expect((await ask()).allowCredentials).toHaveLength(1);
    expect(codeIn(await finish(theirs.assert(await ask(), { counter: 1 })))).toBe('passkey.refused');
    // What was asked for signing in alone does not serve here, nor the other way round.
    expect(codeIn(await finish(authenticator.assert(await askSignIn())))).toBe('passkey.refused');
    const crossed = authenticator.assert(await ask(), { userHandle: userHandle(person.user_id) });
    expect(codeIn(await signIn(crossed))).toBe('passkey.refused');
    const done = await finish(authenticator.assert(await ask(), { counter: 2, verified: false }));
    expect([done.statusCode, done.json().session.profile.id]).toEqual([200, person.id]);
    expect(codeIn(await finish(authenticator.assert({ challenge: 'eA' })))).toBe('two_factor.challenge_over');
    expect(codeIn(await post('/api/session/second-factor/passkey/options', {}))).toBe(
      'two_factor.challenge_over',
    );
  });

  // A13
  test('proves its owner before a change where it has verified them, once per challenge, for that account alone', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { authenticator } = await add(person);
    const theirs = (await add(other)).authenticator;
    const ask = async ({ cookie }: Person = person) =>
      (await post('/api/profile/passkeys/proof', {}, cookie)).json();
    const makeKey = async (proof: object, { cookie }: Person = person) =>
      codeIn(
        await post(
          '/api/profile/api-keys',
          { name: 'Clave', scopes: ['tickets:read'], expires_in_days: 1, ...proof },
          cookie,
        ),
      );
    const options = await ask();
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: { length: 1 } });
    const passkey = authenticator.assert(options, { counter: 1 });
    // Beside the password, not instead of it.
    expect(await makeKey({ passkey })).toBe('account.wrong_password');
    expect(await makeKey({ passkey, password: PASSWORD })).toBe('done');
    expect(await makeKey({ passkey, password: PASSWORD })).toBe('passkey.refused');
    const attempt = async (assertion: object) => makeKey({ passkey: assertion, password: PASSWORD });
    expect(await attempt(authenticator.assert(await ask(), { counter: 2, verified: false }))).toBe(
      'passkey.refused',
    );
    expect(await attempt(theirs.assert(await ask(), { counter: 3 }))).toBe('passkey.refused');
    expect(await attempt(authenticator.assert(await ask(other), { counter: 4 }))).toBe('passkey.refused');
    expect(await attempt(authenticator.assert(await askSignIn(), { counter: 5 }))).toBe('passkey.refused');
    expect(await attempt(authenticator.assert(await ask(), { counter: 6 }))).toBe('done');
    // An account without password, whose session is not fresh any more.
    const bare = await server.makePerson({ organization_id: cast.organization.id });
    const own = (await add(bare)).authenticator;
    await server.database.pool.query(
      `update auth.session set "createdAt" = now() - interval '11 minutes' where "userId" = $1`,
      [bare.user_id],
    );
    expect(await makeKey({}, bare)).toBe('two_factor.sign_in_again');
    expect(await makeKey({ passkey: own.assert(await ask(bare), { counter: 1 }) }, bare)).toBe('done');
    const { rows } = await server.database.pool.query(
      `select after from audit_log where object_id = $1 and action = 'two_factor.proved'`,
      [bare.id],
    );
    expect(rows).toEqual([{ after: { second_factor: 'passkey' } }]);
  });

  // T2, L1
  test('is renamed and removed by its owner alone; with the last one goes the second step', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { answer } = await add(person);
    const { id } = answer.json().passkey;
    const [code] = answer.json().recovery_codes;
    const url = `/api/profile/passkeys/${id}`;
    const rename = async ({ cookie }: Person) =>
      codeIn(await server.send({ method: 'PATCH', url, payload: { name: 'Casa' }, cookie }));
    const remove = async ({ cookie }: Person, password = PASSWORD) =>
      codeIn(await post(`${url}/removal`, { password, code }, cookie));
    expect([await rename(other), await remove(other)]).toEqual(['object.not_found', 'object.not_found']);
    expect(await rename(person)).toBe('done');
    expect((await list(person.cookie))[0]).toMatchObject({ name: 'Casa' });
    expect(await remove(person, 'otra')).toBe('account.wrong_password');
    expect(await remove(person)).toBe('done');
    const entered = await post('/api/session', { email: person.email, password: PASSWORD });
    expect(entered.json().session).toMatchObject({ two_factor: 'off' });
    const { rows } = await server.database.pool.query<{ action: string }>(
      `select action from audit_log where object_id = $1 and action like 'passkey.%' order by id`,
      [person.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['passkey.added', 'passkey.renamed', 'passkey.removed']);
    const told = await server.database.pool.query(
      `select 1 from notifications where event = 'security.two_factor_changed' and profile_id = $1`,
      [person.id],
    );
    expect(told.rowCount).toBe(2);
  });
});
