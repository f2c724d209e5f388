import { useId } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { billingTexts } from '../billing.es.ts';
import type { InvoiceDetail } from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';

/** What was paid of an invoice, and how. */
export function InvoicePayments({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts(billingTexts);
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
          {invoice.payments.map(({ id, paid_on, method, reference, amount_cents, currency }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1">
              <span className="wrap-anywhere">
                {[day(paid_on), t(`methods.${method}`), reference].filter(Boolean).join(' · ')}
              </span>
              <span>{money(amount_cents, currency)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
