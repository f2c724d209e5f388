import { readFileSync } from 'node:fs';
import { taxLines } from '@atalaya/contract/invoice-amounts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaErrors } from './testing/agency-schemas.ts';
import { hashFields, hashRecord, issueRecord, verificationUrl, writeRecord } from './verifactu-record.ts';
import type { IssueRecord, RecordedInvoice } from './verifactu-record.ts';
import { rulesBrokenBy } from './agency-rules.ts';

const TODAY = '2026-11-29';
const issuer = { tax_id: '89890001K', name: 'Ñandú & <Hijos>', installation: '01', version: '1.2.3' };
const at = '2024-01-01T19:20:30+01:00';
const HASH = '3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60';

/** An invoice of one line of 100.00, unless said otherwise. */
const invoiceOf = (change: Partial<RecordedInvoice> = {}, cents = 10_000, rate = 2_100): RecordedInvoice => ({
  code: 'A-2026-00001',
  kind: 'standard',
  issued_on: TODAY,
  customer_name: 'Ñandú',
  customer_tax_id: 'A58818501',
  customer_country: 'ES',
  tax_treatment: 'standard',
  rectification_code: null,
  rectification_method: null,
  exchange_rate_micros: null,
  rectifies: null,
  lines: taxLines([{ description: 'Licencia', quantity: 1, unit_price_cents: cents }], {
    tax_treatment: 'standard',
    tax_rate: rate,
  }).map((line) => ({ ...line, is_taken_back: false })),
  ...change,
});
const recordOf = (invoice: RecordedInvoice, previous: IssueRecord['previous'] = null) =>
  issueRecord(invoice, { issuer, previous, at });
const rectifying = (
  code: 'R1' | 'R2' | 'R3' | 'R4' | 'R5',
  method: 'difference' | 'substitution' = 'difference',
) =>
  ({
    kind: 'rectifying',
    rectification_code: code,
    rectification_method: method,
    rectifies: { code: 'A-2026-00001', issued_on: TODAY },
  }) as const;

describe('the hash', () => {
  // VF1
  test('is the official one of the three records of the agency’s example, a chain', () => {
    const issued = (code: string, day: string, before: string, time: string) =>
      hashFields([
        ['IDEmisorFactura', issuer.tax_id],
        ['NumSerieFactura', code],
        ['FechaExpedicionFactura', day],
        ['TipoFactura', 'F1'],
        ['CuotaTotal', '12.35'],
        ['ImporteTotal', '123.45'],
        ['Huella', before],
        ['FechaHoraHusoGenRegistro', `2024-01-01T19:20:${time}+01:00`],
      ]);
    const first = issued('12345678/G33', '01-01-2024', '', '30');
    const second = issued('12345679/G34', '01-01-2024', first, '35');
    const annulled = { code: '12345679/G34', issued_on: '2024-01-01' };
    const third = hashRecord({
      kind: 'annulment',
      issuer,
      ...annulled,
      previous: { ...annulled, hash: second },
      at: '2024-01-01T19:20:40+01:00',
    });
    expect([first, second, third]).toEqual([
      HASH,
      'F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97',
      '177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68',
    ]);
    const record = recordOf(invoiceOf());
    expect(
      hashRecord({
        ...record,
        code: '12345678/G33',
        issued_on: '2024-01-01',
        tax_cents: 1_235,
        total_cents: 12_345,
      }),
    ).toBe(first);
  });

  test('trims spaces and control characters of a value and nothing else', () => {
    const hashOf = (value: string) => hashFields([['NumSerieFactura', value]]);
    expect(hashOf(' \t12\u0000')).toBe(hashOf('12'));
    expect(hashOf('\u00a012')).not.toBe(hashOf('12'));
  });
});

