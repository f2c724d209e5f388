import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { waitForLockWaits } from '../../../platform/testing/lock-waits.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';

let database: TestDatabase;
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  // A connection for each, so that the requests wait for each other and not for one.
  database = await openTestDatabase(6);
  server = await startTestServer({ database });
  cast = await server.makeCast();
  await database.pool.query('update organizations set max_users = -1');
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const makeKey = (cookie: string) =>
  server.send({
    method: 'POST',
    url: '/api/profile/api-keys',
    payload: { name: 'Clave', scopes: ['tickets:read'], expires_in_days: 1 },
    cookie,
  });
const keysOf = async (id: string) =>
  (await database.pool.query('select 1 from api_keys where profile_id = $1 and revoked_at is null', [id]))
    .rowCount;

// S9
test.each([
  ['a recovery', `delete from auth.session where "userId" = (select user_id from profiles where id = $1)`],
  [
    'a move',
    `update profiles set organization_id =
     (select id from organizations o where o.id <> profiles.organization_id limit 1) where id = $1`,
  ],
  ['a deactivation', 'update profiles set is_active = false where id = $1'],
])('a key that is being made while %s is under way does not outlive it', async (_what, change) => {
  const person = await server.makePerson({ organization_id: cast.organization.id });
  await server.makeOrganization();
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(change, [person.id]);
  await client.query('select 1 from profiles where id = $1 for no key update', [person.id]);
  const answer = makeKey(person.cookie);
  await waitForLockWaits(database, 1);
  await client.query('commit');
  client.release();
  expect((await answer).json()).toMatchObject({ code: 'session.required' });
  expect(await keysOf(person.id)).toBe(0);
});

// S9
test('a recovery that comes while a key is being made ends that key too', async () => {
  const person = await server.makePerson({ organization_id: cast.organization.id });
  const other = await server.signIn(person.email);
  const client = await database.pool.connect();
  // As a key that is being made: its person is held, and its row not committed yet.
  await client.query('begin');
  await client.query('select 1 from profiles where id = $1 for share', [person.id]);
  await client.query(
    `insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
     values ($1::uuid, 'Clave', 'atl_12345678', sha256($1::text::bytea), '{tickets:read}', now() + interval '1 day')`,
    [person.id],
  );
  const ending = server.send({ method: 'DELETE', url: '/api/profile/sessions', cookie: other });
  await waitForLockWaits(database, 1);
  await client.query('commit');
  client.release();
  expect((await ending).statusCode).toBe(204);
  expect(await keysOf(person.id)).toBe(0);
});

// S9
test('a recovery that comes while somebody gives the second factor ends that session and that trust too', async () => {
  const person = await server.makePerson({ organization_id: cast.organization.id });
  const { pool } = database;
  const insertChallenge = `insert into auth.sign_in_challenge (token_hash, user_id, expires_at)
    values (sha256($1::text::bytea), $1::uuid, now() + interval '5 minutes')`;
  await pool.query(insertChallenge, [person.user_id]);
  const client = await pool.connect();
  // As a sign-in that is being finished: its challenge is used up, and nothing of it committed yet.
  await client.query('begin');
  await client.query('delete from auth.sign_in_challenge where user_id = $1', [person.user_id]);
  await client.query(
    `insert into auth.session ("token", "userId", "expiresAt") values ('a token', $1, now() + interval '1 day')`,
    [person.user_id],
  );
  await client.query(
    `insert into auth.trusted_device (token_hash, user_id, expires_at)
     values (sha256($1::text::bytea), $1::uuid, now() + interval '30 days')`,
    [person.user_id],
  );
  const ending = server.send({ method: 'DELETE', url: '/api/profile/sessions', cookie: person.cookie });
  await waitForLockWaits(database, 1);
  await client.query('commit');
  client.release();
  expect((await ending).statusCode).toBe(204);
  const { rows } = await pool.query(
    `select (select count(*)::int from auth.session where "userId" = $1) as sessions,
       (select count(*)::int from auth.trusted_device where user_id = $1) as browsers`,
    [person.user_id],
  );
  // The one that has asked for it.
  expect(rows).toEqual([{ sessions: 1, browsers: 0 }]);
});
