import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from './platform/testing/database.ts';
import { freePort } from './platform/testing/free-port.ts';

const MAIN = join(import.meta.dirname, 'main.js');
const SECRET = 'a secret of the tests, long enough';

let dataDir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atalaya-main-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

/** The environment of a process that works on the run's PostgreSQL; without it on the embedded database. */
const onPostgres = () => ({ DATABASE_URL: database.url, FILES: 'shared' });

/** Starts the process as an operator would. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      AUTH_SECRET: SECRET,
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

// F5, C3
test('the first boot makes a database and invites its administrator, and SIGTERM lets a request in progress finish', async () => {
  const port = await freePort(20_000, 900);
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
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);

  const outbox = join(dataDir, 'outbox');
  const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
  expect(mails.filter((mail) => mail.includes('jefa@example.test'))).toHaveLength(1);
});

// F5
test.each([
  ['a PostgreSQL of its own', onPostgres],
  ['the embedded database', () => ({})],
])(
  'SIGTERM on %s: not ready first and serving on, then no one new, and what hangs is cut within ten seconds',
  async (_kind, databaseOf) => {
    const port = await freePort(20_000, 900);
    const url = `http://localhost:${port}`;
    const env = { PORT: String(port), DEMO: '0', DRAIN_SECONDS: '300', PUBLIC_URL: url };
    const run = start({ ...databaseOf(), ...env });
    await printed(run, /Atalaya está en marcha/);
    const hanging = connect(port, '127.0.0.1');
    hanging.write('POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n');
    await once(hanging, 'connect');
    const statusOf = async (path: string) => (await fetch(url + path)).status;
    expect(await statusOf('/api/health/ready')).toBe(200);

    const exited = once(run.child, 'exit');
    run.child.kill('SIGTERM');
    await printed(run, /deteniendo/i);
    // Once more, as npm passes it on: the grace goes on.
    run.child.kill('SIGTERM');
    await expect.poll(() => statusOf('/api/health/ready')).toBe(503);
    const configuration = await fetch(`${url}/api/configuration`);
    expect([configuration.status, configuration.headers.get('connection')]).toEqual([200, 'close']);
    expect(await statusOf('/api/health/live')).toBe(200);

    // The rest of the grace is cut short; from here on the bound holds, although a request never ends.
    const over = performance.now();
    run.child.kill('SIGINT');
    await expect.poll(() => statusOf('/api/health/live').catch(() => 'refused')).toBe('refused');
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - over).toBeLessThan(10_000);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    hanging.destroy();
  },
);

test('an issuer of invoices whose Spanish tax id cannot be right is told in the log, and keeps nothing from starting', async () => {
  const port = await freePort(20_000, 900);
  const env = { PORT: String(port), DEMO: '0', INVOICE_ISSUER_TAX_ID: 'B12345678' };
  const run = start({ ...onPostgres(), ...env });
  await printed(run, /INVOICE_ISSUER_TAX_ID/);
  await printed(run, /Atalaya está en marcha/);
  const exited = once(run.child, 'exit');
  run.child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

// F5
test('the grace ends by itself: after one SIGTERM requests are answered for a while, and then the process ends', async () => {
  const port = await freePort(20_000, 900);
  const url = `http://localhost:${port}`;
  const env = { PORT: String(port), DEMO: '0', DRAIN_SECONDS: '4', PUBLIC_URL: url };
  const run = start({ ...onPostgres(), ...env });
  await printed(run, /Atalaya está en marcha/);
  const exited = once(run.child, 'exit');
  run.child.kill('SIGTERM');
  await printed(run, /deteniendo/i);
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(503);
  expect((await fetch(`${url}/api/configuration`)).status).toBe(200);
  expect(await exited).toEqual([0, null]);
  await expect(fetch(`${url}/api/health/live`)).rejects.toThrow('fetch failed');
});

// F7
test('a rejection that nobody handles is logged, lets a request in progress finish and ends the process with 1', async () => {
  const port = await freePort(20_000, 900);
  const preloaded = `data:text/javascript,process.on('SIGUSR2',()=>{Promise.reject(new Error('nobody%20caught%20this'))})`;
  const env = { PORT: String(port), DEMO: '0', NODE_OPTIONS: `--import "${preloaded}"` };
  const run = start({ ...onPostgres(), ...env });
  await printed(run, /Atalaya está en marcha: http:\/\/localhost/);
  const body = JSON.stringify({ email: 'nadie@example.test', password: 'no importa' });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:${port}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'data');
  const exited = once(run.child, 'exit');
  run.child.kill('SIGUSR2');
  await printed(run, /deteniendo/i);
  socket.write(body);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 [\s\S]*account\.invalid_credentials/);
  expect(await exited).toEqual([1, null]);
  expect(run.output()).toContain('nobody caught this');
});

// C1
test.each([
  [{ PORT: 'x' }, /PORT debe ser un número/],
  [{ DEMO: '1', HOST: '0.0.0.0' }, /DEMO=1 solo se admite/],
  [{ NODE_ENV: 'production', DEMO: '0' }, /Falta PUBLIC_URL/],
  [
    { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', FILES: 'shared' },
    /No se puede conectar con la base de datos/,
  ],
])('refuses to start with %j, and says why in Spanish', async (env, reason) => {
  const run = start(env);
  const [code] = await once(run.child, 'exit');
  expect([code, run.output()]).toEqual([1, expect.stringMatching(reason)]);
});