describe('a record', () => {
  const cases: [string, RecordedInvoice][] = [
    ['a full one', invoiceOf()],
    ['a simplified one', invoiceOf({ kind: 'simplified', customer_tax_id: null })],
    ['one without the number of the customer', invoiceOf({ customer_tax_id: null })],
    ['one to another state', invoiceOf({ customer_country: 'PT', customer_tax_id: 'PT503504564' }, 100, 0)],
    ['one abroad', invoiceOf({ customer_country: 'US', customer_tax_id: '12-3456789' }, 100, 0)],
    ['an exempt one', invoiceOf({ tax_treatment: 'exempt' }, 100, 0)],
    ['a reverse charge in Spain', invoiceOf({ tax_treatment: 'reverse_charge' }, 100, 0)],
    ['one of difference', invoiceOf(rectifying('R1'), -100)],
    ['one of a simplified one', invoiceOf({ ...rectifying('R5'), customer_tax_id: null }, -100)],
    [
      'one of substitution',
      invoiceOf({
        ...rectifying('R4', 'substitution'),
        lines: [{ ...invoiceOf({}, -10_000).lines[0]!, is_taken_back: true }, ...invoiceOf({}, 8_000).lines],
      }),
    ],
    ['a large one', invoiceOf({}, 9_000_000_000)],
    ['one in another currency', invoiceOf({ exchange_rate_micros: 1_085_000 })],
  ];

  // VF22
  test('is in euros: each amount of another currency by the rate of its invoice, sums of what is rounded', () => {
    const lines = [
      ...invoiceOf({}, 10_000).lines,
      ...invoiceOf({}, 3_333, 1_000).lines,
      { ...invoiceOf({}, -20_000).lines[0]!, is_taken_back: true },
    ];
    const dollars = { exchange_rate_micros: 1_085_000, lines };
    const record = recordOf(invoiceOf({ ...rectifying('R4', 'substitution'), ...dollars }));
    expect(record).toMatchObject({
      details: [
        { tax_rate: 2_100, amount_cents: 9_217, tax_cents: 1_935 },
        { tax_rate: 1_000, amount_cents: 3_072, tax_cents: 307 },
      ],
      tax_cents: 2_242,
      total_cents: 14_531,
      replaced: { subtotal_cents: 18_433, tax_cents: 3_871 },
    });
    expect(writeRecord(record)).toContain('<sf:CuotaTotal>22.42</sf:CuotaTotal>');
    expect(rulesBrokenBy(record, TODAY)).toEqual([]);
  });

  // VF2
  test('is valid under the agency’s schema, first and later, issued and annulled', async () => {
    const previous = { code: 'A-2026-00000', issued_on: TODAY, hash: HASH };
    const records = cases.flatMap(([, invoice]) => [recordOf(invoice), recordOf(invoice, previous)]);
    const annulled = {
      kind: 'annulment',
      issuer,
      code: 'A-2026-00001',
      issued_on: TODAY,
      previous,
      at,
    } as const;
    const xml = [...records, annulled].map(writeRecord);
    expect(await schemaErrors({ tax_id: issuer.tax_id, name: 'Atalaya' }, xml)).toEqual([]);
    expect(
      await schemaErrors({ tax_id: issuer.tax_id, name: 'Atalaya' }, [xml[0]!.replace('>F1<', '>F9<')]),
    ).not.toEqual([]);
  });

  test('is valid under the schema whatever a customer is called and lines say', async () => {
    const anything = fc.record({
      customer_name: fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }).map((name) => `x${name}`),
      customer_tax_id: fc.constantFrom('A58818501', null),
      cents: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
    });
    const records = fc.sample(anything, { numRuns: 200, seed: 11 }).map(({ cents, ...names }) => {
      const line = { description: names.customer_name.repeat(4), quantity: 3, unit_price_cents: cents };
      const lines = taxLines([line], { tax_treatment: 'standard', tax_rate: 2_100 });
      return writeRecord(
        recordOf(invoiceOf({ ...names, lines: lines.map((of) => ({ ...of, is_taken_back: false })) })),
      );
    });
    expect(await schemaErrors({ tax_id: issuer.tax_id, name: 'Atalaya' }, records)).toEqual([]);
  });

  test.each(cases)('%s breaks none of the agency’s rules', (_name, invoice) => {
    expect(rulesBrokenBy(recordOf(invoice), TODAY)).toEqual([]);
  });

  test('says what is taxed, what is not and why, and what a substitution leaves and replaces', () => {
    const told = cases.map(([name, invoice]) => {
      const { type, details, customer, replaced, total_cents } = recordOf(invoice);
      return [
        name,
        [
          type,
          details.map((of) => of.qualification).join(),
          customer !== null,
          replaced?.total_cents,
          total_cents,
        ],
      ];
    });
    expect(Object.fromEntries(told)).toEqual({
      'a full one': ['F1', 'S1', true, undefined, 12_100],
      'a simplified one': ['F2', 'S1', false, undefined, 12_100],
      'one without the number of the customer': ['F2', 'S1', false, undefined, 12_100],
      'one to another state': ['F1', 'S1', true, undefined, 100],
      'one abroad': ['F1', 'S1', true, undefined, 100],
      'an exempt one': ['F1', 'E1', true, undefined, 100],
      'a reverse charge in Spain': ['F1', 'S2', true, undefined, 100],
      'one of difference': ['R1', 'S1', true, undefined, -121],
      'one of a simplified one': ['R5', 'S1', false, undefined, -121],
      'one of substitution': ['R4', 'S1', true, 12_100, 9_680],
      'a large one': ['F1', 'S1', true, undefined, 10_890_000_000],
      'one in another currency': ['F1', 'S1', true, undefined, 11_152],
    });
    const abroad = invoiceOf({ customer_country: 'US', tax_treatment: 'exempt' }, 100, 0);
    expect(recordOf(abroad).details).toMatchObject([{ qualification: 'N2' }]);
    expect(writeRecord(recordOf(cases[9]![1]))).toContain('<sf:BaseRectificada>100.00</sf:BaseRectificada>');
    expect(writeRecord(recordOf(cases[2]![1]))).toContain('<sf:FacturaSinIdentifDestinatarioArt61d>S<');
    expect(writeRecord(recordOf(cases[10]![1]))).toContain('<sf:Macrodato>S<');
  });

  const foreign = { customer_country: 'US', customer_tax_id: '1' } as const;
  const broken: [string, IssueRecord][] = [
    ['1123', recordOf(invoiceOf({ customer_tax_id: 'A58818502' }))],
    ['1123', { ...recordOf(invoiceOf()), issuer: { ...issuer, tax_id: '89890001X' } }],
    ['1112', recordOf(invoiceOf({ issued_on: '2026-11-30' }))],
    ['1152', recordOf(invoiceOf({ issued_on: '2024-10-27' }))],
    ['1130', recordOf(invoiceOf({ code: 'A=1' }))],
    ['1104', recordOf(invoiceOf({ code: 'A'.repeat(61) }))],
    ['1244', { ...recordOf(invoiceOf()), at: '2024-01-01T19:20:30.5+0100' }],
    ['2003', recordOf(invoiceOf(), { code: 'A', issued_on: TODAY, hash: HASH.toLowerCase() })],
    ['1114', { ...recordOf(invoiceOf(rectifying('R1'))), method: null }],
    ['1115', { ...recordOf(invoiceOf()), method: 'difference' }],
    ['1117', { ...recordOf(invoiceOf()), rectifies: { code: 'A', issued_on: TODAY } }],
    ['1118', { ...recordOf(invoiceOf(rectifying('R1', 'substitution'))), replaced: null }],
    ['1119', { ...recordOf(invoiceOf()), replaced: { subtotal_cents: 1, tax_cents: 0, total_cents: 1 } }],
    ['1189', { ...recordOf(invoiceOf()), customer: null }],
    ['1190', { ...recordOf(invoiceOf()), type: 'F2' }],
    ['1191', recordOf(invoiceOf({ ...rectifying('R3'), ...foreign }))],
    ['1192', recordOf(invoiceOf({ ...rectifying('R2'), ...foreign }))],
    ['1197', recordOf(invoiceOf({ tax_treatment: 'reverse_charge', customer_tax_id: null }, 100, 0))],
    ['1124', recordOf(invoiceOf({}, 10_000, 700))],
    [
      '1142',
      {
        ...recordOf(invoiceOf()),
        details: [{ qualification: 'S1', tax_rate: 2_100, amount_cents: 10_000, tax_cents: 900 }],
      },
    ],
    [
      '1143',
      {
        ...recordOf(invoiceOf()),
        details: [{ qualification: 'S1', tax_rate: 2_100, amount_cents: 1, tax_cents: -1 }],
      },
    ],
    ['1150', recordOf(invoiceOf({ kind: 'simplified', customer_tax_id: null }, 249_000))],
    [
      '1207',
      {
        ...recordOf(invoiceOf()),
        details: [{ qualification: 'N2', tax_rate: 0, amount_cents: 1, tax_cents: 1 }],
      },
    ],
    ['2005', { ...recordOf(invoiceOf()), total_cents: 13_101 }],
    ['2006', { ...recordOf(invoiceOf()), tax_cents: 1_099 }],
    ['1100', { ...recordOf(invoiceOf()), details: [] }],
  ];

  // VF3
  test.each(broken)('rule %s of the agency is told where it is broken', (rule, record) => {
    expect(rulesBrokenBy(record, TODAY)).toContain(rule);
  });
});

