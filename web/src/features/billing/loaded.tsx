import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { LoadingDialog } from '../../shared/loading-dialog.tsx';
import { billingTexts } from './billing.es.ts';

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
    <LoadingDialog
      title={t('title')}
      closeLabel={t('close')}
      loading={t('loading')}
      gone={gone}
      failed={t('loadFailed')}
      error={error}
      onRetry={refetch}
      onClose={onClose}
    />
  );
}
