import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, engines } from './platform/testing/database.ts';

const MAIN = join(import.meta.dirname, 'main.js');
const SECRET = 'a secret of the tests, long enough';

let dataDir: string;
let database: { url: string; drop: () => Promise<void> } | null;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atalaya-main-'));
  database = engines.includes('postgres') ? await createTestDatabase() : null;
});
afterAll(async () => {
  await database?.drop();
  rmSync(dataDir, { recursive: true });
});

/** Starts the process as an operator would; without DATABASE_URL on the embedded database. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      AUTH_SECRET: SECRET,
      ...(database ? { DATABASE_URL: database.url } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** Waits until the process has printed something; fails with what it printed if it ends before. */
async function printed(run: { child: ChildProcess; output: () => string }, wanted: RegExp): Promise<void> {
  while (!wanted.test(run.output())) {
    if (run.child.exitCode !== null) throw new Error(`the process ended:\n${run.output()}`);
    await Promise.race([once(run.child, 'exit'), once(run.child.stdout!, 'data')]);
  }
}

/** A port that nobody listens on, from a range that the system hands out to nobody by itself. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 900);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

// F5, C3
test('the first boot invites its administrator, and SIGTERM lets a request in progress finish', async () => {
  const port = await freePort();
  const run = start({ PORT: String(port), DEMO: '0', ADMIN_EMAIL: 'jefa@example.test' });
  await printed(run, /Atalaya está en marcha: http:\/\/localhost/);
  expect(run.output()).not.toContain('Demo-1234');
  await printed(run, /jefa@example\.test.*outbox/);

  const body = JSON.stringify({ email: 'nadie@example.test', password: 'no importa' });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:${port}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // The server has the head of the request: it asks for the rest.
  await once(socket, 'data');
  const exited = once(run.child, 'exit');
  run.child.kill('SIGTERM');
  await printed(run, /deteniendo/i);
  socket.write(body);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 [\s\S]*account\.invalid_credentials/);
  expect(await exited).toEqual([0, null]);

  const outbox = join(dataDir, 'outbox');
  const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
  expect(mails.filter((mail) => mail.includes('jefa@example.test'))).toHaveLength(1);
});

// C1
test.each([
  [{ PORT: 'x' }, /PORT debe ser un número/],
  [{ DEMO: '1', HOST: '0.0.0.0' }, /DEMO=1 solo se admite/],
  [{ NODE_ENV: 'production', DEMO: '0' }, /Falta PUBLIC_URL/],
  [
    { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', DEMO: '0' },
    /No se puede conectar con la base de datos/,
  ],
])('refuses to start with %j, and says why in Spanish', async (env, reason) => {
  const run = start(env);
  const [code] = await once(run.child, 'exit');
  expect([code, run.output()]).toEqual([1, expect.stringMatching(reason)]);
});
