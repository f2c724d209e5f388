import type { InvoiceDetail } from '@atalaya/contract/billing';
import { OFFICE_FIELDS, POSTAL_FIELDS, POSTAL_MAX } from '@atalaya/contract/delivery-data';
import type { DeliveryData, PostalField } from '@atalaya/contract/delivery-data';
import { facturaeGapsEn } from '@atalaya/contract/facturae-words.en';
import { facturaeGapsEs } from '@atalaya/contract/facturae-words.es';
import { writeRateMicros } from '@atalaya/contract/exchange-limits';
import { inEuros, taxesByRate } from '@atalaya/contract/invoice-amounts';
import { invoiceWordsEs as WORDS } from '@atalaya/contract/invoice-words.es';
import { isSpanishBody, isSpanishPerson, keptTaxId } from '@atalaya/contract/tax-id';
import type { Config } from '../../../platform/core/config.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { element, writeXml } from '../../../platform/core/xml.ts';
import type { Xml } from '../../../platform/core/xml.ts';
import { decimal } from '../billing-amounts.ts';
import { lastDay } from '../billing-texts.ts';

/**
 * An invoice as Facturae 3.2.2, which public administrations take. It says what was issued, like the
 * e-invoice; where its parties are, and the offices that it goes to, are those of the day on which it is written.
 */

const NAMESPACE = 'http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml';
const NAME_MAX = 80;
/** Of each part of a person's name. */
const PERSON_MAX = 40;
const VAT = '01';
/** Of an administration, in the order of `OFFICE_FIELDS`: fiscal, receptor, pagador. */
const ROLES = ['01', '02', '03'] as const;

type FacturaeGap = keyof typeof facturaeGapsEs;
type Address = Record<PostalField, string | null>;
/** Who issues, beyond what the invoice says: where they are, and how a natural person is called. */
type Sender = Pick<Config, 'issuerAddress' | 'issuerPerson'>;

type Parties = Pick<
  InvoiceDetail,
  'kind' | 'currency' | 'exchange' | 'issuer' | 'customer_country' | 'customer_tax_id'
>;

/** What an invoice lacks to be written so, to a customer as they are now; null: nothing. */
export function facturaeGap(invoice: Parties, from: Sender, to: DeliveryData): FacturaeGap | null {
  const { issuer, customer_country, customer_tax_id } = invoice;
  const isPerson = isSpanishPerson(issuer.country, issuer.tax_id);
  if (invoice.kind === 'simplified') return 'kind';
  if (invoice.currency !== 'EUR' && invoice.exchange === null) return 'currency';
  if (!isPerson && !isSpanishBody(issuer.country, issuer.tax_id)) return 'issuer';
  if (isPerson && from.issuerPerson === null) return 'issuer_person';
  if (!isWhole(from.issuerAddress)) return 'issuer_address';
  if (!isSpanishBody(customer_country, customer_tax_id)) return 'customer';
  if (!isWhole(to)) return 'customer_address';
  return OFFICE_FIELDS.every((office) => to[office] !== null) ? null : 'offices';
}

const isWhole = (address: Address) =>
  POSTAL_FIELDS.every((field) => address[field] !== null) && /^\d{5}$/.test(address.post_code ?? '');

/** The refusal, with what it says in both languages: few will ever read it, and no browser has to hold it. */
export const noFacturae = (gap: FacturaeGap) =>
  new AppError('invoice.no_facturae', { params: gapWords(gap) });
export const gapWords = (gap: FacturaeGap) => ({ es: facturaeGapsEs[gap], en: facturaeGapsEn[gap] });

