import type { ErrorBody } from '@atalaya/contract/errors';
import type { TrustedBrowser } from '@atalaya/contract/two-factor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { codeShown } from './testing/shown-code.ts';

const PASSWORD = 'contraseña larga';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
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
type Person = Awaited<ReturnType<TestServer['makePerson']>> & { secret: string };
const post = (url: string, payload: object, cookie?: string, headers: Record<string, string> = {}) =>
  server.send({ method: 'POST', url, payload, headers, ...(cookie ? { cookie } : {}) });
const cookieOf = ({ headers }: Answer, start: string) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0]!)
    .find((pair) => pair.startsWith(start))!;
const codeOf = (answer: Answer) => (answer.statusCode < 300 ? 'done' : answer.json<ErrorBody>().code);

async function makePerson(): Promise<Person> {
  const person = await server.makePerson({ password_hash, organization_id: cast.organization.id });
  const started = await post('/api/profile/two-factor', { password: PASSWORD }, person.cookie);
  const { secret } = started.json<{ secret: string }>();
  const code = codeShown(secret, new Date());
  await post('/api/profile/two-factor/confirmation', { code }, person.cookie);
  return { ...person, secret };
}
/** Signs in with a code in a browser that is trusted from then on; what that browser keeps. */
async function trust({ email, user_id, secret }: Person, user_agent = CHROME): Promise<string> {
  // As if every earlier code had been of long ago: a test need not wait for the next half minute.
  await server.database.pool.query('update auth.two_factor set last_step = 0 where user_id = $1', [user_id]);
  const asked = await post('/api/session', { email, password: PASSWORD });
  const done = await post(
    '/api/session/second-factor',
    { code: codeShown(secret, new Date()), trust_device: true },
    cookieOf(asked, 'atalaya-sign-in='),
    { 'user-agent': user_agent },
  );
  return cookieOf(done, 'atalaya-device=');
}
const isTrusted = async ({ email }: Person, device: string) =>
  (await post('/api/session', { email, password: PASSWORD }, device)).json().session !== null;
const list = async (cookie: string) =>
  (await server.send({ url: '/api/profile/trusted-browsers', cookie })).json<{ items: TrustedBrowser[] }>()
    .items;
const end = async (cookie: string, id = '') =>
  codeOf(
    await server.send({
      method: 'DELETE',
      url: `/api/profile/trusted-browsers${id ? `/${id}` : ''}`,
      cookie,
    }),
  );

test('trusted browsers are shown with what is known of each, and never with their token', async () => {
  const person = await makePerson();
  const [laptop, phone] = [
    await trust(person),
    await trust(person, 'Mozilla/5.0 (iPhone) Version/18 Safari/1'),
  ];
  expect(await isTrusted(person, laptop)).toBe(true);
  const items = await list(`${person.cookie}; ${phone}`);
  expect(items).toEqual([
    {
      id: expect.any(String),
      browser: 'Safari',
      system: 'iOS',
      device: 'phone',
      ip_address: '127.0.0.1',
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: expect.any(String),
      current: true,
    },
    expect.objectContaining({
      browser: 'Chrome',
      system: 'Linux',
      last_used_at: expect.any(String),
      current: false,
    }),
  ]);
  const [{ created_at, expires_at }] = items as [TrustedBrowser];
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 86_400_000);
  const token = decodeURIComponent(phone).split('=')[1]!.split('.')[0]!;
  expect(JSON.stringify(items)).not.toContain(token);
  await server.database.pool.query(`update auth.trusted_device set expires_at = now() where user_id = $1`, [
    person.user_id,
  ]);
  expect(await list(person.cookie)).toEqual([]);
});

// S9, T2
test('one, or all of them, are trusted no more; nobody ends another’s', async () => {
  const [person, other] = [await makePerson(), await makePerson()];
  const devices = [await trust(person), await trust(person), await trust(person)];
  const theirs = await trust(other);
  const trusted = async () => Promise.all(devices.map((device) => isTrusted(person, device)));
  const [newest] = await list(person.cookie);
  const [foreign] = await list(other.cookie);
  expect(await end(person.cookie, foreign!.id)).toBe('object.not_found');
  expect(await end(person.cookie, newest!.id)).toBe('done');
  expect(await end(person.cookie, newest!.id)).toBe('object.not_found');
  expect(await trusted()).toEqual([true, true, false]);
  expect(await end(person.cookie)).toBe('done');
  expect([await trusted(), await list(person.cookie)]).toEqual([[false, false, false], []]);
  expect(await isTrusted(other, theirs)).toBe(true);
  expect(await end('')).toBe('session.required');
  const { rows } = await server.database.pool.query<{ action: string }>(
    `select action from audit_log where object_id = $1 and action like 'trusted_browser.%' order by id`,
    [person.id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'trusted_browser.revoked',
    'trusted_browser.all_revoked',
  ]);
});
