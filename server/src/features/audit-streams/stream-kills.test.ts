import { afterAll, beforeAll, expect, test } from 'vitest';
import { runKilled } from '../../platform/testing/killed-process.ts';
import { openScene } from './testing/scene.ts';
import type { Scene } from './testing/scene.ts';

const KILLS = Number(process.env['KILLS'] ?? 5);
/** Changes of which each sink is to have a record. */
const CHANGES = 3;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

/** Sends in a process that dies at a statement; 0: never. */
const run = (step: number) =>
  runKilled({
    program: 'killed-streams.ts',
    server: scene.server,
    step,
    env: { OUTBOUND_ALLOWED_HOSTS: scene.sinks.host },
  });

const changeSome = async () => {
  for (let nth = 0; nth < CHANGES; nth++) await scene.change();
};

// SIEM4
test('however often what sends is killed, every sink gets every entry', async () => {
  const paths = ['/ndjson/first', '/ndjson/second'];
  for (const one of paths) await scene.addPlain(one);
  await changeSome();
  const { count } = await run(0);
  expect(count).toBeGreaterThan(10);
  for (let kill = 1; kill <= KILLS; kill++) {
    await changeSome();
    const step = Math.max(1, Math.round((kill / (KILLS + 1)) * 0.8 * count));
    const { signal } = await run(step);
    expect([step, signal]).toEqual([step, 'SIGKILL']);
    // Its lease is over.
    await scene.query('update audit_streams set due_at = now()');
  }
  const entries = await scene.query<{ id: string }>(
    `select id from audit_log where action = 'user.updated' order by id`,
  );
  expect(entries).toHaveLength((KILLS + 1) * CHANGES);
  const idsAt = (one: string) =>
    [
      ...new Set(
        scene.sinks
          .taken(one)
          .filter(({ action }) => action === 'user.updated')
          .map(({ id }) => id),
      ),
    ].sort();
  // The database may not have noticed yet that the last one is dead, and keep what it held from the next.
  await expect
    .poll(
      async () => {
        await run(0);
        return paths.map(idsAt);
      },
      { timeout: 60_000 },
    )
    .toEqual(paths.map(() => entries.map(({ id }) => id)));
}, 300_000);
