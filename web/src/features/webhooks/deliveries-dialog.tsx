import { EVENT_NOUNS, type EventNoun } from '@atalaya/contract/event-types';
import { WEBHOOK_LOG_DAYS, WEBHOOK_TRIES } from '@atalaya/contract/limits';
import { DELIVERY_STATES } from '@atalaya/contract/webhook-choices';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FilterSelect } from '../../shared/filter-select.tsx';
import { ListNews } from '../../shared/list-news.tsx';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadingDialog } from '../../shared/loading-dialog.tsx';
import { useLiveList } from '../../shared/use-live-list.ts';
import { useNounNames } from '../audit/audit.face.ts';
import { DeliveryItem } from './delivery-item.tsx';
import { ResendDialog } from './resend-dialog.tsx';
import { type Filters, deliveriesQuery, sendTest, useDeliveriesChanged } from './webhooks.api.ts';
import { webhooksTexts } from './webhooks.es.ts';

/** What was sent to an endpoint, by its id, and what became of it: it follows while it is open. */
export function DeliveriesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(webhooksTexts);
  const { number } = useFormat();
  const [page, setPage] = useState(1);
  const [filters, setFilters] = useState<Filters>({ state: null, type: null });
  const { list, news } = useLiveList(
    { ...deliveriesQuery(id, page, filters), placeholderData: keepPreviousData },
    { topics: ['webhooks'] },
  );
  const { data, error, refetch } = list;
  if (!data)
    return (
      <LoadingDialog
        size="lg"
        // As below.
        position="top"
        title={t('deliveries.title')}
        closeLabel={t('close')}
        loading={t('deliveries.loading')}
        gone={{
          title: t('deliveries.gone.title'),
          text: t('deliveries.gone.text'),
          all: t('deliveries.gone.all'),
        }}
        failed={t('deliveries.loadFailed')}
        error={error}
        onRetry={refetch}
        onClose={onClose}
      />
    );
  const narrow = (change: Partial<Filters>) => {
    setFilters({ ...filters, ...change });
    setPage(1);
  };
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      // Its end alone moves as it fills.
      position="top"
      title={t('deliveries.title')}
      description={t('deliveries.kept', { days: number(WEBHOOK_LOG_DAYS), tries: number(WEBHOOK_TRIES) })}
      closeLabel={t('close')}
    >
      <Bar id={id} filters={filters} onNarrow={narrow} />
      <ListNews news={news} />
      {data.items.length === 0 ? <p className="text-muted">{t('deliveries.none')}</p> : null}
      <ul aria-label={t('deliveries.list')} className="divide-y divide-line">
        {data.items.map((one) => (
          <DeliveryItem key={one.id} webhook={id} delivery={one} />
        ))}
      </ul>
      <ListPages
        label={t('deliveries.pages')}
        page={page}
        total={data.total}
        list={list}
        onPageChange={setPage}
      />
    </Modal>
  );
}

type BarProps = { id: string; filters: Filters; onNarrow: (change: Partial<Filters>) => void };

function Bar({ id, filters, onNarrow }: BarProps) {
  const t = useTexts(webhooksTexts);
  const nameOf = useNounNames();
  const { may } = usePermissions();
  const nouns = EVENT_NOUNS.map((value) => ({ value, label: nameOf(value) })).toSorted((one, next) =>
    one.label.localeCompare(next.label),
  );
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <FilterSelect
        label={t('deliveries.state')}
        all={t('deliveries.allStates')}
        value={filters.state}
        onChange={(state) => onNarrow({ state })}
        options={DELIVERY_STATES.map((value) => ({ value, label: t(`deliveries.states.${value}`) }))}
      />
      <FilterSelect<EventNoun>
        label={t('deliveries.type')}
        all={t('deliveries.allTypes')}
        value={EVENT_NOUNS.find((noun) => noun === filters.type) ?? null}
        onChange={(type) => onNarrow({ type })}
        options={nouns}
      />
      {may('webhooks.update') ? <Sending id={id} /> : null}
    </div>
  );
}

/** A test, and what is sent again. */
function Sending({ id }: { id: string }) {
  const t = useTexts(webhooksTexts);
  const notifyFailure = useNotifyFailure();
  const changed = useDeliveriesChanged(id);
  const [isResending, setResending] = useState(false);
  const testing = useMutation({
    mutationFn: () => sendTest(id),
    onSuccess: () => notify.success(t('deliveries.tested')),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  return (
    <>
      <Button variant="outline" size="sm" busy={testing.isPending} onClick={() => testing.mutate()}>
        {t('deliveries.test')}
      </Button>
      <Button variant="outline" size="sm" onClick={() => setResending(true)}>
        {t('resend.open')}
      </Button>
      {isResending ? <ResendDialog id={id} onClose={() => setResending(false)} /> : null}
    </>
  );
}
