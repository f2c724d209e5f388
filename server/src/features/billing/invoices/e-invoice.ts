import type { InvoiceDetail } from '@atalaya/contract/billing';
import { eInvoiceGap } from '@atalaya/contract/e-invoice';
import { taxesByRate } from '@atalaya/contract/invoice-amounts';
import type { TaxTreatment } from '@atalaya/contract/invoice-amounts';
import { invoiceWordsEs as WORDS } from '@atalaya/contract/invoice-words.es';
import { vatNumber } from '@atalaya/contract/tax-id';
import { AppError } from '../../../platform/core/errors.ts';
import { element, optional, writeXml } from '../../../platform/core/xml.ts';
import type { Xml } from '../../../platform/core/xml.ts';
import { decimal } from '../billing-amounts.ts';
import { exchangeText } from './invoice-exchange.ts';
import { lastDay } from '../billing-texts.ts';

/**
 * An invoice as UBL 2.1 of EN 16931, whose terms (BT-1…) name its parts. It says what was issued and nothing that was
 * paid since: the same invoice is the same file for good. A rectifying one that gives back is a credit note, whose
 * amounts are what is given back and so the opposite of the invoice's.
 */

const OASIS = 'urn:oasis:names:specification:ubl:schema:xsd';
const SPECIFICATION = 'urn:cen.eu:en16931:2017';

/** UNTDID 1001: of the document; one that rectifies and charges more is a corrected invoice. UNTDID 4461: no means of payment is agreed upon. UN/ECE 20: one. */
const INVOICE_TYPE = '380';
const CORRECTED_TYPE = '384';
const CREDIT_NOTE_TYPE = '381';
const MEANS_UNDEFINED = '1';
const UNIT = 'C62';

/** @throws the code of what the invoice lacks (`eInvoiceGap`) */
export function writeEInvoice(invoice: InvoiceDetail): string {
  const gap = eInvoiceGap(invoice);
  if (gap) throw new AppError(gap);
  return writeXml(isCredit(invoice) ? creditNote(invoice) : ordinary(invoice));
}

const text = (name: string, value: string) => element(`cbc:${name}`, value);
const maybe = (name: string, value: string | null) => optional(`cbc:${name}`, value);

function ordinary(invoice: InvoiceDetail): Xml {
  return document('Invoice', [
    text('ID', invoice.code),
    text('IssueDate', invoice.issued_on),
    text('DueDate', invoice.due_on),
    text('InvoiceTypeCode', invoice.kind === 'rectifying' ? CORRECTED_TYPE : INVOICE_TYPE),
    maybe('Note', invoice.reason),
    maybe('Note', exchangeText(invoice)),
    text('DocumentCurrencyCode', invoice.currency),
    taxCurrency(invoice),
    period(invoice),
    rectified(invoice),
    ...parties(invoice),
    ...amounts(invoice),
    ...invoice.lines.map((line, at) => lineOf(invoice, line, at, 'Invoice', 'InvoicedQuantity')),
  ]);
}

function creditNote(invoice: InvoiceDetail): Xml {
  return document('CreditNote', [
    text('ID', invoice.code),
    text('IssueDate', invoice.issued_on),
    text('CreditNoteTypeCode', CREDIT_NOTE_TYPE),
    maybe('Note', invoice.reason),
    maybe('Note', exchangeText(invoice)),
    text('DocumentCurrencyCode', invoice.currency),
    taxCurrency(invoice),
    period(invoice),
    rectified(invoice),
    ...parties(invoice),
    // A credit note has no due date of its own.
    element('cac:PaymentMeans', [
      text('PaymentMeansCode', MEANS_UNDEFINED),
      text('PaymentDueDate', invoice.due_on),
    ]),
    ...amounts(invoice),
    ...invoice.lines.map((line, at) => lineOf(invoice, line, at, 'CreditNote', 'CreditedQuantity')),
  ]);
}

/** BT-6: that of the tax, where it is another than the invoice's. */
const taxCurrency = ({ exchange }: InvoiceDetail) => (exchange ? text('TaxCurrencyCode', 'EUR') : null);

function document(name: string, parts: (Xml | null)[]): Xml {
  return element(name, [text('CustomizationID', SPECIFICATION), ...parts], {
    xmlns: `${OASIS}:${name}-2`,
    'xmlns:cac': `${OASIS}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${OASIS}:CommonBasicComponents-2`,
  });
}

/** BG-14, with its last day, where a period here ends before a day. */
function period({ period_start: start, period_end: end }: InvoiceDetail): Xml | null {
  if (start === null || end === null) return null;
  return element('cac:InvoicePeriod', [text('StartDate', start), text('EndDate', lastDay(end))]);
}

/** BG-3. */
function rectified({ rectifies }: InvoiceDetail): Xml | null {
  if (rectifies === null) return null;
  const reference = [text('ID', rectifies.code), text('IssueDate', rectifies.issued_on)];
  return element('cac:BillingReference', [element('cac:InvoiceDocumentReference', reference)]);
}

/** BG-4 and BG-7. */
function parties(invoice: InvoiceDetail): Xml[] {
  const { issuer } = invoice;
  const customer = {
    name: invoice.customer_name,
    tax_id: invoice.customer_tax_id,
    country: invoice.customer_country ?? '',
    email: invoice.customer_email,
  };
  return [
    element('cac:AccountingSupplierParty', [party({ ...issuer, email: null })]),
    element('cac:AccountingCustomerParty', [party({ ...customer, address: null })]),
  ];
}