/** @throws invoice.no_facturae (`facturaeGap`) */
export function writeFacturae(invoice: InvoiceDetail, from: Sender, to: DeliveryData): string {
  const gap = facturaeGap(invoice, from, to);
  if (gap) throw noFacturae(gap);
  const { customer_name, customer_tax_id } = invoice;
  const offices = OFFICE_FIELDS.map((office, at) =>
    element('AdministrativeCentre', [
      text('CentreCode', to[office] ?? ''),
      text('RoleTypeCode', ROLES[at] ?? ''),
      addressOf(to),
    ]),
  );
  const buyer = [
    taxIdentification('J', customer_tax_id),
    element('AdministrativeCentres', offices),
    legalEntity(customer_name, to),
  ];
  return writeXml(
    element(
      'fe:Facturae',
      [
        header(invoice),
        element('Parties', [element('SellerParty', seller(invoice, from)), element('BuyerParty', buyer)]),
        element('Invoices', [body(invoice)]),
      ],
      { 'xmlns:fe': NAMESPACE },
    ),
  );
}

const text = (name: string, value: string) => element(name, value);
const money = (name: string, cents: number) => text(name, decimal(cents));

/** An amount, with what it is in euros where the invoice is in another currency. */
const amount = (name: string, cents: number, { exchange }: Exchanged) =>
  element(name, [
    money('TotalAmount', cents),
    exchange === null ? null : money('EquivalentInEuros', inEuros(cents, exchange.rate_micros)),
  ]);
type Exchanged = Pick<InvoiceDetail, 'exchange'>;

/** One invoice, which its issuer signs. */
function header(invoice: InvoiceDetail): Xml {
  const { issuer, code, currency, total_cents } = invoice;
  return element('FileHeader', [
    text('SchemaVersion', '3.2.2'),
    text('Modality', 'I'),
    text('InvoiceIssuerType', 'EM'),
    element('Batch', [
      text('BatchIdentifier', `${numberOf(issuer.tax_id)}${code}`),
      text('InvoicesCount', '1'),
      amount('TotalInvoicesAmount', total_cents, invoice),
      amount('TotalOutstandingAmount', total_cents, invoice),
      amount('TotalExecutableAmount', total_cents, invoice),
      text('InvoiceCurrencyCode', currency),
    ]),
  ]);
}

const numberOf = (tax_id: string | null) => keptTaxId('ES', tax_id ?? '');

/** A natural person (F) or a body (J), of Spain. */
const taxIdentification = (type: 'F' | 'J', tax_id: string | null): Xml =>
  element('TaxIdentification', [
    text('PersonTypeCode', type),
    text('ResidenceTypeCode', 'R'),
    text('TaxIdentificationNumber', numberOf(tax_id)),
  ]);

const legalEntity = (name: string, address: Address): Xml =>
  element('LegalEntity', [text('CorporateName', name.slice(0, NAME_MAX)), addressOf(address)]);

function seller({ issuer }: InvoiceDetail, { issuerAddress, issuerPerson: person }: Sender): Xml[] {
  if (!isSpanishPerson(issuer.country, issuer.tax_id) || person === null)
    return [taxIdentification('J', issuer.tax_id), legalEntity(issuer.name, issuerAddress)];
  const called = (name: string, part: string) => text(name, part.slice(0, PERSON_MAX));
  return [
    taxIdentification('F', issuer.tax_id),
    element('Individual', [
      called('Name', person.name),
      called('FirstSurname', person.first_surname),
      person.second_surname === null ? null : called('SecondSurname', person.second_surname),
      addressOf(issuerAddress),
    ]),
  ];
}

const addressOf = ({ address, post_code, town, province }: Address): Xml =>
  element('AddressInSpain', [
    text('Address', (address ?? '').slice(0, POSTAL_MAX.address)),
    text('PostCode', post_code ?? ''),
    text('Town', (town ?? '').slice(0, POSTAL_MAX.town)),
    text('Province', (province ?? '').slice(0, POSTAL_MAX.province)),
    text('CountryCode', 'ESP'),
  ]);

