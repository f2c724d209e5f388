import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForLockWaits } from '../../platform/testing/lock-waits.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';

/** What only several connections can do to each other. */
describe('plans, between connections', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('one who archives a plan and one who moves a subscriber to where the others go do not wait for each other', async () => {
    const { cookie } = await server.makePerson({ role: 'super_admin' });
    const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object) =>
      server.send({ method, url, cookie, payload });
    const makePlan = async () => {
      const terms = { price_cents: 100, description: 'Una prueba', max_users: -1 };
      const made = await send('POST', '/api/plans', { name: `Plan ${randomUUID()}`, ...terms });
      return made.json<{ id: string; key: string; version: number }>();
    };
    const [leaving, staying] = [await makePlan(), await makePlan()];
    const name = `Empresa ${randomUUID()}`;
    const made = await send('POST', '/api/organizations', { name, plan_type: leaving.key, max_users: -1 });
    const { id, version } = made.json<{ id: string; version: number }>();

    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('select 1 from plans where id = $1 for share', [leaving.id]);
    const archived = send('DELETE', `/api/plans/${leaving.id}`, {
      version: leaving.version,
      move_to: staying.id,
    });
    await waitForLockWaits(server.database, 1);
    const moved = send('PATCH', `/api/organizations/${id}`, { version, plan_type: staying.key });
    await waitForLockWaits(server.database, 2);
    await client.query('commit');
    client.release();
    expect((await archived).statusCode).toBe(204);
    // The archive has moved it before.
    expect((await moved).json()).toMatchObject({ code: 'object.stale' });
  });
});
