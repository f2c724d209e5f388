import { createHash } from 'node:crypto';
import type { INVOICE_KINDS, RECTIFICATION_CODES } from '@atalaya/contract/choices';
import type {
  InvoiceTotals,
  IssuedLine,
  RectificationMethod,
  TaxTreatment,
} from '@atalaya/contract/invoice-amounts';

export type InvoiceKind = (typeof INVOICE_KINDS)[number];
export type RectificationCode = (typeof RECTIFICATION_CODES)[number];

/** All that an invoice says once it is issued; days as 'YYYY-MM-DD'. */
export type IssuedInvoice = InvoiceTotals & {
  id: string;
  organization_id: string;
  series: 'A' | 'R' | 'S';
  year: number;
  number: number;
  kind: InvoiceKind;
  issued_on: string;
  due_on: string;
  currency: string;
  tax_treatment: TaxTreatment;
  customer_name: string;
  customer_tax_id: string | null;
  customer_country: string | null;
  customer_email: string | null;
  charge: 'period' | 'change' | 'other';
  period_start: string | null;
  period_end: string | null;
  rectifies_id: string | null;
  reason: string | null;
  rectification_code: RectificationCode | null;
  rectification_method: RectificationMethod | null;
  /** Of one in another currency: millionths of a unit of it that a euro costs, of which day and from where. */
  exchange_rate_micros: number | null;
  exchange_rated_on: string | null;
  exchange_source: string | null;
  /** Its tax in euros. */
  exchange_tax_cents: number | null;
  lines: IssuedLine[];
};

/**
 * SHA-256, hexadecimal, over an invoice and the hash of the one before it in its series and year: who changes,
 * removes or inserts one must write all that follow anew. What invoices have said only since later is sealed where they
 * say it: the hashes of those before hold.
 */
export function hashInvoice(invoice: IssuedInvoice, previous_hash: string | null): string {
  const content = [
    previous_hash,
    invoice.id,
    invoice.organization_id,
    invoice.series,
    invoice.year,
    invoice.number,
    invoice.kind,
    invoice.issued_on,
    invoice.due_on,
    invoice.currency,
    invoice.subtotal_cents,
    invoice.tax_cents,
    invoice.total_cents,
    invoice.tax_treatment,
    invoice.customer_name,
    invoice.customer_tax_id,
    invoice.customer_country,
    invoice.customer_email,
    invoice.charge,
    invoice.period_start,
    invoice.period_end,
    invoice.rectifies_id,
    invoice.reason,
    invoice.lines.map((line) => [
      line.description,
      line.quantity,
      line.unit_price_cents,
      line.amount_cents,
      line.tax_rate,
      line.tax_cents,
      ...(line.is_taken_back ? [true] : []),
    ]),
    ...(invoice.rectification_code === null
      ? []
      : [invoice.rectification_code, invoice.rectification_method]),
    ...(invoice.exchange_rate_micros === null
      ? []
      : [
          [
            invoice.exchange_rate_micros,
            invoice.exchange_rated_on,
            invoice.exchange_source,
            invoice.exchange_tax_cents,
          ],
        ]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
