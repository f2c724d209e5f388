import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from '../../features/audit/verify.service.ts';
import { verifyInvoices } from '../../features/billing/invoices/verify-invoices.service.ts';
import { copyMigrated, createTestDatabase, openTestDatabase } from '../testing/database.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { findPrograms } from '../testing/postgres-server.ts';
import { startTestServer } from '../testing/server.ts';
import type { TestServer } from '../testing/server.ts';
import { openPostgres } from './database.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-backup-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Files tickets, two at once, until it is told to stop; the first ten are waited for. */
function keepWriting(server: TestServer, cookie: string) {
  const until = new AbortController();
  let written = 0;
  const waiting = Promise.withResolvers<void>();
  const write = async () => {
    while (!until.signal.aborted) {
      const payload = { title: `Número ${written}`, description: 'Mientras se copia' };
      const reply = await server.send({ method: 'POST', url: '/api/tickets', payload, cookie });
      expect(reply.statusCode).toBe(201);
      if (++written === 10) waiting.resolve();
    }
  };
  const ended = Promise.all([write(), write()]);
  return {
    begun: waiting.promise,
    stop: async () => {
      until.abort();
      await ended;
    },
  };
}

async function expectSound(database: Pick<Database, 'withSystem'>) {
  const [audit, invoices] = [await verifyAudit(database), await verifyInvoices(database)];
  expect([audit.problems, invoices.problems]).toEqual([[], []]);
}

const run = (program: string, ...parameters: string[]) =>
  promisify(execFile)(path.join(findPrograms() ?? '', program), parameters);

/** The major version of the pg_dump that the machine has, which refuses newer servers; 0: it has none. */
async function dumpVersion(): Promise<number> {
  if (!findPrograms()) return 0;
  const { stdout } = await run('pg_dump', '--version');
  return Number(/\d+/.exec(stdout)?.[0]);
}

async function serverVersion({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query(`select current_setting('server_version_num')::int / 10000 as version`);
  return rows[0].version;
}

// D4
test('a dump that is taken while people write holds one instant, and restores it into an empty database', async ({
  onTestFinished,
  skip,
}) => {
  const source = await openTestDatabase();
  onTestFinished(() => source.close());
  skip((await dumpVersion()) < (await serverVersion(source)), 'no pg_dump here is as new as the server');
  const server = await startTestServer({ database: source });
  const { admin } = await server.makeCast();
  const writer = keepWriting(server, admin.cookie);
  await writer.begun;

  // The dump shares the snapshot of a transaction, in which its instant can be looked at.
  const dump = path.join(folder, 'atalaya.dump');
  const watcher = new pg.Client({ connectionString: source.url });
  await watcher.connect();
  await watcher.query('begin isolation level repeatable read');
  const { rows } = await watcher.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  await run(
    'pg_dump',
    '--enable-row-security',
    '--format=custom',
    `--snapshot=${rows[0]!.snapshot}`,
    `--file=${dump}`,
    source.url,
  );
  const dumped = await fingerprint({ pool: watcher as unknown as pg.Pool });
  await watcher.end();
  await writer.stop();
  expect(await fingerprint(source)).not.toBe(dumped);
  await server.close();

  const fresh = await createTestDatabase();
  await run('pg_restore', '--exit-on-error', `--dbname=${fresh.url}`, dump);
  const restored = openPostgres(fresh.url, 2);
  expect(await fingerprint(restored)).toBe(dumped);
  await expectSound(restored);
  await restored.close();
  await fresh.drop();
});

// D4
test('a copy of the folder of an embedded database that was stopped is the same database', async () => {
  const [from, to] = [path.join(folder, 'data'), path.join(folder, 'copy')];
  copyMigrated(from);
  const open = async (dataDir: string) => {
    const { url, close } = await openEmbedded(dataDir);
    const database = openPostgres(url, 4);
    return { ...database, url, close: () => database.close().then(close) };
  };
  const database = await open(from);
  const server = await startTestServer({ database });
  const { admin } = await server.makeCast();
  const writer = keepWriting(server, admin.cookie);
  await writer.begun;
  await writer.stop();
  await server.close();
  const before = await fingerprint(database);
  await database.close();

  cpSync(from, to, { recursive: true });
  const copied = await open(to);
  expect(await fingerprint(copied)).toBe(before);
  await expectSound(copied);
  await copied.close();
});
