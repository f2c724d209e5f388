import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../features/development/demo-accounts.ts';
import { seedDemoData } from '../../features/development/demo-data.ts';
import { ConfigError, loadConfig } from '../core/config.ts';
import { isDemoDatabase, refuseDemoInPublic } from './demo.ts';
import { startTestServer } from '../testing/server.ts';
import type { TestServer } from '../testing/server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

const VARIABLES = {
  NODE_ENV: [undefined, 'development', 'production'],
  PUBLIC_URL: [undefined, 'http://localhost:3000', 'http://127.0.0.1:3000', 'https://back.example.com'],
  HOST: [undefined, '127.0.0.1', '0.0.0.0'],
  DATABASE_URL: [undefined, 'postgresql://a@b/c'],
  SMTP_URL: [undefined, 'smtp://localhost:25'],
  S3_BUCKET: [undefined, 'atalaya'],
  TRUST_PROXY: [undefined, 'on'],
  DEMO: [undefined, '0', '1'],
} as const;
type Name = keyof typeof VARIABLES;
type Setting = Partial<Record<Name, string>>;

/** Every combination of the values above. */
function combinations(): Setting[] {
  let all: Setting[] = [{}];
  for (const [name, values] of Object.entries(VARIABLES))
    all = all.flatMap((setting) => values.map((value) => (value ? { ...setting, [name]: value } : setting)));
  return all;
}

/** What each does, the first line that fits: on, off, or a refusal to start that begins so. */
const RULES: [string, (setting: Setting) => boolean, 'on' | 'off' | RegExp][] = [
  [
    'production without its address',
    (s) => s.NODE_ENV === 'production' && s.PUBLIC_URL === undefined,
    /^Falta PUBLIC_URL/,
  ],
  ['asked for in production', (s) => s.NODE_ENV === 'production' && s.DEMO === '1', /^DEMO=1 no se admite/],
  [
    'production without a mail server',
    (s) => s.NODE_ENV === 'production' && s.SMTP_URL === undefined,
    /^Falta SMTP_URL/,
  ],
  ['production', (s) => s.NODE_ENV === 'production', 'off'],
  ['off by name', (s) => s.DEMO === '0', 'off'],
  ['asked for in a network', (s) => s.HOST === '0.0.0.0' && s.DEMO === '1', /HOST es 0\.0\.0\.0/],
  ['in a network', (s) => s.HOST === '0.0.0.0', 'off'],
  [
    'asked for at a public address',
    (s) => s.PUBLIC_URL === 'https://back.example.com' && s.DEMO === '1',
    /PUBLIC_URL es https:\/\/back\.example\.com/,
  ],
  ['at a public address', (s) => s.PUBLIC_URL === 'https://back.example.com', 'off'],
  ['asked for on this machine', (s) => s.DEMO === '1', 'on'],
  ['a database of its own', (s) => s.DATABASE_URL !== undefined, 'off'],
  ['mails that leave', (s) => s.SMTP_URL !== undefined, 'off'],
  ['files in a bucket', (s) => s.S3_BUCKET !== undefined, 'off'],
  ['a proxy before it', (s) => s.TRUST_PROXY !== undefined, 'off'],
  ['nothing said', () => true, 'on'],
];

