import { expect, test } from 'vitest';
import { readXml } from '../../../platform/core/xml-reader.ts';
import { StatementRefusal, readStatements, versionOf } from './statement-reader.ts';
import { codesIn, idIn, matchesOf } from './statement-match.ts';
import type { Known } from './statement-match.ts';
import { writeStatement } from './testing/statement-file.ts';
import type { Movement } from './testing/statement-file.ts';

const BOUNDS = { bytes: 1_000_000, tags: 10_000, namespaces: 10 };
const read = (text: string) => readStatements(readXml(text, BOUNDS))[0]!;
const PARTY = { name: 'Cliente, S.A.', iban: 'DE89370400440532013000' };

// SEPA11
test.each(['02', '04', '08'] as const)('version %s is read: credits, debits, batches, returns', (version) => {
  const text = writeStatement({
    reference: 'E-1',
    version,
    entries: [
      { amount_cents: 12_100, text: 'Factura A-2026-00001', party: PARTY, bank: 'B1' },
      {
        batch: [
          { amount_cents: 100, structured: 'A-2026-00002' },
          { amount_cents: 250, end_to_end_id: 'X' },
        ],
        bank: 'B2',
      },
      { amount_cents: -12_100, end_to_end_id: 'Y', return_code: 'MD06', party: PARTY },
    ],
  });
  const found = versionOf(readXml(text, BOUNDS));
  expect(found).toBe(`camt.053.001.${version}`);
  const { entries, ...head } = read(text);
  expect(head).toMatchObject({
    reference: 'E-1',
    currency: 'EUR',
    opening_cents: 100_000,
    closing_cents: 100_350,
  });
  expect(entries).toMatchObject([
    {
      amount_cents: 12_100,
      party_name: PARTY.name,
      party_iban: PARTY.iban,
      text: 'Factura A-2026-00001',
      end_to_end_id: null,
    },
    { amount_cents: 100, text: 'A-2026-00002' },
    { amount_cents: 250, end_to_end_id: 'X' },
    { amount_cents: -12_100, end_to_end_id: 'Y', return_code: 'MD06', party_iban: PARTY.iban },
  ]);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(4);
});

// SEPA12
test('entries that do not lead from one balance to the other are refused, as is what is not of whole cents', () => {
  const one = { reference: 'E-2', entries: [{ amount_cents: 100 }] };
  expect(() => read(writeStatement({ ...one, closing_cents: 100_101 }))).toThrow(StatementRefusal);
  expect(() => read(writeStatement(one).replaceAll('>1.00<', '>1.001<'))).toThrow(/whole cents/);
  expect(() => read(writeStatement(one).replace('CLBD', 'ITBD'))).toThrow(/balance is missing/);
  // Not booked yet: not among what moved.
  expect(() => read(writeStatement(one).replace('BOOK', 'PDNG'))).toThrow(/do not lead/);
});

// SEPA11
test.each([
  ['an amount without a side', '<CdtDbtInd>CRDT<', '<CdtDbtInd>CREDIT<', /neither credit nor debit/],
  ['an entry without a known status', '<Sts><Cd>BOOK<', '<Sts><Cd>DONE<', /no known status/],
  ['a day that is none', '<BookgDt><Dt>2026-11-27<', '<BookgDt><Dt>2026-13-27<', /is no day/],
  [
    'two of what is there once',
    '<Sts><Cd>BOOK</Cd></Sts>',
    '<Sts><Cd>BOOK</Cd></Sts><Sts/>',
    /more than once/,
  ],
  ['an account that is no IBAN', '<IBAN>DE89370400440532013000<', '<IBAN>de89<', /no IBAN/],
  ['a name that is too long', 'Cliente, S.A.', 'C'.repeat(141), /too long/],
  ['no reference of its own', '<Stmt><Id>E-5<', '<Stmt><Id><', /which statement/],
  ['another currency', '<Ntry><Amt Ccy="EUR">', '<Ntry><Amt Ccy="USD">', /another currency/],
  ['a statement in another namespace', '<Stmt>', '<Stmt xmlns="urn:other">', /no statement/],
])('%s is refused', (_what, from, to, reason) => {
  const text = writeStatement({
    reference: 'E-5',
    entries: [{ amount_cents: 100, party: PARTY }],
  }).replaceAll(/>\s+</g, '><');
  expect(text).toContain(from);
  expect(() => read(text.replace(from, to))).toThrow(reason);
});

