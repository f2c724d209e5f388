import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeDebitFile } from './debit-file.ts';
import type { FileDebit } from './debit-file.ts';
import { amendmentOf, sequenceOf } from './debit-sequence.ts';
import { schemaErrors } from './testing/run-schemas.ts';

const CREDITOR = {
  name: 'Emisora, S.L.',
  iban: 'ES9121000418450200051332',
  bic: null,
  identifier: 'ES97ZZZB12345674',
};
const debit = (change: Partial<FileDebit> = {}): FileDebit => ({
  id: randomUUID(),
  invoice_code: 'A-2026-00001',
  amount_cents: 12_100,
  sequence: 'RCUR',
  reference: 'MAND-1',
  signed_on: '2026-01-31',
  debtor_name: 'Cliente, S.A.',
  iban: 'DE89370400440532013000',
  bic: null,
  amendment: null,
  ...change,
});
const write = (debits: FileDebit[], creditor = CREDITOR) =>
  writeDebitFile(
    {
      id: randomUUID(),
      created_at: new Date('2026-11-27T10:00:00Z'),
      type: 'core',
      collect_on: '2026-12-01',
      debits,
    },
    creditor,
  );

// SEPA5
test('a file with each place in the sequence, banks named and not, and each amendment is valid under the schema', async () => {
  const amendment = {
    reference: 'OLD-1',
    is_other_account: true,
    creditor: { name: 'Antes', identifier: 'DE98ZZZ09999999999' },
  };
  const file = write([
    debit({ sequence: 'FRST', bic: 'CAIXESBBXXX' }),
    debit({ amendment }),
    debit({
      amendment: { reference: null, is_other_account: false, creditor: { name: 'Antes', identifier: null } },
    }),
    debit({ sequence: 'OOFF' }),
    debit({ sequence: 'FNAL' }),
  ]);
  expect(await schemaErrors(file)).toEqual([]);
  expect(file.match(/<SeqTp>\w+/g)).toEqual(['<SeqTp>FRST', '<SeqTp>RCUR', '<SeqTp>OOFF', '<SeqTp>FNAL']);
  expect(file.match(/<CtrlSum>[\d.]+/g)).toEqual(
    ['605.00', '121.00', '242.00', '121.00', '121.00'].map((sum) => `<CtrlSum>${sum}`),
  );
  expect(file.match(/<NbOfTxs>\d+/g)).toEqual([5, 1, 2, 1, 1].map((count) => `<NbOfTxs>${String(count)}`));
});

// SEPA5
test('the schema refuses a file with a sequence that there is not', async () => {
  expect(await schemaErrors(write([debit({})]).replace('RCUR', 'RCURR'))).not.toEqual([]);
});

// SEPA5
test('with any names and amounts it is valid, and holds no character that a bank does not take', async () => {
  const debits = fc.sample(
    fc.record({
      debtor_name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 }),
      amount_cents: fc.integer({ min: 1, max: 99_999_999_999 }),
    }),
    200,
  );
  const file = write(
    debits.map(({ debtor_name, amount_cents }) => debit({ debtor_name: `A${debtor_name}`, amount_cents })),
  );
  expect(await schemaErrors(file)).toEqual([]);
  for (const [, name = ''] of file.matchAll(/<Nm>(.*)<\/Nm>/g))
    expect(name).toMatch(/^[A-Za-z0-9+?/:().,' -]+$/);
});

// SEPA6
test('the place in the sequence follows what the banks were told', () => {
  const recurrent = { use: 'recurrent', is_last: false } as const;
  const told = { reference: 'M', iban: 'I', creditor_name: 'N', creditor_identifier: 'C' };
  const only = { place: 0, of: 1 };
  expect(sequenceOf(recurrent, null, only)).toBe('FRST');
  expect(sequenceOf(recurrent, null, { place: 1, of: 2 })).toBe('RCUR');
  expect(sequenceOf(recurrent, told, only)).toBe('RCUR');
  expect(sequenceOf({ ...recurrent, is_last: true }, told, { place: 0, of: 2 })).toBe('RCUR');
  expect(sequenceOf({ ...recurrent, is_last: true }, told, { place: 1, of: 2 })).toBe('FNAL');
  expect(sequenceOf({ use: 'one_off', is_last: false }, null, only)).toBe('OOFF');
  expect(amendmentOf(null, told)).toBeNull();
  expect(amendmentOf(told, told)).toBeNull();
  expect(amendmentOf(told, { ...told, reference: 'M2' })).toEqual({
    reference: 'M',
    is_other_account: false,
    creditor: null,
  });
  expect(amendmentOf(told, { ...told, iban: 'I2' })).toMatchObject({
    reference: null,
    is_other_account: true,
  });
  expect(amendmentOf(told, { ...told, creditor_identifier: 'C2' })?.creditor).toEqual({
    name: null,
    identifier: 'C',
  });
});
