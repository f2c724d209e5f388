import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { webcrypto } from 'node:crypto';
import type { InvoiceDetail } from '@atalaya/contract/billing';
import { DOMParser } from '@xmldom/xmldom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Application, SignedXml } from 'xadesjs';
import { validateXML } from 'xmllint-wasm';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { giveRate } from '../exchange-rates/testing/rates.ts';
import { makeAuthority } from '../../../platform/testing/certificates.ts';
import type { Issued } from '../../../platform/testing/certificates.ts';
import { signXades } from './xades.ts';

let server: TestServer;
let ours: Cast;
let administration: string;
const authority = makeAuthority();
const issuer = authority.issue({ name: 'Atalaya & Hijos, S.L.', tax_id: 'B12345674' });
const DELIVERY = {
  address: 'Plaza de la Villa, 4',
  post_code: '28005',
  town: 'Madrid',
  province: 'Madrid',
  accounting_office: 'L01280796',
  managing_body: 'LA0007407',
  processing_unit: 'LA0007408',
};
const ADDRESS = {
  INVOICE_ISSUER_ADDRESS: 'Calle Mayor, 1 | 28013 Madrid',
  INVOICE_ISSUER_POST_CODE: '28013',
  INVOICE_ISSUER_TOWN: 'Madrid',
  INVOICE_ISSUER_PROVINCE: 'Madrid',
};

beforeAll(async () => {
  Application.setEngine('node', webcrypto as Crypto);
  server = await startTestServer({
    env: {
      ...ADDRESS,
      INVOICE_ISSUER_NAME: 'Atalaya & Hijos, S.L.',
      INVOICE_ISSUER_TAX_ID: 'B12345674',
    },
  });
  ours = await server.makeCast();
  await server.database.pool.query(`update plan_versions set currency = 'EUR'`);
  administration = await body();
  await keep(issuer);
}, 180_000);
afterAll(() => server.close());

const boss = async <T>(method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object) =>
  (await server.send({ method, url, cookie: ours.super_admin.cookie, payload })).json<T>();
const download = (id: string, cookie = ours.super_admin.cookie) =>
  server.send({ url: `/api/invoices/${id}/facturae`, cookie });
const keep = (certificate: Issued) =>
  boss('PUT', '/api/verifactu/certificate', {
    kind: 'seal',
    file: certificate.pkcs12('secreta').toString('base64'),
    password: 'secreta',
  });

/** A body of Spain that pays in euros, taxed in a way. */
async function body(change: object = {}, tax_treatment = 'standard') {
  const { id } = await server.makeOrganization({ name: 'Ayuntamiento de <Ñ> & Cía' });
  const values = { country: 'ES', tax_id: 'P2807900B', ...DELIVERY, ...change };
  const names = Object.keys(values);
  await server.database.pool.query(
    `update organizations set ${names.map((name, at) => `${name} = $${String(at + 2)}`).join(', ')} where id = $1`,
    [id, ...Object.values(values)],
  );
  await boss('PUT', `/api/organizations/${id}/subscription/tax`, { tax_treatment, tax_rate: 2_100 });
  return id;
}
const LINES = [
  { description: 'Horas de soporte <& más>', quantity: 3, unit_price_cents: 3_333 },
  { description: 'Alta', unit_price_cents: 10_001 },
];
const issue = (organization_id: string, more: object = {}) =>
  boss<InvoiceDetail>('POST', '/api/invoices', { organization_id, lines: LINES, ...more });

/** With plans in dollars. */
async function inDollars<T>(work: () => Promise<T>): Promise<T> {
  await server.database.pool.query(`update plan_versions set currency = 'USD'`);
  const done = await work();
  await server.database.pool.query(`update plan_versions set currency = 'EUR'`);
  return done;
}

