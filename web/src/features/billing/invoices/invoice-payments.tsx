import { paymentDataText } from '@atalaya/contract/payment-data';
import { Button } from '@atalaya/ui/button';
import { useId } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { billingTexts } from '../billing.es.ts';
import type { InvoiceDetail } from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';

type InvoicePaymentsProps = {
  invoice: InvoiceDetail;
  /** Of a payment, by id. */
  onRefund: (payment: string) => void;
};

/** What was paid of an invoice and paid back, and how. */
export function InvoicePayments({ invoice, onRefund }: InvoicePaymentsProps) {
  const t = useTexts(billingTexts);
  const { may } = usePermissions();
  const heading = useId();
  const { day, money } = useBillingFormat();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="mb-1 font-semibold">
        {t('invoice.payments')}
      </h3>
      {invoice.payments.length === 0 ? (
        <p className="text-muted">{t('invoice.noPayments')}</p>
      ) : (
        <ul className="grid gap-1 tabular-nums">
          {invoice.payments.map((payment) => (
            <li
              key={payment.id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1"
            >
              <span className="wrap-anywhere">
                {[day(payment.paid_on), t(`methods.${payment.method}`), paymentDataText(payment)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="ml-auto flex items-center gap-2">
                {may('invoices.pay') && payment.refundable_cents > 0 ? (
                  <Button
                    variant="ghost"
                    size="sm"
                    className="print:hidden"
                    aria-label={t('refunding.open', {
                      amount: money(payment.amount_cents, payment.currency),
                      date: day(payment.paid_on),
                    })}
                    onClick={() => onRefund(payment.id)}
                  >
                    {t('refunding.confirm')}
                  </Button>
                ) : null}
                {money(payment.amount_cents, payment.currency)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
