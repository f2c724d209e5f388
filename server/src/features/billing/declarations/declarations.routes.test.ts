import type { Declaration } from '@atalaya/contract/declarations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingDay } from '../../../platform/testing/billing-day.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';
import { SYSTEM } from '../verifactu/verifactu-record.ts';
import { hashPoints, pointsOf } from './declaration.ts';

const PASSWORD = 'contraseña larga';
const ADDRESS = {
  INVOICE_ISSUER_ADDRESS: 'Calle Mayor, 1 | 28013 Madrid',
  INVOICE_ISSUER_POST_CODE: '28013',
  INVOICE_ISSUER_TOWN: 'Madrid',
  INVOICE_ISSUER_PROVINCE: 'Madrid',
};
const ISSUER = { INVOICE_ISSUER_NAME: 'Atalaya Software, S.L.', INVOICE_ISSUER_TAX_ID: 'B12345674' };

let server: TestServer;
let boss: { id: string; cookie: string };
let admin: { cookie: string };
beforeAll(async () => {
  server = await startTestServer({ env: { ...ISSUER, ...ADDRESS } });
  const password_hash = await server.platform.accounts.hashPassword(PASSWORD);
  boss = await server.makePerson({ role: 'super_admin', password_hash });
  ({ admin } = await server.makeCast());
});
afterAll(() => server.close());

const read = async () =>
  (await server.send({ url: '/api/declarations/current', cookie: boss.cookie })).json<Declaration>();
const sign = (payload: object, cookie = boss.cookie) =>
  server.send({ method: 'POST', url: '/api/declarations', cookie, payload });
const download = (query = '') => server.send({ url: `/api/declarations/pdf${query}`, cookie: boss.cookie });
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code;

test('it has the title and the points of the order, in their order, of what is running', async () => {
  const { title, points, signed, is_complete, version, earlier } = await read();
  expect(title).toBe('DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN');
  expect(points.map(({ letter }) => letter).join('')).toBe('abcdefghijkl');
  const said = Object.fromEntries(points.map(({ letter, text }) => [letter, text]));
  expect(said).toMatchObject({
    a: SYSTEM.name,
    b: SYSTEM.id,
    c: version,
    e: 'Sí',
    f: 'No',
    h: 'Atalaya Software, S.L.',
    i: 'B12345674',
    j: 'Calle Mayor, 1, 28013 Madrid, Madrid, España',
    l: 'Sin suscribir.',
  });
  expect(said['d']).toContain(`Node.js ${process.versions.node.split('.')[0] ?? ''}`);
  const shown = await server.database.pool.query<{ server_version: string }>('show server_version');
  expect(said['d']).toContain(`PostgreSQL ${shown.rows[0]!.server_version.split('.')[0]!} `);
  expect(said['k']).toContain('artículo 29.2.j) de la Ley 58/2003');
  expect({ signed, is_complete, earlier }).toEqual({ signed: null, is_complete: true, earlier: [] });
});

// EF5
test('it is signed once, by name and with the password, audited, and only as it was read', async () => {
  const { hash, version } = await read();
  const name = 'Ana Ruiz Soler';
  expect(codeOf(await sign({ hash, name }))).toBe('account.wrong_password');
  expect(codeOf(await sign({ hash, name, password: 'otra' }))).toBe('account.wrong_password');
  const other = 'a'.repeat(64);
  expect(codeOf(await sign({ hash: other, name, password: PASSWORD }))).toBe('declaration.changed');
  expect((await sign({ hash, name, password: PASSWORD }, admin.cookie)).statusCode).toBe(403);
  expect((await read()).signed).toBeNull();
  const done = await sign({ hash, name, password: PASSWORD });
  expect(done.statusCode).toBe(201);
  const { signed, points } = done.json<Declaration>();
  expect(signed).toMatchObject({ version, name });
  const day = billingDay().split('-').toReversed().join('/');
  expect(points.at(-1)?.text).toBe(`${day}, Madrid, España. Suscribe: ${name}.`);
  const again = await sign({ hash, name: 'Otra Persona', password: PASSWORD });
  expect(again.json<Declaration>().signed).toEqual(signed);
  const { rows } = await server.database.pool.query(
    `select actor_profile_id, after from audit_log where action = 'verifactu.declared'`,
  );
  expect(rows).toEqual([{ actor_profile_id: boss.id, after: { version, name, hash } }]);
});

test('what was signed is no declaration of another version, and stays to be read', async () => {
  const { hash, points, signed } = await read();
  expect(signed).not.toBeNull();
  // As if this version were another: what is running is not signed.
  await server.database.pool.query(
    `insert into declarations (version, points, hash, name, signed_by) values ('0.0.9', $1, $2, 'Antes', $3)`,
    [JSON.stringify(points), 'b'.repeat(64), boss.id],
  );
  expect((await read()).earlier.map(({ version, name }) => [version, name])).toEqual([['0.0.9', 'Antes']]);
  const producer = {
    name: 'Otra',
    tax_id: 'B12345674',
    address: { address: null, post_code: null, town: null, province: null },
  };
  const other = pointsOf({
    system: { ...SYSTEM, version: '9.9.9' },
    runtime: { node: '20', postgres: '18' },
    producer,
  });
  expect(hashPoints(other)).not.toBe(hash);
  const change = (statement: string) => server.database.pool.query(statement);
  await expect(change(`update declarations set name = 'x'`)).rejects.toThrow('append-only');
  await expect(change('delete from declarations')).rejects.toThrow('append-only');
});

test('it is a PDF with all of its points, the same one byte by byte, also of one before', async () => {
  const answer = await download();
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await download()).rawPayload.equals(answer.rawPayload)).toBe(true);
  const { version, earlier } = await read();
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="declaracion-responsable-${version}.pdf"`,
  );
  const before = await download(`?id=${earlier[0]?.id ?? ''}`);
  expect(before.headers['content-disposition']).toContain('declaracion-responsable-0.0.9.pdf');
  expect((await download(`?id=${boss.id}`)).statusCode).toBe(404);
});

test('without an address of the issuer it cannot be signed', async () => {
  const bare = await startTestServer({ env: ISSUER });
  try {
    const password_hash = await bare.platform.accounts.hashPassword(PASSWORD);
    const { cookie } = await bare.makePerson({ role: 'super_admin', password_hash });
    const { hash, is_complete } = (
      await bare.send({ url: '/api/declarations/current', cookie })
    ).json<Declaration>();
    expect(is_complete).toBe(false);
    const answer = await bare.send({
      method: 'POST',
      url: '/api/declarations',
      cookie,
      payload: { hash, name: 'Ana', password: PASSWORD },
    });
    expect(codeOf(answer)).toBe('declaration.incomplete');
  } finally {
    await bare.close();
  }
});
