import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from './features/audit/verify.service.ts';
import { identicon } from './features/avatars/identicon.ts';
import { loadConfig } from './platform/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { copyMigrated } from './platform/testing/database.ts';

const PROGRAM = path.join(import.meta.dirname, 'platform/testing/served-admin.ts');
const PRELOADED = pathToFileURL(path.join(import.meta.dirname, 'platform/testing/full-disk.ts')).href;
/** More than the database has room for without a larger file. */
const TICKETS_MAX = 60;

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-full-'));
const flag = path.join(folder, 'full');
const dataDir = path.join(folder, 'data');
const env = {
  DATA_DIR: dataDir,
  DEMO: '0',
  RATE_LIMIT: 'off',
  AUTH_SECRET: 'a secret of the tests, long enough',
};
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The application in a process of its own, for which the disk is full while the flag is there. */
async function start() {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...env, PATH: process.env['PATH'] ?? '', NODE_OPTIONS: `--import ${PRELOADED}`, FULL_DISK: flag },
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

// F3
test('on a full disk writes are refused, reads go on, and nothing is lost', async () => {
  copyMigrated(dataDir);
  const { url, headers, stop } = await start();
  const status = async (address: string, init: RequestInit = {}) => {
    const reply = await fetch(url + address, { ...init, headers: { ...headers, ...init.headers } });
    const { code } = (await reply.json().catch(() => ({}))) as { code?: string };
    return code ? `${String(reply.status)} ${code}` : String(reply.status);
  };
  const ask = () =>
    status('/api/tickets', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Sin sitio',
        description: randomBytes(4_900).toString('hex'),
        priority: 'low',
      }),
    });
  const upload = () => {
    const body = new FormData();
    body.set(
      'file',
      new Blob([new Uint8Array(Buffer.from(identicon('', 64, 'png')))], { type: 'image/png' }),
      'photo.png',
    );
    return status('/api/profile/avatar', { method: 'POST', body });
  };

  let asked = 1;
  expect(await ask()).toBe('201');
  writeFileSync(flag, '');
  let refused = '201';
  for (let n = 0; n < TICKETS_MAX && refused === '201'; n++) {
    refused = await ask();
    if (refused === '201') asked++;
  }
  expect([refused, await ask(), await upload()]).toEqual([
    '503 server.unavailable',
    '503 server.unavailable',
    '503 storage.unavailable',
  ]);
  expect([await status('/api/tickets'), await status('/api/health/ready')]).toEqual(['200', '200']);
  rmSync(flag);
  expect([await ask(), await upload()]).toEqual(['201', '200']);
  expect(await stop()).toEqual([0, null]);

  const database = await openDatabase(loadConfig(env), pino({ level: 'silent' }));
  const { rows } = await database.pool.query('select count(*)::int as tickets from tickets');
  expect(rows).toEqual([{ tickets: asked + 1 }]);
  expect((await verifyAudit(database)).problems).toEqual([]);
  await database.close();
});