// VF4
test('the QR code says number, series, day and amount in the agency’s order, escaped, and never the hash', () => {
  const of = { tax_id: '89890001K', code: '12345678&G33', issued_on: '2024-09-01', total_cents: 24_140 };
  expect(verificationUrl('test', of)).toBe(
    'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678%26G33&fecha=01-09-2024&importe=241.40',
  );
  expect(new URL(verificationUrl('real', of)).host).toBe('www2.agenciatributaria.gob.es');
});

type Published = {
  sources: {
    repository: string;
    records: { file: string; fields: [name: string, value: string][]; hash: string }[];
  }[];
};
const published = JSON.parse(
  readFileSync(new URL('testing/published-hashes.json', import.meta.url), 'utf8'),
) as Published;

// VF1
test.each(
  published.sources.flatMap(({ repository, records }) =>
    records.map((record) => ({ of: `${repository.split('/').at(-1) ?? ''} ${record.file}`, ...record })),
  ),
)('a record that another program has published has the hash that it says: $of', ({ fields, hash }) => {
  expect(hashFields(fields)).toBe(hash);
  for (const [at_field] of fields.entries()) {
    const changed = fields.map(([name, value], i) => [name, i === at_field ? `${value}0` : value] as const);
    expect(hashFields(changed)).not.toBe(hash);
  }
});
