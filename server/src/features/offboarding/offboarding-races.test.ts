import { HELD_KINDS } from '@atalaya/contract/offboarding-kinds';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { waitForLockWaits } from '../../platform/testing/lock-waits.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { makeAuthenticator } from '../account/passkeys/testing/authenticator.ts';
import { leftOf } from './testing/furnish.ts';

const PASSWORD = 'contraseña larga';

let database: TestDatabase;
let server: TestServer;
let cast: Cast;
let password_hash: string;
beforeAll(async () => {
  // A connection for each, so that the requests wait for each other and not for one.
  database = await openTestDatabase(12);
  server = await startTestServer({ database });
  cast = await server.makeCast();
  password_hash = await server.platform.accounts.hashPassword(PASSWORD);
  await database.pool.query('update organizations set max_users = -1');
});
afterAll(async () => {
  await server.close();
  await database.close();
});

type Person = Awaited<ReturnType<TestServer['makePerson']>>;
const colleague = () =>
  server.makePerson({ organization_id: cast.organization.id, password_hash, role: 'admin' });

const post = (url: string, cookie: string | undefined, payload: object) =>
  server.send({ method: 'POST', url, payload, ...(cookie ? { cookie } : {}) });
const offboard = ({ id }: Person) =>
  post('/api/offboarding', cast.admin.cookie, { ids: [id], heir_id: null });
const signIn = ({ email }: Person) => post('/api/session', undefined, { email, password: PASSWORD });
const makeKey = ({ cookie }: Person) =>
  post('/api/profile/api-keys', cookie, {
    name: 'Clave',
    scopes: ['tickets:read'],
    expires_in_days: 1,
    password: PASSWORD,
  });

const NOTHING = Object.fromEntries(HELD_KINDS.map((kind) => [kind, 0]));

/** Runs something while the person is locked as by their offboarding, which goes through once it waits. */
async function behindOffboarding(person: Person, act: () => Promise<{ statusCode: number }>) {
  const client = await database.pool.connect();
  // As an offboarding that has its locks, and has not begun to end anything.
  await client.query('begin');
  await client.query('select 1 from organizations where id = $1 for no key update', [cast.organization.id]);
  await client.query('select 1 from profiles where id = $1 for no key update', [person.id]);
  const answer = act();
  await waitForLockWaits(database, 1);
  await endAsOffboarding(client, person);
  await client.query('commit');
  client.release();
  return (await answer).statusCode;
}

async function endAsOffboarding(client: PoolClient, person: Person): Promise<void> {
  await client.query('select end_held(array[$1::uuid])', [person.id]);
  await client.query('update profiles set is_active = false where id = $1', [person.id]);
}

// OFF4
test('what is being made while somebody is offboarded is not made', async () => {
  const person = await colleague();
  expect(await behindOffboarding(person, () => makeKey(person))).toBe(401);
  expect(await leftOf(database, person)).toEqual(NOTHING);
});

// OFF4
test('nor a passkey, nor an app', async () => {
  for (const how of ['passkey', 'app']) {
    const person = await colleague();
    const begun = await post('/api/profile/passkeys/options', person.cookie, { password: PASSWORD });
    const body = { name: 'Portátil', ...makeAuthenticator().register(begun.json<{ challenge: string }>()) };
    const act = () =>
      how === 'passkey'
        ? post('/api/profile/passkeys', person.cookie, body)
        : post('/api/profile/two-factor', person.cookie, { password: PASSWORD });
    expect([how, await behindOffboarding(person, act)]).toEqual([how, 401]);
    expect(await leftOf(database, person)).toEqual(NOTHING);
  }
});

// OFF4
test('a sign-in that is being finished opens a session, and the offboarding that waits for it ends it', async () => {
  const person = await colleague();
  const client = await database.pool.connect();
  // As a sign-in whose password was right: that is held, and the session not committed yet.
  await client.query('begin');
  await client.query(`select 1 from auth."account" where "userId" = $1 for share`, [person.user_id]);
  await client.query(
    `insert into auth."session" ("token", "userId", "expiresAt") values ($1::text, $1::uuid, now() + interval '1 day')`,
    [person.user_id],
  );
  const leaving = offboard(person);
  await waitForLockWaits(database, 1);
  await client.query('commit');
  client.release();
  expect((await leaving).statusCode).toBe(201);
  expect(await leftOf(database, person)).toEqual(NOTHING);
});

// OFF4
test('a link that is being used sets a password before, or none', async () => {
  const person = await colleague();
  const token = 'a'.repeat(43);
  await database.pool.query(
    `insert into auth.mailed_link (purpose, token_hash, user_id, expires_at)
     values ('reset_password', sha256($1::text::bytea), $2, now() + interval '1 hour')`,
    [token, person.user_id],
  );
  const act = () =>
    server.send({
      method: 'POST',
      url: '/api/password-resets/complete',
      payload: { token, password: 'otra contraseña' },
    });
  expect(await behindOffboarding(person, act)).toBe(400);
  expect((await leftOf(database, person))['password']).toBe(0);
});

// OFF4
test('of sessions, keys and an offboarding at once, in any order, nothing is left', async () => {
  for (let round = 0; round < 8; round += 1) {
    const person = await colleague();
    const [leaving] = await Promise.all([
      offboard(person),
      signIn(person),
      makeKey(person),
      signIn(person),
      makeKey(person),
    ]);
    expect(leaving.statusCode).toBe(201);
    expect([round, await leftOf(database, person)]).toEqual([round, NOTHING]);
  }
});

// OFF4
test('of two offboardings of one person at once each leaves a receipt, and one ends what there was', async () => {
  const person = await colleague();
  const both = await Promise.all([offboard(person), offboard(person)]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  const { rows } = await database.pool.query<{ was_active: boolean }>(
    `select (content::jsonb -> 'was_active')::boolean as was_active from offboarding_receipts
     where profile_id = $1 order by was_active`,
    [person.id],
  );
  expect(rows.map(({ was_active }) => was_active)).toEqual([false, true]);
});
