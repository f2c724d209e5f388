import type { ErrorBody } from '@atalaya/contract/errors';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { startTestServer } from '../testing/server.ts';
import type { Cast, TestServer } from '../testing/server.ts';

describe('a statement that takes too long', () => {
  let database: TestDatabase;
  let server: TestServer;
  let cast: Cast;
  let other: pg.Client;
  beforeAll(async () => {
    database = await openTestDatabase(1, { statementMs: 300 });
    server = await startTestServer({ database });
    cast = await server.makeCast();
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await server.close();
    await database.close();
  });

  const list = () => server.send({ url: '/api/tickets', cookie: cast.admin.cookie });
  const open = () => {
    const payload = { title: 'Lento', description: 'x' };
    return server.send({ method: 'POST', url: '/api/tickets', cookie: cast.admin.cookie, payload });
  };

  test('is a 503 with a name of its own, leaves nothing, and the next is answered', async () => {
    await other.query('begin; lock table tickets in access exclusive mode');
    const read = await list();
    const written = await open();
    await other.query('rollback');
    for (const refused of [read, written]) {
      expect(refused.statusCode).toBe(503);
      expect(refused.json<ErrorBody>()).toEqual({ code: 'database.too_slow', request_id: expect.anything() });
      expect(refused.headers['x-content-type-options']).toBe('nosniff');
    }
    expect(server.log.join('')).toContain('57014');
    expect((await list()).json()).toMatchObject({ total: 0 });
    expect((await open()).statusCode).toBe(201);
  });
});
