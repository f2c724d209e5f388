import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from '../../features/audit/verify.service.ts';
import { AVATAR_SIZES } from '../../features/account/avatars/avatar-image.ts';
import { sweepAvatars } from '../../features/account/avatars/avatars.jobs.ts';
import { verifyInvoices } from '../../features/billing/invoices/verify-invoices.service.ts';
import { loadConfig } from '../core/config.ts';
import { openDatabase, openPostgres } from '../database/database.ts';
import { FORMER_MIGRATIONS, isSameAsFormer } from '../database/former-migrations.ts';
import { migrate, SCHEMA } from '../database/migrate.ts';
import { lockRemovals, unlockRemovals } from '../storage/removal-lock.queries.ts';
import { copyMigrated, createTestDatabase, openTestDatabase } from '../testing/database.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { startTestServer } from '../testing/server.ts';
import { makeRunFolder } from '../testing/global-setup.ts';
import { recordSyncs } from '../testing/recorded-syncs.ts';
import { silentLog } from '../testing/silent-log.ts';
import { ArchiveError } from './archive.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup, RestoreError } from './restore.ts';

const folder = makeRunFolder();
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
  const { admin, super_admin } = await server.makeCast();
  const opened = await server.send({
    method: 'POST',
    url: '/api/tickets',
    payload: { title: 'Con nota', description: 'Nadie de fuera la lee' },
    cookie: admin.cookie,
  });
  const noted = await server.send({
    method: 'POST',
    url: `/api/tickets/${opened.json<{ id: string }>().id}/messages`,
    payload: { body: 'Nota interna', visibility: 'internal', seen_message_id: null, confirm_answered: true },
    cookie: super_admin.cookie,
  });
  expect(noted.json()).toMatchObject({ messages_total: 1 });
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
  // Not even the owner of the tables, who makes the archive, is kept from what organizations are kept from.
  const { rows: notes } = await returned.pool.query(
    `select m.body, (select count(*)::int from audit_log where action = 'ticket.noted') as audited
     from ticket_messages m where m.visibility = 'internal'`,
  );
  expect(notes).toEqual([{ body: 'Nota interna', audited: 1 }]);
  await returned.close();
  await elsewhere.drop();
  expect(readFileSync(inFolder('back/uploads/a/foto.webp'))).toEqual(Buffer.alloc(300_000, 7));
  expect(readFileSync(inFolder('back/uploads/a/empty.bin'))).toHaveLength(0);
});

// D4
test('every picture that a row of the archive points to is in it, though all are replaced while it is made', async ({
  onTestFinished,
}) => {
  const dataDir = inFolder('replaced');
  const source = await openTestDatabase();
  onTestFinished(() => source.close());
  const config = configOf({ DATA_DIR: dataDir, DATABASE_URL: source.url });
  const server = await startTestServer({ database: source, config: { dataDir } });
  onTestFinished(() => server.close());
  const { admin, user, super_admin } = await server.makeCast();
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();
  const replace = async ({ cookie }: { cookie: string }) => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'photo.png');
    const request = new Request('http://localhost', { method: 'POST', body });
    const reply = await server.send({
      method: 'POST',
      url: '/api/profile/avatar',
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      cookie,
    });
    expect(reply.statusCode).toBe(200);
  };
  const everybody = [admin, user, super_admin];
  await Promise.all(everybody.map(replace));
  const until = new AbortController();
  const replacing = everybody.map(async (person) => {
    while (!until.signal.aborted) await replace(person);
  });
  const made = inFolder('replaced.tar.gz');
  await makeBackup(config, made);
  until.abort();
  await Promise.all(replacing);

  const elsewhere = await createTestDatabase();
  onTestFinished(elsewhere.drop);
  const there = configOf({ DATA_DIR: inFolder('replaced-there'), DATABASE_URL: elsewhere.url });
  await restoreBackup(there, made);
  const restored = openPostgres(elsewhere.url, 2);
  const { rows } = await restored.pool.query<{ avatar_url: string }>(
    'select avatar_url from profiles where avatar_url is not null',
  );
  await restored.close();
  expect(rows).toHaveLength(everybody.length);
  const missing = rows.filter(
    ({ avatar_url }) => !existsSync(inFolder(`replaced-there/uploads${avatar_url}`)),
  );
  expect(missing).toEqual([]);

  // What was left where it was is swept, but not while another is made.
  const client = new pg.Client({ connectionString: source.url });
  await client.connect();
  await lockRemovals(client);
  await replace(admin);
  const all = new Date(8.64e15);
  const stored = async () => (await Array.fromAsync(server.platform.storage.list('avatars/'))).length;
  const before = await stored();
  await sweepAvatars(server.platform, all);
  expect(await stored()).toBe(before);
  await unlockRemovals(client);
  await client.end();
  await sweepAvatars(server.platform, all);
  expect(await stored()).toBeLessThan(before);
  expect(await stored()).toBe(everybody.length * AVATAR_SIZES.length);
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

