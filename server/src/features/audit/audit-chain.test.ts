import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordChange, recordChanges } from '../../platform/records/audit.ts';
import { openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { verifyAudit } from './verify.service.ts';
import type { Problem } from './verify.service.ts';

/** A row that a test made may be missing for the compiler. */
type Found = {
  kind: Problem['kind'];
  chain: string | null;
  position: number | null;
  audit_id: string | null | undefined;
};

const by = { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } };
const change = (organization_id: string | null, object_id: string = randomUUID()) => ({
  action: 'test.made',
  object_type: 'test',
  object_id,
  organization_id,
  after: { amount: 1.5, name: 'Ñandú', nested: [null, true] },
});

describe('the chain of the audit log', () => {
  let database: TestDatabase;
  let chain: string;
  let ids: string[];
  beforeAll(async () => {
    database = await openTestDatabase(8);
  });
  afterAll(() => database.close());

  const write = (...organizations: (string | null)[]) =>
    database.withSystem('test', (db) =>
      recordChanges(
        db,
        by,
        organizations.map((organization) => change(organization)),
      ),
    );
  /** The rows of a chain in the order of their seals: ids follow the clock, which may be set back. */
  const rowsOf = async (organization: string) => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select audit_id as id from audit_seals where chain = $1 order by position',
      [organization],
    );
    return rows.map((row) => row.id);
  };
  /** As a person who owns the tables, and has taken the triggers away for a moment. */
  const tamper = async (...statements: string[]) => {
    const tables = ['audit_log', 'audit_seals', 'audit_heads'];
    await database.pool.query(tables.map((table) => `alter table ${table} disable trigger user`).join(';'));
    for (const statement of statements) await database.pool.query(statement);
    await database.pool.query(tables.map((table) => `alter table ${table} enable trigger user`).join(';'));
  };
  const problems = async (): Promise<Found[]> =>
    (await verifyAudit(database)).problems.filter((each) => each.chain === chain || each.chain === null);

  beforeEach(async () => {
    chain = randomUUID();
    for (let n = 0; n < 5; n++) await write(chain);
    ids = await rowsOf(chain);
  });

  test('holds every row, whatever it says and however many are written at once', async () => {
    await write(chain, null, randomUUID(), chain, null);
    await database.withSystem('test', async (db) => {
      await recordChange(db, by, change(null));
      await recordChange(db, by, change(chain));
    });
    const { rows } = await database.pool.query<{ sealed: number; written: number }>(
      `select (select count(*)::int from audit_seals) as sealed, (select count(*)::int from audit_log) as written`,
    );
    const verified = await verifyAudit(database);
    expect(verified.problems).toEqual([]);
    expect(rows[0]).toEqual({ sealed: verified.rows, written: verified.rows });
  });

  test('does not depend on the time zone of whoever wrote or verifies', async () => {
    await database.pool.query(
      `begin; set local timezone = 'Asia/Tokyo';
       insert into audit_log (action, object_type, organization_id) values ('test.made', 'test', '${chain}'); commit`,
    );
    expect(await problems()).toEqual([]);
  });

  // Speed: a connection keeps its plans while the log grows.
  test('looks seals up, also by a plan that was made for an empty log', async () => {
    const fresh = await openTestDatabase(1);
    const client = await fresh.pool.connect();
    const insert = (rows: number) =>
      client.query(
        `insert into audit_log (action, object_type) select 'test.made', 'test' from generate_series(1, $1)`,
        [rows],
      );
    /** How many seals this connection has read. */
    const read = async () => {
      const { rows } = await client.query<{ seals: number }>(
        `select (seq_tup_read + idx_tup_fetch)::int as seals from pg_stat_xact_user_tables where relname = 'audit_seals'`,
      );
      return rows[0]?.seals ?? 0;
    };
    await client.query('vacuum analyze audit_log, audit_seals');
    await insert(1);
    await insert(400);
    await client.query('begin');
    const before = await read();
    await insert(20);
    await client.query('set constraints all immediate');
    const afterwards = await read();
    await client.query('commit');
    client.release();
    // Each entry finds its own seal, and none that is another's.
    expect(afterwards - before).toBeLessThanOrEqual(20);
    expect((await verifyAudit(fresh)).problems).toEqual([]);
    await fresh.close();
  });

  test('leaves nothing of a change that was rolled back', async () => {
    const lost = database.withSystem('test', async (db) => {
      await recordChange(db, by, change(chain));
      throw new Error('taken back');
    });
    await expect(lost).rejects.toThrow('taken back');
    expect(await problems()).toEqual([]);
    expect(await rowsOf(chain)).toEqual(ids);
  });

  test('grows by many at once, over the same organizations in any order, without a deadlock or a gap', async () => {
    const other = randomUUID();
    const orders = [[chain, other, null], [null, other, chain], [other, null], [chain]];
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(...(orders[n % 4] ?? []))));
    expect((await verifyAudit(database)).problems).toEqual([]);
    expect(await rowsOf(chain)).toHaveLength(5 + 30);
  });

  const sealOf = (n: number) => `where audit_id = '${ids[n]}'`;
  const attacks: Record<string, () => { statements: string[]; found: () => Found[] }> = {
    'an edited row': () => ({
      statements: [`update audit_log set after = '{"amount": 2}' where id = '${ids[1]}'`],
      found: () => [{ kind: 'changed', chain, position: 2, audit_id: ids[1] }],
    }),
    'a row moved to another moment': () => ({
      statements: [
        `update audit_log set created_at = created_at - interval '1 microsecond' where id = '${ids[3]}'`,
      ],
      found: () => [{ kind: 'changed', chain, position: 4, audit_id: ids[3] }],
    }),
    'a row given to another organization': () => ({
      statements: [`update audit_log set organization_id = null where id = '${ids[0]}'`],
      found: () => [{ kind: 'changed', chain, position: 1, audit_id: ids[0] }],
    }),
    'a deleted row': () => ({
      statements: [`delete from audit_log where id = '${ids[2]}'`],
      found: () => [{ kind: 'deleted', chain, position: 3, audit_id: ids[2] }],
    }),
    'a row deleted with its seal': () => ({
      statements: [`delete from audit_log where id = '${ids[2]}'`, `delete from audit_seals ${sealOf(2)}`],
      found: () => [{ kind: 'gap', chain, position: 3, audit_id: null }],
    }),
    'two rows that changed places': () => ({
      statements: [
        `update audit_seals set position = 100 ${sealOf(1)}`,
        `update audit_seals set position = 2 ${sealOf(2)}`,
        `update audit_seals set position = 3 ${sealOf(1)}`,
      ],
      found: () => [
        { kind: 'changed', chain, position: 2, audit_id: ids[2] },
        { kind: 'changed', chain, position: 3, audit_id: ids[1] },
        { kind: 'changed', chain, position: 4, audit_id: ids[3] },
      ],
    }),
    'a tail that was cut off with its seals': () => ({
      statements: [3, 4].flatMap((n) => [
        `delete from audit_log where id = '${ids[n]}'`,
        `delete from audit_seals ${sealOf(n)}`,
      ]),
      found: () => [{ kind: 'cut', chain, position: 4, audit_id: null }],
    }),
    'a whole chain without its rows and seals': () => ({
      statements: [
        `delete from audit_log where organization_id = '${chain}'`,
        `delete from audit_seals where chain = '${chain}'`,
      ],
      found: () => [{ kind: 'cut', chain, position: 1, audit_id: null }],
    }),
  };

  test.each(Object.keys(attacks))('finds %s', async (name) => {
    const { statements, found } = attacks[name]!();
    expect(await problems()).toEqual([]);
    await tamper(...statements);
    const expected = found();
    expect(await problems()).toEqual(expected);
    expect((await verifyAudit(database)).problems.length).toBeGreaterThanOrEqual(expected.length);
  });

  test('finds a row that was written past it', async () => {
    const id = randomUUID();
    await tamper(`insert into audit_log (id, action, object_type) values ('${id}', 'test.forged', 'test')`);
    expect(await problems()).toContainEqual({ kind: 'unsealed', chain: null, position: null, audit_id: id });
    await tamper(`delete from audit_log where id = '${id}'`);
  });

  // L2
  test.each(['atalaya_tenant', 'atalaya_system'])('is written by nobody: %s', async (role) => {
    const statements = ['audit_seals', 'audit_heads'].flatMap((table) => [
      `update ${table} set hash = ''`,
      `delete from ${table}`,
      `insert into ${table} (chain, lane, position, hash) values ('system', 0, 9, '')`,
      `truncate ${table}`,
    ]);
    for (const statement of statements) {
      const attempt = database.pool.query(`begin; set local role ${role}; ${statement}; commit`);
      await expect(attempt).rejects.toThrow(/permission denied/);
    }
  });
});
