import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ErrorBody } from '@atalaya/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { startTestServer } from '../testing/server.ts';
import type { TestServer } from '../testing/server.ts';

const HASH = 'sha256-SOpuknjSjgeL3A6JLcd1AM/rDwcs4Y1f+IyVej3g+6A=';
const OURS = 'https://atalaya.example.test';

let server: TestServer;
let web: string;
let cookie: string;

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'atalaya-web-'));
  mkdirSync(join(web, 'assets'));
  writeFileSync(join(web, 'csp.json'), JSON.stringify({ script_hashes: [HASH] }));
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Atalaya</title>');
  writeFileSync(join(web, 'assets', 'app-1a2b.js'), 'let plain;');
  writeFileSync(join(web, 'assets', 'app-1a2b.js.br'), 'compressed');
  writeFileSync(join(web, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  server = await startTestServer({ webRoot: web, env: { PUBLIC_URL: OURS } });
  cookie = (await server.makePerson({ role: 'super_admin' })).cookie;
});
afterAll(async () => {
  await server.close();
  rmSync(web, { recursive: true });
});

/** One answer of each kind: what it is, and its status. */
const ANSWERS = [
  { what: 'a page', url: '/admin/users', status: 200 },
  { what: 'an API answer', url: '/api/health/live', status: 200 },
  { what: 'nobody signed in', url: '/api/users', status: 401 },
  {
    what: 'a foreign page',
    url: '/api/session',
    method: 'DELETE' as const,
    headers: { origin: 'https://evil.test' },
    status: 403,
  },
  { what: 'nothing there', url: '/api/nothing', status: 404 },
  { what: 'a malformed address', url: '/api/%zz', status: 400 },
  { what: 'a method that is not there', url: '/api/users', method: 'PUT' as const, status: 405 },
  {
    what: 'too much',
    url: '/api/users',
    method: 'POST' as const,
    payload: JSON.stringify({ first_name: 'a'.repeat(300_000) }),
    headers: { 'content-type': 'application/json' },
    status: 413,
  },
];

