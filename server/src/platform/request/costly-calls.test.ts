import { api } from '@atalaya/contract/api';
import type { Route } from '@atalaya/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../testing/server.ts';
import type { TestServer } from '../testing/server.ts';
import { COSTLY_CALLS } from './costly-calls.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
});
afterAll(() => server.close());

const routes = Object.values<Route>(api);
const costly = routes.filter((route) => route.costly);

test('what reads much is costly: figures, searches, and every file but the pictures of a screen', () => {
  const files = routes.filter(({ path, produces }) => produces || /\/(export|file|problems|pdf)$/.test(path));
  expect(files.length).toBeGreaterThan(9);
  const read = ['/api/dashboard', '/api/search', '/api/reports', '/api/financial-reports', '/api/visits'];
  for (const { path, costly: is } of [...files, ...routes.filter((route) => read.includes(route.path))])
    expect({ path, is }).toEqual({ path, is: true });
});

// P11
test('one person has so many a minute of all of them together; others, and what costs little, go on', async () => {
  const boss = await server.makePerson({ role: 'super_admin' });
  const other = await server.makePerson({ role: 'super_admin' });
  const call = ({ method, path }: Pick<Route, 'method' | 'path'>, cookie = boss.cookie) =>
    server.send({ method, url: path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000001'), cookie });
  const visit = { method: 'POST', path: '/api/visits' } as const;
  for (let n = 0; n < COSTLY_CALLS; n++) expect((await call(visit)).statusCode).toBe(204);
  for (const route of costly) {
    const { statusCode, headers } = await call(route);
    expect({ path: route.path, statusCode, again: Number(headers['retry-after']) > 0 }).toEqual({
      path: route.path,
      statusCode: 429,
      again: true,
    });
  }
  expect((await call({ method: 'GET', path: '/api/users' })).statusCode).toBe(200);
  expect((await call(visit, other.cookie)).statusCode).toBe(204);
});
