import { buttonClass } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { FileLink } from '../../shared/file-link.tsx';
import { ListPages } from '../../shared/list-pages.tsx';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { anchorsAddress, anchorsQuery } from './audit-streams.api.ts';
import { auditStreamsTexts } from './audit-streams.es.ts';

/** Where the log of an organization, or with '' each chain, was signed: to be kept elsewhere, and compared with. */
export function AnchorsDialog({ organization, onClose }: { organization: string; onClose: () => void }) {
  const t = useTexts(auditStreamsTexts);
  const { dateTime, number } = useFormat();
  const [page, setPage] = useState(1);
  const list = useQuery({ ...anchorsQuery(organization, page), placeholderData: keepPreviousData });
  const { data, error, refetch } = list;
  const ofWhom = (chain: string) => (chain === 'system' ? t('anchors.system') : chain);
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      position="top"
      title={t('anchors.title')}
      description={t('anchors.description')}
      closeLabel={t('close')}
    >
      <FileLink
        href={anchorsAddress(organization)}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        {t('anchors.download')}
      </FileLink>
      <div className="mt-3">
        {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
        {!data && !error ? <Skeleton className="h-24 w-full" aria-label={t('anchors.loading')} /> : null}
        {data?.items.length === 0 ? <p className="text-muted">{t('anchors.none')}</p> : null}
        <ul aria-label={t('anchors.list')} className="divide-y divide-line">
          {data?.items.map(({ id, at, chain, entries }) => (
            <li key={id} data-row={id} className="py-2 text-sm">
              <p className="font-medium">{dateTime(at)}</p>
              <p className="break-all text-muted">
                {[
                  t('anchors.entries', { count: number(entries) }),
                  ...(organization ? [] : [ofWhom(chain)]),
                ].join(' · ')}
              </p>
            </li>
          ))}
        </ul>
        {data ? (
          <ListPages
            label={t('anchors.pages')}
            page={page}
            total={data.total}
            list={list}
            onPageChange={setPage}
          />
        ) : null}
      </div>
    </Modal>
  );
}
