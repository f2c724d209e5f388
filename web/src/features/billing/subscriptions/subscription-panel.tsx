import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useNewsOf } from '../../../shared/use-live-list.ts';
import { NotShown } from '../../../shared/not-shown.tsx';
import { billingTexts } from '../billing.es.ts';
import { organizationQuery } from '../../../shared/use-organization-name.ts';
import { subscriptionQuery } from '../billing.api.ts';
import { SeatsCard } from './seats-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { SubscriptionHistory } from './subscription-history.tsx';
import { SubscriptionNotices } from './subscription-notices.tsx';
import { TaxCard } from './tax-card.tsx';
import type { SubscriptionDialog } from '../use-billing-address.ts';

type SubscriptionPanelProps = {
  /** The organization's. */
  id: string;
  eventsPage: number;
  onEventsPage: (page: number) => void;
  onDialog: (dialog: SubscriptionDialog) => void;
  onOverdue: () => void;
};

/** Plan, seats and tax data of an organization, what is amiss or planned, and what has happened. */
export function SubscriptionPanel(props: SubscriptionPanelProps) {
  const { id, eventsPage, onEventsPage, onDialog, onOverdue } = props;
  const t = useTexts(billingTexts);
  const { data, error, refetch } = useQuery(subscriptionQuery(id));
  const client = useQueryClient();
  useNewsOf(['billing', 'organizations'], () => {
    for (const part of ['subscription', 'events'])
      void client.invalidateQueries({ queryKey: ['billing', part, id] });
    void client.invalidateQueries({ queryKey: organizationQuery(id).queryKey });
  });
  // Read here, once for all below: a card that reads it when it appears would read what has failed anew.
  const customer = useQuery(organizationQuery(id));
  // What the card of tax data shows of it comes at once, not later: nothing moves.
  if (data && customer.isFetched)
    return (
      <div className="grid gap-4">
        <SubscriptionNotices subscription={data} onOverdue={onOverdue} />
        <div className="grid gap-4 lg:grid-cols-2">
          <SubscriptionCard subscription={data} onDialog={onDialog} />
          <TaxCard subscription={data} customer={customer} onChange={() => onDialog('tax')} />
          <SeatsCard subscription={data} className="lg:col-span-2" />
        </div>
        <SubscriptionHistory id={id} page={eventsPage} onPageChange={onEventsPage} />
      </div>
    );
  if (error)
    return <NotShown error={error} gone={t('companyGone')} failed={t('loadFailed')} onRetry={refetch} />;
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  );
}
