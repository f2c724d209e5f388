import { Banner } from '@atalaya/ui/banner';
import { Skeleton } from '@atalaya/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { isTransient } from '../../../platform/api/api-error.ts';
import { useErrorText } from '../../../platform/messages/error-text.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { ReadFailed } from '../../../shared/read-failed.tsx';
import { billingTexts } from '../billing.es.ts';
import type { PlanChangePreview } from '../billing.api.ts';
import { type Fact, FactList } from '../../../shared/fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';

type PlanPreviewProps = {
  preview: UseQueryResult<PlanChangePreview>;
  /** Seats until now. */
  before: number;
};

/** What another plan would cost now, or when it would take effect; why it cannot be, where it cannot. */
export function PlanPreview({ preview, before }: PlanPreviewProps) {
  const t = useTexts(billingTexts);
  if (preview.isError) {
    const { error, refetch } = preview;
    return isTransient(error) ? <ReadFailed error={error} onRetry={refetch} /> : <Refused error={error} />;
  }
  if (!preview.data)
    return (
      <div role="status" aria-label={t('changePlan.calculating')}>
        <Skeleton className="h-40" />
      </div>
    );
  return <Shown preview={preview.data} before={before} />;
}

function Refused({ error }: { error: Error }) {
  return <Banner tone="danger">{useErrorText(error)}</Banner>;
}

function Shown({ preview, before }: { preview: PlanChangePreview; before: number }) {
  const t = useTexts(billingTexts);
  const { day, price, seats, money } = useBillingFormat();
  const { currency, takes_effect, credit_cents, charge_cents, tax_cents, total_cents } = preview;
  const isCharged = credit_cents !== 0 || charge_cents !== 0;
  const difference = (from: string, to: string) => t('changePlan.difference', { before: from, after: to });
  const charges: Fact[] = [
    [t('changePlan.credit'), money(credit_cents, currency)],
    [t('changePlan.charge'), money(charge_cents, currency)],
    [t('changePlan.tax'), money(tax_cents, currency)],
    [t('changePlan.total'), <strong key="total">{money(total_cents, currency)}</strong>],
  ];
  return (
    <div className="grid gap-4">
      <p>
        {takes_effect === 'period_end'
          ? t('changePlan.later', { date: day(preview.on) })
          : t(isCharged ? 'changePlan.nowCharged' : 'changePlan.now')}
      </p>
      <FactList
        facts={[
          [
            t('changePlan.price'),
            difference(
              price(preview.price_before_cents, preview.currency_before),
              price(preview.price_after_cents, currency),
            ),
          ],
          [t('changePlan.seats'), difference(seats(before), seats(preview.max_users_after))],
          ...(isCharged ? charges : []),
        ]}
      />
    </div>
  );
}
