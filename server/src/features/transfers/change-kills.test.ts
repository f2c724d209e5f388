import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../platform/testing/database.ts';
import { loadConfig } from '../../platform/core/config.ts';
import { closePlatform, openPlatform } from '../../platform/process/platform.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { silentLog } from '../../platform/testing/silent-log.ts';
import { TEMPLATE } from '../../platform/testing/template.ts';
import { verifyAudit } from '../audit/verify.service.ts';
import { takeTurn } from './transfers.jobs.ts';

const PEOPLE = 1_250;
const compiled = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled');
const program = path.resolve(import.meta.dirname, '../../platform/testing/killed-changer.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-killed-'));
let env: Record<string, string>;
let platform: Platform;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase(TEMPLATE);
  drop = created.drop;
  env = {
    DATA_DIR: folder,
    DATABASE_URL: created.url,
    DATABASE_POOL_SIZE: '3',
    FILES: 'shared',
    DEMO: '0',
    PATH: process.env['PATH'] ?? '',
  };
  platform = await openPlatform(loadConfig(env), silentLog);
});
afterAll(async () => {
  await closePlatform(platform);
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Changes many people in a process that dies at a statement; 0: never. */
const run = (step: number) =>
  new Promise<{ lines: string[]; signal: NodeJS.Signals | null }>((resolve) => {
    const options = { env: { ...env, KILL_AT: String(step), NODE_COMPILE_CACHE: compiled } };
    execFile(process.execPath, [program], options, (error, output, said) => {
      if (said) process.stderr.write(said);
      resolve({ lines: output.trim().split('\n'), signal: error?.signal ?? null });
    });
  });

const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string; changed: number; entries: number; kept: number }>`
    select t.state,
      (select count(*)::int from profiles p where p.organization_id = t.organization_id and version > 1) as changed,
      (select count(*)::int from audit_log a where a.organization_id = t.organization_id
        and a.action = 'user.deactivated') as entries,
      (select count(*)::int from undo_items i where i.undo_id = t.id) as kept
    from transfers t where t.id = ${id}`.execute(platform.database.kysely);
  return rows[0];
};

// T13
test('a process killed while it changes many leaves all of it or nothing, and another one does it once', async () => {
  const { lines } = await run(0);
  const count = Number(lines[1]);
  const all = { changed: PEOPLE, entries: PEOPLE, kept: PEOPLE };
  expect(await stateOf(lines[0] ?? '')).toEqual({ state: 'done', ...all });
  // The last is `commit`; the one before it says that the change is done, and the one before that seals the log.
  const steps = [Math.floor(count / 2), count - 2, count - 1, count];
  for (const step of steps) {
    const { lines: said, signal } = await run(step);
    expect([step, signal, said.length]).toEqual([step, 'SIGKILL', 1]);
    const id = said[0] ?? '';
    const nothing = { state: 'queued', changed: 0, entries: 0, kept: 0 };
    expect([step, await stateOf(id)]).toEqual([step, step === count ? { state: 'done', ...all } : nothing]);
    // The database may not have noticed yet that the process of this connection is dead.
    await expect
      .poll(async () => {
        await takeTurn(platform, id);
        return stateOf(id);
      })
      .toEqual({ state: 'done', ...all });
  }
  await expect(verifyAudit(platform.database)).resolves.toMatchObject({ problems: [] });
});