function demoOf(setting: Setting): string {
  try {
    const secret = { AUTH_SECRET: 's'.repeat(32), FILES: 'shared' };
    const bucket = setting.S3_BUCKET ? { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' } : {};
    return loadConfig({ DATA_DIR: folder, ...secret, ...bucket, ...setting }).demo ? 'on' : 'off';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

// C1, C4
test.each(RULES)('the configuration: %s', (what, _fits, outcome) => {
  const settings = combinations().filter((each) => RULES.find(([, fits]) => fits(each))?.[0] === what);
  expect(settings.length).toBeGreaterThan(0);
  const wanted = expect.stringMatching(outcome instanceof RegExp ? outcome : `^${outcome}$`);
  for (const setting of settings)
    expect({ setting, demo: demoOf(setting) }).toEqual({ setting, demo: wanted });
});

/** What its routes, the published password and the configuration answer; 'on' or 'off', or a mixture that must not be. */
async function seenBy(server: TestServer, request: { headers?: object; remoteAddress?: string } = {}) {
  const headers = { ...request.headers };
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.send({ ...request, method, url, headers, ...(payload && { payload }) });
  const statuses = [
    (await ask('GET', '/api/development/accounts')).statusCode,
    (await ask('POST', '/api/development/accounts', {})).statusCode,
    (await ask('POST', '/api/development/session', { email: 'superadmin@demo.test' })).statusCode,
    (await ask('POST', '/api/session', { email: 'superadmin@demo.test', password: DEMO_PASSWORD }))
      .statusCode,
  ];
  const { demo } = (await ask('GET', '/api/configuration')).json<{ demo: boolean }>();
  return { statuses, demo };
}
const ON = { statuses: [200, 200, 200, 200], demo: true };
const OFF = { statuses: [404, 404, 404, 401], demo: false };
const people = async ({ database }: TestServer) =>
  (await database.pool.query<{ email: string }>('select email from profiles order by email')).rows;

// A11, C4
describe('the database', () => {
  test('an empty one takes the demo, and keeps it while people try the product', async () => {
    const server = await startTestServer({ env: { DEMO: '1' } });
    expect(await seenBy(server)).toEqual(ON);
    await server.makePerson();
    expect(await seenBy(server)).toEqual(ON);
    await server.close();
  });

  test('one of real people never gets a demo account, by starting or by asking', async () => {
    const server = await startTestServer({ env: { DEMO: '1' } });
    const { email } = await server.makePerson({ role: 'super_admin' });
    await seedDemoData(server.platform);
    expect(await isDemoDatabase(server.platform)).toBe(false);
    expect(await seenBy(server)).toEqual(OFF);
    expect(await people(server)).toEqual([{ email }]);
    await server.close();
  });

  test('one of the demo is not served in production, at a public address, in a network or behind a proxy', async () => {
    const server = await startTestServer({ env: { DEMO: '1' } });
    const { platform } = server;
    const as = (config: object) =>
      refuseDemoInPublic({ ...platform, config: { ...platform.config, ...config } });
    const inPublic = [
      { production: true },
      { publicUrl: new URL('https://back.example.com') },
      { host: '0.0.0.0' },
      { trustProxy: true },
    ];
    for (const config of inPublic) await expect(as(config)).resolves.toBeUndefined();
    expect(await seenBy(server)).toEqual(ON);
    for (const config of inPublic) await expect(as(config)).rejects.toThrow(/datos de demostración/);
    await expect(as({})).resolves.toBeUndefined();
    await server.close();
  });
});

const foreign: { headers?: Record<string, string>; remoteAddress?: string }[] = [
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'].map(
    (name) => ({ headers: { [name]: '203.0.113.9' } }),
  ),
  { headers: { host: 'back.example.com' } },
  { remoteAddress: '203.0.113.9' },
];

// A11, C4
test('a request that did not begin on this machine finds no demo', async () => {
  const server = await startTestServer({ env: { DEMO: '1' } });
  expect(await seenBy(server)).toEqual(ON);
  for (const request of foreign)
    expect({ request, seen: await seenBy(server, request) }).toEqual({ request, seen: OFF });
  await server.close();
});

// A11, C4
test('a published account is nobody elsewhere: the answer of a wrong password, no session and no key', async () => {
  const server = await startTestServer({ env: { DEMO: '1' } });
  expect(await seenBy(server)).toEqual(ON);
  expect(DEMO_ACCOUNTS.map(({ email }) => email.replace(/.*@/, ''))).toEqual(
    DEMO_ACCOUNTS.map(() => 'demo.test'),
  );
  const cookie = await server.signIn('superadmin@demo.test');
  const given = { email: 'superadmin@demo.test', password: DEMO_PASSWORD };
  const made = await server.send({
    method: 'POST',
    url: '/api/profile/api-keys',
    cookie,
    payload: { name: 'de prueba', scopes: ['users:read'], expires_in_days: 30, password: DEMO_PASSWORD },
  });
  const { token } = made.json<{ token: string }>();
  const users = { url: '/api/users' };
  const byKey = (request: (typeof foreign)[number]) =>
    server.app.inject({
      ...users,
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    });
  expect([(await server.send({ ...users, cookie })).statusCode, (await byKey({})).statusCode]).toEqual([
    200, 200,
  ]);
  const wrong = await server.send({
    method: 'POST',
    url: '/api/session',
    payload: { ...given, password: 'Otra-1234' },
  });
  for (const request of foreign) {
    const refused = await server.send({ ...request, method: 'POST', url: '/api/session', payload: given });
    const { request_id: _id, ...body } = refused.json<{ request_id: string }>();
    expect([refused.statusCode, body]).toEqual([wrong.statusCode, { code: 'account.invalid_credentials' }]);
    const session = await server.send({ ...request, url: '/api/session', cookie });
    expect(session.json()).toEqual({ session: null });
    expect((await server.send({ ...request, ...users, cookie })).statusCode).toBe(401);
    expect((await byKey(request)).statusCode).toBe(401);
  }
  await server.close();
});
