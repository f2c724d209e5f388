import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from '../../features/audit/verify.service.ts';
import { verifyInvoices } from '../../features/billing/verify-invoices.service.ts';
import { loadConfig } from '../config.ts';
import { openDatabase, openPostgres } from '../database/database.ts';
import { copyMigrated, createTestDatabase } from '../testing/database.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { startTestServer } from '../testing/server.ts';
import { silentLog } from '../testing/silent-log.ts';
import { ArchiveError } from './archive.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup, RestoreError } from './restore.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-archive-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const inFolder = (name: string) => path.join(folder, name);
const configOf = (env: Record<string, string>) => loadConfig({ ...env, FILES: 'shared' });
const archive = inFolder('copia.tar.gz');

// D4
test('an archive made while people write holds one moment, and goes from the embedded database to another and back', async () => {
  const dataDir = inFolder('written');
  copyMigrated(dataDir);
  const config = configOf({ DATA_DIR: dataDir });
  const database = await openDatabase(config, silentLog);
  const server = await startTestServer({ database: { ...database, url: '' } });
  const { admin } = await server.makeCast();
  mkdirSync(path.join(dataDir, 'uploads/a'), { recursive: true });
  writeFileSync(path.join(dataDir, 'uploads/a/empty.bin'), '');
  writeFileSync(path.join(dataDir, 'uploads/a/foto.webp'), Buffer.alloc(300_000, 7));

  const until = new AbortController();
  const acknowledged: string[] = [];
  const tenWritten = Promise.withResolvers<void>();
  const write = async () => {
    while (!until.signal.aborted) {
      const payload = { title: 'Mientras se copia', description: 'ñ \\N \t "' };
      const reply = await server.send({ method: 'POST', url: '/api/tickets', payload, cookie: admin.cookie });
      acknowledged.push(reply.json<{ id: string }>().id);
      if (acknowledged.length === 10) tenWritten.resolve();
    }
  };
  const writing = Promise.all([write(), write()]);
  await tenWritten.promise;
  const before = [...acknowledged];
  // The server has the folder: its database is reached where it listens.
  const made = await makeBackup(config, archive);
  until.abort();
  await writing;
  expect(made).toMatchObject({ files: 2 });
  await server.close();
  await database.close();

  const elsewhere = await createTestDatabase();
  const there = configOf({ DATA_DIR: inFolder('elsewhere'), DATABASE_URL: elsewhere.url });
  expect(await restoreBackup(there, archive)).toEqual({ tables: made.tables, rows: made.rows, files: 2 });
  const restored = openPostgres(elsewhere.url, 2);
  const { rows } = await restored.pool.query<{ id: string }>('select id from tickets');
  const ids = new Set(rows.map(({ id }) => id));
  expect(before.filter((id) => !ids.has(id))).toEqual([]);
  const problems = [(await verifyAudit(restored)).problems, (await verifyInvoices(restored)).problems];
  expect(problems).toEqual([[], []]);
  const print = await fingerprint(restored);
  const next = await restored.pool.query<{ next: string }>(
    `select nextval('tickets_number_seq')::text as next`,
  );
  expect(Number(next.rows[0]?.next)).toBeGreaterThan(rows.length);
  await restored.close();

  const second = inFolder('vuelta.tar.gz');
  await makeBackup(there, second);
  const back = configOf({ DATA_DIR: inFolder('back') });
  await restoreBackup(back, second);
  const returned = await openDatabase(back, silentLog);
  expect(await fingerprint(returned)).toBe(print);
  // Isolation and rules are as they were, too.
  const { rows: kept } = await returned.pool.query<Record<string, number>>(
    `select (select count(*)::int from pg_class where relforcerowsecurity) as forced,
       (select count(*)::int from pg_trigger where tgenabled = 'D') as disabled,
       (select count(*)::int from pg_constraint where contype = 'f' and convalidated) as keys`,
  );
  expect(kept[0]?.['disabled']).toBe(0);
  expect(kept[0]?.['forced']).toBeGreaterThan(20);
  expect(kept[0]?.['keys']).toBeGreaterThan(50);
  await returned.close();
  await elsewhere.drop();
  expect(readFileSync(inFolder('back/uploads/a/foto.webp'))).toEqual(Buffer.alloc(300_000, 7));
  expect(readFileSync(inFolder('back/uploads/a/empty.bin'))).toHaveLength(0);
});

const damaged = (change: (bytes: Buffer) => Buffer) => {
  const place = inFolder('damaged.tar.gz');
  writeFileSync(place, change(readFileSync(archive)));
  return place;
};

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['cut off', (bytes) => bytes.subarray(0, bytes.length / 2)],
  [
    'with another byte',
    (bytes) => {
      const middle = bytes.length >> 1;
      bytes[middle] = bytes[middle]! ^ 1;
      return bytes;
    },
  ],
  ['of something else', () => gzipSync('hola')],
  ['that is no archive', () => Buffer.from('hola')],
])('an archive that is %s is refused before anything is written', async (_kind, change) => {
  const dataDir = inFolder('refused');
  await expect(restoreBackup(configOf({ DATA_DIR: dataDir }), damaged(change))).rejects.toThrow(ArchiveError);
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
});

test('what is there is never overwritten', async () => {
  const full = configOf({ DATA_DIR: inFolder('back') });
  const before = readdirSync(inFolder('back'));
  await expect(restoreBackup(full, archive)).rejects.toThrow(RestoreError);
  rmSync(inFolder('back/uploads'), { recursive: true });
  await expect(restoreBackup(full, archive)).rejects.toThrow(/Ya hay una base de datos/);
  expect(readdirSync(inFolder('back')).sort()).toEqual(before.filter((name) => name !== 'uploads').sort());
});
