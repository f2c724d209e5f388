import type { ErrorBody } from '@atalaya/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerPasswordRequests, newestLink, queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { codeShown } from '../two-factor/testing/shown-code.ts';

const PASSWORD = 'contraseña larga';
const NEW = 'otra contraseña';

let server: TestServer;
let cast: Cast;
let password_hash: string;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
  await query('update organizations set max_users = -1');
  password_hash = await server.platform.accounts.hashPassword(PASSWORD);
});
afterAll(() => server.close());

type Answer = Awaited<ReturnType<TestServer['send']>>;
type Person = Awaited<ReturnType<TestServer['makePerson']>>;
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Row>(text, values)).rows;
const codeIn = (answer: Answer) => (answer.statusCode < 300 ? 'done' : answer.json<ErrorBody>().code);
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, cookie?: string, payload?: object) =>
  server.send({ method, url, ...(payload ? { payload } : {}), ...(cookie ? { cookie } : {}) });
const makePerson = (values: object = {}) =>
  server.makePerson({ password_hash, organization_id: cast.organization.id, ...values });

const makeKey = async ({ cookie }: Person, name = 'Integración', more: object = {}) =>
  (
    await send('POST', '/api/profile/api-keys', cookie, {
      name,
      scopes: ['tickets:read'],
      expires_in_days: 30,
      password: PASSWORD,
      ...more,
    })
  ).json<{ key: { id: string }; token: string }>();
const works = async (token: string) =>
  (await server.app.inject({ url: '/api/tickets', headers: { authorization: `Bearer ${token}` } }))
    .statusCode === 200;

/** Turns an app on, and signs in with it in a browser that is trusted from then on: what that browser keeps. */
async function trust(person: Person): Promise<{ device: string }> {
  const started = await send('POST', '/api/profile/two-factor', person.cookie, { password: PASSWORD });
  const { secret } = started.json<{ secret: string }>();
  secrets.set(person.id, secret);
  const code = () => codeShown(secret, new Date());
  await send('POST', '/api/profile/two-factor/confirmation', person.cookie, { code: code() });
  await forgetSteps(person);
  const asked = await send('POST', '/api/session', undefined, { email: person.email, password: PASSWORD });
  const done = await send('POST', '/api/session/second-factor', cookieOf(asked, 'atalaya-sign-in='), {
    code: code(),
    trust_device: true,
  });
  await forgetSteps(person);
  return { device: cookieOf(done, 'atalaya-device=') };
}
const forgetSteps = ({ user_id }: Person) =>
  query('update auth.two_factor set last_step = 0 where user_id = $1', [user_id]);
const cookieOf = ({ headers }: Answer, start: string) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0]!)
    .find((pair) => pair.startsWith(start))!;
/** Whether a browser is let in with the password alone. */
const isTrusted = async ({ email }: Person, device: string, password = PASSWORD) =>
  (await send('POST', '/api/session', device, { email, password })).json().session !== null;

/** A code of the app that was not used yet. */
async function nextCode(person: Person): Promise<string> {
  await forgetSteps(person);
  return codeShown(secrets.get(person.id)!, new Date());
}
const secrets = new Map<string, string>();

async function reset({ email }: Person, password = NEW): Promise<void> {
  await send('POST', '/api/password-resets', undefined, { email });
  await answerPasswordRequests(server.platform);
  const { token } = await newestLink(server.database, email);
  expect(codeIn(await send('POST', '/api/password-resets/complete', undefined, { token, password }))).toBe(
    'done',
  );
}

/** What lets an intruder into an account without its password. */
async function leaveBehind(person: Person) {
  const { key, token } = await makeKey(person);
  const { device } = await trust(person);
  expect([await works(token), await isTrusted(person, device)]).toEqual([true, true]);
  const keys = async () =>
    (await send('GET', '/api/profile/api-keys', await server.signIn(person.email))).json<{
      items: { id: string }[];
      ended: { id: string; ended_by: string }[];
    }>();
  return {
    key,
    token,
    device,
    keys,
    left: async (password = PASSWORD) => [await works(token), await isTrusted(person, device, password)],
  };
}
const auditOf = async (id: string) =>
  (
    await query<{ action: string; after: object | null; organization_id: string | null }>(
      'select action, after, organization_id from audit_log where object_id = $1 order by id',
      [id],
    )
  ).filter(({ action }) => action !== 'api_key.created');

