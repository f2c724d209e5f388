import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase, engines } from '../../platform/testing/database.ts';
import { TEMPLATE } from '../../platform/testing/postgres-server.ts';
import { startTestServer } from '../../platform/testing/server.ts';

/** What a server start keeps there too: types are stripped once, not for each process. */
const compiled = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled');
const program = path.resolve(import.meta.dirname, '../../platform/testing/killed-accepter.ts');
/**
 * The steps to die at, of so many statements: the first five look at the token, the last is `commit`. The embedded
 * database takes seconds to open after a kill: there, some between the writes, and those around the commit.
 */
const STEPS = {
  embedded: (count: number) => [count - 12, count - 7, count - 3, count - 1, count],
  postgres: (count: number) => Array.from({ length: count - 4 }, (_, at) => 5 + at),
};
const NONE = Array(7).fill(0);
const ALL = Array(7).fill(1);

type Killed = { email: string; token: string; organization_id: string; step: number };

describe.each(engines)('an acceptance whose process is killed on %s', (engine) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-killed-'));
  let env: Record<string, string> = { DATA_DIR: folder, DEMO: '0', PATH: process.env['PATH'] ?? '' };
  let drop = async () => {};

  beforeAll(async () => {
    if (engine === 'embedded') return;
    const created = await createTestDatabase(TEMPLATE);
    env = { ...env, DATABASE_URL: created.url, DATABASE_POOL_SIZE: '2' };
    drop = created.drop;
  });
  afterAll(async () => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs an acceptance that dies at a step; 0: never. */
  const run = (step: number) =>
    new Promise<{ killed: Killed; said: string[]; signal: NodeJS.Signals | null }>((resolve) => {
      const options = { env: { ...env, KILL_AT: String(step), NODE_COMPILE_CACHE: compiled } };
      execFile(process.execPath, [program], options, (error, output) => {
        const [made = '{}', ...said] = output.trim().split('\n');
        const killed = { ...(JSON.parse(made) as Omit<Killed, 'step'>), step };
        resolve({ killed, said, signal: error?.signal ?? null });
      });
    });

  /** Each step; on PostgreSQL several at once, in one folder on the embedded database one after the other. */
  async function killAtEachStep(count: number): Promise<Killed[]> {
    const steps = STEPS[engine](count);
    const killed: Killed[] = [];
    const work = async () => {
      for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
        const ended = await run(step);
        expect([step, ended.signal, ended.said]).toEqual([step, 'SIGKILL', []]);
        killed.push(ended.killed);
      }
    };
    await Promise.all(Array.from({ length: engine === 'embedded' ? 1 : 3 }, work));
    return killed;
  }

  // I8
  test('leaves none of it or all of it at whichever step, and none of it can be done again', async () => {
    const { said } = await run(0);
    expect(said).toEqual([expect.stringMatching(/^accepted \d+$/)]);
    const count = Number(said[0]!.split(' ')[1]);
    const killed = await killAtEachStep(count);
    const database = await openDatabase(loadConfig(env), pino({ level: 'silent' }));
    const server = await startTestServer({ database: { ...database, url: null } });
    const partsOf = async ({ email, organization_id }: Killed) => {
      const { rows } = await sql<Record<string, number>>`select
          (select count(*)::int from auth."user" where email = ${email}) as users,
          (select count(*)::int from auth.account a join auth."user" u on u.id = a."userId"
            where u.email = ${email}) as passwords,
          (select count(*)::int from auth.session s join auth."user" u on u.id = s."userId"
            where u.email = ${email}) as sessions,
          (select count(*)::int from profiles where email = ${email}
            and organization_id = ${organization_id}) as members,
          (select count(*)::int from organization_invitations where email = ${email}
            and accepted_at is not null and accepted_by is not null) as accepted,
          (select count(*)::int from audit_log where organization_id = ${organization_id}
            and action = 'invitation.accepted') as audited,
          (select count(*)::int from jobs.job where name = 'mail'
            and data -> 'message' ->> 'subject' like ${`%${email}`}) as mails`.execute(database.kysely);
      return Object.values(rows[0]!);
    };
    const accept = async ({ token }: Killed) => {
      const payload = { token, first_name: 'Eva', last_name: 'Ruiz', password: 'seis66' };
      return (await server.send({ method: 'POST', url: '/api/invitations/accept', payload })).statusCode;
    };
    const done: number[] = [];
    for (const one of killed) {
      const left = await partsOf(one);
      const isDone = left[0] === 1;
      expect([one.step, left]).toEqual([one.step, isDone ? ALL : NONE]);
      expect([one.step, await accept(one)]).toEqual([one.step, isDone ? 404 : 200]);
      expect([one.step, await partsOf(one)]).toEqual([one.step, ALL]);
      if (isDone) done.push(one.step);
    }
    // What was committed is there, and nothing long before that.
    expect(done).toContain(count);
    expect(done.filter((step) => step < count - 3)).toEqual([]);
    await server.close();
    await database.close();
  });
});
