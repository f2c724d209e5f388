import { createHash } from 'node:crypto';
import { taxesInEuros } from '@atalaya/contract/invoice-amounts';
import type { InvoiceTotals, RectificationMethod } from '@atalaya/contract/invoice-amounts';
import { isForeignVat, vatNumber } from '@atalaya/contract/tax-id';
import type { INVOICE_TYPES } from '@atalaya/contract/verifactu';
import { element, writeElement } from '../../../platform/core/xml.ts';
import type { Xml } from '../../../platform/core/xml.ts';
import { decimal } from '../billing-amounts.ts';
import type { IssuedInvoice } from '../invoices/invoice-hash.ts';

/**
 * The records of VERI*FACTU: what of an invoice they say, and how they are hashed and written. By Orden HAC/1177/2024,
 * "Especificaciones técnicas para generación de la huella" 0.1.2 and `SuministroInformacion.xsd`, whose names the parts
 * have. Each amount is written once, and the same text goes into the hash and into the record.
 */

export const RECORD_NAMESPACE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroInformacion.xsd';

export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** `installation`: its number among those of this system; `version`: the release that writes the record. */
export type Issuer = { tax_id: string; name: string; installation: string; version: string };
/** What names an invoice; the day as 'YYYY-MM-DD'. */
export type InvoiceName = { code: string; issued_on: string };
/** The record before in the chain, by the invoice that it is of; null: this is the first. */
export type Previous = (InvoiceName & { hash: string }) | null;

/** How a customer is identified: by a Spanish number, by a VAT number (02) or as their country does (04). */
export type Customer = { name: string } & (
  | { nif: string }
  | { country: string; id_type: '02' | '04'; id: string }
);
/** What is taxed at one rate: S1 subject, S2 reverse charge in Spain, N2 not subject by its place, E1 exempt. */
export type Detail = {
  qualification: 'S1' | 'S2' | 'N2' | 'E1';
  tax_rate: number;
  amount_cents: number;
  tax_cents: number;
};

/**
 * That a record is in the place of one that was sent: whether the agency refused that one (S; X of an issue of which it
 * has nothing), and of an annulment whether it has nothing of the invoice.
 */
export type Correction = { previous_rejection: 'S' | 'X' | null; without_previous: boolean };

export type IssueRecord = InvoiceName & {
  kind: 'issue';
  correction?: Correction;
  issuer: Issuer;
  type: InvoiceType;
  method: RectificationMethod | null;
  rectifies: InvoiceName | null;
  /** What a substitution replaces. */
  replaced: InvoiceTotals | null;
  description: string;
  /** Null: the invoice names no number of them. */
  customer: Customer | null;
  isSimplified: boolean;
  details: Detail[];
  tax_cents: number;
  total_cents: number;
  previous: Previous;
  /** With its offset: '2027-01-31T10:00:00+01:00'. */
  at: string;
};
export type AnnulmentRecord = InvoiceName & {
  kind: 'annulment';
  correction?: Correction;
  issuer: Issuer;
  previous: Previous;
  at: string;
};
export type VerifactuRecord = IssueRecord | AnnulmentRecord;

export type RecordedInvoice = Pick<
  IssuedInvoice,
  | 'kind'
  | 'issued_on'
  | 'customer_name'
  | 'customer_tax_id'
  | 'customer_country'
  | 'tax_treatment'
  | 'rectification_code'
  | 'rectification_method'
  | 'exchange_rate_micros'
  | 'lines'
> & { code: string; rectifies: InvoiceName | null };

/** Macrodato: from this amount on a record says that it is large. */
export const LARGE_CENTS = 10_000_000_000;
const NAME_MAX = 120;
const DESCRIPTION_MAX = 500;

/**
 * The record of an invoice that is issued, in euros (RD 1007/2023, article 10.2). By substitution it says what holds, not
 * what changes.
 */
export function issueRecord(
  invoice: RecordedInvoice,
  { issuer, previous, at }: Pick<IssueRecord, 'issuer' | 'previous' | 'at'>,
): IssueRecord {
  const isSubstitution = invoice.rectification_method === 'substitution';
  const holding = isSubstitution ? invoice.lines.filter((line) => !line.is_taken_back) : invoice.lines;
  const inEuros = (lines: RecordedInvoice['lines']) => taxesInEuros(lines, invoice.exchange_rate_micros);
  const { rates, tax_cents, total_cents } = inEuros(holding);
  const customer = customerOf(invoice);
  const descriptions = [...new Set(holding.map(({ description }) => description.trim()))].join('; ');
  return {
    kind: 'issue',
    issuer,
    code: invoice.code,
    issued_on: invoice.issued_on,
    type: typeOf(invoice, customer),
    method: invoice.rectification_method,
    rectifies: invoice.rectifies,
    replaced: isSubstitution ? opposite(inEuros(invoice.lines.filter((line) => line.is_taken_back))) : null,
    description: cut(descriptions, DESCRIPTION_MAX),
    customer,
    isSimplified: invoice.kind === 'simplified' || invoice.rectification_code === 'R5',
    details: rates.map((of) => ({
      qualification: qualificationOf(invoice, of.tax_rate),
      ...of,
    })),
    tax_cents,
    total_cents,
    previous,
    at,
  };
}

