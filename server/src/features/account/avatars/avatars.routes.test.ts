import { createHash } from 'node:crypto';
import type { ErrorBody } from '@atalaya/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';

const HASH = createHash('sha256').update('admin@demo.test').digest('hex');
const FORM = 's=80&d=identicon&r=g';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

// H5
test.each([
  ['the SVG', `/avatar/${HASH}?${FORM}`, 'image/svg+xml', '47da4c1f4cea0246'],
  ['the PNG', `/avatar/${HASH}.png?${FORM}`, 'image/png', null],
  ['the blank SVG', `/avatar/?${FORM}`, 'image/svg+xml', 'be9a6356796a7ce7'],
  ['the blank PNG', `/avatar/.png?${FORM}`, 'image/png', null],
  ['the SVG of an MD5', `/avatar/${HASH.slice(0, 32)}?s=32`, 'image/svg+xml', '0350b87b175fdcd1'],
])('%s is the same for ever', async (_what, url, type, expected) => {
  const reply = await server.send({ url });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': type,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  // The bytes of a PNG are those of the version of sharp.
  expect(expected === null || digest(reply.rawPayload) === expected).toBe(true);
  const again = await server.send({ url, headers: { 'if-none-match': String(reply.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

// P8
test('a PNG has the nearest of a few sizes to what was asked for, and their number is limited', async () => {
  const sizes = { 1: 16, 80: 80, 123: 128, 160: 160, 512: 160 };
  for (const [asked, drawn] of Object.entries(sizes)) {
    const { rawPayload, headers } = await server.send({ url: `/avatar/${HASH}.png?s=${asked}` });
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([drawn, drawn]);
    expect(headers.etag).toBe(`"${HASH}-${drawn}.png"`);
  }
  const limited = await startTestServer({ database: server.database, env: { RATE_LIMIT: 'on' } });
  const statuses = new Set<number>();
  const ask = async (ending: string) => (await limited.send({ url: `/avatar/${HASH}${ending}` })).statusCode;
  for (let count = 0; count < 601; count++) statuses.add(await ask('.png'));
  expect([...statuses]).toEqual([200, 429]);
  expect(await ask('')).toBe(200);
  await limited.close();
});

test('no two pictures have the same tag', async () => {
  const names = [`${HASH}?s=80`, `${HASH}?s=81`, `${HASH}.png?s=80`, `${HASH.slice(0, 32)}?s=80`, '?s=80'];
  const replies = await Promise.all(names.map((name) => server.send({ url: `/avatar/${name}` })));
  expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(names.length);
});

test('the hash is the same in capitals, and people look different', async () => {
  const hashes = [HASH, HASH.toUpperCase(), createHash('sha256').update('otra@demo.test').digest('hex')];
  const bodies = await Promise.all(
    hashes.map(async (hash) => (await server.send({ url: `/avatar/${hash}` })).body),
  );
  expect(bodies[0]).toBe(bodies[1]);
  expect(bodies[2]).not.toBe(bodies[0]);
});

test.each([
  [`/avatar/${HASH}?s=0`, 400, 'request.invalid'],
  [`/avatar/${HASH}?s=513`, 400, 'request.invalid'],
  [`/avatar/${HASH}?s=1e2`, 400, 'request.invalid'],
  [`/avatar/${HASH}?d=https://evil.test/x.png`, 400, 'request.invalid'],
  ['/avatar/nobody', 404, 'request.not_found'],
  ['/avatar/%00', 404, 'request.not_found'],
])('%s is refused', async (url, status, code) => {
  const reply = await server.send({ url });
  expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([status, code]);
});
