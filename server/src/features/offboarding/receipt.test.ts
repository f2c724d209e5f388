import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RECEIPT_FORMAT } from '@atalaya/contract/offboarding';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { canonicalJson, fingerprintOf } from '../../platform/signing/signed-json.ts';
import { checkReceipt, signReceipt } from './receipt.ts';
import type { Facts } from './receipt.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-receipt-'));
afterAll(() => rmSync(folder, { recursive: true }));

function makeSigner() {
  const pair = generateKeyPairSync('ed25519');
  return {
    private_key: pair.privateKey,
    public_key: pair.publicKey.export({ format: 'der', type: 'spki' }),
    pem: pair.publicKey.export({ format: 'pem', type: 'spki' }),
    installation_id: ID,
  };
}

const ID = '01890000-0000-7000-8000-000000000001';
const FACTS: Facts = {
  format: RECEIPT_FORMAT,
  id: ID,
  at: '2026-11-28T23:16:34Z',
  installation: { id: ID, url: 'https://atalaya.test/' },
  organization: { id: ID, name: 'Ñandú & Cía' },
  person: { id: ID, name: 'Ana Ruiz', email: 'ana@example.test' },
  was_active: true,
  acted_by: { kind: 'person', id: ID, name: 'Rosa Vega' },
  reason: null,
  heir: null,
  held: [{ kind: 'session', total: 1, items: [{ id: ID, name: 'Firefox', since: '2026-11-01T08:00:00Z' }] }],
  ended: [{ kind: 'session', total: 1, ending: 'ended' }],
  audit: [{ id: ID, action: 'user.offboarded', hash: '00' }],
};
const signer = makeSigner();
const receipt = signReceipt(FACTS, signer);
const file = canonicalJson(receipt);

function written(name: string, content: string): string {
  const place = path.join(folder, name);
  writeFileSync(place, content);
  return place;
}

/** What `npm run verify-receipt` says, and ends with. */
function verify(...given: string[]): Promise<{ code: number; said: string; told: string }> {
  const program = path.join(import.meta.dirname, 'verify-receipt.ts');
  const env = { PATH: process.env['PATH'] ?? '' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...given], { env }, (_error, said, told) =>
      resolve({ code: child.exitCode ?? -1, said, told }),
    );
  });
}

// OFF3
test('the same facts are the same bytes, in any order of their keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const reversed = (part: unknown): unknown =>
        Array.isArray(part)
          ? part.map(reversed)
          : typeof part === 'object' && part !== null
            ? Object.fromEntries(
                Object.entries(part)
                  .toReversed()
                  .map(([key, each]) => [key, reversed(each)]),
              )
            : part;
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(file.startsWith('{"acted_by":{"id":')).toBe(true);
});

// OFF3
test('any byte that is changed, added or missing is found', () => {
  expect(checkReceipt(Buffer.from(file)).outcome).toBe('intact');
  fc.assert(
    fc.property(
      fc.nat(Buffer.byteLength(file) - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom('changed', 'added', 'missing'),
      (at, by, how) => {
        const bytes = Buffer.from(file);
        const changed =
          how === 'changed'
            ? Buffer.from(bytes.map((each, place) => (place === at ? each ^ by : each)))
            : Buffer.concat([
                bytes.subarray(0, at),
                Buffer.from(how === 'added' ? [by] : []),
                bytes.subarray(how === 'added' ? at : at + 1),
              ]);
        expect(changed.equals(bytes) ? 'intact' : checkReceipt(changed).outcome).not.toBe(
          changed.equals(bytes) ? 'changed' : 'intact',
        );
      },
    ),
    { numRuns: 2_000 },
  );
});

// OFF3
test('the command tells an intact receipt, with the key that signed it', async () => {
  const place = written('intact.json', file);
  const fingerprint = fingerprintOf(receipt.public_key);
  expect(await verify(place)).toEqual({
    code: 0,
    said: `Baja de Ana Ruiz (ana@example.test), 2026-11-28T23:16:34Z. Clave: ${fingerprint}\nEl recibo está intacto.\n`,
    told: '',
  });
  const other = written('another.json', canonicalJson(signReceipt({ ...FACTS, reason: 'Otra' }, signer)));
  for (const key of [written('key.pem', signer.pem), other])
    expect((await verify(place, '--key', key)).code).toBe(0);
});

// OFF3
test('the command names what is wrong: a value, a byte, another key', async () => {
  const lied = written('lied.json', file.replace('Ana Ruiz', 'Eva Ruiz'));
  expect(await verify(lied)).toMatchObject({
    code: 1,
    told: `✗ ${lied}: modificado: la firma no es la de lo que dice\n`,
    said: expect.stringContaining('El recibo no está intacto.'),
  });
  const spaced = written('spaced.json', file.replace('"at":', '"at": '));
  const byte = file.indexOf('"at":') + '"at":'.length + 1;
  expect(await verify(spaced)).toMatchObject({
    code: 1,
    told: `✗ ${spaced}: el byte ${String(byte)} no es el que se firmó\n`,
  });
  // Signed anew as a whole with another key: only that tells.
  const forged = written('forged.json', canonicalJson(signReceipt(FACTS, makeSigner())));
  expect((await verify(forged)).code).toBe(0);
  expect(await verify(forged, '--key', written('ours.pem', signer.pem))).toMatchObject({
    code: 1,
    told: `✗ ${forged}: firmado con otra clave que la indicada\n`,
  });
});

// OFF3
test.each([
  ['nothing', [], 'Uso: npm run verify-receipt -- ARCHIVO [--key ARCHIVO]'],
  ['a file that is not there', ['none.json'], 'No se puede leer none.json'],
  ['an unknown option', ['x', '--wrong'], 'Uso: '],
  ['what is no receipt', [written('other.json', '{"a":1}')], 'no es un recibo de baja'],
  ['the PDF', [written('receipt.pdf', '%PDF-1.7')], 'es un PDF'],
  [
    'a key that is none',
    [written('r.json', file), '--key', written('no.pem', 'x')],
    'no es una clave pública PEM',
  ],
])('the command ends with 2 for %s', async (_what, given, told) => {
  const said = await verify(...given);
  expect([said.code, said.told]).toEqual([2, expect.stringContaining(told)]);
});
