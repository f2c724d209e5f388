import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../core/config.ts';
import { createTestDatabase, openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { NO_PGBOUNCER, hasPgBouncer } from '../testing/pgbouncer-program.ts';
import { startPgBouncer } from '../testing/pgbouncer.ts';
import { startTestServer } from '../testing/server.ts';
import { openDatabase, openPostgres } from './database.ts';
import { isPooler, PoolerError } from './pooler.ts';

const log = pino({ level: 'silent' });

if (!hasPgBouncer()) process.stderr.write(`${NO_PGBOUNCER}\n`);

describe.runIf(hasPgBouncer())('behind a pooler in transaction mode', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-pooler-'));
  let direct: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  /** Two servers, each with more connections to the pooler than the pooler has to the database. */
  let databases: TestDatabase[];
  beforeAll(async () => {
    direct = await openTestDatabase();
    pooler = await startPgBouncer(path.join(folder, 'pgbouncer'), direct.url);
    const open = () => ({
      ...openPostgres(pooler.url, 6, { connectionMs: 30_000, directUrl: direct.url, throughPooler: true }),
      url: pooler.url,
    });
    databases = [open(), open()];
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    await pooler.stop();
    await direct.close();
    rmSync(folder, { recursive: true });
  });

  it('is told from the database itself', async () => {
    expect([await isPooler(direct.url), await isPooler(pooler.url)]).toEqual([false, true]);
  });

  it('does not start without the way past it, and migrates by that way', async () => {
    const empty = await createTestDatabase();
    const database = new URL(empty.url).pathname;
    const pooled = pooler.url.replace(/\/[^/]+$/, database);
    const env = { DATABASE_URL: pooled, FILES: 'shared' };
    await expect(openDatabase(loadConfig(env), log)).rejects.toThrow(PoolerError);
    const opened = await openDatabase(loadConfig({ ...env, DATABASE_DIRECT_URL: empty.url }), log);
    const { rows } = await opened.pool.query('select count(*)::int as n from organizations');
    expect(rows).toEqual([{ n: 0 }]);
    await opened.close();
    await empty.drop();
  });

  // T5
  it('keeps organizations apart, whichever connections their transactions share', async () => {
    const [first, second] = [
      await startTestServer({ database: databases[0]! }),
      await startTestServer({ database: databases[1]! }),
    ];
    const casts = [await first.makeCast(), await second.makeCast(), await first.makeCast()];
    const asked = Array.from({ length: 300 }, async (_, n) => {
      const cast = casts[n % casts.length]!;
      const server = n % 2 === 0 ? first : second;
      const reply = await server.send({ url: '/api/users', cookie: cast.admin.cookie });
      expect(reply.statusCode).toBe(200);
      const { items } = reply.json<{ items: { organization: { id: string } }[] }>();
      expect(new Set(items.map((item) => item.organization.id))).toEqual(new Set([cast.organization.id]));
    });
    await Promise.all(asked);
    await first.close();
    await second.close();
  });

  it('leaves no setting on a connection for whoever has it next', async () => {
    await Promise.all(
      databases.flatMap((database) =>
        Array.from({ length: 20 }, () =>
          database.withSystem('test', (db) => db.selectFrom('settings').select('id').execute()),
        ),
      ),
    );
    const strangers = Array.from({ length: 6 }, async () => {
      const client = new pg.Client({ connectionString: pooler.url });
      await client.connect();
      const { rows } = await client.query(
        `select current_setting('statement_timeout') as timeout, current_setting('role') as role,
           coalesce(current_setting('app.reason', true), '') as reason from pg_sleep(0.01)`,
      );
      await client.end();
      return rows[0] as unknown;
    });
    expect(await Promise.all(strangers)).toEqual(
      Array.from({ length: 6 }, () => ({ timeout: '0', role: 'none', reason: '' })),
    );
  });

  it('tells live events from one server to the other', async () => {
    const heard: string[] = [];
    const end = await databases[1]!.listen({
      onPayload: (payload) => heard.push(payload),
      onGap: () => undefined,
      onDeaf: () => heard.push('deaf'),
    });
    await databases[0]!.pool.query(`select pg_notify('atalaya_live', 'told')`);
    await expect.poll(() => heard).toEqual(['told']);
    await end();
  });

  it('does jobs once', async () => {
    const servers = [
      await startTestServer({ database: databases[0]! }),
      await startTestServer({ database: databases[1]! }),
    ];
    const done: number[] = [];
    for (const { platform } of servers)
      platform.jobs.work<{ n: number }>('test-pooled', async ({ n }) => void done.push(n));
    for (const { platform } of servers) await platform.jobs.start();
    const numbers = Array.from({ length: 12 }, (_, n) => n);
    await databases[0]!.withSystem('test', (db) =>
      servers[0]!.platform.jobs.sendAll(
        db,
        'test-pooled',
        numbers.map((n) => ({ n })),
      ),
    );
    await expect.poll(() => done.toSorted((a, b) => a - b)).toEqual(numbers);
    for (const server of servers) await server.close();
  });
});
