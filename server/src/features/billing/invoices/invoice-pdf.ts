import { buffer } from 'node:stream/consumers';
import type { InvoiceDetail } from '@atalaya/contract/billing';
import { writeMoney, writeRate } from '@atalaya/contract/formats';
import { taxesByRate, totalsOf } from '@atalaya/contract/invoice-amounts';
import {
  invoiceStatusEs,
  invoiceWordsEs as WORDS,
  paymentMethodsEs,
} from '@atalaya/contract/invoice-words.es';
import { rectificationCodesEs } from '@atalaya/contract/rectification-words.es';
import { verifactuWordsEs as VERIFACTU_WORDS } from '@atalaya/contract/verifactu-words.es';
import { writeDay, writePeriod } from '../billing-texts.ts';
import { LEFT, PdfPage, WIDTH } from '../../../platform/pdf/pdf-page.ts';
import { filled } from '../../../platform/pdf/pdf-text.ts';
import { paymentDataText } from '@atalaya/contract/payment-data';
import { exchangeText } from './invoice-exchange.ts';
import { PAYMENT_WORDS, pdfCountry, pdfNumber, statusOnPaper } from './invoice-pdf-texts.ts';

const HALF = WIDTH / 2;
const RIGHT = LEFT + HALF;
const LABEL = 100;

/**
 * An invoice as a PDF of A4 sheets, with the parts of the screen in their order: the same invoice, with the same
 * payments, is the same file byte by byte. It is in Spanish for every reader, since it is a Spanish document.
 */
export async function invoicePdf(invoice: InvoiceDetail): Promise<Buffer> {
  const title = filled(WORDS[invoice.kind], { code: invoice.code });
  const page = new PdfPage({
    title,
    author: invoice.issuer.name,
    on: new Date(invoice.issued_on),
    language: 'es-ES',
    numbered: (number, of) => `Página ${String(number)} de ${String(of)}`,
  });
  const below = writeQr(page, invoice);
  const room = WIDTH - (below === null ? 0 : QR_ROOM);
  page.y += page.text('H1', title, { x: LEFT, y: page.y, width: room }, { size: 18, strong: true }) + 10;
  page.y = Math.max(page.y, below ?? 0);
  page.rule();
  page.y += 14;
  writeParties(page, invoice);
  writeFacts(page, invoice);
  writeLines(page, invoice);
  writeTotals(page, invoice);
  writePayments(page, invoice);
  return buffer(page.end(`${WORDS.hash}: ${invoice.hash}`));
}

/** Points of a millimetre. */
const MM = 72 / 25.4;
/** Wide enough for the law (30 to 40 mm), with more white around than it wants (2 mm). */
const QR_WIDTH = 35 * MM;
const QR_WHITE = 6 * MM;
const QR_ROOM = QR_WIDTH + 2 * QR_WHITE;

/** The QR code of VERI*FACTU at the top of the first sheet, with its words above and below. @returns where it ends */
function writeQr(page: PdfPage, { verifactu }: InvoiceDetail): number | null {
  if (verifactu === null) return null;
  const x = LEFT + WIDTH - QR_ROOM;
  const line = (text: string, y: number) =>
    page.text('P', text, { x, y, width: QR_ROOM }, { size: 11, strong: true, align: 'center' });
  const top = page.y + line(VERIFACTU_WORDS.above, page.y);
  const box = { x: x + QR_WHITE, y: top + QR_WHITE, width: QR_WIDTH };
  page.figure(verifactu.qr, box, verifactu.url);
  let end = top + QR_ROOM;
  end += line(VERIFACTU_WORDS.below, end);
  if (verifactu.environment === 'test') end += line(VERIFACTU_WORDS.test, end);
  return end + 10;
}

/** Who issues and who is invoiced, beside each other. */
function writeParties(page: PdfPage, invoice: InvoiceDetail): void {
  const { issuer, customer_name, customer_tax_id, customer_country, customer_email } = invoice;
  const top = page.y;
  writeParty(page, LEFT, WORDS.issuer, issuer, issuer.address?.split('\n') ?? []);
  const end = page.y;
  page.y = top;
  const customer = { name: customer_name, tax_id: customer_tax_id };
  const country = customer_country && pdfCountry(customer_country);
  writeParty(page, RIGHT, WORDS.customer, customer, [country, customer_email]);
  page.y = Math.max(page.y, end) + 14;
}

type Party = { name: string; tax_id: string | null };

function writeParty(
  page: PdfPage,
  x: number,
  title: string,
  { name, tax_id }: Party,
  address: readonly (string | null)[],
): void {
  const box = () => ({ x, y: page.y, width: HALF - 12 });
  page.y += page.text('H2', title, box(), { muted: true }) + 2;
  page.y += page.text('P', name, box(), { size: 11, strong: true }) + 2;
  const below = [tax_id === null ? null : filled(WORDS.taxId, { id: tax_id }), ...address];
  for (const text of below) if (text !== null) page.y += page.text('P', text, box()) + 2;
}

function writeFacts(page: PdfPage, invoice: InvoiceDetail): void {
  page.facts(factsOf(invoice));
  page.y += 16;
}

