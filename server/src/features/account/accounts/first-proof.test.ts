import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertTrustedDevice } from '../../../platform/accounts/challenges.queries.ts';
import { answerPasswordRequests, newestLink } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';

const NEW = 'otra contraseña';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Row>(text, values)).rows;
const post = (url: string, payload: object, cookie = '') =>
  server.send({ method: 'POST', url, payload, cookie });

/** What a person who has signed in leaves on an account, in every table that lets a person in. */
async function leaveEverything({ user_id, id, cookie }: { user_id: string; id: string; cookie: string }) {
  const secret = Buffer.alloc(32, user_id);
  await query('insert into auth.two_factor (user_id, secret, confirmed_at) values ($1, $2, now())', [
    user_id,
    secret,
  ]);
  await query('insert into auth.recovery_code (user_id, code_hash) values ($1, $2)', [user_id, secret]);
  await query('insert into auth.passkey (user_id, name, credential_id, public_key) values ($1, $2, $3, $4)', [
    user_id,
    'Portátil',
    user_id,
    secret,
  ]);
  await query(
    `insert into auth.passkey_challenge (challenge_hash, purpose, user_id, expires_at)
     values (sha256($1::text::bytea), 'register', $1::uuid, now() + interval '5 minutes')`,
    [user_id],
  );
  await query(
    `insert into auth.sign_in_challenge (token_hash, user_id, expires_at)
     values (sha256($1::text::bytea), $1::uuid, now() + interval '5 minutes')`,
    [user_id],
  );
  await query(
    `insert into auth.identity (user_id, provider, issuer, subject) values ($1::uuid, 'google', 'https://issuer.test', $1::text)`,
    [user_id],
  );
  await query(
    `with connection as (
       insert into identity_connections (organization_id, name)
       select organization_id, id::text from profiles where user_id = $1 returning id, organization_id)
     insert into sso_identities (connection_id, organization_id, issuer, subject, user_id)
     select id, organization_id, 'https://issuer.test', 'subject', $1 from connection`,
    [user_id],
  );
  await server.database.withSystem('trust a browser for a test', (db) =>
    insertTrustedDevice(db, user_id, { ip_address: null, user_agent: null, request_id: null }),
  );
  const token = `atl_${user_id}`;
  await query(
    `insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
     values ($1, 'Clave', 'atl_12345678', sha256($2::bytea), '{tickets:read}', now() + interval '1 day')`,
    [id, token],
  );
  return { cookie };
}

/** The tables that hang on an account, and how many rows of each it has. */
async function waysIn(user_id: string): Promise<Record<string, number>> {
  const tables = await query<{ name: string; field: string }>(
    `select c.conrelid::regclass::text as name, quote_ident(a.attname) as field
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'auth."user"'::regclass and c.confdeltype = 'c' order by 1`,
  );
  const counts: [string, number][] = [];
  for (const { name, field } of tables) {
    const [row] = await query<{ rows: number }>(
      `select count(*)::int as rows from ${name} where ${field} = $1`,
      [user_id],
    );
    counts.push([name.replace('auth.', ''), row!.rows]);
  }
  const [keys] = await query<{ rows: number }>(
    `select count(*)::int as rows from api_keys k join profiles p on p.id = k.profile_id
     where p.user_id = $1 and k.revoked_at is null`,
    [user_id],
  );
  return { ...Object.fromEntries(counts), api_keys: keys!.rows };
}

async function reset(email: string): Promise<void> {
  await post('/api/password-resets', { email });
  await answerPasswordRequests(server.platform);
  const { token } = await newestLink(server.database, email);
  expect((await post('/api/password-resets/complete', { token, password: NEW })).statusCode).toBe(204);
}

const makePerson = async (email_verified: boolean) => {
  const { id: organization_id } = await server.makeOrganization();
  const person = await server.makePerson({ organization_id, email_verified, password_hash: 'x' });
  await leaveEverything(person);
  return person;
};
/**
 * The password, the links to set it and the question what is one's own, which the reset makes anew or has used up. And
 * the identity at the provider of one's company, which only the owner of the domain of the address can have linked.
 */
const KEPT = { access_review: 1, account: 1, mailed_link: 1, sso_identities: 1 };

// A12
test('where a reset proves an address for the first time, nothing that was added before lets anybody in', async () => {
  const person = await makePerson(false);
  const before = await waysIn(person.user_id);
  // A table that is new is in neither list: a person says whether it lets in.
  expect(before).toEqual({
    ...KEPT,
    access_review: 0,
    mailed_link: 0,
    api_keys: 1,
    identity: 1,
    passkey: 1,
    passkey_challenge: 1,
    recovery_code: 1,
    session: 1,
    sign_in_challenge: 1,
    trusted_device: 1,
    two_factor: 1,
  });
  await reset(person.email);
  const after = await waysIn(person.user_id);
  expect(Object.entries(after).filter(([, rows]) => rows > 0)).toEqual(Object.entries(KEPT));
  const signedIn = await post('/api/session', { email: person.email, password: NEW });
  expect(signedIn.json().session.profile.id).toBe(person.id);
  const audited = await query(
    `select after from audit_log where action = 'account.ways_in_ended' and object_id = $1`,
    [person.user_id],
  );
  expect(audited).toEqual([{ after: { passkeys: 1, apps: 1, providers: 1, api_keys: 1 } }]);
});

// A12
test('a reset of an address that was proved before leaves its factors and providers', async () => {
  const person = await makePerson(true);
  await reset(person.email);
  expect(await waysIn(person.user_id)).toMatchObject({
    identity: 1,
    passkey: 1,
    two_factor: 1,
    recovery_code: 1,
  });
  // The second factor is still asked for.
  expect((await post('/api/session', { email: person.email, password: NEW })).json().session).toBeNull();
  await reset(person.email);
  expect(
    await query(`select 1 from audit_log where action = 'account.ways_in_ended' and object_id = $1`, [
      person.user_id,
    ]),
  ).toEqual([]);
});
