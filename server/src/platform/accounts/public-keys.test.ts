import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
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

// D3
test('servers that are asked for the first time at once make one key', async () => {
  const database = await openTestDatabase();
  const servers = await Promise.all([1, 2, 3].map(() => startTestServer({ database })));
  const answers = await Promise.all(
    servers.flatMap((each) => [1, 2, 3].map(() => each.send({ url: '/.well-known/jwks.json' }))),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const { rows } = await database.pool.query('select count(*)::int as n from auth.jwks');
  expect(rows).toEqual([{ n: 1 }]);
  for (const each of servers) await each.close();
  await database.close();
});

test('they are read so often from one address, and no more', async () => {
  const limited = await startTestServer({ env: { RATE_LIMIT: 'on' } });
  const ask = (remoteAddress: string) => limited.send({ url: '/.well-known/jwks.json', remoteAddress });
  const statuses = [];
  for (let n = 0; n < 61; n++) statuses.push((await ask('203.0.113.9')).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  expect((await ask('203.0.113.10')).statusCode).toBe(200);
  await limited.close();
});