/** One without a number of the customer is told as the agency wants it, like a simplified one. */
function typeOf({ kind, rectification_code }: RecordedInvoice, customer: Customer | null): InvoiceType {
  if (kind === 'rectifying') return customer === null ? 'R5' : (rectification_code ?? 'R4');
  return kind === 'simplified' || customer === null ? 'F2' : 'F1';
}

function customerOf(invoice: RecordedInvoice): Customer | null {
  const { customer_name, customer_tax_id: id, customer_country: country } = invoice;
  if (id === null || country === null || invoice.rectification_code === 'R5') return null;
  const name = cut(customer_name.trim(), NAME_MAX);
  if (country === 'ES') return { name, nif: id };
  const vat = isForeignVat(country, id) ? vatNumber(country, id) : null;
  return vat === null
    ? { name, country, id_type: '04', id: cut(id, 20) }
    : { name, country, id_type: '02', id: vat };
}

/** What has a tax is subject; without one it depends on the treatment, and on where the customer is. */
function qualificationOf(
  { tax_treatment, customer_country: country }: RecordedInvoice,
  tax_rate: number,
): Detail['qualification'] {
  if (tax_rate > 0 || tax_treatment === 'standard') return 'S1';
  if (country !== null && country !== 'ES') return 'N2';
  return tax_treatment === 'reverse_charge' ? 'S2' : 'E1';
}

const opposite = ({ subtotal_cents, tax_cents, total_cents }: InvoiceTotals): InvoiceTotals => ({
  subtotal_cents: -subtotal_cents || 0,
  tax_cents: -tax_cents || 0,
  total_cents: -total_cents || 0,
});

const cut = (text: string, max: number) => Array.from(text).slice(0, max).join('');

/** '2027-01-31' as '31-01-2027'. */
export const agencyDay = (day: string) => day.split('-').toReversed().join('-');

/** The names and values that are hashed, in their order. */
function hashed(record: VerifactuRecord): [name: string, value: string][] {
  const { issuer, code, issued_on, previous, at } = record;
  const before: [string, string] = ['Huella', previous?.hash ?? ''];
  if (record.kind === 'annulment')
    return [
      ['IDEmisorFacturaAnulada', issuer.tax_id],
      ['NumSerieFacturaAnulada', code],
      ['FechaExpedicionFacturaAnulada', agencyDay(issued_on)],
      before,
      ['FechaHoraHusoGenRegistro', at],
    ];
  return [
    ['IDEmisorFactura', issuer.tax_id],
    ['NumSerieFactura', code],
    ['FechaExpedicionFactura', agencyDay(issued_on)],
    ['TipoFactura', record.type],
    ['CuotaTotal', decimal(record.tax_cents)],
    ['ImporteTotal', decimal(record.total_cents)],
    before,
    ['FechaHoraHusoGenRegistro', at],
  ];
}

export const hashRecord = (record: VerifactuRecord): string => hashFields(hashed(record));

/** SHA-256 of `name=value&…`; only spaces and control characters around a value do not count. */
export function hashFields(fields: readonly (readonly [name: string, value: string])[]): string {
  const text = fields.map(([name, value]) => `${name}=${trimmed(value)}`).join('&');
  return createHash('sha256').update(text).digest('hex').toUpperCase();
}

const trimmed = (value: string) => value.replaceAll(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '');

const text = (name: string, value: string): Xml => element(`sf:${name}`, value);
const group = (name: string, parts: (Xml | null)[]) => element(`sf:${name}`, parts);
const amount = (name: string, cents: number) => text(name, decimal(cents));

/** The record as XML, an element alone. */
export function writeRecord(record: VerifactuRecord): string {
  const name = record.kind === 'issue' ? 'RegistroAlta' : 'RegistroAnulacion';
  const parts = record.kind === 'issue' ? issueParts(record) : annulmentParts(record);
  return writeElement(element(`sf:${name}`, parts, { 'xmlns:sf': RECORD_NAMESPACE }));
}

