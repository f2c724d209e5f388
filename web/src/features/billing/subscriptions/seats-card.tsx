import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import { Card } from '@atalaya/ui/card';
import { Progress } from '@atalaya/ui/progress';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { billingTexts } from '../billing.es.ts';
import type { Subscription } from '../billing.api.ts';
import { FactList } from '../fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';

/** How many seats people use and invitations reserve, of how many. */
export function SeatsCard({ subscription, className }: { subscription: Subscription; className: string }) {
  const t = useTexts(billingTexts);
  const { number, seats } = useBillingFormat();
  const { active_users, pending_invitations, max_users } = subscription;
  const used = active_users + pending_invitations;
  const isUnlimited = max_users === UNLIMITED_SEATS;
  return (
    <Card title={t('seats.title')} className={className}>
      <Progress
        className="mb-4"
        label={t('seats.label')}
        value={isUnlimited ? 0 : used / max_users}
        valueText={
          isUnlimited
            ? t('seats.unlimited', { used: number(used) })
            : t('seats.of', { used: number(used), max: number(max_users) })
        }
        tone={!isUnlimited && used >= max_users ? 'warning' : 'primary'}
      />
      <FactList
        wide
        facts={[
          [t('seats.active'), number(active_users)],
          [t('seats.reserved'), number(pending_invitations)],
          [t('seats.limit'), seats(max_users)],
        ]}
      />
    </Card>
  );
}