function factsOf(invoice: InvoiceDetail): [label: string, value: string][] {
  const {
    issued_on,
    due_on,
    period_start: start,
    period_end: end,
    rectifies,
    rectified_by,
    reason,
    annulment_reason,
  } = invoice;
  const facts: [string, string | null][] = [
    [WORDS.status, statusOf(invoice)],
    [WORDS.issued, writeDay(issued_on, 'es')],
    [WORDS.due, writeDay(due_on, 'es')],
    [WORDS.period, start && end && writePeriod({ start, end }, 'es')],
    [WORDS.rectifies, rectifies && `${rectifies.code}, ${writeDay(rectifies.issued_on, 'es')}`],
    [WORDS.rectification, rectificationOf(invoice)],
    [WORDS.rectifiedBy, rectified_by.map(({ code }) => code).join(', ') || null],
    [WORDS.reason, reason],
    [WORDS.annulled, annulment_reason],
    [WORDS.exchange, exchangeText(invoice)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function rectificationOf({ rectification_code: code, rectification_method }: InvoiceDetail): string | null {
  if (code === null || rectification_method === null) return null;
  return filled(WORDS[rectification_method], { code, why: rectificationCodesEs[code] });
}

function statusOf(invoice: InvoiceDetail): string {
  const { currency, paid_cents, total_cents } = invoice;
  const status = statusOnPaper(invoice);
  if (status !== 'partial') return invoiceStatusEs[status];
  const [paid, total] = [paid_cents, total_cents].map((cents) => writeMoney(cents, currency, 'es'));
  return `${invoiceStatusEs.partial}: ${filled(WORDS.paidOf, { paid, total })}`;
}

function writeLines(page: PdfPage, { lines, currency }: InvoiceDetail): void {
  page.table(
    [
      { title: WORDS.description, share: 0.46 },
      { title: WORDS.quantity, share: 0.11, align: 'right' },
      { title: WORDS.unitPrice, share: 0.17, align: 'right' },
      { title: WORDS.rate, share: 0.09, align: 'right' },
      { title: WORDS.amount, share: 0.17, align: 'right' },
    ],
    lines.map((line) => [
      line.description,
      pdfNumber(line.quantity),
      writeMoney(line.unit_price_cents, currency, 'es'),
      writeRate(line.tax_rate, 'es'),
      writeMoney(line.amount_cents, currency, 'es'),
    ]),
  );
  page.y += 16;
}

/** In the currency of the invoice, unless another is named. */
type Sum = [label: string, cents: number, strong: boolean, currency?: string];

/** The taxes by their rate, and what is to be paid. */
function writeTotals(page: PdfPage, invoice: InvoiceDetail): void {
  const { currency, tax_treatment } = invoice;
  const money = (cents: number) => writeMoney(cents, currency, 'es');
  const rates = taxesByRate(invoice.lines);
  const sums: Sum[] = [
    [WORDS.subtotal, invoice.subtotal_cents, false],
    ...rates.map(({ tax_rate, amount_cents, tax_cents }): Sum => [
      filled(rates.length > 1 ? WORDS.taxOf : WORDS.tax, {
        rate: writeRate(tax_rate, 'es'),
        base: money(amount_cents),
      }),
      tax_cents,
      false,
    ]),
    [WORDS.total, invoice.total_cents, true],
    ...inEuros(invoice),
    ...afterOf(invoice),
    [WORDS.paid, invoice.paid_cents, false],
    [WORDS.outstanding, invoice.outstanding_cents, true],
  ];
  page.room(18 * sums.length);
  for (const [label, cents, strong, of = currency] of sums) {
    page.text('P', label, { x: RIGHT, y: page.y, width: HALF - LABEL }, { size: 10, strong });
    const box = { x: LEFT + WIDTH - LABEL, y: page.y, width: LABEL };
    page.y += page.text('P', writeMoney(cents, of, 'es'), box, { size: 10, strong, align: 'right' }) + 3;
  }
  if (tax_treatment === 'standard') return;
  const legend = tax_treatment === 'exempt' ? WORDS.exempt : WORDS.reverseCharge;
  page.y += 8;
  page.y += page.text('P', legend, { x: LEFT, y: page.y, width: WIDTH });
}

const inEuros = ({ exchange }: InvoiceDetail): Sum[] =>
  exchange === null ? [] : [[WORDS.taxInEuros, exchange.tax_cents, false, 'EUR']];

/** What a substitution leaves, which it says beside what changes. */
function afterOf({ rectification_method, lines }: InvoiceDetail): Sum[] {
  if (rectification_method !== 'substitution') return [];
  return [[WORDS.standing, totalsOf(lines.filter((line) => !line.is_taken_back)).total_cents, true]];
}

function writePayments(page: PdfPage, { payments, currency }: InvoiceDetail): void {
  if (payments.length === 0) return;
  page.y += 16;
  page.room(60);
  const title = { x: LEFT, y: page.y, width: WIDTH };
  page.y += page.text('H2', WORDS.payments, title, { size: 10, strong: true }) + 4;
  page.table(
    [
      { title: PAYMENT_WORDS.date, share: 0.2 },
      { title: PAYMENT_WORDS.method, share: 0.25 },
      { title: PAYMENT_WORDS.reference, share: 0.35 },
      { title: WORDS.amount, share: 0.2, align: 'right' },
    ],
    payments.map((payment) => [
      writeDay(payment.paid_on, 'es'),
      paymentMethodsEs[payment.method],
      paymentDataText(payment),
      writeMoney(payment.amount_cents, currency, 'es'),
    ]),
  );
}