// SEPA13
test('a movement is known again by the bank’s reference; two in the same words are two', () => {
  const twice = { amount_cents: 100, text: 'Cuota', party: PARTY };
  const keys = (reference: string, entries: Movement[]) =>
    read(writeStatement({ reference, entries })).entries.map(({ key }) => key);
  const first = keys('E-3', [twice, twice, { amount_cents: 1, bank: 'B9', text: 'uno' }]);
  expect(new Set(first).size).toBe(3);
  expect(keys('E-4', [twice, twice, { amount_cents: 1, bank: 'B9', text: 'otro' }])).toEqual(first);
});

test('codes and ids are found as people and banks write them', () => {
  expect(codesIn('Fra. A-2026-00001, a 2026 00002 y R202600003; XA-2026-00004')).toEqual([
    'A-2026-00001',
    'A-2026-00002',
    'R-2026-00003',
  ]);
  expect(idIn('0198c0d2a1b27c3d8e4f5a6b7c8d9e0f-2')).toBe('0198c0d2-a1b2-7c3d-8e4f-5a6b7c8d9e0f');
  expect(idIn('0198c0d2a1b27c3d8e4f5a6b7c8d9e0f00')).toBeNull();
});

// SEPA14
test('certain is what an entry can be alone; the reason is told', () => {
  const ID = '0198c0d2-a1b2-7c3d-8e4f-5a6b7c8d9e0f';
  const invoice = (number: number, outstanding_cents: number) => ({
    id: `i${String(number)}`,
    code: `A-2026-0000${String(number)}`,
    organization_name: 'Cliente',
    outstanding_cents,
    ibans: [PARTY.iban],
  });
  const debit = {
    id: ID,
    invoice_code: 'A-2026-00009',
    organization_name: 'Cliente',
    amount_cents: 500,
    status: 'pending' as const,
  };
  const known: Known = {
    invoices: [invoice(1, 100), invoice(2, 100), invoice(3, 300)],
    debits: [debit],
    runs: [{ id: ID, number: 7, pending_cents: 900 }],
  };
  const entry = {
    amount_cents: 100,
    end_to_end_id: null,
    references: [],
    text: '',
    party_iban: null,
    return_code: null,
  };
  const found = (change: object, of = known) =>
    matchesOf({ ...entry, ...change }, of).map(({ label, reason, is_certain }) => [
      label,
      reason,
      is_certain,
    ]);
  expect(found({ text: 'Pago A-2026-00001' })).toEqual([['A-2026-00001', 'code', true]]);
  expect(found({ text: 'A-2026-00001' })).toEqual([['A-2026-00001', 'reference', true]]);
  // A part of it may be meant, or not; more than is owed is not.
  expect(found({ text: 'A-2026-00003 a cuenta' })).toEqual([['A-2026-00003', 'code', false]]);
  expect(found({ amount_cents: 301, text: 'A-2026-00003' })).toEqual([]);
  expect(found({ party_iban: PARTY.iban })).toEqual([
    ['A-2026-00001', 'account', false],
    ['A-2026-00002', 'account', false],
  ]);
  expect(found({ amount_cents: 300, party_iban: PARTY.iban })).toEqual([['A-2026-00003', 'account', true]]);
  const hex = ID.replaceAll('-', '');
  expect(found({ amount_cents: 500, end_to_end_id: hex })).toEqual([['A-2026-00009', 'end_to_end', true]]);
  expect(found({ amount_cents: 900, references: [`${hex}-1`] })).toEqual([['7', 'run', true]]);
  expect(found({ amount_cents: 899, references: [`${hex}-1`] })).toEqual([]);
  expect(found({ amount_cents: -500, end_to_end_id: hex, return_code: 'MD06' })).toEqual([
    ['A-2026-00009', 'end_to_end', true],
  ]);
  expect(found({ amount_cents: -500, end_to_end_id: hex })).toEqual([]);
  const done = { ...known, debits: [{ ...debit, status: 'returned' as const }] };
  expect(found({ amount_cents: -500, end_to_end_id: hex, return_code: 'MD06' }, done)).toEqual([]);
});
