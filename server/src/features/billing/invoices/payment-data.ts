import type { InvoiceDetail } from '@atalaya/contract/billing';
import type { PaymentData } from '@atalaya/contract/payment-data';
import type { InvoiceRow, PaymentRow } from './invoice-reading.queries.ts';

/** What a payment says of itself, as it is stored. */
export const paymentDataOf = ({ reference, institution, last_four }: PaymentData) => ({
  reference: reference ?? null,
  institution: institution ?? null,
  last_four: last_four ?? null,
});

/** The payments of an invoice, each with what of it can be paid back: what is left of it, of its invoice and of its family. */
export function paymentsOf(
  invoice: InvoiceRow,
  family_cents: number,
  payments: PaymentRow[],
): InvoiceDetail['payments'] {
  return payments.map((payment) => {
    const back = payments.filter(({ refunds_id }) => refunds_id === payment.id);
    const left = back.reduce((cents, { amount_cents }) => cents + amount_cents, payment.amount_cents);
    return {
      ...payment,
      created_at: payment.created_at.toISOString(),
      refundable_cents: Math.max(0, Math.min(left, invoice.paid_cents, family_cents)),
    };
  });
}
