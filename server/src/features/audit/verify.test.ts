import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordChanges } from '../../platform/records/audit.ts';
import { loadConfig } from '../../platform/core/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { copyMigrated, openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { silentLog } from '../../platform/testing/silent-log.ts';

const program = path.join(import.meta.dirname, 'verify.ts');
const invoices = path.join(import.meta.dirname, '../billing/invoices/verify-invoices.ts');
const ORGANIZATION = '01890000-0000-7000-8000-000000000001';

/** What `npm run verify-audit` says, and ends with. */
function verify(
  env: Record<string, string>,
  command = program,
): Promise<{ code: number; said: string; told: string }> {
  const own = { PATH: process.env['PATH'] ?? '', ...env };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command], { env: own }, (_error, said, told) =>
      resolve({ code: child.exitCode ?? -1, said, told }),
    );
  });
}

const fingerprintIn = (said: string) => /Huella: ([0-9a-f]{64})/.exec(said)?.[1];

test('the command finds the log of a new embedded database whole, alone and beside a running server', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-verify-'));
  copyMigrated(folder);
  const env = { DATA_DIR: folder };
  const whole = [0, expect.stringContaining('El registro de auditoría está intacto.')];
  const alone = await verify(env);
  expect([alone.code, alone.said]).toEqual(whole);

  const server = await openDatabase(loadConfig(env), silentLog);
  const beside = await verify(env);
  expect([beside.code, beside.said]).toEqual(whole);
  const chain = await verify(env, invoices);
  expect([chain.code, chain.said]).toEqual([
    0,
    expect.stringContaining('La cadena de facturas está intacta.'),
  ]);
  await server.ping();
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('the command', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await openTestDatabase();
    env = { DATABASE_URL: database.url, FILES: 'shared' };
    const by = { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } };
    const change = { action: 'test.made', object_type: 'test', object_id: null };
    for (let n = 0; n < 4; n++)
      await database.withSystem('write to the audit log for a test', (db) =>
        recordChanges(db, by, [{ ...change, organization_id: ORGANIZATION, after: { n } }]),
      );
  });
  afterAll(() => database.close());

  /** As the owner of the tables could: the triggers are disabled while the statement runs. */
  const tamper = async (statement: string) => {
    const each = (what: string) =>
      ['audit_log', 'audit_seals', 'audit_heads'].map((table) => `alter table ${table} ${what} trigger user`);
    await database.pool.query([...each('disable'), statement, ...each('enable')].join(';'));
  };

  test('tells a log that is whole, its end missing, and written anew to fit', async () => {
    const whole = await verify(env);
    expect(whole).toMatchObject({ code: 0, told: '' });
    expect(whole.said).toContain('4 filas selladas en 1 cadenas.');
    expect((await verify(env)).said).toBe(whole.said);

    await tamper(`with cut as (delete from audit_seals where position = 4 returning audit_id)
      delete from audit_log where id in (select audit_id from cut)`);
    const cut = await verify(env);
    expect(cut.code).toBe(1);
    expect(cut.told).toBe(
      `✗ organización ${ORGANIZATION}, posición 4: el final no coincide: faltan las últimas filas desde aquí\n`,
    );
    expect(cut.said).toContain('no está intacto. Problemas: 1.');

    // The owner of the database can make the end fit too: then the fingerprint that was noted elsewhere does not.
    await tamper(`update audit_heads h set position = s.position, hash = s.hash
      from audit_seals s where s.chain = h.chain and s.lane = h.lane and s.position = 3`);
    const anew = await verify(env);
    expect([anew.code, anew.told]).toEqual([0, '']);
    expect(fingerprintIn(anew.said)).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprintIn(anew.said)).not.toBe(fingerprintIn(whole.said));
  });

  test('says so where it cannot look', async () => {
    const { code, told } = await verify({
      DATABASE_URL: 'postgresql://nadie@127.0.0.1:1/nada',
      FILES: 'shared',
    });
    expect([code, told.trim()]).toEqual([2, expect.stringContaining('ECONNREFUSED')]);
  });
});
