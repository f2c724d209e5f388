import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openReceiver } from '../server/src/features/webhooks/testing/receiver.ts';
import { loadConfig } from '../server/src/platform/core/config.ts';
import { THE_SERVER, recordChanges } from '../server/src/platform/records/audit.ts';
import type { Change } from '../server/src/platform/records/audit.ts';
import { closePlatform, openPlatform } from '../server/src/platform/process/platform.ts';
import type { Platform } from '../server/src/platform/process/platform.ts';
import { makeCrowd } from '../server/src/platform/testing/crowd.ts';
import { silentLog } from '../server/src/platform/testing/silent-log.ts';
import { makeDatabase, serverEnv, startOurs } from './measure-size.ts';
import { percentile, readOften } from './often.ts';

const PER_SECOND = 200;
const P99_MS = 2_000;
/** A list may take so much longer beside what waits, and so many milliseconds. */
const SLOWER = 1.5;
const SLOWER_MS = 5;
/** Changes of one transaction, of those that wait. */
const PART = 2_000;

type Asked = { folder: string; socket: string; seconds: number; waiting: number };

/**
 * How long after its commit an event is delivered at 200 a second, and what a list takes while so many wait for an address
 * that does not answer: as lines, and whether both hold. Who receives, and who commits, is this process.
 */
export async function measureWebhooks({ folder, socket, seconds, waiting }: Asked) {
  const receiver = await openReceiver();
  const url = await makeDatabase(socket, 'webhooks', 1);
  const env = {
    ...serverEnv(path.join(folder, 'webhooks'), url),
    OUTBOUND_ALLOWED_HOSTS: receiver.host,
  };
  const cookie = await makeCrowd({ ...env, PUBLIC_URL: 'http://127.0.0.1:1' }, 100);
  const server = await startOurs(env);
  const platform = await openPlatform(loadConfig({ ...env, PUBLIC_URL: server.url }), silentLog);
  const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
  const add = async (at: string, noun: string) => {
    const body = JSON.stringify({ url: receiver.at(at), nouns: [noun] });
    const answer = await fetch(`${server.url}/api/webhooks`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`the endpoint was refused: ${await answer.text()}`);
    const { item } = (await answer.json()) as { item: { organization_id: string } };
    return item.organization_id;
  };
  const list = async () => {
    const began = performance.now();
    await (await fetch(`${server.url}/api/users`, { headers })).arrayBuffer();
    return performance.now() - began;
  };
  try {
    const organization_id = await add('/ok/bench', 'user');
    const delays = await delaysOf(platform, receiver.received, organization_id, seconds);
    const p99 = percentile(delays, 0.99);
    const before = percentile(await readOften(list), 0.95);
    await add('/hang/bench', 'plan');
    await letWait(platform, organization_id, waiting);
    const beside = percentile(await readOften(list), 0.95);
    const lines = [
      `${delays.length} events at ${PER_SECOND} a second: commit to delivered p50 ${percentile(delays, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (at most ${P99_MS})`,
      `a list, p95: ${before.toFixed(1)} ms; ${beside.toFixed(1)} ms while ${waiting} events wait for an address that hangs`,
    ];
    return { lines, holds: p99 <= P99_MS && beside <= Math.max(before * SLOWER, before + SLOWER_MS) };
  } finally {
    await closePlatform(platform);
    await server.stop();
    await receiver.close();
  }
}

const changeOf = (organization_id: string, noun: string, after: object): Change => ({
  action: `${noun}.updated`,
  object_type: noun,
  object_id: organization_id,
  organization_id,
  after,
});

/** Milliseconds from the commit of each change to its arrival. */
async function delaysOf(
  platform: Platform,
  received: { event: { changed?: string[]; type: string } }[],
  organization_id: string,
  seconds: number,
): Promise<number[]> {
  const committed = new Map<string, number>();
  const arrived = new Map<string, number>();
  const push = received.push.bind(received);
  received.push = (...some) => {
    for (const { event } of some) arrived.set(event.changed?.[0] ?? '', performance.now());
    return push(...some);
  };
  const began = performance.now();
  const under: Promise<unknown>[] = [];
  for (let nth = 0; nth < seconds * PER_SECOND; nth++) {
    const name = `field_${nth}`;
    const change = changeOf(organization_id, 'user', { [name]: nth });
    under.push(
      platform.database
        .withSystem('a change of the bench', (db) => recordChanges(db, THE_SERVER, [change]))
        .then(() => committed.set(name, performance.now())),
    );
    await setTimeout(Math.max(0, began + ((nth + 1) * 1000) / PER_SECOND - performance.now()));
  }
  await Promise.all(under);
  while (arrived.size < committed.size) await setTimeout(50);
  return [...committed].map(([name, at]) => Math.max(0, (arrived.get(name) ?? Infinity) - at));
}

async function letWait(platform: Platform, organization_id: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += PART)
    await platform.database.withSystem('changes of the bench', (db) =>
      recordChanges(
        db,
        THE_SERVER,
        Array.from({ length: Math.min(PART, count - from) }, (_, nth) =>
          changeOf(organization_id, 'plan', { nth: from + nth }),
        ),
      ),
    );
}
