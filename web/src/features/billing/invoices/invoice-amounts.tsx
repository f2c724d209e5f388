import { useTexts } from '../../../platform/messages/use-texts.ts';
import { billingTexts } from '../billing.es.ts';
import type { InvoiceDetail } from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';

/** The lines of an invoice, and what they come to. */
export function InvoiceAmounts({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts(billingTexts);
  const { money, number, rate } = useBillingFormat();
  const amount = (cents: number) => money(cents, invoice.currency);
  return (
    <section className="grid gap-3">
      <div className="overflow-x-auto">
        <table aria-label={t('invoice.lines')} className="w-full text-left text-sm tabular-nums">
          <thead className="border-b border-line text-muted">
            <tr>
              <th className="py-2 pr-3 font-medium">{t('invoice.description')}</th>
              <th className="py-2 pr-3 text-right font-medium">{t('invoice.quantity')}</th>
              <th className="py-2 pr-3 text-right font-medium">{t('invoice.unitPrice')}</th>
              <th className="py-2 pr-3 text-right font-medium">{t('invoice.rate')}</th>
              <th className="py-2 text-right font-medium">{t('invoice.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map((line, at) => (
              <tr key={at} className="border-b border-line align-top">
                <td className="py-2 pr-3 wrap-anywhere">{line.description}</td>
                <td className="py-2 pr-3 text-right">{number(line.quantity)}</td>
                <td className="py-2 pr-3 text-right">{amount(line.unit_price_cents)}</td>
                <td className="py-2 pr-3 text-right whitespace-nowrap">{rate(line.tax_rate)}</td>
                <td className="py-2 text-right">{amount(line.amount_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Totals invoice={invoice} />
    </section>
  );
}

function Totals({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts(billingTexts);
  const { money } = useBillingFormat();
  const { currency, tax_treatment } = invoice;
  const rows: [string, number, boolean][] = [
    [t('invoice.subtotal'), invoice.subtotal_cents, false],
    [t('invoice.tax'), invoice.tax_cents, false],
    [t('invoice.total'), invoice.total_cents, true],
    [t('invoice.paid'), invoice.paid_cents, false],
    [t('invoice.outstanding'), invoice.outstanding_cents, true],
  ];
  return (
    <>
      <dl className="ml-auto grid w-full gap-1 sm:max-w-xs tabular-nums">
        {rows.map(([label, cents, isStrong]) => (
          <div key={label} className={`flex justify-between gap-4 ${isStrong ? 'font-semibold' : ''}`}>
            <dt>{label}</dt>
            <dd>{money(cents, currency)}</dd>
          </div>
        ))}
      </dl>
      {tax_treatment === 'standard' ? null : (
        <p className="text-sm">
          {t(tax_treatment === 'exempt' ? 'invoice.exempt' : 'invoice.reverseCharge')}
        </p>
      )}
    </>
  );
}
