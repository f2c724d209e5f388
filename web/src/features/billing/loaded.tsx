import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { NotShown } from '../../shared/not-shown.tsx';
import { billingTexts } from './billing-texts.ts';

type LoadedProps<T, Key extends readonly unknown[]> = {
  query: UseQueryOptions<T, Error, T, Key>;
  /** Says that what it is about does not exist, or no longer. */
  gone: string;
  onClose: () => void;
  children: (data: T) => ReactNode;
};

/** A dialog about what has to be read first. */
export function Loaded<T, Key extends readonly unknown[]>(props: LoadedProps<T, Key>) {
  const { query, gone, onClose, children } = props;
  const t = useTexts(billingTexts);
  const { data, error, refetch } = useQuery(query);
  if (data !== undefined) return children(data);
  return (
    <Modal open onClose={onClose} title={t('title')} closeLabel={t('close')}>
      {error ? (
        <NotShown error={error} gone={gone} failed={t('loadFailed')} onRetry={refetch} />
      ) : (
        <div role="status" aria-label={t('loading')} className="grid gap-6 py-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
    </Modal>
  );
}
