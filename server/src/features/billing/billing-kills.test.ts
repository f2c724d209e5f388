import { afterAll, beforeAll, expect, test } from 'vitest';
import { runKilled } from '../../platform/testing/killed-process.ts';
import { bill } from './billing.jobs.ts';
import { startRenewals } from './testing/renewals.ts';
import type { Renewals } from './testing/renewals.ts';

const KILLS = Number(process.env['KILLS'] ?? 6);

let scene: Renewals;
beforeAll(async () => {
  scene = await startRenewals();
});
afterAll(() => scene.server.close());

/** Bills in a process that dies at a statement; 0: never. */
const run = (step: number) =>
  runKilled({ program: 'killed-biller.ts', server: scene.server, step, env: { DATABASE_POOL_SIZE: '2' } });

/** Two that are renewed together and, by itself, one whose trial ends; their admins are told. */
async function makeDue(): Promise<string[]> {
  const ids = [await scene.due(), await scene.due({ plan: 'pro' }), await scene.due({ status: 'trial' })];
  for (const organization_id of ids) await scene.server.makePerson({ organization_id, role: 'admin' });
  return ids;
}

// VF21
test('a process killed at any step of issuing leaves neither a gap nor a double in the invoices and their records', async () => {
  await makeDue();
  const steps = (await run(0)).count;
  expect(steps).toBeGreaterThan(40);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const ids = await makeDue();
    // Over all steps, however few kills there are.
    const step = 1 + (Math.floor((kill * steps) / KILLS) % steps);
    const { signal } = await run(step);
    expect([step, signal]).toEqual([step, 'SIGKILL']);
    // The database may not have noticed yet that it is dead, and keep what it held from the next.
    await expect
      .poll(async () => {
        await bill(scene.server.platform);
        return scene.invoicesOf(ids);
      })
      .toEqual([1, 1, 1]);
    const issued = 3 * (kill + 2);
    expect([step, await scene.books()]).toEqual([step, { invoices: issued, records: issued, problems: [] }]);
  }
}, 300_000);
