import { afterAll, beforeAll, expect, test } from 'vitest';
import { runKilled } from '../../platform/testing/killed-process.ts';
import { openScene } from './testing/scene.ts';
import type { Scene } from './testing/scene.ts';

const KILLS = Number(process.env['KILLS'] ?? 5);
/** Changes of one transaction, of which each endpoint is told. */
const CHANGES = 3;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

/** Sends in a process that dies at a statement; 0: never. */
const run = (step: number) =>
  runKilled({
    program: 'killed-webhooks.ts',
    server: scene.server,
    step,
    env: { OUTBOUND_ALLOWED_HOSTS: scene.receiver.host },
  });

const changeSome = async () => {
  for (let nth = 0; nth < CHANGES; nth++) await scene.change();
};

// WH2, WH13
test('however often what sends is killed, every event arrives, and twice only with the same id', async () => {
  const paths = ['/ok/first', '/ok/second'];
  for (const one of paths) await scene.add(one, { nouns: ['user'] });
  await changeSome();
  const { count } = await run(0);
  expect(count).toBeGreaterThan(10);
  for (let kill = 1; kill <= KILLS; kill++) {
    await changeSome();
    const step = Math.max(1, Math.round((kill / (KILLS + 1)) * 0.8 * count));
    const { signal } = await run(step);
    expect([step, signal]).toEqual([step, 'SIGKILL']);
    // Its lease is over.
    await scene.query(`update webhook_deliveries set due_at = now() where state = 'waiting'`);
  }
  // The database may not have noticed yet that the last one is dead, and keep what it held from the next.
  const left = () => scene.query(`select 1 from webhook_deliveries where state <> 'delivered'`);
  await expect
    .poll(
      async () => {
        await run(0);
        return left();
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
  const entries = await scene.query<{ id: string }>(
    `select id from audit_log where action = 'user.updated' order by id`,
  );
  expect(entries).toHaveLength((KILLS + 1) * CHANGES);
  for (const one of paths) {
    const received = scene.receiver.of(one);
    const ids = received.map(({ event }) => event.id);
    expect([...new Set(ids)].sort()).toEqual(entries.map(({ id }) => id));
    for (const { event, headers } of received) expect(headers['webhook-id']).toBe(event.id);
  }
}, 300_000);