/** `npm run restore`, as a process that may be killed. */
function startRestore(dataDir: string) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'run-restore.ts'), archive], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  return { child, ended: once(child, 'exit') };
}

// D4
test('a restore that is killed hinders the next one in nothing, which brings the secret as well', async () => {
  const dataDir = inFolder('killed');
  const killed = startRestore(dataDir);
  await expect.poll(() => existsSync(path.join(dataDir, 'socket/.s.PGSQL.5432')), { interval: 5 }).toBe(true);
  killed.child.kill('SIGKILL');
  await killed.ended;
  // As one leaves that comes further.
  mkdirSync(path.join(dataDir, 'uploads/.restoring/b'), { recursive: true });
  writeFileSync(path.join(dataDir, 'uploads/.restoring/b/half.webp'), 'x');

  expect(await startRestore(dataDir).ended).toEqual([0, null]);
  expect(readdirSync(dataDir).sort()).toEqual(['auth-secret', 'lock.db', 'postgres', 'uploads']);
  expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual(['a']);
  expect(readFileSync(path.join(dataDir, 'uploads/a/foto.webp'))).toEqual(Buffer.alloc(300_000, 7));
  const secretIn = (name: string) => readFileSync(inFolder(`${name}/auth-secret`), 'utf8');
  expect(secretIn('killed')).toBe(secretIn('written'));
  const restored = await openDatabase(configOf({ DATA_DIR: dataDir }), silentLog);
  expect((await verifyAudit(restored)).problems).toEqual([]);
  await restored.close();
});

// D3: before each noun had one file of migrations, there were others.
test('an archive of the former migrations is restored, one of some of them is refused', async () => {
  // With the tables of the first of the present ones: only its records differ.
  const { url, drop } = await createTestDatabase();
  const database = openPostgres(url, 2);
  await migrate(database.pool, SCHEMA, { only: isSameAsFormer });
  const former = configOf({ DATA_DIR: inFolder('former'), DATABASE_URL: url });
  // Without the functions a trigger does not choose the plan's version.
  await database.pool.query(
    `insert into organizations (name, slug, plan_type, plan_version_id)
       select 'Norte', 'norte', p.key, v.id from plans p join plan_versions v on v.plan_id = p.id limit 1;
     drop table schema_sql; delete from schema_migrations`,
  );
  const record = (names: readonly string[]) =>
    database.pool.query(
      `insert into schema_migrations (name, checksum) select name, 'former' from unnest($1::text[]) name`,
      [names],
    );
  await record(FORMER_MIGRATIONS.slice(0, -1));
  await makeBackup(former, inFolder('some.tar.gz'));
  await record(FORMER_MIGRATIONS.slice(-1));
  await makeBackup(former, inFolder('all.tar.gz'));

  const elsewhere = await createTestDatabase();
  const there = configOf({ DATA_DIR: inFolder('present'), DATABASE_URL: elsewhere.url });
  await expect(restoreBackup(there, inFolder('some.tar.gz'))).rejects.toThrow(
    'La copia es de una versión anterior, sin la migración 0049_proven_people.sql. Recupérela con la última ' +
      'versión que la tiene, y haga con ella otra copia.',
  );
  await restoreBackup(there, inFolder('all.tar.gz'));
  const restored = openPostgres(elsewhere.url, 2);
  expect(await fingerprint(restored)).toBe(await fingerprint(database));
  // Its functions and triggers are there, too.
  const another =
    "insert into organizations (name, slug) values ('Sur', 'sur'); delete from subscription_events";
  await expect(restored.pool.query(another)).rejects.toThrow(/append-only/);
  await restored.close();
  await elsewhere.drop();
  await database.close();
  await drop();
});

// D2
test.runIf(process.platform === 'linux')('what a restore has put back survives a loss of power', async () => {
  const dataDir = inFolder('synced');
  const synced = await recordSyncs();
  await restoreBackup(configOf({ DATA_DIR: dataDir, AUTH_SECRET: 'x'.repeat(32) }), archive);
  const made = synced.map((place) => path.relative(dataDir, place));
  expect(made).toEqual(
    expect.arrayContaining([
      'uploads/.restoring/a/foto.webp',
      'uploads/.restoring/a',
      'auth-secret',
      'uploads',
    ]),
  );
  // Last of all the names that everything has in the end.
  expect(made.at(-2)).toBe('');
});

test('what is there is never overwritten', async () => {
  const full = configOf({ DATA_DIR: inFolder('back') });
  const before = readdirSync(inFolder('back'));
  await expect(restoreBackup(full, archive)).rejects.toThrow(RestoreError);
  rmSync(inFolder('back/uploads'), { recursive: true });
  await expect(restoreBackup(full, archive)).rejects.toThrow(/Ya hay una base de datos/);
  expect(readdirSync(inFolder('back')).sort()).toEqual(before.filter((name) => name !== 'uploads').sort());
});
