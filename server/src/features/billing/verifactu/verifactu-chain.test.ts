import { taxLines } from '@atalaya/contract/invoice-amounts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sealOf, verifyFile, writeFoot, writeHead, writeOne } from './verifactu-chain.ts';
import type { ChainRecord } from './verifactu-chain.ts';
import { hashRecord, issueRecord, writeRecord } from './verifactu-record.ts';
import type { Previous, VerifactuRecord } from './verifactu-record.ts';

const issuer = { tax_id: '89890001K', name: 'Ñandú & Hijos', installation: '01', version: '1.0.0' };

/** A chain of so many records, the third of them an annulment, and the file of those after the first `skipped`. */
function chain(count: number, skipped = 0): { records: ChainRecord[]; file: string } {
  const records: ChainRecord[] = [];
  let previous: Previous = null;
  let seal: string | null = null;
  for (let number = 1; number <= count; number += 1) {
    const name = { code: `A-2026-0000${String(number === 3 ? 2 : number)}`, issued_on: '2026-11-29' };
    const at = `2026-11-29T10:00:0${String(number)}+01:00`;
    const lines = taxLines([{ description: 'Licencia', quantity: 1, unit_price_cents: number * 100 }], {
      tax_treatment: 'standard',
      tax_rate: 2_100,
    }).map((line) => ({ ...line, is_taken_back: false }));
    const invoice = {
      ...name,
      kind: 'standard',
      customer_name: 'Cliente',
      customer_tax_id: 'A58818501',
      customer_country: 'ES',
      tax_treatment: 'standard',
      rectification_code: null,
      rectification_method: null,
      exchange_rate_micros: null,
      rectifies: null,
      lines,
    } as const;
    const record: VerifactuRecord =
      number === 3
        ? ({ kind: 'annulment', issuer, ...name, previous, at } as const)
        : issueRecord(invoice, { issuer, previous, at });
    const xml = writeRecord(record);
    seal = sealOf(seal, number, xml);
    previous = { ...name, hash: hashRecord(record) };
    records.push({ number, xml, seal });
  }
  const written = records.slice(skipped);
  const before = records[skipped - 1] ?? { number: 0, seal: null };
  const file =
    writeHead(2026, before) +
    written.map(writeOne).join('') +
    writeFoot(written.length, written.at(-1) ?? null);
  return { records: written, file };
}

test.each([
  [5, 0],
  [5, 2],
  [1, 0],
])('a chain of %i records, told from number %i on, is whole', (count, skipped) => {
  const { file } = chain(count, skipped);
  expect(verifyFile(file)).toEqual({ records: count - skipped, problems: [] });
});

// VF5
test('any byte changed is refused, by the number of its record where it is in one', () => {
  const { file, records } = chain(4, 1);
  const starts = records.map(({ number }) => file.indexOf(`<RegistroFactura numero="${String(number)}"`));
  const end = file.indexOf('<Fin ');
  fc.assert(
    fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, step) => {
      const changed = String.fromCharCode((file.charCodeAt(at) + step) % 256);
      const { problems } = verifyFile(file.slice(0, at) + changed + file.slice(at + 1));
      expect(problems).not.toEqual([]);
      const index = starts.findLastIndex((start) => start <= at);
      // Between records are marks alone, which name the one that they close or open.
      const named = problems.some(({ number }) => Math.abs(number - (index + 2)) <= 1);
      expect(index < 0 || at >= end || named).toBe(true);
    }),
    { numRuns: 3_000, seed: 3 },
  );
}, 60_000);

test('a record that is removed, swapped or put in twice is refused by its number', () => {
  const { file } = chain(5);
  const [head = '', ...rest] = file.split(/(?=<RegistroFactura numero|<Fin )/);
  const [one = '', two = '', three = '', four = '', five = '', foot = ''] = rest;
  const told = (...parts: string[]) =>
    verifyFile([head, ...parts, foot].join('')).problems.map(
      ({ number, kind }) => `${String(number)} ${kind}`,
    );
  expect(told(one, two, three, four, five)).toEqual([]);
  expect(told(one, two, four, five)).toEqual(expect.arrayContaining(['4 gap', '4 changed', '4 moved']));
  expect(told(two, three, four, five)).toEqual(expect.arrayContaining(['2 gap', '2 moved']));
  expect(told(one, two, three, four)).toEqual(['4 cut']);
  expect(told(one, three, two, four, five)).toEqual(expect.arrayContaining(['3 gap', '2 gap']));
  expect(told(one, two, two, three, four, five)).toEqual(expect.arrayContaining(['2 gap']));
});

test('one that was written anew with a seal of its own is refused by its hash', () => {
  const { records } = chain(2);
  const [first, second] = records;
  const xml = second!.xml.replace('<sf:ImporteTotal>2.42<', '<sf:ImporteTotal>1.42<');
  const forged = { ...second!, xml, seal: sealOf(first!.seal, 2, xml) };
  const file =
    writeHead(2026, { number: 0, seal: null }) + writeOne(first!) + writeOne(forged) + writeFoot(2, forged);
  expect(verifyFile(file).problems).toEqual([{ number: 2, code: 'A-2026-00002', kind: 'hash' }]);
});