type Party = {
  name: string;
  tax_id: string | null;
  country: string;
  address: string | null;
  email: string | null;
};

/** Outside of the EU there are no VAT numbers (BT-31, BT-48): what is known is how the party is registered. */
function party({ name, tax_id, country, address, email }: Party): Xml {
  const vat = tax_id === null ? null : vatNumber(country, tax_id);
  const scheme = vat && [text('CompanyID', vat), element('cac:TaxScheme', [text('ID', 'VAT')])];
  return element('cac:Party', [
    postalAddress(country, address),
    scheme ? element('cac:PartyTaxScheme', scheme) : null,
    element('cac:PartyLegalEntity', [
      text('RegistrationName', name),
      vat === null ? maybe('CompanyID', tax_id) : null,
    ]),
    email === null ? null : element('cac:Contact', [text('ElectronicMail', email)]),
  ]);
}

/** The lines of an address as there are fields for lines; all that are left share the last. */
function postalAddress(country: string, address: string | null): Xml {
  const [first = null, second = null, ...others] = address?.split('\n') ?? [];
  const rest = others.join(', ');
  return element('cac:PostalAddress', [
    maybe('StreetName', first),
    maybe('AdditionalStreetName', second),
    rest ? element('cac:AddressLine', [text('Line', rest)]) : null,
    element('cac:Country', [text('IdentificationCode', country)]),
  ]);
}

const isCredit = ({ kind, total_cents }: Pick<InvoiceDetail, 'kind' | 'total_cents'>) =>
  kind === 'rectifying' && total_cents <= 0;

/** A credit note says as given back what the rectifying invoice says as the opposite of charged. */
const signOf = (invoice: InvoiceDetail) => (isCredit(invoice) ? -1 : 1);

function amount(invoice: InvoiceDetail, name: string, cents: number): Xml {
  return element(`cbc:${name}`, decimal(signOf(invoice) * cents), { currencyID: invoice.currency });
}

/** BG-23 and BG-22. */
function amounts(invoice: InvoiceDetail): Xml[] {
  const { subtotal_cents, tax_cents, total_cents, tax_treatment } = invoice;
  const money = (name: string, cents: number) => amount(invoice, name, cents);
  const subtotals = taxesByRate(invoice.lines).map((of) =>
    element('cac:TaxSubtotal', [
      money('TaxableAmount', of.amount_cents),
      money('TaxAmount', of.tax_cents),
      taxCategory('TaxCategory', tax_treatment, of.tax_rate, true),
    ]),
  );
  return [
    element('cac:TaxTotal', [money('TaxAmount', tax_cents), ...subtotals]),
    ...taxInEuros(invoice),
    element('cac:LegalMonetaryTotal', [
      money('LineExtensionAmount', subtotal_cents),
      money('TaxExclusiveAmount', subtotal_cents),
      money('TaxInclusiveAmount', total_cents),
      money('PayableAmount', total_cents),
    ]),
  ];
}

/** BT-111. */
const taxInEuros = (invoice: InvoiceDetail): Xml[] =>
  invoice.exchange === null
    ? []
    : [
        element('cac:TaxTotal', [
          element('cbc:TaxAmount', decimal(signOf(invoice) * invoice.exchange.tax_cents), {
            currencyID: 'EUR',
          }),
        ]),
      ];

/** UNCL 5305. A line without tax is so for the treatment of the invoice; one with a tax is taxed under any. */
const CATEGORIES: Record<TaxTreatment, string> = { standard: 'Z', reverse_charge: 'AE', exempt: 'E' };
const REASONS: Record<TaxTreatment, string | null> = {
  standard: null,
  reverse_charge: WORDS.reverseCharge,
  exempt: WORDS.exempt,
};

function taxCategory(name: string, treatment: TaxTreatment, tax_rate: number, saysWhy: boolean): Xml {
  const isTaxed = tax_rate > 0;
  return element(`cac:${name}`, [
    text('ID', isTaxed ? 'S' : CATEGORIES[treatment]),
    text('Percent', decimal(tax_rate)),
    saysWhy && !isTaxed ? maybe('TaxExemptionReason', REASONS[treatment]) : null,
    element('cac:TaxScheme', [text('ID', 'VAT')]),
  ]);
}

/** BG-25. A price is never negative (BR-27): of what is given back the quantity is. */
function lineOf(
  invoice: InvoiceDetail,
  line: InvoiceDetail['lines'][number],
  at: number,
  kind: 'Invoice' | 'CreditNote',
  quantity: string,
): Xml {
  const isBack = signOf(invoice) * line.unit_price_cents < 0;
  const price = Math.abs(line.unit_price_cents);
  return element(`cac:${kind}Line`, [
    text('ID', String(at + 1)),
    element(`cbc:${quantity}`, String(isBack ? -line.quantity : line.quantity), { unitCode: UNIT }),
    amount(invoice, 'LineExtensionAmount', line.amount_cents),
    element('cac:Item', [
      text('Name', line.description),
      taxCategory('ClassifiedTaxCategory', invoice.tax_treatment, line.tax_rate, false),
    ]),
    element('cac:Price', [element('cbc:PriceAmount', decimal(price), { currencyID: invoice.currency })]),
  ]);
}