function body(invoice: InvoiceDetail): Xml {
  const { code, kind, lines, subtotal_cents, tax_cents, total_cents, tax_treatment } = invoice;
  const literal = tax_treatment === 'reverse_charge' ? [text('LegalReference', WORDS.reverseCharge)] : [];
  return element('Invoice', [
    element('InvoiceHeader', [
      text('InvoiceNumber', code),
      text('InvoiceDocumentType', 'FC'),
      text('InvoiceClass', kind === 'rectifying' ? 'OR' : 'OO'),
      corrective(invoice),
    ]),
    issueData(invoice),
    element(
      'TaxesOutputs',
      taxesByRate(lines).map((of) => tax(of, invoice)),
    ),
    element('InvoiceTotals', [
      money('TotalGrossAmount', subtotal_cents),
      money('TotalGrossAmountBeforeTaxes', subtotal_cents),
      money('TotalTaxOutputs', tax_cents),
      money('TotalTaxesWithheld', 0),
      money('InvoiceTotal', total_cents),
      money('TotalOutstandingAmount', total_cents),
      money('TotalExecutableAmount', total_cents),
    ]),
    element(
      'Items',
      lines.map((line) => lineOf(invoice, line)),
    ),
    literal.length > 0 ? element('LegalLiterals', literal) : null,
  ]);
}

function issueData(invoice: InvoiceDetail): Xml {
  const { issued_on, currency, exchange, period_start: start, period_end: end } = invoice;
  const period =
    start === null || end === null
      ? null
      : element('InvoicingPeriod', [text('StartDate', start), text('EndDate', lastDay(end))]);
  return element('InvoiceIssueData', [
    text('IssueDate', issued_on),
    period,
    text('InvoiceCurrencyCode', currency),
    exchange &&
      element('ExchangeRateDetails', [
        text('ExchangeRate', writeRateMicros(exchange.rate_micros)),
        text('ExchangeRateDate', exchange.rated_on),
      ]),
    text('TaxCurrencyCode', 'EUR'),
    text('LanguageName', 'es'),
  ]);
}

/** What the format calls the reasons that the agency's codes are for: insolvency and unpaid taxes, or the amount. */
const UNPAID = [
  '85',
  'Base imponible modificada cuotas repercutidas no satisfechas. Auto de declaración de concurso',
] as const;
const BASE = ['16', 'Base imponible'] as const;

/**
 * By either method an invoice of ours comes to what changes, and so it is by difference to the format: a
 * substitution says what it takes back beside what it charges instead.
 */
function corrective({ rectifies, rectification_code, reason }: InvoiceDetail): Xml | null {
  if (rectifies === null) return null;
  const [code, description] = rectification_code === 'R2' || rectification_code === 'R3' ? UNPAID : BASE;
  const month = rectifies.issued_on.slice(0, 7);
  return element('Corrective', [
    text('InvoiceNumber', rectifies.code),
    text('ReasonCode', code),
    text('ReasonDescription', description),
    element('TaxPeriod', [text('StartDate', `${month}-01`), text('EndDate', lastOfMonth(month))]),
    text('CorrectionMethod', '02'),
    text('CorrectionMethodDescription', 'Rectificación por diferencias'),
    reason === null ? null : text('AdditionalReasonDescription', reason),
    text('InvoiceIssueDate', rectifies.issued_on),
  ]);
}

function lastOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

type Taxed = { tax_rate: number; amount_cents: number; tax_cents: number };

const tax = ({ tax_rate, amount_cents, tax_cents }: Taxed, invoice: Exchanged): Xml =>
  element('Tax', [
    text('TaxTypeCode', VAT),
    text('TaxRate', decimal(tax_rate)),
    amount('TaxableBase', amount_cents, invoice),
    amount('TaxAmount', tax_cents, invoice),
  ]);

function lineOf(invoice: InvoiceDetail, line: InvoiceDetail['lines'][number]): Xml {
  const isExempt = invoice.tax_treatment === 'exempt' && line.tax_rate === 0;
  const exemption = [text('SpecialTaxableEventCode', '01'), text('SpecialTaxableEventReason', WORDS.exempt)];
  return element('InvoiceLine', [
    text('ItemDescription', line.description),
    text('Quantity', String(line.quantity)),
    money('UnitPriceWithoutTax', line.unit_price_cents),
    money('TotalCost', line.amount_cents),
    money('GrossAmount', line.amount_cents),
    element('TaxesOutputs', [tax(line, invoice)]),
    isExempt ? element('SpecialTaxableEvent', exemption) : null,
  ]);
}
