import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { billingTexts } from '../billing.es.ts';
import { type Subscription, useCancelPlanChange } from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';

type SubscriptionNoticesProps = { subscription: Subscription; onOverdue: () => void };

/** What is overdue, and the change of plan that waits for the end of the period. */
export function SubscriptionNotices({ subscription, onOverdue }: SubscriptionNoticesProps) {
  const t = useTexts(billingTexts);
  const { day, money } = useBillingFormat();
  const { status, past_due_since, outstanding_cents, currency } = subscription;
  return (
    <>
      {status === 'past_due' && past_due_since !== null ? (
        <Banner
          tone="warning"
          title={t('pastDue.title', { date: day(past_due_since) })}
          action={
            <Button variant="outline" size="sm" onClick={onOverdue}>
              {t('pastDue.show')}
            </Button>
          }
        >
          {t('pastDue.body', { amount: money(outstanding_cents, currency) })}
        </Banner>
      ) : null}
      <ScheduledNotice subscription={subscription} />
    </>
  );
}

function ScheduledNotice({ subscription }: { subscription: Subscription }) {
  const t = useTexts(billingTexts);
  const { may } = usePermissions();
  const { day, price } = useBillingFormat();
  const notifyFailure = useNotifyFailure();
  const cancel = useCancelPlanChange();
  const { scheduled, currency, organization } = subscription;
  if (!scheduled) return null;
  return (
    <Banner
      title={t('scheduled.title', {
        date: day(scheduled.on),
        plan: scheduled.plan.name,
        price: price(scheduled.price_cents, currency),
      })}
      action={
        may('subscription.change') ? (
          <Button
            variant="outline"
            size="sm"
            busy={cancel.isPending}
            onClick={() =>
              // Awaited, not handed to mutate(): the banner is gone by the time the answer comes.
              void cancel
                .mutateAsync(organization.id)
                .then(() => notify.success(t('scheduled.canceled')), notifyFailure)
            }
          >
            {t('scheduled.cancel')}
          </Button>
        ) : null
      }
    >
      {t('scheduled.body')}
    </Banner>
  );
}
