import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../platform/core/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase } from '../../platform/testing/database.ts';
import { TEMPLATE } from '../../platform/testing/template.ts';

const compiled = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled');
const program = path.resolve(import.meta.dirname, '../../platform/testing/killed-replier.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-killed-'));
let env: Record<string, string>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase(TEMPLATE);
  env = {
    DATA_DIR: folder,
    DATABASE_URL: created.url,
    DATABASE_POOL_SIZE: '2',
    FILES: 'shared',
    DEMO: '0',
    PATH: process.env['PATH'] ?? '',
  };
  drop = created.drop;
});
afterAll(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Answers a ticket in a process that dies at a statement; 0: never. */
const run = (step: number) =>
  new Promise<{ lines: string[]; signal: NodeJS.Signals | null }>((resolve) => {
    const options = { env: { ...env, KILL_AT: String(step), NODE_COMPILE_CACHE: compiled } };
    execFile(process.execPath, [program], options, (error, output, said) => {
      if (said) process.stderr.write(said);
      resolve({ lines: output.trim().split('\n'), signal: error?.signal ?? null });
    });
  });

// I8
test('a process killed while it answers a ticket leaves answer, notification and mail, or none of them', async () => {
  const { lines } = await run(0);
  const count = Number(lines[1]);
  expect(count).toBeGreaterThan(8);
  // The last is `commit`, the ones before it write.
  const steps = [count - 6, count - 4, count - 2, count];
  const killed: { step: number; ticket: string | undefined }[] = [];
  const kill = async (step: number) => {
    const { lines: said, signal } = await run(step);
    expect([step, signal, said.length]).toEqual([step, 'SIGKILL', 1]);
    killed.push({ step, ticket: said[0] });
  };
  await Promise.all(steps.map(kill));
  const database = await openDatabase(loadConfig(env), pino({ level: 'silent' }));
  for (const { step, ticket } of killed) {
    const { rows } = await sql<Record<string, number>>`select
        (select count(*)::int from ticket_messages where ticket_id = ${ticket} and body = 'Hecho.') as messages,
        (select count(*)::int from notifications where object_id = ${ticket}
          and event = 'ticket.answered') as notifications,
        (select count(*)::int from mail.queue
          where message #>> '{headers,References}' like ${`<ticket-${ticket ?? ''}@%`} and recipient =
            (select p.email from tickets t join profiles p on p.id = t.created_by where t.id = ${ticket})) as mails`.execute(
      database.kysely,
    );
    const all = step === count ? 1 : 0;
    expect([step, rows[0]]).toEqual([step, { messages: all, notifications: all, mails: all }]);
  }
  await database.close();
});