// S9
describe('what an intruder leaves behind', () => {
  test('ends with a reset of the password by mail, which says so', async () => {
    const person = await makePerson();
    const { key, keys, left } = await leaveBehind(person);
    await reset(person);
    expect(await left(NEW)).toEqual([false, false]);
    // Nothing of the browser is kept that could be had back: it is asked for a code, and trusted by that again.
    expect(await query('select 1 from auth.trusted_device where user_id = $1', [person.user_id])).toEqual([]);
    expect(await keys()).toMatchObject({ items: [], ended: [{ id: key.id, ended_by: 'password_reset' }] });
    const { id: organization_id } = cast.organization;
    expect(await auditOf(key.id)).toEqual([
      { action: 'api_key.revoked', after: { ended_by: 'password_reset' }, organization_id },
    ]);
    expect((await auditOf(person.id)).map(({ action }) => action)).toContain('trusted_browser.all_revoked');
    const mail = (await queuedMails(server.database, person.email)).at(-1);
    expect(mail?.text).toContain('igual que los navegadores de confianza');
    expect(mail?.text).toContain('También han terminado tus claves de API: «Integración».');
  });

  test('ends where an admin signs the person out everywhere, who is told of it', async () => {
    const person = await makePerson();
    const { keys, left } = await leaveBehind(person);
    const url = `/api/users/${person.id}/sessions`;
    expect(codeIn(await send('DELETE', url, cast.admin.cookie))).toBe('done');
    expect(await left()).toEqual([false, false]);
    expect(await keys()).toMatchObject({ items: [], ended: [{ ended_by: 'sign_out_by_admin' }] });
    const mail = (await queuedMails(server.database, person.email)).at(-1);
    expect(mail?.text).toContain('También ha terminado 1 clave de API');
  });

  test('ends where an admin ends it of oneself, or one signs out everywhere else, unless it is to stay', async () => {
    const person = await makePerson({ role: 'admin' });
    const { keys, left } = await leaveBehind(person);
    const end = (query: string) => send('DELETE', `/api/profile/sessions${query}`, person.cookie);
    expect(codeIn(await end('?api_keys=false&trusted_browsers=false'))).toBe('done');
    expect(await left()).toEqual([true, true]);
    expect(codeIn(await end('?api_keys=false'))).toBe('done');
    expect(await left()).toEqual([true, false]);
    expect(codeIn(await end('?api_keys=perhaps'))).toBe('request.invalid');
    expect(codeIn(await end(''))).toBe('done');
    expect(await left()).toEqual([false, false]);
    expect(await keys()).toMatchObject({ items: [], ended: [{ ended_by: 'sign_out' }] });
    const { token } = await makeKey(person, 'Otra', { code: await nextCode(person) });
    expect(await works(token)).toBe(true);
    expect(codeIn(await send('DELETE', `/api/users/${person.id}/sessions`, person.cookie))).toBe('done');
    expect(await works(token)).toBe(false);
  });

  test('ends with a change of the password; keys stay where that is asked for', async () => {
    const person = await makePerson();
    const { keys, left } = await leaveBehind(person);
    const change = (current_password: string, password: string, more: object = {}) =>
      send('PUT', '/api/profile/password', person.cookie, { current_password, password, ...more });
    expect(codeIn(await change(PASSWORD, NEW, { end_api_keys: false }))).toBe('done');
    expect(await left(NEW)).toEqual([true, false]);
    expect(codeIn(await change(NEW, PASSWORD))).toBe('done');
    expect(await left()).toEqual([false, false]);
    expect(await keys()).toMatchObject({ items: [], ended: [{ ended_by: 'password_change' }] });
  });

  test('ends where an admin takes the second factors away', async () => {
    const person = await makePerson();
    const { keys, token } = await leaveBehind(person);
    await send('DELETE', `/api/users/${person.id}/two-factor`, cast.admin.cookie);
    expect(await works(token)).toBe(false);
    expect(await keys()).toMatchObject({ items: [], ended: [{ ended_by: 'two_factor_reset' }] });
    expect(await query('select 1 from auth.trusted_device where user_id = $1', [person.user_id])).toEqual([]);
  });

  test('ends with a move to another organization, and does not come back when that is undone', async () => {
    const person = await makePerson();
    const { key, token } = await makeKey(person);
    const { key: ended } = await makeKey(person, 'Terminada antes');
    await query(`update api_keys set revoked_at = now(), ended_by = 'sign_out' where id = $1`, [ended.id]);
    const there = await server.makeOrganization();
    const by = cast.super_admin.cookie;
    const url = `/api/users/${person.id}`;
    const { version } = (await send('GET', url, by)).json<{ version: number }>();
    const moved = await server.send({
      method: 'PATCH',
      url,
      payload: { version, organization_id: there.id },
      cookie: by,
    });
    expect(moved.statusCode).toBe(200);
    expect(await works(token)).toBe(false);
    const { token: made } = await makeKey(person, 'De allí');
    expect(await works(made)).toBe(true);
    // Back again: as an undo does it, too.
    await query('update profiles set organization_id = $2 where id = $1', [person.id, cast.organization.id]);
    expect([await works(token), await works(made)]).toEqual([false, false]);
    const restore = (id: string) =>
      send('POST', `/api/profile/api-keys/${id}/restoration`, person.cookie, { password: PASSWORD });
    expect([codeIn(await restore(key.id)), codeIn(await restore(ended.id))]).toEqual([
      'object.not_found',
      'object.not_found',
    ]);
    // Sessions and trusted browsers are of the account, which is the same.
    expect(codeIn(await send('GET', '/api/profile/sessions', person.cookie))).toBe('done');
  });

  test('ends with a deactivation, and does not come back with the person', async () => {
    const person = await makePerson();
    const { token, left } = await leaveBehind(person);
    const is_active = (value: boolean) =>
      query('update profiles set is_active = $2 where id = $1', [person.id, value]);
    await is_active(false);
    expect(await works(token)).toBe(false);
    await is_active(true);
    expect(await left()).toEqual([false, false]);
  });
});