const texts = (xml: string, name: string) =>
  Array.from(xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)<`, 'g')), ([, content]) => content);
/** What is directly within the first element of a name, in its order. */
function partsOf(xml: string, name: string): string {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const [element] = Array.from(document.getElementsByTagName(name));
  return Array.from(element?.childNodes ?? [])
    .filter(({ nodeType }) => nodeType === 1)
    .map(({ nodeName }) => nodeName)
    .join(' ');
}

/**
 * The schema of the format is the ministry's (Facturaev3_2_2.xsd of facturae.gob.es), and is not among the files of this
 * program: where it is put beside them, what is written is held against it.
 */
const SCHEMA = new URL('testing/Facturaev3_2_2.xsd', import.meta.url);
const DSIG_SCHEMA = new URL('../verifactu/testing/xmldsig-core-schema.xsd', import.meta.url);
const hasSchema = existsSync(SCHEMA);

async function schemaErrors(contents: string): Promise<string[]> {
  const [schema, dsig] = await Promise.all([readFile(SCHEMA, 'utf8'), readFile(DSIG_SCHEMA, 'utf8')]);
  const { errors } = await validateXML({
    xml: [{ fileName: 'invoice.xml', contents }],
    schema: [
      {
        fileName: 'Facturaev3_2_2.xsd',
        contents: schema.replace('http://www.w3.org/TR/xmldsig-core/', ''),
      },
    ],
    // An external subset would be asked for on the network.
    preload: [{ fileName: 'xmldsig-core-schema.xsd', contents: dsig.replace(/<!DOCTYPE[\s\S]*?\]>/, '') }],
  });
  return errors.map(({ message }) => message);
}

const xmlsec1 = ['/usr/bin/xmlsec1', '/usr/local/bin/xmlsec1'].find((file) => existsSync(file));

/** What another program than the one that signs says of a signature, of a certificate of the test's authority. */
async function holdsByXmlsec(xml: string): Promise<boolean> {
  if (!xmlsec1) throw new Error('xmlsec1 is not installed');
  const folder = await mkdtemp(path.join(tmpdir(), 'facturae-'));
  try {
    const [file, root] = [path.join(folder, 'invoice.xsig'), path.join(folder, 'root.pem')];
    await Promise.all([writeFile(file, xml), writeFile(root, authority.certificate)]);
    const ids = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties'];
    const more = ['--id-attr:Id', 'http://www.w3.org/2000/09/xmldsig#:KeyInfo'];
    await promisify(execFile)(xmlsec1, ['--verify', '--trusted-pem', root, ...ids, ...more, file]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** And what a library of its own canonicalization says. */
async function holds(xml: string): Promise<boolean> {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const [signature] = Array.from(
    document.getElementsByTagNameNS('http://www.w3.org/2000/09/xmldsig#', 'Signature'),
  );
  const signed = new SignedXml(document);
  signed.LoadXml(signature as unknown as Element);
  try {
    return await signed.Verify();
  } catch {
    return false;
  }
}

/** As the format has them. */
const ORDER = [
  ['fe:Facturae', 'FileHeader Parties Invoices ds:Signature'],
  ['FileHeader', 'SchemaVersion Modality InvoiceIssuerType Batch'],
  [
    'Batch',
    'BatchIdentifier InvoicesCount TotalInvoicesAmount TotalOutstandingAmount TotalExecutableAmount InvoiceCurrencyCode',
  ],
  ['SellerParty', 'TaxIdentification LegalEntity'],
  ['BuyerParty', 'TaxIdentification AdministrativeCentres LegalEntity'],
  ['AdministrativeCentre', 'CentreCode RoleTypeCode AddressInSpain'],
  ['AddressInSpain', 'Address PostCode Town Province CountryCode'],
  ['Invoice', 'InvoiceHeader InvoiceIssueData TaxesOutputs InvoiceTotals Items'],
  ['InvoiceIssueData', 'IssueDate InvoiceCurrencyCode TaxCurrencyCode LanguageName'],
  ['Tax', 'TaxTypeCode TaxRate TaxableBase TaxAmount'],
  [
    'InvoiceTotals',
    'TotalGrossAmount TotalGrossAmountBeforeTaxes TotalTaxOutputs TotalTaxesWithheld InvoiceTotal TotalOutstandingAmount TotalExecutableAmount',
  ],
  ['InvoiceLine', 'ItemDescription Quantity UnitPriceWithoutTax TotalCost GrossAmount TaxesOutputs'],
] as const;

describe('what it says', () => {
  // EF1
  test('is what was issued, to the offices of the customer, in the order of the format', async () => {
    const { id, code, issued_on } = await issue(administration);
    const answer = await download(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="factura-${code}.xsig"`);
    const xml = answer.body;
    for (const [name, parts] of ORDER) expect(partsOf(xml, name)).toBe(parts);
    expect(texts(xml, 'InvoiceNumber')).toEqual([code]);
    expect(texts(xml, 'IssueDate')).toEqual([issued_on]);
    expect(texts(xml, 'TaxIdentificationNumber')).toEqual(['B12345674', 'P2807900B']);
    expect(texts(xml, 'CorporateName')).toEqual([
      'Atalaya &amp; Hijos, S.L.',
      'Ayuntamiento de &lt;Ñ&gt; &amp; Cía',
    ]);
    expect(texts(xml, 'CentreCode')).toEqual(['L01280796', 'LA0007407', 'LA0007408']);
    expect(texts(xml, 'RoleTypeCode')).toEqual(['01', '02', '03']);
    expect(texts(xml, 'PostCode')).toEqual(['28013', '28005', '28005', '28005', '28005']);
    // 3 × 33.33 and 100.01, and 21 % of each.
    expect(texts(xml, 'GrossAmount')).toEqual(['99.99', '100.01']);
    expect(texts(xml, 'TotalTaxOutputs')).toEqual(['42.00']);
    expect(texts(xml, 'InvoiceTotal')).toEqual(['242.00']);
    expect(texts(xml, 'TotalAmount').slice(0, 5)).toEqual(['242.00', '242.00', '242.00', '200.00', '42.00']);
  });

  test('of a rectifying invoice names what it rectifies, and says what changes', async () => {
    const { id, code, issued_on } = await issue(administration);
    const rectify = (payload: object) =>
      boss<InvoiceDetail>('POST', `/api/invoices/${id}/rectify`, {
        reason: 'De más:\r\nuna hora',
        ...payload,
      });
    const part = await rectify({ code: 'R4', lines: [{ description: 'Hora', unit_price_cents: -3_333 }] });
    const xml = (await download(part.id)).body;
    expect(partsOf(xml, 'InvoiceHeader')).toBe('InvoiceNumber InvoiceDocumentType InvoiceClass Corrective');
    expect(partsOf(xml, 'Corrective')).toBe(
      'InvoiceNumber ReasonCode ReasonDescription TaxPeriod CorrectionMethod CorrectionMethodDescription AdditionalReasonDescription InvoiceIssueDate',
    );
    expect(texts(xml, 'InvoiceClass')).toEqual(['OR']);
    expect(texts(xml, 'InvoiceNumber')).toEqual([part.code, code]);
    expect(texts(xml, 'InvoiceIssueDate')).toEqual([issued_on]);
    expect(texts(xml, 'ReasonCode')).toEqual(['16']);
    expect(texts(xml, 'CorrectionMethod')).toEqual(['02']);
    expect(texts(xml, 'AdditionalReasonDescription')).toEqual(['De más:\nuna hora']);
    expect(texts(xml, 'InvoiceTotal')).toEqual(['-40.33']);
    expect(texts(xml, 'StartDate')).toEqual([`${issued_on.slice(0, 7)}-01`]);
    const all = await rectify({
      code: 'R2',
      method: 'substitution',
      lines: [{ description: 'Todo', unit_price_cents: 100 }],
    });
    const substitution = (await download(all.id)).body;
    expect(texts(substitution, 'ReasonCode')).toEqual(['85']);
    expect(texts(substitution, 'InvoiceTotal')).toEqual([String(all.total_cents / 100)]);
  });

  test('in another currency says each amount in euros too, and by which rate', async () => {
    await giveRate(server);
    const { id, issued_on } = await inDollars(() => issue(administration));
    await server.database.pool.query('delete from exchange_rates');
    const xml = (await download(id)).body;
    expect(partsOf(xml, 'InvoiceIssueData')).toBe(
      'IssueDate InvoiceCurrencyCode ExchangeRateDetails TaxCurrencyCode LanguageName',
    );
    expect(texts(xml, 'InvoiceCurrencyCode')).toEqual(['USD', 'USD']);
    expect(texts(xml, 'TaxCurrencyCode')).toEqual(['EUR']);
    expect([...texts(xml, 'ExchangeRate'), ...texts(xml, 'ExchangeRateDate')]).toEqual(['1.085', issued_on]);
    expect(texts(xml, 'TotalAmount').slice(0, 5)).toEqual(['242.00', '242.00', '242.00', '200.00', '42.00']);
    expect(texts(xml, 'EquivalentInEuros').slice(0, 5)).toEqual([
      '223.04',
      '223.04',
      '223.04',
      '184.33',
      '38.71',
    ]);
    expect(hasSchema ? await schemaErrors(xml) : []).toEqual([]);
  });

  test('of an exempt one says why there is no tax', async () => {
    const { id } = await issue(await body({}, 'exempt'));
    const xml = (await download(id)).body;
    expect(texts(xml, 'SpecialTaxableEventCode')).toEqual(['01', '01']);
    expect(texts(xml, 'TaxRate')).toEqual(['0.00', '0.00', '0.00']);
    expect(texts(xml, 'InvoiceTotal')).toEqual(['200.00']);
  });

  test.runIf(hasSchema)('is valid against the schema of the ministry, signed', async () => {
    const { id } = await issue(administration);
    const exempt = await issue(await body({}, 'exempt'));
    const part = await boss<InvoiceDetail>('POST', `/api/invoices/${id}/rectify`, {
      code: 'R4',
      reason: 'De más',
      lines: [{ description: 'Hora', unit_price_cents: -3_333 }],
    });
    for (const each of [id, exempt.id, part.id])
      expect(await schemaErrors((await download(each)).body)).toEqual([]);
    const xml = (await download(id)).body;
    expect(await schemaErrors(xml.replace('<PostCode>28005', '<PostCode>2800'))).not.toEqual([]);
  });
});

