import type { MadeWay } from '@atalaya/contract/access-review';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerPasswordRequests, newestLink } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { makeAuthenticator } from '../passkeys/testing/authenticator.ts';
import { codeShown } from '../two-factor/testing/shown-code.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<TestServer['makePerson']>>;
const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
const makePerson = () => server.makePerson({ organization_id: cast.organization.id });
const post = async (url: string, payload: object, cookie?: string) =>
  (
    await server.send({
      method: 'POST',
      url,
      payload,
      headers: { 'user-agent': CHROME },
      remoteAddress: '203.0.113.7',
      ...(cookie ? { cookie } : {}),
    })
  ).json();
const read = async ({ email }: Person) =>
  (await server.send({ url: '/api/profile/access-review', cookie: await server.signIn(email) })).json<{
    reset_at: string | null;
    ways: MadeWay[];
  }>();

async function reset({ email }: Person): Promise<void> {
  await server.send({ method: 'POST', url: '/api/password-resets', payload: { email } });
  await answerPasswordRequests(server.platform);
  const { token } = await newestLink(server.database, email);
  const payload = { token, password: 'otra contraseña' };
  const done = await server.send({ method: 'POST', url: '/api/password-resets/complete', payload });
  expect(done.statusCode).toBe(204);
}

/** A passkey, an app and an account of a provider, as an intruder may have made them. */
async function makeWays({ cookie, user_id }: Person): Promise<void> {
  const options = await post('/api/profile/passkeys/options', {}, cookie);
  const registered = { name: 'Llave ajena', ...makeAuthenticator().register(options) };
  const { recovery_codes } = await post('/api/profile/passkeys', registered, cookie);
  const { secret } = await post('/api/profile/two-factor', { code: recovery_codes[0] }, cookie);
  await post('/api/profile/two-factor/confirmation', { code: codeShown(secret, new Date()) }, cookie);
  await query(
    `insert into auth.identity (user_id, provider, issuer, subject, email)
     values ($1::uuid, 'google', 'https://issuer.test', $1::text, 'otra@example.test')`,
    [user_id],
  );
}

// S9
test('after a reset by mail the ways in of the last 30 days are shown, with where each was made, until they were looked through', async () => {
  const person = await makePerson();
  await makeWays(person);
  expect(await read(person)).toEqual({ reset_at: null, ways: [] });
  await reset(person);
  const made_with = { browser: 'Chrome', system: 'Linux', device: 'desktop', ip_address: '203.0.113.7' };
  const made_at = expect.any(String);
  const { reset_at, ways } = await read(person);
  expect(reset_at).toEqual(expect.any(String));
  expect(ways.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'app', id: 'app', name: '', made_at, made_with },
    { kind: 'passkey', id: expect.any(String), name: 'Llave ajena', made_at, made_with },
    // Written by this test, behind the audit log's back.
    { kind: 'provider', id: 'google', name: 'otra@example.test', made_at, made_with: null },
  ]);
  // What is made after the reset is shown as well: the intruder may be in the account still.
  const cookie = await server.signIn(person.email);
  await query('update auth.two_factor set last_step = 0 where user_id = $1', [person.user_id]);
  await query(
    `insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
     values ($1::uuid, 'Después', 'atl_12345678', sha256($1::text::bytea), '{tickets:read}', now() + interval '1 day')`,
    [person.id],
  );
  expect((await read(person)).ways[0]).toMatchObject({ kind: 'api_key', name: 'Después' });
  await query(`update auth.passkey set created_at = now() - interval '31 days' where user_id = $1`, [
    person.user_id,
  ]);
  expect((await read(person)).ways.map(({ kind }) => kind).toSorted()).toEqual([
    'api_key',
    'app',
    'provider',
  ]);
  const finish = () => server.send({ method: 'DELETE', url: '/api/profile/access-review', cookie });
  expect([(await finish()).statusCode, (await finish()).statusCode]).toEqual([204, 204]);
  expect(await read(person)).toEqual({ reset_at: null, ways: [] });
  const { rows } = await query(
    `select action from audit_log where object_id = $1 and action like '%review%'`,
    [person.user_id],
  );
  expect(rows).toEqual([{ action: 'account.access_reviewed' }]);
});

test('there is nothing to look through 30 days after a reset, after a first password, and for others', async () => {
  const [person, other] = [await makePerson(), await makePerson()];
  await reset(person);
  expect((await read(person)).reset_at).not.toBeNull();
  expect((await read(other)).reset_at).toBeNull();
  await query(`update auth.access_review set created_at = now() - interval '30 days' where user_id = $1`, [
    person.user_id,
  ]);
  expect((await read(person)).reset_at).toBeNull();
  expect((await server.send({ url: '/api/profile/access-review' })).statusCode).toBe(401);
});
