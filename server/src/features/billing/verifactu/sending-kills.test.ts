import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runKilled } from '../../../platform/testing/killed-process.ts';
import { startSendingScene } from './testing/sending-scene.ts';
import type { SendingScene } from './testing/sending-scene.ts';

const KILLS = Number(process.env['KILLS'] ?? 6);
const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-sender-'));
let scene: SendingScene;
let env: Record<string, string>;

beforeAll(async () => {
  scene = await startSendingScene();
  const { agency } = scene;
  const authorities = path.join(folder, 'authorities.pem');
  writeFileSync(authorities, agency.authority.certificate);
  env = {
    DATABASE_POOL_SIZE: '2',
    VERIFACTU_TEST_URL: agency.url,
    VERIFACTU_CA_FILE: authorities,
  };
});
afterAll(async () => {
  await scene.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends what waits in a process that dies at a statement; 0: never. */
const run = (step: number) => runKilled({ program: 'killed-sender.ts', server: scene.server, step, env });
/** What waits may leave, and whose turn it was has lost it. */
const letGo = () =>
  scene.query(`update verifactu_sending set next_at = now(), busy_until = now(),
    last_sent_at = last_sent_at - interval '1 day'`);

// VF17
test('a process killed at any step leaves neither a gap nor a double', async () => {
  const { agency } = scene;
  await scene.issue();
  await letGo();
  const steps = (await run(0)).count;
  expect(steps).toBeGreaterThan(12);
  const refused = new Set<string>();
  agency.judge = (code) =>
    refused.has(code) ? { state: 'Incorrecto', code: '1110', words: 'El NIF no está.' } : null;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [first, second] = [await scene.issue(), await scene.issue()];
    refused.add(second.code);
    // Over all steps, however few kills there are.
    const step = 1 + (Math.floor((kill * steps) / KILLS) % steps);
    await letGo();
    const { signal } = await run(step);
    expect([step, signal]).toEqual([step, 'SIGKILL']);
    await letGo();
    await scene.send();
    // What was lost has been asked for, and sent again where it was not there.
    await scene.send();
    expect((await scene.records(first.code)).map(({ state }) => state)).toEqual(['accepted']);
    expect((await scene.records(second.code)).map(({ state }) => state)).toEqual(['rejected']);
  }
  expect(agency.problems).toEqual([]);
  expect([...agency.taken.values()].filter((times) => times !== 1)).toEqual([]);
  const [row] = await scene.query<{ records: number; answered: number }>(
    `select (select count(*)::int from verifactu_records) as records,
      (select count(*)::int from verifactu_deliveries where state <> 'sent') as answered`,
  );
  expect(row!.answered).toBe(row!.records);
}, 300_000);