// EF7
describe('an issuer who is a natural person', () => {
  const facturaeBy = async (env: Record<string, string>) => {
    const other = await startTestServer({
      database: server.database,
      env: { ...ADDRESS, INVOICE_ISSUER_NAME: 'Ana Ruiz, consultoría', ...env },
    });
    const { id } = await issue(administration);
    const answer = await other.send({ url: `/api/invoices/${id}/facturae`, cookie: ours.super_admin.cookie });
    await other.close();
    return answer;
  };

  test.each(['12345678Z', 'ES 12.345.678-Z', 'X1234567L'])(
    'with %s is told by name and surnames',
    async (tax_id) => {
      const person = {
        INVOICE_ISSUER_TAX_ID: tax_id,
        INVOICE_ISSUER_PERSON: 'Ana María | Ruiz & Cía | Soler',
      };
      const xml = (await facturaeBy(person)).body;
      expect(partsOf(xml, 'SellerParty')).toBe('TaxIdentification Individual');
      expect(partsOf(xml, 'Individual')).toBe('Name FirstSurname SecondSurname AddressInSpain');
      expect(texts(xml, 'PersonTypeCode')).toEqual(['F', 'J']);
      expect(texts(xml, 'TaxIdentificationNumber')[0]).toBe(tax_id.replace(/^ES |[.-]/g, ''));
      expect([texts(xml, 'Name'), texts(xml, 'FirstSurname'), texts(xml, 'SecondSurname')]).toEqual([
        ['Ana María'],
        ['Ruiz &amp; Cía'],
        ['Soler'],
      ]);
      expect(hasSchema ? await schemaErrors(xml) : []).toEqual([]);
    },
  );

  test('may have one surname alone', async () => {
    const person = { INVOICE_ISSUER_TAX_ID: 'Y1234567X', INVOICE_ISSUER_PERSON: 'John|Smith' };
    const xml = (await facturaeBy(person)).body;
    expect(partsOf(xml, 'Individual')).toBe('Name FirstSurname AddressInSpain');
    expect(hasSchema ? await schemaErrors(xml) : []).toEqual([]);
  });

  test('is refused without those names; a body needs none', async () => {
    const refused = await facturaeBy({ INVOICE_ISSUER_TAX_ID: '12345678Z' });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'invoice.no_facturae', params: { es: expect.stringContaining('INVOICE_ISSUER_PERSON') } },
    ]);
    const body = await facturaeBy({ INVOICE_ISSUER_TAX_ID: 'B12345674', INVOICE_ISSUER_PERSON: 'Ana|Ruiz' });
    expect(texts(body.body, 'PersonTypeCode')).toEqual(['J', 'J']);
  });
});

