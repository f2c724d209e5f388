import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../platform/core/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase } from '../../platform/testing/database.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import { TEMPLATE } from '../../platform/testing/template.ts';

/** What a server start keeps there too: types are stripped once, not for each process. */
const compiled = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled');
const program = path.resolve(import.meta.dirname, '../../platform/testing/killed-accepter.ts');
const NONE = Array(7).fill(0);
const ALL = Array(7).fill(1);

type Killed = { email: string; token: string; organization_id: string; step: number };

describe('an acceptance whose process is killed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-killed-'));
  let url: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;

  beforeAll(async () => {
    ({ url, drop } = await createTestDatabase(TEMPLATE));
    env = {
      DATA_DIR: folder,
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: '30',
      FILES: 'shared',
      DEMO: '0',
      PATH: process.env['PATH'] ?? '',
    };
  });
  afterAll(async () => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Lets a process accept and die; returns what it had begun, and how many statements a whole acceptance has. */
  const kill = () =>
    new Promise<{ count: number; killed: Killed[] }>((resolve, reject) => {
      const options = { env: { ...env, NODE_COMPILE_CACHE: compiled } };
      execFile(process.execPath, [program], options, (error, output, errors) => {
        if (error?.signal !== 'SIGKILL') return reject(new Error(`it was not killed: ${errors}`));
        const [count, ...lines] = output.trim().split('\n');
        resolve({ count: Number(count), killed: lines.map((line) => JSON.parse(line) as Killed) });
      });
    });

  // I8
  test('leaves none of it or all of it at whichever step, and none of it can be done again', async () => {
    const { count, killed } = await kill();
    expect(killed.length).toBe(count - 4);
    const database = await openDatabase(loadConfig(env), pino({ level: 'silent' }));
    const server = await startTestServer({ database: { ...database, url } });
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
          (select count(*)::int from mail.queue
            where message ->> 'subject' like ${`%${email}`}) as mails`.execute(database.kysely);
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
