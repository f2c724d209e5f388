import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Anchor } from '@atalaya/contract/audit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isAsSigned } from '../../platform/signing/signed-json.ts';
import { THE_SERVER, recordChange } from '../../platform/records/audit.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { makeAnchors } from './anchors.service.ts';

const program = path.join(import.meta.dirname, 'verify.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-anchors-'));

let server: TestServer;
let ours: Cast;
let theirs: Cast;
beforeAll(async () => {
  server = await startTestServer();
  [ours, theirs] = [await server.makeCast(), await server.makeCast()];
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[];
const change = (values = {}) =>
  server.database.withSystem('a change for a test', (db) =>
    recordChange(db, THE_SERVER, {
      action: 'user.updated',
      object_type: 'user',
      object_id: ours.user.id,
      organization_id: ours.organization.id,
      after: { phone: '600' },
      ...values,
    }),
  );
const exported = async (cookie: string) =>
  (await server.send({ url: '/api/audit/anchors/export', cookie })).body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Anchor);

let at = 0;
/** What `npm run verify-audit -- --anchors FILE` says of a file with this content, and ends with. */
function verify(content: string): Promise<{ code: number; said: string; told: string }> {
  const file = path.join(folder, `${++at}.ndjson`);
  writeFileSync(file, content);
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: server.database.url, FILES: 'shared' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, '--anchors', file], { env }, (_error, said, told) =>
      resolve({ code: child.exitCode ?? -1, said, told }),
    );
  });
}
const linesOf = (anchors: object[]) => anchors.map((one) => `${JSON.stringify(one)}\n`).join('');

/** As the owner of the tables could: the triggers are disabled while the statement runs. */
const tamper = async (...statements: string[]) => {
  const each = (what: string) =>
    ['audit_log', 'audit_seals', 'audit_heads'].map((table) => `alter table ${table} ${what} trigger user`);
  await server.database.pool.query([...each('disable'), ...statements, ...each('enable')].join(';'));
};

/** Computes every hash of a chain and its ends anew, as the trigger would have: the chain itself is whole then. */
async function sealAnew(chain: string): Promise<void> {
  const seals = await query<{ audit_id: string; lane: number; position: string; content: Buffer }>(
    `select s.audit_id, s.lane, s.position, audit_content(row(s.chain, s.lane, s.position, '')::audit_heads, a) as content
     from audit_seals s join audit_log a on a.id = s.audit_id where s.chain = $1 order by s.lane, s.position`,
    [chain],
  );
  const last = new Map<number, Buffer>();
  const statements = seals.map(({ audit_id, lane, content }) => {
    const hash = createHash('sha256')
      .update(last.get(lane) ?? Buffer.alloc(0))
      .update(content)
      .digest();
    last.set(lane, hash);
    return `update audit_seals set hash = '\\x${hash.toString('hex')}' where audit_id = '${audit_id}'`;
  });
  const ends = [...last].map(
    ([lane, hash]) =>
      `update audit_heads set hash = '\\x${hash.toString('hex')}' where chain = '${chain}' and lane = ${lane}`,
  );
  await tamper(...statements, ...ends);
}

beforeEach(() => change());

// SIEM18
test('each day a chain that has grown is signed where it ends, once, also by two processes', async () => {
  await Promise.all([makeAnchors(server.platform), makeAnchors(server.platform)]);
  const mine = async () =>
    (await exported(ours.admin.cookie)).filter(({ chain }) => chain === ours.organization.id);
  const [first, ...others] = await mine();
  expect(others).toEqual([]);
  const heads = await query<{ lane: number; position: number; hash: string }>(
    `select lane, position::int, encode(hash, 'hex') as hash from audit_heads where chain = $1 order by lane`,
    [ours.organization.id],
  );
  expect(first).toMatchObject({ kind: 'anchor', chain: ours.organization.id, lanes: heads });
  expect(isAsSigned(first!)).toBe(true);
  expect(isAsSigned({ ...first!, entries: first!.entries + 1 } as Anchor)).toBe(false);
  await makeAnchors(server.platform);
  expect(await mine()).toHaveLength(1);
  await change();
  await makeAnchors(server.platform);
  expect(await mine()).toHaveLength(2);
  await expect(query('delete from audit_anchors')).rejects.toThrow('append-only');
});