function issueParts(record: IssueRecord): (Xml | null)[] {
  const { issuer, type, method, customer } = record;
  const isLarge = Math.abs(record.total_cents) >= LARGE_CENTS;
  const isUnnamed = customer === null && !record.isSimplified;
  return [
    text('IDVersion', '1.0'),
    group('IDFactura', nameParts(record, issuer, '')),
    text('NombreRazonEmisor', issuer.name),
    ...correctionParts(record.correction),
    text('TipoFactura', type),
    method && text('TipoRectificativa', method === 'substitution' ? 'S' : 'I'),
    record.rectifies &&
      group('FacturasRectificadas', [group('IDFacturaRectificada', nameParts(record.rectifies, issuer, ''))]),
    record.replaced &&
      group('ImporteRectificacion', [
        amount('BaseRectificada', record.replaced.subtotal_cents),
        amount('CuotaRectificada', record.replaced.tax_cents),
      ]),
    text('DescripcionOperacion', record.description),
    isUnnamed ? text('FacturaSinIdentifDestinatarioArt61d', 'S') : null,
    isLarge ? text('Macrodato', 'S') : null,
    customer && group('Destinatarios', [group('IDDestinatario', customerParts(customer))]),
    group('Desglose', record.details.map(detail)),
    amount('CuotaTotal', record.tax_cents),
    amount('ImporteTotal', record.total_cents),
    ...endParts(record),
  ];
}

const correctionParts = (correction: IssueRecord['correction']) =>
  correction
    ? [
        text('Subsanacion', 'S'),
        correction.previous_rejection && text('RechazoPrevio', correction.previous_rejection),
      ]
    : [];

const annulmentParts = (record: AnnulmentRecord): (Xml | null)[] => [
  text('IDVersion', '1.0'),
  group('IDFactura', nameParts(record, record.issuer, 'Anulada')),
  record.correction?.without_previous ? text('SinRegistroPrevio', 'S') : null,
  record.correction?.previous_rejection ? text('RechazoPrevio', 'S') : null,
  ...endParts(record),
];

const nameParts = ({ code, issued_on }: InvoiceName, { tax_id }: Pick<Issuer, 'tax_id'>, suffix: string) => [
  text(`IDEmisorFactura${suffix}`, tax_id),
  text(`NumSerieFactura${suffix}`, code),
  text(`FechaExpedicionFactura${suffix}`, agencyDay(issued_on)),
];

function customerParts(customer: Customer): Xml[] {
  const name = text('NombreRazon', customer.name);
  if ('nif' in customer) return [name, text('NIF', customer.nif)];
  const { country, id_type, id } = customer;
  // A VAT number says its state itself.
  const of = id_type === '02' ? null : text('CodigoPais', country);
  return [name, group('IDOtro', [of, text('IDType', id_type), text('ID', id)])];
}

/** Impuesto 01 (IVA) under the general rules (ClaveRegimen 01). */
function detail({ qualification, tax_rate, amount_cents, tax_cents }: Detail): Xml {
  const isTaxed = qualification === 'S1' || qualification === 'S2';
  return group('DetalleDesglose', [
    text('Impuesto', '01'),
    text('ClaveRegimen', '01'),
    qualification === 'E1' ? text('OperacionExenta', 'E1') : text('CalificacionOperacion', qualification),
    isTaxed ? text('TipoImpositivo', decimal(tax_rate)) : null,
    amount('BaseImponibleOimporteNoSujeto', amount_cents),
    isTaxed ? amount('CuotaRepercutida', tax_cents) : null,
  ]);
}

function endParts(record: VerifactuRecord): Xml[] {
  const { issuer, previous, at } = record;
  return [
    group('Encadenamiento', [
      previous === null
        ? text('PrimerRegistro', 'S')
        : group('RegistroAnterior', [...nameParts(previous, issuer, ''), text('Huella', previous.hash)]),
    ]),
    systemParts(issuer),
    text('FechaHoraHusoGenRegistro', at),
    // SHA-256.
    text('TipoHuella', '01'),
    text('Huella', hashRecord(record)),
  ];
}

/** This program: under VERI*FACTU alone, and for one issuer. */
export const SYSTEM = { name: 'Atalaya', id: 'AT', onlyVerifactu: true, manyIssuers: false } as const;
const flag = (value: boolean) => (value ? 'S' : 'N');

/**
 * What writes the records. Who runs this program may have changed it, and answers for it: its issuer is named as its
 * producer.
 */
const systemParts = ({ name, tax_id, version, installation }: Issuer): Xml =>
  group('SistemaInformatico', [
    text('NombreRazon', name),
    text('NIF', tax_id),
    text('NombreSistemaInformatico', SYSTEM.name),
    text('IdSistemaInformatico', SYSTEM.id),
    text('Version', version),
    text('NumeroInstalacion', installation),
    text('TipoUsoPosibleSoloVerifactu', flag(SYSTEM.onlyVerifactu)),
    text('TipoUsoPosibleMultiOT', flag(SYSTEM.manyIssuers)),
    text('IndicadorMultiplesOT', 'N'),
  ]);

const VERIFY = {
  test: 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR',
  real: 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR',
} as const;

/** What the QR code of an invoice says: where the agency tells whether it knows the invoice. Never the hash. */
export function verificationUrl(
  environment: keyof typeof VERIFY,
  { tax_id, code, issued_on, total_cents }: InvoiceName & { tax_id: string; total_cents: number },
): string {
  const fields = { nif: tax_id, numserie: code, fecha: agencyDay(issued_on), importe: decimal(total_cents) };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${VERIFY[environment]}?${query.join('&')}`;
}
