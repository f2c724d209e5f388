import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { closePlatform, openPlatform } from '../../platform/platform.ts';
import type { Platform } from '../../platform/platform.ts';
import { anyEngine, createTestDatabase } from '../../platform/testing/database.ts';
import { TEMPLATE } from '../../platform/testing/postgres-server.ts';
import { openTestBucket } from '../../platform/testing/s3.ts';
import { silentLog } from '../../platform/testing/silent-log.ts';
import { sweepTicketFiles } from './tickets.jobs.ts';

const compiled = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled');
const program = path.resolve(import.meta.dirname, '../../platform/testing/killed-uploader.ts');
const AT_ONCE = new Date('2999-01-01');

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

/** A database and a storage of their own, as the environment of a server. */
async function makeEnvironment(driver: 'disk' | 's3') {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-killed-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  let env: Record<string, string> = { DATA_DIR: folder, DEMO: '0', PATH: process.env['PATH'] ?? '' };
  if (anyEngine === 'postgres') {
    const created = await createTestDatabase(TEMPLATE);
    undo.push(created.drop);
    env = { ...env, DATABASE_URL: created.url, DATABASE_POOL_SIZE: '2' };
  }
  if (driver === 's3') {
    const bucket = await openTestBucket();
    undo.push(bucket.close);
    env = { ...env, ...bucket.env };
  }
  const picture = path.join(folder, 'picture.png');
  writeFileSync(
    picture,
    await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2a6' } })
      .png()
      .toBuffer(),
  );
  return { env, picture };
}

const listFiles = async ({ storage }: Platform) => {
  const keys: string[] = [];
  for await (const { key } of storage.list('ticket-files/')) keys.push(key);
  return keys;
};

// U7
test.each(['disk', 's3'] as const)(
  'a process killed between a file and its row leaves no row without its file (%s), and the sweep the rest',
  async (driver) => {
    const { env, picture } = await makeEnvironment(driver);
    const run = (moment: Record<string, string>) =>
      new Promise<{ said: string; signal: NodeJS.Signals | null }>((resolve) => {
        const options = { env: { ...env, ...moment, NODE_COMPILE_CACHE: compiled } };
        execFile(process.execPath, [program, picture], options, (error, said, problems) => {
          if (problems) process.stderr.write(problems);
          resolve({ said, signal: error?.signal ?? null });
        });
      });
    const [uploaded = 0, discarded = 0] = (await run({})).said.split(' ').map(Number);
    expect(uploaded).toBeGreaterThan(3);
    expect(discarded).toBeGreaterThan(uploaded);
    const moments = [
      { KILL_AT_FILE: '1' },
      { KILL_AT_FILE: '2' },
      { KILL_AT: String(uploaded - 1) },
      // The answers to `commit`: of the upload, and of its taking back.
      { KILL_AT: String(uploaded) },
      { KILL_AT: String(discarded) },
    ];
    const kill = async (moment: Record<string, string>) =>
      expect([moment, await run(moment)]).toEqual([moment, { said: '', signal: 'SIGKILL' }]);
    if (anyEngine === 'embedded') for (const moment of moments) await kill(moment);
    else await Promise.all(moments.map(kill));

    const platform = await openPlatform(loadConfig(env), silentLog);
    undo.push(() => closePlatform(platform));
    const { rows } = await sql<{ id: string }>`select id from ticket_attachments`.execute(
      platform.database.kysely,
    );
    const files = await listFiles(platform);
    expect(rows).toHaveLength(1);
    for (const { id } of rows)
      expect(files).toEqual(
        expect.arrayContaining([`ticket-files/${id}/full.webp`, `ticket-files/${id}/small.webp`]),
      );
    expect(files).toHaveLength(1 + 2 * 4);
    expect(await sweepTicketFiles(platform, AT_ONCE)).toBe(5);
    expect(await listFiles(platform)).toEqual([]);
  },
);
