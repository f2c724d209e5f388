import { buffer } from 'node:stream/consumers';
import type { InvoiceDetail } from '@atalaya/contract/billing';
import { InvoicePage, LEFT, WIDTH } from './invoice-pdf-page.ts';
import {
  PDF_LEGENDS,
  PDF_METHODS,
  PDF_TEXTS,
  pdfCountry,
  pdfDay,
  pdfMoney,
  pdfNumber,
  pdfPeriod,
  pdfRate,
} from './invoice-pdf-texts.ts';

const HALF = WIDTH / 2;
const RIGHT = LEFT + HALF;
const LABEL = 100;

/** An invoice as a PDF of A4 sheets: the same invoice, with the same payments, is the same file byte by byte. */
export async function invoicePdf(invoice: InvoiceDetail): Promise<Buffer> {
  const title = `${PDF_TEXTS[invoice.kind]} ${invoice.code}`;
  const page = new InvoicePage({ title, author: invoice.issuer.name, on: new Date(invoice.issued_on) });
  writeHead(page, invoice);
  writeParties(page, invoice);
  writeLines(page, invoice);
  writeTotals(page, invoice);
  writePayments(page, invoice);
  return buffer(page.end(`${PDF_TEXTS.hash}: ${invoice.hash}`));
}

function writeHead(page: InvoicePage, { kind, code, issuer }: InvoiceDetail): void {
  const own = [issuer.name, issuer.tax_id, ...(issuer.address?.split('\n') ?? [])];
  const top = page.y;
  const right = { x: RIGHT, y: top, width: HALF };
  const height = page.text('H1', PDF_TEXTS[kind], right, { size: 18, strong: true, align: 'right' });
  const number = { ...right, y: top + height };
  const end = number.y + page.text('P', code, number, { size: 11, align: 'right' });
  writeStack(page, own, LEFT);
  page.y = Math.max(page.y, end) + 14;
  page.rule();
  page.y += 14;
}

/** Texts one below the other in half a sheet, the first of them strong. */
function writeStack(page: InvoicePage, texts: readonly (string | null)[], x: number): void {
  texts
    .filter((text) => text !== null)
    .forEach((text, at) => {
      const style = at === 0 ? { size: 11, strong: true } : { muted: true };
      page.y += page.text('P', text, { x, y: page.y, width: HALF - 12 }, style) + 2;
    });
}

/** To whom, and what the invoice is. */
function writeParties(page: InvoicePage, invoice: InvoiceDetail): void {
  const top = page.y;
  const { customer_name, customer_tax_id, customer_country, customer_email } = invoice;
  page.y += page.text('H2', PDF_TEXTS.customer, { x: LEFT, y: top, width: HALF }, { muted: true }) + 2;
  const country = customer_country && pdfCountry(customer_country);
  writeStack(page, [customer_name, customer_tax_id, country, customer_email], LEFT);
  const end = page.y;
  page.y = top;
  for (const [label, value] of factsOf(invoice)) {
    page.text('P', label, { x: RIGHT, y: page.y, width: LABEL }, { muted: true });
    const box = { x: RIGHT + LABEL, y: page.y, width: HALF - LABEL };
    page.y += page.text('P', value, box, { align: 'right' }) + 2;
  }
  page.y = Math.max(page.y, end) + 16;
}

