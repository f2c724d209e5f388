import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { copyMigrated } from '../testing/database.ts';
import { loadConfig } from '../config.ts';
import { openDatabase } from './database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-panic-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// F3
test('a database that can no longer write its log is opened again once it can, and has what it acknowledged', async () => {
  copyMigrated(folder);
  const errors: string[] = [];
  const log = { info: () => undefined, error: (_: unknown, text: string) => errors.push(text) };
  const database = await openDatabase(loadConfig({ DATA_DIR: folder }), log as never);
  const heard: string[] = [];
  const gaps: string[] = [];
  await database.listen({
    onPayload: (text) => heard.push(text),
    onDeaf: () => undefined,
    onGap: () => gaps.push('gap'),
  });
  const write = (kilobytes: number) =>
    database.pool.query(`select pg_logical_emit_message(true, 'test', repeat('x', ${kilobytes * 1024}))`);
  await database.pool.query(`create table kept (n int); insert into kept values (1)`);

  const segments = path.join(folder, 'database/pg_wal');
  renameSync(segments, `${segments}.away`);
  let acknowledged = 0;
  // A segment has 16 MB: the next one finds no place.
  const fill = async () => {
    for (; acknowledged < 40; acknowledged++) {
      await write(500);
      await database.pool.query('insert into kept values (2)');
    }
  };
  await expect(fill()).rejects.toBeInstanceOf(Error);
  await expect(database.ping()).rejects.toBeInstanceOf(Error);
  renameSync(`${segments}.away`, segments);

  await vi.waitFor(() => database.ping(), { timeout: 30_000, interval: 200 });
  const { rows } = await database.pool.query<{ n: number }>('select n from kept');
  expect(rows.length).toBeGreaterThan(acknowledged);
  await database.pool.query(`notify atalaya_live, 'again'`);
  await vi.waitFor(() => expect(heard).toEqual(['again']));
  expect(gaps.length).toBeGreaterThan(0);
  expect(new Set(errors)).toEqual(new Set(['the embedded database ended: opening it again']));
  await database.close();
});