// SIEM18
test('an admin reads the anchors of their organization alone, a super_admin all; others none', async () => {
  await change({ organization_id: theirs.organization.id });
  await makeAnchors(server.platform);
  const chainsOf = async (cookie: string) => new Set((await exported(cookie)).map(({ chain }) => chain));
  expect(await chainsOf(ours.admin.cookie)).toEqual(new Set([ours.organization.id]));
  const all = await chainsOf(ours.super_admin.cookie);
  for (const chain of [ours.organization.id, theirs.organization.id]) expect(all).toContain(chain);
  const list = await server.send({ url: '/api/audit/anchors', cookie: ours.admin.cookie });
  const { items } = list.json<{ items: { chain: string }[] }>();
  expect(new Set(items.map(({ chain }) => chain))).toEqual(new Set([ours.organization.id]));
  for (const [cookie, status] of [
    [undefined, 401],
    [ours.user.cookie, 403],
  ] as const)
    for (const url of ['/api/audit/anchors', '/api/audit/anchors/export'])
      expect((await server.send({ url, ...(cookie ? { cookie } : {}) })).statusCode).toBe(status);
});

// SIEM19
test('the command finds a log that was rewritten so that its chain is whole again, and says since which anchor', async () => {
  await makeAnchors(server.platform);
  const before = await exported(ours.admin.cookie);
  const whole = await verify(linesOf(before));
  expect([whole.code, whole.told]).toEqual([0, '']);
  expect(whole.said).toContain('El registro es el que se anotó.');
  expect(whole.said).toMatch(/Clave: [0-9a-f]{64}/);
  await tamper(
    `update audit_log set after = '{"phone": "666"}' where id = (select id from audit_log
      where organization_id = '${ours.organization.id}' and action = 'user.updated' order by id limit 1)`,
  );
  const edited = await verify(linesOf(before));
  expect(edited.code).toBe(1);
  expect(edited.told).toContain('modificada o cambiada de sitio');
  await sealAnew(ours.organization.id);
  const anew = await verify(linesOf(before));
  expect(anew.code).toBe(1);
  expect(anew.said).toContain('El registro de auditoría está intacto.');
  expect(anew.said).toContain('El registro no es el que se anotó.');
  const last = before.at(-1)!;
  expect(anew.told).toContain(
    `ancla del ${last.at}, organización ${ours.organization.id}, carril 0, posición ${last.lanes[0]!.position}: reescrita`,
  );
});

// SIEM19
test('entries that are gone, a changed anchor and records of any sink are told apart', async () => {
  await makeAnchors(server.platform);
  const anchor = (await exported(ours.admin.cookie)).at(-1)!;
  const [lane] = anchor.lanes;
  const ahead = { ...anchor, lanes: [{ ...lane, position: lane!.position + 1_000 }] };
  const forged = await verify(linesOf([ahead]));
  expect(forged.code).toBe(1);
  expect(forged.told).toContain('línea 1: ancla que no es la que se firmó');
  expect(forged.told).toContain('falta en el registro');
  const record = { kind: 'entry', chain: { name: anchor.chain, ...lane } };
  const wrong = { ...record, chain: { ...record.chain, hash: 'ff' } };
  const asSinks = [
    { event: record },
    { unmapped: { chain: record.chain } },
    { '@timestamp': 'x', ...anchor },
  ];
  const fitting = await verify(linesOf([...asSinks, { unmapped: { anchor } }, { other: true }]));
  expect([fitting.code, fitting.told]).toEqual([0, '']);
  expect(fitting.said).toContain('2 anclas y 2 entradas comparadas; 1 líneas de otra cosa.');
  const mixed = await verify(linesOf([...asSinks, wrong]));
  expect([mixed.code, mixed.told]).toEqual([1, expect.stringContaining('línea 4: entrada')]);
  expect((await verify('nothing of ours\n')).code).toBe(1);
});