describe('the signature', () => {
  const changes: [string, (xml: string) => string][] = [
    ['an amount', (xml) => xml.replace('<InvoiceTotal>242.00', '<InvoiceTotal>142.00')],
    ['when it was signed', (xml) => xml.replace(/(SigningTime>)\d{4}/, '$12001')],
    ['the policy', (xml) => xml.replace('formato_facturae_v3_1', 'formato_facturae_v3_2')],
    ['the role', (xml) => xml.replace('ClaimedRole>supplier', 'ClaimedRole>customer')],
    ['the certificate that it names', (xml) => xml.replace(/(X509Certificate>[\s\S]{100})./, '$1A')],
    [
      'the value itself',
      (xml) =>
        xml.replace(
          /(SignatureValue>[\s\S]{20})./,
          (all, before: string) => `${before}${all.endsWith('A') ? 'B' : 'A'}`,
        ),
    ],
  ];

  // EF2
  test('holds for a library that did not make it, and over nothing that was changed', async () => {
    const { id } = await issue(administration);
    const xml = (await download(id)).body;
    expect(await holds(xml)).toBe(true);
    const held: string[] = [];
    for (const [what, change] of changes) {
      expect(change(xml)).not.toBe(xml);
      if (await holds(change(xml))) held.push(what);
    }
    expect(held).toEqual([]);
  });

  test.runIf(xmlsec1)(
    'holds for xmlsec1, up to the authority, and over nothing that was changed',
    async () => {
      const { id } = await issue(administration);
      const xml = (await download(id)).body;
      expect(await holdsByXmlsec(xml)).toBe(true);
      const held: string[] = [];
      for (const [what, change] of changes) if (await holdsByXmlsec(change(xml))) held.push(what);
      expect(held).toEqual([]);
    },
  );

  test('names the policy, the time and the certificate of the issuer', async () => {
    const at = new Date('2027-03-01T10:20:30.456Z');
    const { key, certificate } = issuer;
    const xml = signXades('<a><b/></a>', { key, chain: [certificate] }, at);
    expect(texts(xml, 'xades:SigningTime')).toEqual(['2027-03-01T10:20:30Z']);
    expect(texts(xml, 'ds:X509IssuerName')).toEqual(['CN=AC de pruebas']);
    expect(texts(xml, 'xades:Identifier')).toEqual([
      'http://www.facturae.es/politica_de_firma_formato_facturae/politica_de_firma_formato_facturae_v3_1.pdf',
    ]);
    expect(texts(xml, 'ds:DigestValue').at(-1)).toBe('Ohixl6upD6av8N7pEvDABhEL6hM=');
    expect(await holds(xml)).toBe(true);
  });
});

