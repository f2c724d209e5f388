import { taxesByRate, totalsOf } from '@atalaya/contract/invoice-amounts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { billingTexts } from '../billing.es.ts';
import type { InvoiceDetail, TaxTreatment } from '../billing.api.ts';
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
  const { currency, exchange, lines, paid_cents, outstanding_cents, tax_treatment } = invoice;
  const after = standingAfter(invoice);
  const sums = useSums(lines, currency);
  return (
    <>
      <SumList
        sums={[
          ...sums,
          ...(exchange === null
            ? []
            : [[t('invoice.taxInEuros'), exchange.tax_cents, undefined, 'EUR'] satisfies Sum]),
          ...(after === null ? [] : [[t('invoice.standing'), after, 'strong'] satisfies Sum]),
          [t('invoice.paid'), paid_cents],
          [t('invoice.outstanding'), outstanding_cents, 'strong'],
        ]}
        currency={currency}
      />
      <TaxLegend treatment={tax_treatment} />
    </>
  );
}

/** What the invoice comes to once rectified, or what a substitution leaves; null where neither is to be told. */
function standingAfter({
  rectification_method,
  lines,
  standing,
  rectified_by,
}: InvoiceDetail): number | null {
  if (rectification_method === 'substitution')
    return totalsOf(lines.filter((line) => !line.is_taken_back)).total_cents;
  return standing && rectified_by.length > 0 ? standing.total_cents : null;
}

/** In the currency of them all, unless another is named. */
type Sum = readonly [label: string, cents: number, look?: 'strong' | undefined, currency?: string];

/** What lines come to: before taxes, the tax of each rate, and in all. */
export function useSums(lines: Parameters<typeof taxesByRate>[0], currency: string): Sum[] {
  const t = useTexts(billingTexts);
  const { money, rate } = useBillingFormat();
  const { subtotal_cents, total_cents } = totalsOf(lines);
  const rates = taxesByRate(lines);
  const word = rates.length > 1 ? 'invoice.taxOf' : 'invoice.tax';
  return [
    [t('invoice.subtotal'), subtotal_cents],
    ...rates.map(({ tax_rate, amount_cents, tax_cents }): Sum => {
      return [t(word, { rate: rate(tax_rate), base: money(amount_cents, currency) }), tax_cents];
    }),
    [t('invoice.total'), total_cents, 'strong'],
  ];
}

export function SumList({ sums, currency }: { sums: readonly Sum[]; currency: string }) {
  const { money } = useBillingFormat();
  return (
    <dl className="ml-auto grid w-full gap-1 sm:max-w-xs tabular-nums">
      {sums.map(([label, cents, look, of = currency]) => (
        <div key={label} className={`flex justify-between gap-4 ${look === 'strong' ? 'font-semibold' : ''}`}>
          <dt>{label}</dt>
          <dd>{money(cents, of)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What an invoice without tax must state. */
export function TaxLegend({ treatment }: { treatment: TaxTreatment }) {
  const t = useTexts(billingTexts);
  if (treatment === 'standard') return null;
  return <p className="text-sm">{t(treatment === 'exempt' ? 'invoice.exempt' : 'invoice.reverseCharge')}</p>;
}