function factsOf(invoice: InvoiceDetail): [label: string, value: string][] {
  const { code, issued_on, due_on, period_start, period_end, rectifies, rectified_by, reason } = invoice;
  const facts: [string, string | null][] = [
    [PDF_TEXTS.number, code],
    [PDF_TEXTS.series, code.split('-')[0] ?? null],
    [PDF_TEXTS.issued, pdfDay(issued_on)],
    [PDF_TEXTS.due, pdfDay(due_on)],
    [PDF_TEXTS.period, period_start && period_end && pdfPeriod(period_start, period_end)],
    [PDF_TEXTS.rectifies, rectifies?.code ?? null],
    [PDF_TEXTS.rectifiedBy, rectified_by?.code ?? null],
    [PDF_TEXTS.reason, reason],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function writeLines(page: InvoicePage, { lines, currency }: InvoiceDetail): void {
  page.table(
    [
      { title: PDF_TEXTS.description, share: 0.46 },
      { title: PDF_TEXTS.quantity, share: 0.11, align: 'right' },
      { title: PDF_TEXTS.unitPrice, share: 0.17, align: 'right' },
      { title: PDF_TEXTS.rate, share: 0.09, align: 'right' },
      { title: PDF_TEXTS.amount, share: 0.17, align: 'right' },
    ],
    lines.map((line) => [
      line.description,
      pdfNumber(line.quantity),
      pdfMoney(line.unit_price_cents, currency),
      pdfRate(line.tax_rate),
      pdfMoney(line.amount_cents, currency),
    ]),
  );
  page.y += 16;
}

type Rate = { tax_rate: number; amount_cents: number; tax_cents: number };

/** What lines of one rate come to, the highest first. */
function ratesOf(lines: InvoiceDetail['lines']): Rate[] {
  const groups = Map.groupBy(lines, ({ tax_rate }) => tax_rate);
  const rates = Array.from(groups, ([tax_rate, of]) => ({
    tax_rate,
    amount_cents: of.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    tax_cents: of.reduce((sum, { tax_cents }) => sum + tax_cents, 0),
  }));
  return rates.toSorted((a, b) => b.tax_rate - a.tax_rate);
}

/** The taxes by their rate, and what is to be paid. */
function writeTotals(page: InvoicePage, invoice: InvoiceDetail): void {
  const { currency, tax_treatment } = invoice;
  const money = (cents: number) => pdfMoney(cents, currency);
  page.room(60);
  writeTitle(page, PDF_TEXTS.taxes);
  page.table(
    [
      { title: PDF_TEXTS.rate, share: 0.4 },
      { title: PDF_TEXTS.base, share: 0.3, align: 'right' },
      { title: PDF_TEXTS.share, share: 0.3, align: 'right' },
    ],
    ratesOf(invoice.lines).map((rate) => [
      pdfRate(rate.tax_rate),
      money(rate.amount_cents),
      money(rate.tax_cents),
    ]),
  );
  page.y += 12;
  const sums: [label: string, cents: number, strong: boolean][] = [
    [PDF_TEXTS.base, invoice.subtotal_cents, false],
    [PDF_TEXTS.tax, invoice.tax_cents, false],
    [PDF_TEXTS.total, invoice.total_cents, true],
    [PDF_TEXTS.paid, invoice.paid_cents, false],
    [PDF_TEXTS.outstanding, invoice.outstanding_cents, true],
  ];
  page.room(90);
  for (const [label, cents, strong] of sums) {
    page.text('P', label, { x: RIGHT, y: page.y, width: LABEL }, { size: 10, strong });
    const box = { x: RIGHT + LABEL, y: page.y, width: HALF - LABEL };
    page.y += page.text('P', money(cents), box, { size: 10, strong, align: 'right' }) + 3;
  }
  const legend = PDF_LEGENDS[tax_treatment];
  if (legend === null) return;
  page.y += 8;
  page.y += page.text('P', legend, { x: LEFT, y: page.y, width: WIDTH });
}

function writePayments(page: InvoicePage, { payments, currency }: InvoiceDetail): void {
  if (payments.length === 0) return;
  page.y += 16;
  page.room(60);
  writeTitle(page, PDF_TEXTS.payments);
  page.table(
    [
      { title: PDF_TEXTS.date, share: 0.2 },
      { title: PDF_TEXTS.method, share: 0.25 },
      { title: PDF_TEXTS.reference, share: 0.35 },
      { title: PDF_TEXTS.amount, share: 0.2, align: 'right' },
    ],
    payments.map((payment) => [
      pdfDay(payment.paid_on),
      PDF_METHODS[payment.method],
      payment.reference ?? '',
      pdfMoney(payment.amount_cents, currency),
    ]),
  );
}

function writeTitle(page: InvoicePage, title: string): void {
  page.y += page.text('H2', title, { x: LEFT, y: page.y, width: WIDTH }, { size: 10, strong: true }) + 4;
}