// S9
test('a key is made by its owner alone: with the password, and a code where a factor is on', async () => {
  const person = await makePerson();
  const ask = async (proof: object) => {
    const body = { name: 'Integración', scopes: ['tickets:read'], expires_in_days: 30, ...proof };
    return codeIn(await send('POST', '/api/profile/api-keys', person.cookie, body));
  };
  const keys = async () => (await query('select 1 from api_keys where profile_id = $1', [person.id])).length;
  expect(await ask({})).toBe('account.wrong_password');
  expect(await ask({ password: 'otra' })).toBe('account.wrong_password');
  expect(await keys()).toBe(0);
  expect(await ask({ password: PASSWORD })).toBe('done');
  await trust(person);
  expect(await ask({ password: PASSWORD })).toBe('two_factor.code_needed');
  expect(await ask({ password: PASSWORD, code: '000000' })).toBe('two_factor.wrong_code');
  expect(await keys()).toBe(1);
  expect(await ask({ password: PASSWORD, code: await nextCode(person) })).toBe('done');
  expect(await keys()).toBe(2);
});

describe('a key that a recovery has ended', () => {
  const restore = (person: Person, id: string, proof: object = { password: NEW }) =>
    send('POST', `/api/profile/api-keys/${id}/restoration`, person.cookie, proof);
  const ended = async ({ cookie }: Person) =>
    (await send('GET', '/api/profile/api-keys', cookie)).json<{ ended: object[] }>().ended;
  async function endedKey() {
    const person = await makePerson();
    const made = await makeKey(person);
    await reset(person);
    return { person: { ...person, cookie: await server.signIn(person.email) }, ...made };
  }

  test('is had back by its owner with the password, once, and they are told', async () => {
    const { person, key, token } = await endedKey();
    const other = await makePerson();
    expect(await ended(person)).toEqual([
      {
        ...key,
        ended_at: expect.any(String),
        ended_by: 'password_reset',
        restorable_until: expect.any(String),
        last_used_at: null,
      },
    ]);
    expect(codeIn(await restore(person, key.id, {}))).toBe('account.wrong_password');
    expect(codeIn(await restore(other, key.id, { password: PASSWORD }))).toBe('object.not_found');
    expect(await works(token)).toBe(false);
    expect(codeIn(await restore(person, key.id))).toBe('done');
    expect([await works(token), await ended(person)]).toEqual([true, []]);
    expect(codeIn(await restore(person, key.id))).toBe('object.not_found');
    expect((await queuedMails(server.database, person.email)).at(-1)?.subject).toBe(
      'Clave de API recuperada',
    );
    expect((await auditOf(key.id)).map(({ action }) => action)).toEqual([
      'api_key.revoked',
      'api_key.restored',
    ]);
  });

  test('is gone for good after 30 days, at its own end, where there are twenty, and when it was revoked by hand', async () => {
    const { person, key } = await endedKey();
    await query(`update api_keys set revoked_at = now() - interval '30 days' where id = $1`, [key.id]);
    expect([await ended(person), codeIn(await restore(person, key.id))]).toEqual([[], 'object.not_found']);
    await query(`update api_keys set revoked_at = now(), expires_at = now() where id = $1`, [key.id]);
    expect([await ended(person), codeIn(await restore(person, key.id))]).toEqual([[], 'object.not_found']);
    await query(`update api_keys set expires_at = now() + interval '1 hour' where id = $1`, [key.id]);
    await query(
      `insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
       select $1::uuid, 'Otra', 'atl_12345678', sha256(($1::text || n)::bytea), '{tickets:read}', now() + interval '1 day'
       from generate_series(1, 20) n`,
      [person.id],
    );
    expect(codeIn(await restore(person, key.id))).toBe('api_key.too_many');
    await query(`delete from api_keys where profile_id = $1 and id <> $2`, [person.id, key.id]);
    expect(codeIn(await restore(person, key.id))).toBe('done');
    expect(codeIn(await send('DELETE', `/api/profile/api-keys/${key.id}`, person.cookie))).toBe('done');
    expect([await ended(person), codeIn(await restore(person, key.id))]).toEqual([[], 'object.not_found']);
  });
});
