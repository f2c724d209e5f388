import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openFakeSinks } from '../server/src/features/audit-streams/testing/fake-sinks.ts';
import { loadConfig } from '../server/src/platform/core/config.ts';
import { closePlatform, openPlatform } from '../server/src/platform/process/platform.ts';
import type { Platform } from '../server/src/platform/process/platform.ts';
import { THE_SERVER, recordChanges } from '../server/src/platform/records/audit.ts';
import { makeCrowd } from '../server/src/platform/testing/crowd.ts';
import { silentLog } from '../server/src/platform/testing/silent-log.ts';
import { makeDatabase, serverEnv, startOurs } from './measure-size.ts';
import { percentile, readOften } from './often.ts';

/** A list may take so much longer beside what is sent, and so many milliseconds. */
const SLOWER = 1.5;
const SLOWER_MS = 5;
/** Changes of one transaction. */
const PART = 2_000;

type Asked = { folder: string; socket: string; entries: number };

/**
 * How many entries a second a log of so many is sent to a sink with, from its beginning, and what a list takes beside:
 * as lines, and whether that holds. The sink is this process.
 */
export async function measureAuditStream({ folder, socket, entries }: Asked) {
  const sinks = await openFakeSinks();
  const url = await makeDatabase(socket, 'audit_stream', 1);
  const env = { ...serverEnv(path.join(folder, 'audit-stream'), url), OUTBOUND_ALLOWED_HOSTS: sinks.host };
  const cookie = await makeCrowd({ ...env, PUBLIC_URL: 'http://127.0.0.1:1' }, 100);
  const server = await startOurs(env);
  const platform = await openPlatform(loadConfig({ ...env, PUBLIC_URL: server.url }), silentLog);
  const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
  const list = async () => {
    const began = performance.now();
    await (await fetch(`${server.url}/api/users`, { headers })).arrayBuffer();
    return performance.now() - began;
  };
  try {
    const organization_id = await organizationOf(`${server.url}/api/session`, headers);
    await write(platform, organization_id, entries);
    const before = percentile(await readOften(list), 0.95);
    const began = performance.now();
    const sink = { kind: 'https', url: `${sinks.url}/ndjson/bench`, auth: 'none', header: '' };
    const body = JSON.stringify({ name: 'bench', sink, start: { from: 'beginning' } });
    const made = await fetch(`${server.url}/api/audit-streams`, { method: 'POST', headers, body });
    if (!made.ok) throw new Error(`the stream was refused: ${await made.text()}`);
    const beside = readOften(list);
    while (sinks.taken('/ndjson/bench').length < entries) await setTimeout(20);
    const seconds = (performance.now() - began) / 1000;
    const during = percentile(await beside, 0.95);
    const lines = [
      `${entries} entries were taken in ${seconds.toFixed(1)} s: ${Math.round(entries / seconds)} a second`,
      `a list, p95: ${before.toFixed(1)} ms; ${during.toFixed(1)} ms while they are sent`,
    ];
    return { lines, holds: during <= Math.max(before * SLOWER, before + SLOWER_MS) };
  } finally {
    await closePlatform(platform);
    await server.stop();
    await sinks.close();
  }
}

async function organizationOf(address: string, headers: Record<string, string>): Promise<string> {
  const session = (await (await fetch(address, { headers })).json()) as {
    session: { organization: { id: string } };
  };
  return session.session.organization.id;
}

async function write(platform: Platform, organization_id: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += PART)
    await platform.database.withSystem('changes of the bench', (db) =>
      recordChanges(
        db,
        THE_SERVER,
        Array.from({ length: Math.min(PART, count - from) }, (_, nth) => ({
          action: 'user.updated',
          object_type: 'user',
          object_id: organization_id,
          organization_id,
          before: { phone: null },
          after: { phone: String(from + nth) },
        })),
      ),
    );
}
