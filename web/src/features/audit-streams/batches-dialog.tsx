import { STREAM_BATCHES_KEPT } from '@atalaya/contract/limits';
import { Badge } from '@atalaya/ui/badge';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListNews } from '../../shared/list-news.tsx';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadingDialog } from '../../shared/loading-dialog.tsx';
import { useLiveList } from '../../shared/use-live-list.ts';
import { type StreamBatch, batchesQuery } from './audit-streams.api.ts';
import { auditStreamsTexts } from './audit-streams.es.ts';

/** What a sink was sent, by the id of its stream, and how it answered: it follows while it is open. */
export function BatchesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(auditStreamsTexts);
  const { number } = useFormat();
  const [page, setPage] = useState(1);
  const { list, news } = useLiveList(
    { ...batchesQuery(id, page), placeholderData: keepPreviousData },
    { topics: ['audit_streams'] },
  );
  const { data, error, refetch } = list;
  if (!data && error)
    return (
      <LoadingDialog
        title={t('log.title')}
        closeLabel={t('close')}
        loading={t('log.loading')}
        gone={{ title: t('log.gone.title'), text: t('log.gone.text'), all: t('log.gone.all') }}
        failed={t('log.loadFailed')}
        error={error}
        onRetry={refetch}
        onClose={onClose}
      />
    );
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      // Its end alone moves as it fills.
      position="top"
      title={t('log.title')}
      description={t('log.description', { count: number(STREAM_BATCHES_KEPT) })}
      closeLabel={t('close')}
    >
      <ListNews news={news} />
      {data ? null : <Skeleton className="h-48 w-full" aria-label={t('log.loading')} />}
      {data?.items.length === 0 ? <p className="text-muted">{t('log.none')}</p> : null}
      <ul aria-label={t('log.list')} className="divide-y divide-line">
        {data?.items.map((one) => (
          <BatchItem key={one.id} batch={one} />
        ))}
      </ul>
      {data ? (
        <ListPages label={t('log.pages')} page={page} total={data.total} list={list} onPageChange={setPage} />
      ) : null}
    </Modal>
  );
}

function BatchItem({ batch }: { batch: StreamBatch }) {
  const t = useTexts(auditStreamsTexts);
  const { dateTime, number } = useFormat();
  const { id, created_at, records, bytes, duration_ms, problem, status, answer } = batch;
  const facts = [
    dateTime(created_at),
    t('log.records', { count: records }),
    t('log.size', { count: number(Math.ceil(bytes / 1024)) }),
    t('log.duration', { count: number(duration_ms) }),
  ];
  return (
    <li data-row={id} className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={problem ? 'danger' : 'success'}>{t(problem ? 'log.failed' : 'log.taken')}</Badge>
        {status === null ? null : <span className="text-sm tabular-nums">{status}</span>}
        <span className="text-sm text-muted">{facts.join(' · ')}</span>
      </p>
      {problem ? <p className="text-sm">{t(`problems.${problem}`)}</p> : null}
      {answer ? <p className="text-sm break-all text-muted">{answer}</p> : null}
    </li>
  );
}
