import { Card } from '@atalaya/ui/card';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { FactList } from '../../../shared/fact-list.tsx';
import { SeatsMeter } from '../../../shared/seats-meter.tsx';
import { billingTexts } from '../billing.es.ts';
import type { Subscription } from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';

/** How many seats people use and invitations reserve, of how many. */
export function SeatsCard({ subscription, className }: { subscription: Subscription; className: string }) {
  const t = useTexts(billingTexts);
  const { number, seats } = useBillingFormat();
  return (
    <Card title={t('seats.title')} className={className}>
      <div className="grid gap-4">
        <SeatsMeter label={t('seats.label')} seats={subscription} />
        <FactList
          wide
          facts={[
            [t('seats.active'), number(subscription.active_users)],
            [t('seats.reserved'), number(subscription.pending_invitations)],
            [t('seats.limit'), seats(subscription.max_users)],
          ]}
        />
      </div>
    </Card>
  );
}
