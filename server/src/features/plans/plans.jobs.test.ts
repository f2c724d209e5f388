import { expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';

test('in whatever hour a server runs: subscribers whose day it is are moved, and then what is due is charged', async () => {
  const server = await startTestServer();
  await server.platform.jobs.start();
  const { rows } = await server.database.pool.query<{ name: string; cron: string }>(
    `select name, cron from jobs.schedule where name in ('bill', 'move-plan-subscribers') order by name`,
  );
  const [bill, move] = rows.map(({ cron }) => cron.split(' '));
  expect([bill?.slice(1).join(' '), move?.slice(1).join(' ')]).toEqual(['* * * *', '* * * *']);
  expect(Number(move?.[0])).toBeLessThan(Number(bill?.[0]));
  await server.close();
});
