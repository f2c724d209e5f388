import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from './features/audit/verify.service.ts';
import { identiconPng } from './features/account/avatars/identicon.ts';
import { loadConfig } from './platform/core/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { addressOfRunning } from './platform/database/embedded.ts';
import { copyMigrated } from './platform/testing/database.ts';
import { silentLog } from './platform/testing/silent-log.ts';

const PROGRAM = path.join(import.meta.dirname, 'platform/testing/served-admin.ts');
/** Room for a cluster, and some more. */
const DISK_SIZE = '160m';
/** More than fits into what is left of a full disk. */
const TICKETS_MAX = 500;

const isRoot = process.getuid?.() === 0;
const dataDir = mkdtempSync(path.join(tmpdir(), 'atalaya-full-'));
const ballast = path.join(dataDir, 'ballast');
const env = {
  DATA_DIR: dataDir,
  DEMO: '0',
  RATE_LIMIT: 'off',
  AUTH_SECRET: 'a secret of the tests, long enough',
};
if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=700`, 'tmpfs', dataDir]);
afterAll(() => {
  if (isRoot) execFileSync('umount', ['--lazy', dataDir]);
  rmSync(dataDir, { recursive: true });
});

/** The application in a process of its own, with its database on the small disk. */
async function start() {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...env, PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const ended = once(child, 'exit');
  return {
    ...(JSON.parse(line) as { url: string; headers: Record<string, string> }),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Takes all the room that is left. */
function fill(): void {
  const file = openSync(ballast, 'a');
  const bytes = Buffer.alloc(64 * 1024);
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

// F3
test.runIf(isRoot)('on a full disk writes are refused, reads go on, and nothing is lost', async () => {
  mkdirSync(path.join(dataDir, 'uploads'));
  copyMigrated(dataDir);
  const { url, headers, stop } = await start();
  const status = async (address: string, init: RequestInit = {}) => {
    const reply = await fetch(url + address, { ...init, headers: { ...headers, ...init.headers } });
    const { code } = (await reply.json().catch(() => ({}))) as { code?: string };
    return code ? `${String(reply.status)} ${code}` : String(reply.status);
  };
  let acknowledged = 0;
  const ask = async () => {
    const answer = await status('/api/tickets', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Sin sitio',
        description: randomBytes(4_900).toString('hex'),
        priority: 'low',
      }),
    });
    if (answer === '201') acknowledged += 1;
    return answer;
  };
  const upload = async () => {
    const body = new FormData();
    const picture = new Uint8Array(await identiconPng('', 64));
    body.set('file', new Blob([picture], { type: 'image/png' }), 'photo.png');
    return status('/api/profile/avatar', { method: 'POST', body });
  };

  expect(await ask()).toBe('201');
  fill();
  let refused = '201';
  for (let n = 0; n < TICKETS_MAX && refused === '201'; n++) refused = await ask();
  // A file that grew as far as it could has taken what was left.
  fill();
  expect([refused, await ask(), await upload()]).toEqual([
    '503 server.unavailable',
    '503 server.unavailable',
    '503 storage.unavailable',
  ]);
  expect([await status('/api/tickets'), await status('/api/health/ready')]).toEqual(['200', '200']);
  rmSync(ballast);
  expect([await ask(), await upload()]).toEqual(['201', '200']);

  // Where not even the log of changes has room, the database stops, and is started again until there is some.
  fill();
  const writer = new pg.Client({ connectionString: addressOfRunning(dataDir) ?? '' });
  writer.on('error', () => undefined);
  await writer.connect();
  const flood = async () => {
    for (;;) await writer.query(`select pg_logical_emit_message(true, 'test', repeat('x', 500000))`);
  };
  await expect(flood()).rejects.toBeInstanceOf(Error);
  expect(await ask()).toMatch(/^503 /);
  expect(await status('/api/health/live')).toBe('200');
  rmSync(ballast);
  await expect.poll(ask, { timeout: 30_000 }).toBe('201');
  expect(await stop()).toEqual([0, null]);

  const database = await openDatabase(loadConfig(env), silentLog);
  const { rows } = await database.pool.query('select count(*)::int as tickets from tickets');
  expect(rows).toEqual([{ tickets: acknowledged }]);
  expect((await verifyAudit(database)).problems).toEqual([]);
  await database.close();
});
