import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../platform/testing/database.ts';
import { TEMPLATE } from '../../platform/testing/template.ts';

const program = path.join(import.meta.dirname, '../../platform/testing/exporter.ts');
const FEW = 10_000;
const MANY = 80_000;

describe('the memory of an export', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-export-'));
  let made: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    made = await createTestDatabase(TEMPLATE);
  });
  afterAll(async () => {
    await made.drop();
    rmSync(folder, { recursive: true });
  });

  /** People whose lines in the file are as long as they may be, from this number on. */
  const makePeople = async (from: number, to: number) => {
    const client = new pg.Client({ connectionString: made.url });
    await client.connect();
    await client.query('drop index if exists profiles_search');
    await client.query(
      `insert into profiles (first_name, last_name, email)
       select repeat('Inés ', 16), repeat('Álvarez ', 10), n || repeat('x', 200) || '@x.test'
       from generate_series($1::int, $2::int) n`,
      [from, to],
    );
    await client.end();
  };
  const exportAll = async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: folder,
      DATABASE_URL: made.url,
      FILES: 'shared',
    };
    // A small heap, so that garbage is collected early: else the process grows although it holds no more.
    const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=64', program], {
      env,
    });
    return JSON.parse(stdout) as { rows: number; bytes: number; peak: number };
  };

  test('is the same for eight times as many people', { timeout: 120_000 }, async () => {
    await makePeople(1, FEW);
    const few = await exportAll();
    await makePeople(FEW + 1, MANY);
    const many = await exportAll();
    expect([few.rows, many.rows]).toEqual([FEW + 1, MANY + 2]);
    expect(many.bytes).toBeGreaterThan(20_000_000);
    expect(many.peak - few.peak).toBeLessThan(many.bytes - few.bytes);
  });
});
