import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ErrorBody } from '@atalaya/contract/errors';
import { expect, test } from 'vitest';
import { openPostgres } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { startTestServer } from '../testing/server.ts';
import { Wire } from '../testing/wire.ts';

// F1
test('a database that goes away is told as 503, and comes back unaided', async () => {
  const real = await openTestDatabase();
  const url = new URL(real.url);
  const wire = new Wire(join(decodeURIComponent(url.hostname), '.s.PGSQL.5432'));
  await wire.mend();
  const far = openPostgres(wire.urlOf(url), 4);
  const server = await startTestServer({ database: { ...far, url: real.url } });
  const { cookie } = await server.makePerson({ role: 'super_admin' });
  const get = (path: string) => server.send({ url: path, cookie });
  const statuses = async () => {
    const replies = await Promise.all(['/api/users', '/api/health/ready', '/api/health/live'].map(get));
    return replies.map(({ statusCode }) => statusCode);
  };
  await expect.poll(statuses).toEqual([200, 200, 200]);

  await wire.cut();
  expect(await statuses()).toEqual([503, 503, 200]);
  const refused = await get('/api/users');
  expect(refused.json<ErrorBody>().code).toBe('server.unavailable');
  expect(refused.headers).toMatchObject({ 'retry-after': '2', 'x-content-type-options': 'nosniff' });

  await wire.mend();
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([200, 200, 200]);

  await server.close();
  await far.close();
  await wire.cut();
  await real.close();
});

// F1
test(
  'a database that hangs is told as 503 within two seconds, to everybody who asks, and comes back unaided',
  { timeout: 60_000 },
  async () => {
    const real = await openTestDatabase();
    const url = new URL(real.url);
    const wire = new Wire(join(decodeURIComponent(url.hostname), '.s.PGSQL.5432'));
    await wire.mend();
    const far = openPostgres(wire.urlOf(url), 4);
    const server = await startTestServer({ database: { ...far, url: real.url } });
    const { cookie } = await server.makePerson({ role: 'super_admin' });
    /** The status, or 'late' where two seconds pass first. */
    const ask = async (path: string) => {
      const late = setTimeout(2_000, 'late', { ref: false });
      const reply = server.send({ url: path, cookie }).then(({ statusCode }) => statusCode);
      return Promise.race([reply, late]);
    };
    const paths = ['/api/users', '/api/tickets', '/api/session', '/api/health/ready', '/api/health/live'];
    const askAll = () => Promise.all([...paths, ...paths, ...paths].map(ask));
    const of = (statuses: number[]) => [...statuses, ...statuses, ...statuses];
    await expect.poll(askAll).toEqual(of([200, 200, 200, 200, 200]));

    // Some are asking when it happens, and others come after.
    const under_way = askAll();
    wire.hang();
    for (const status of await under_way) expect(status).toBeOneOf([200, 503]);
    for (let round = 0; round < 3; round += 1) expect(await askAll()).toEqual(of([503, 503, 503, 503, 200]));

    await wire.cut();
    await wire.mend();
    await expect.poll(askAll, { timeout: 20_000 }).toEqual(of([200, 200, 200, 200, 200]));

    await server.close();
    await far.close();
    await wire.cut();
    await real.close();
  },
);

// F1
test('a database that is slow is not taken for one that hangs', async () => {
  const real = await openTestDatabase(1);
  const hasty = openPostgres(real.url, 2, { connectionMs: 4_500 });
  const { rows } = await hasty.pool.query('select pg_sleep(3.5), 1 as awake');
  expect(rows).toEqual([{ pg_sleep: '', awake: 1 }]);
  await hasty.close();
  await real.close();
});
