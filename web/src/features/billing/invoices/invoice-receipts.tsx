import { useId } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import type { InvoiceDetail } from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { receiptTexts } from './receipt.es.ts';

/** All that was said of its receipt, and by whom; not on paper, for it is no part of the invoice. */
export function InvoiceReceipts({ invoice: { receipts, receipt } }: { invoice: InvoiceDetail }) {
  const t = useTexts(receiptTexts);
  const { day } = useBillingFormat();
  const heading = useId();
  if (receipt === null) return null;
  return (
    <section aria-labelledby={heading} className="print:hidden">
      <h3 id={heading} className="font-semibold">
        {t('history')}
      </h3>
      <ol className="mt-2 grid gap-2">
        {receipts.map(({ id, state, reason, said_on, side, said_by }) => {
          const said = { day: day(said_on), side: t(`sides.${side}`) };
          return (
            <li key={id} className="wrap-anywhere">
              <span className="font-medium">{t(`states.${state}`)}</span>{' '}
              <span className="text-sm text-muted">
                {said_by ? t('byPerson', { ...said, person: said_by }) : t('by', said)}
              </span>
              {reason === null ? null : <span className="block">{reason}</span>}
            </li>
          );
        })}
        {receipt === 'paid' ? (
          <li>
            <span className="font-medium">{t('states.paid')}</span>{' '}
            <span className="text-sm text-muted">{t('byPayments')}</span>
          </li>
        ) : null}
      </ol>
    </section>
  );
}
