import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { type Delivery, deliveryQuery, resend, useDeliveriesChanged } from './webhooks.api.ts';
import { webhooksTexts } from './webhooks.es.ts';

const TONES = { waiting: 'warning', delivered: 'success', failed: 'danger' } as const;

type DeliveryItemProps = { webhook: string; delivery: Delivery };

/** An event as it was sent to an endpoint, by the endpoint's id. */
export function DeliveryItem({ webhook, delivery }: DeliveryItemProps) {
  const t = useTexts(webhooksTexts);
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { event_type, state, status, problem, attempts, duration_ms, next_try_at, created_at } = delivery;
  const facts = [
    format.dateTime(created_at),
    t('deliveries.attempts', { count: attempts }),
    ...(duration_ms === null ? [] : [t('deliveries.duration', { count: format.number(duration_ms) })]),
    ...(next_try_at ? [t('deliveries.next', { moment: format.dateTime(next_try_at) })] : []),
  ];
  return (
    <li data-row={delivery.id} className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={TONES[state]}>{t(`deliveries.states.${state}`)}</Badge>
        <code className="min-w-0 flex-1 text-sm break-all">{event_type}</code>
        {status === null ? null : <span className="text-sm tabular-nums">{status}</span>}
        <Again webhook={webhook} delivery={delivery} />
      </div>
      <p className="text-sm text-muted">{facts.join(' · ')}</p>
      {problem ? <p className="text-sm">{t(`deliveries.problems.${problem}`)}</p> : null}
      <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="press-around relative w-fit cursor-pointer rounded-sm text-muted">
          {t('deliveries.details')}
        </summary>
        {isOpen ? <Details webhook={webhook} delivery={delivery} /> : null}
      </details>
    </li>
  );
}

function Again({ webhook, delivery }: DeliveryItemProps) {
  const t = useTexts(webhooksTexts);
  const { may } = usePermissions();
  const notifyFailure = useNotifyFailure();
  const changed = useDeliveriesChanged(webhook);
  const sending = useMutation({
    mutationFn: () => resend(webhook, { what: 'one', delivery_id: delivery.id }),
    onSuccess: () => notify.success(t('deliveries.queued', { count: 1 })),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  if (!may('webhooks.update')) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      busy={sending.isPending}
      aria-label={t('deliveries.againOne', { type: delivery.event_type })}
      onClick={() => sending.mutate()}
    >
      {t('deliveries.again')}
    </Button>
  );
}

function Details({ webhook, delivery }: DeliveryItemProps) {
  const t = useTexts(webhooksTexts);
  const { data, error, refetch } = useQuery(deliveryQuery(webhook, delivery.id));
  if (!data && error) return <ReadFailed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="mt-2 h-24 w-full" aria-label={t('deliveries.loading')} />;
  return (
    <>
      <Body label={t('deliveries.request')} text={data.body} />
      <Body label={t('deliveries.answer')} text={data.answer} />
    </>
  );
}

function Body({ label, text }: { label: string; text: string | null }) {
  const t = useTexts(webhooksTexts);
  return (
    <div className="mt-2">
      <p className="font-medium">{label}</p>
      {text ? (
        <pre className="rounded-md border border-line bg-hover p-3 text-xs break-all whitespace-pre-wrap">
          {text}
        </pre>
      ) : (
        <p className="text-muted">{t('deliveries.empty')}</p>
      )}
    </div>
  );
}
