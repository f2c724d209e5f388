import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../testing/server.ts';
import type { TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the public keys of Better Auth are there, the same each time, and without their private half', async () => {
  const read = async () => (await server.send({ method: 'GET', url: '/.well-known/jwks.json' })).json();
  const [first, second] = [await read(), await read()];
  expect(first.keys).toHaveLength(1);
  expect(first.keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519' });
  expect(first.keys[0]).not.toHaveProperty('d');
  expect(second).toEqual(first);
});