describe.each(ANSWERS)('$what ($status)', ({ what: _what, status, ...request }) => {
  // H1, H2
  test('carries every security header', async () => {
    const reply = await server.send({ cookie, ...request, ...(status === 401 ? { cookie: '' } : {}) });
    expect(reply.statusCode).toBe(status);
    expect(reply.headers).toMatchObject({
      'content-security-policy':
        `default-src 'self'; script-src 'self' '${HASH}'; style-src 'self'; img-src 'self' data: blob:; ` +
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

// H3
test('no answer allows another origin, and the API is never stored', async () => {
  const reply = await server.send({ url: '/api/users', cookie, headers: { origin: 'https://evil.test' } });
  expect(reply.statusCode).toBe(200);
  expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  expect(reply.headers['cache-control']).toBe('no-store');
  const preflight = await server.send({
    method: 'OPTIONS',
    url: '/api/users',
    headers: { 'access-control-request-method': 'POST' },
  });
  expect(preflight.statusCode).toBe(405);
});

describe('a request that may change something', () => {
  const origins = [
    undefined,
    'null',
    'https://evil.test',
    `${OURS}.evil.test`,
    OURS.replace('https', 'http'),
    `${OURS}:8443`,
    '',
  ];

  // S8
  test.each(origins)('is refused from the origin %j', async (origin) => {
    const reply = await server.app.inject({
      method: 'PATCH',
      url: '/api/profile',
      payload: { first_name: 'Otra' },
      headers: { cookie, ...(origin === undefined ? {} : { origin }) },
    });
    expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([403, 'request.foreign_origin']);
  });

  // S8
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('is refused as %s', async (type) => {
    const reply = await server.send({
      method: 'PATCH',
      url: '/api/profile',
      cookie,
      payload: '{"first_name":"Otra"}',
      headers: { 'content-type': type },
    });
    expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([415, 'request.unsupported_media']);
  });

  test('from our own page gets through', async () => {
    const reply = await server.send({
      method: 'PATCH',
      url: '/api/profile',
      cookie,
      payload: { language: 'es' },
    });
    expect(reply.statusCode).toBe(200);
  });
});

describe('files of the build', () => {
  test('with a hash in their name are kept for ever, precompressed where the client accepts it', async () => {
    const reply = await server.send({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } });
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(reply.body).toBe('compressed');
    expect((await server.send({ url: '/assets/app-1a2b.js' })).body).toBe('let plain;');
  });

  test.each(['/', '/admin/users', '/invitation/accept/abc', '/admin/reset-password?token=x'])(
    'the address %s of a screen answers the page, never stored without asking',
    async (url) => {
      const reply = await server.send({ url });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(reply.headers['cache-control']).toBe('no-cache');
      expect(reply.body).toContain('<title>Atalaya</title>');
    },
  );

  test.each([
    '/assets/app-0000.js',
    '/assets/',
    '/assets/app-1a2b.js.br',
    '/api/nothing',
    '/api',
    '/.well-known/nothing',
  ])('%s is missing, not a page', async (url) => {
    const reply = await server.send({ url });
    expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([404, 'request.not_found']);
  });

  test.each(['/csp.json', '/assets/../csp.json', '/assets/%2e%2e/csp.json', '/%2e%2e/package.json'])(
    '%s gives no file that is not of the build',
    async (url) => {
      expect((await server.send({ url })).body).toMatch(/^<!doctype html>/);
    },
  );
});

test('a method that an address does not know is told which it knows', async () => {
  const reply = await server.send({ method: 'PUT', url: '/api/users', cookie });
  expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([405, 'request.method_not_allowed']);
  expect(String(reply.headers['allow']).split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
});

// H6
test('a file whose stream fails before its first byte is refused with a body that can be read', async () => {
  const app = await createHttpServer({
    ...server.platform,
    jobs: { ...server.platform.jobs, daily: () => undefined },
  });
  app.get('/api/a-file', (_request, reply) => {
    reply.headers({ 'content-disposition': 'attachment; filename="a.csv"', 'content-type': 'text/csv' });
    return reply.send(
      new Readable({
        read() {
          this.destroy(new Error('the disk of another instance'));
        },
      }),
    );
  });
  const reply = await app.inject({ url: '/api/a-file', headers: { 'accept-encoding': 'gzip' } });
  expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([500, 'server.failed']);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.headers['content-disposition']).toBeUndefined();
  await app.close();
});

// H4
test('a fault tells its number and nothing of itself', async () => {
  await sql`alter table profiles rename to profiles_away`.execute(server.database.kysely);
  const reply = await server.send({ url: '/api/users', cookie });
  await sql`alter table profiles_away rename to profiles`.execute(server.database.kysely);
  expect(reply.statusCode).toBe(500);
  expect(reply.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  });
  const { request_id, ...rest } = reply.json<ErrorBody>();
  expect(rest).toEqual({ code: 'server.failed' });
  const line = server.log.find((each) => each.includes(request_id));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ status: 500, err: { code: '42P01' } });
});

describe('the log', () => {
  // L3
  test('has one line per request, without query, body, cookie or token', async () => {
    const before = server.log.length;
    const secrets = ['canary-password-1', 'canary-query-22', 'canary-token-in-the-address-333'];
    const reply = await server.send({
      method: 'POST',
      url: `/api/session?token=${secrets[1]}`,
      cookie: `${cookie}; other=canary-cookie`,
      payload: { email: 'nadie@example.test', password: secrets[0] },
      headers: { authorization: 'Bearer canary-bearer', 'user-agent': 'a\tb' },
    });
    expect(reply.statusCode).toBe(400);
    await server.send({ url: `/invitation/accept/${secrets[2]}` });
    const lines = server.log.slice(before);
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/canary/);
    expect(lines.join('')).not.toContain(cookie.split('=')[1]);
    expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  });

  // L3
  test('names who was denied what', async () => {
    const person = await server.makePerson();
    const reply = await server.send({ url: '/api/users', cookie: person.cookie });
    const line = server.log.find((each) => each.includes(reply.json<ErrorBody>().request_id));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 40,
      path: '/api/users',
      status: 403,
      code: 'session.forbidden',
      profile_id: person.id,
      ip: '127.0.0.1',
    });
  });
});

describe('the address of a client', () => {
  const forwarded = {
    'x-forwarded-for': '198.51.100.1, 203.0.113.9',
    'x-real-ip': '198.51.100.2',
    forwarded: 'for=198.51.100.3',
  };

  // R4
  test.each([
    ['is that of the connection', {}, '192.0.2.1'],
    ['is what the one proxy in front of us has seen', { TRUST_PROXY: 'on' }, '203.0.113.9'],
    ['is what the named proxies have seen', { TRUST_PROXY: '192.0.2.0/24,203.0.113.9' }, '198.51.100.1'],
    ['is that of the connection where it is no named proxy', { TRUST_PROXY: '10.0.0.1' }, '192.0.2.1'],
  ])('%s', async (_what, env, ip) => {
    const other = await startTestServer({ database: server.database, env });
    await other.send({ url: '/api/health/live', headers: forwarded, remoteAddress: '192.0.2.1' });
    await other.close();
    expect(JSON.parse(other.log[0] ?? '{}')).toMatchObject({ ip });
  });
});

// V2
test('what is no HTTP at all is answered and cut', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost : x\r\nContent-Length: -1\r\n\r\n');
  const reply = await text(socket);
  expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  expect(reply).toContain('"code":"request.invalid"');
});
