import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { SubscriptionBadge } from '../billing-badges.tsx';
import { billingTexts } from '../billing.es.ts';
import type { Subscription } from '../billing.api.ts';
import { type Fact, FactList } from '../../../shared/fact-list.tsx';
import type { SubscriptionDialog } from '../use-billing-address.ts';
import { useBillingFormat } from '../use-billing-format.ts';

type SubscriptionCardProps = {
  subscription: Subscription;
  onDialog: (dialog: SubscriptionDialog) => void;
};

/** The plan, what it costs and when the next charge comes. */
export function SubscriptionCard({ subscription, onDialog }: SubscriptionCardProps) {
  const t = useTexts(billingTexts);
  const { may } = usePermissions();
  return (
    <Card
      title={t('subscription.title')}
      description={subscription.organization.name}
      footer={
        may('subscription.change') ? (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onDialog('plan')}>{t('subscription.changePlan')}</Button>
            <Button variant="outline" onClick={() => onDialog('status')}>
              {t('subscription.changeStatus')}
            </Button>
          </div>
        ) : null
      }
    >
      <FactList facts={useFacts(subscription)} />
    </Card>
  );
}

function useFacts(subscription: Subscription): Fact[] {
  const t = useTexts(billingTexts);
  const { day, range, price, money, number } = useBillingFormat();
  const { currency, period_start, period_end, trial_ends_on, next_charge } = subscription;
  return [
    [t('subscription.plan'), <strong key="plan">{subscription.plan.name}</strong>],
    [t('subscription.price'), price(subscription.price_cents, currency)],
    [t('subscription.status'), <SubscriptionBadge key="status" status={subscription.status} />],
    [t('subscription.version'), number(subscription.version_number)],
    ...(trial_ends_on === null ? [] : [[t('subscription.trialEnds'), day(trial_ends_on)] satisfies Fact]),
    ...(period_start === null || period_end === null
      ? []
      : [[t('subscription.period'), range(period_start, period_end)] satisfies Fact]),
    [
      t('subscription.next'),
      next_charge
        ? t('subscription.nextValue', {
            amount: money(next_charge.amount_cents, currency),
            date: day(next_charge.on),
          })
        : t('none'),
    ],
    [t('subscription.outstanding'), money(subscription.outstanding_cents, currency)],
  ];
}