describe('what refuses it', () => {
  const codeOf = async (id: string) => {
    const answer = await download(id);
    const { code, params } = answer.json<{ code: string; params: { es: string } }>();
    return [answer.statusCode, code, params.es.slice(0, 25)];
  };

  test.each([
    [{ address: null }, 'Falta la dirección comple'],
    [{ post_code: 'W1A' }, 'Falta la dirección comple'],
    [{ managing_body: null }, 'Faltan la oficina contabl'],
    [{ tax_id: '12345678Z' }, 'Facturae es para administ'],
    [{ tax_id: null }, 'Facturae es para administ'],
    [{ country: 'FR', tax_id: 'FR12345678901' }, 'Facturae es para administ'],
  ])('a customer with %o', async (change, why) => {
    const { id, facturae_gap } = await issue(await body(change));
    expect(facturae_gap?.es.slice(0, 25)).toBe(why);
    expect(await codeOf(id)).toEqual([409, 'invoice.no_facturae', why]);
  });

  test('another currency without its rate, and a simplified invoice', async () => {
    const simplified = await issue(administration, { kind: 'simplified' });
    expect(await codeOf(simplified.id)).toEqual([409, 'invoice.no_facturae', 'Una factura simplificada ']);
    const dollars = await inDollars(async () => issue(await body({}, 'exempt')));
    expect(await codeOf(dollars.id)).toEqual([409, 'invoice.no_facturae', 'Esta factura no es en eur']);
  });

  test('a certificate that is not there, or does not hold any more', async () => {
    const { id, facturae_gap } = await issue(administration);
    expect(facturae_gap).toBeNull();
    await server.database.pool.query(
      `update verifactu_certificate set ends_at = now() - interval '1 second'`,
    );
    expect(await codeOf(id)).toEqual([409, 'invoice.no_facturae', 'El certificado del emisor']);
    await boss('DELETE', '/api/verifactu/certificate', {});
    expect(await codeOf(id)).toEqual([409, 'invoice.no_facturae', 'Falta el certificado del ']);
    await keep(issuer);
    expect((await download(id)).statusCode).toBe(200);
  });
});

// EF3
test('an admin has those of their own organization', async () => {
  const { id } = await issue(administration);
  expect((await download(id, ours.admin.cookie)).statusCode).toBe(404);
  expect((await download(id, ours.user.cookie)).statusCode).toBe(403);
  const admin = await server.makePerson({ role: 'admin', organization_id: administration });
  expect((await download(id, admin.cookie)).statusCode).toBe(200);
});
