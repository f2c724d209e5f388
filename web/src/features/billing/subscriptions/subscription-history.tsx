import { Card } from '@atalaya/ui/card';
import { DataTable, type DataTableColumn } from '@atalaya/ui/data-table';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { ListPages } from '../../../shared/list-pages.tsx';
import { LoadFailed } from '../../../shared/load-failed.tsx';
import { DateAndTime } from '../../../shared/date-and-time.tsx';
import { plansOnOfferQuery } from '../../plans/plans.face.ts';
import { billingTexts } from '../billing.es.ts';
import { type SubscriptionEvent, eventsQuery } from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';

type SubscriptionHistoryProps = { id: string; page: number; onPageChange: (page: number) => void };

/** What happened to a subscription, newest first, with the monthly revenue before and after. */
export function SubscriptionHistory({ id, page, onPageChange }: SubscriptionHistoryProps) {
  const t = useTexts(billingTexts);
  const list = useQuery(eventsQuery(id, page));
  const columns = useColumns();
  return (
    <Card title={t('history.title')} padded={false}>
      {list.isError && !list.data ? (
        <LoadFailed title={t('loadFailed')} error={list.error} onRetry={list.refetch} />
      ) : (
        <DataTable<SubscriptionEvent>
          columns={columns}
          rows={list.data?.items ?? []}
          loading={list.isPending}
          busy={list.isPlaceholderData}
          texts={{
            label: t('history.title'),
            loading: t('history.loading'),
            empty: t('history.empty'),
          }}
        />
      )}
      <ListPages
        label={t('pages.historyLabel')}
        page={page}
        total={list.data?.total ?? 0}
        onPageChange={onPageChange}
      />
    </Card>
  );
}

function useColumns(): DataTableColumn<SubscriptionEvent>[] {
  const t = useTexts(billingTexts);
  const { money } = useBillingFormat();
  return useMemo(
    () => [
      {
        key: 'created_at',
        title: t('history.date'),
        plain: true,
        card: 'second',
        width: '11rem',
        render: ({ created_at }) => <DateAndTime value={created_at} />,
      },
      { key: 'kind', title: t('history.change'), card: 'first', render: (event) => <Change event={event} /> },
      {
        key: 'mrr_before_cents',
        title: t('history.before'),
        align: 'end',
        width: '12rem',
        render: ({ mrr_before_cents, currency }) => money(mrr_before_cents, currency),
      },
      {
        key: 'mrr_after_cents',
        title: t('history.after'),
        align: 'end',
        width: '13rem',
        render: ({ mrr_after_cents, currency }) => money(mrr_after_cents, currency),
      },
    ],
    [t, money],
  );
}

function Change({ event }: { event: SubscriptionEvent }) {
  const t = useTexts(billingTexts);
  return (
    <span className="block min-w-0">
      <span className="block wrap-anywhere">{useSentence(event)}</span>
      {event.reason === null ? null : (
        <span className="block text-sm wrap-anywhere text-muted">
          {t('history.reason', { reason: event.reason })}
        </span>
      )}
    </span>
  );
}

/** A change in one line: what was, and what is. */
function useSentence(event: SubscriptionEvent): string {
  const t = useTexts(billingTexts);
  const { price, seats } = useBillingFormat();
  const { kind, currency } = event;
  const none = t('none');
  const plans = useQuery(plansOnOfferQuery).data;
  const planName = (key: string) => plans?.find((plan) => plan.key === key)?.name ?? key;
  if (kind === 'created') return t('history.kinds.created', { plan: planName(event.plan_after) });
  if (kind === 'binned' || kind === 'restored') return t(`history.kinds.${kind}`);
  const [before, after] = {
    status: [
      event.status_before === null ? none : t(`status.${event.status_before}`),
      t(`status.${event.status_after}`),
    ],
    plan: [event.plan_before === null ? none : planName(event.plan_before), planName(event.plan_after)],
    price: [price(event.price_before_cents, currency), price(event.price_after_cents, currency)],
    seats: [
      event.max_users_before === null ? none : seats(event.max_users_before),
      seats(event.max_users_after),
    ],
  }[kind] as [string, string];
  return t(`history.kinds.${kind}`, { before, after });
}
