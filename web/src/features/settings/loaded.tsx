import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Skeleton } from '@atalaya/ui/skeleton';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { settingsTexts } from './settings.es.ts';

type LoadedProps<T, Key extends readonly unknown[]> = {
  query: UseQueryOptions<T, Error, T, Key>;
  children: (data: T) => ReactNode;
};

/** What has to be read first: a skeleton until then, a way to try again where it failed. */
export function Loaded<T, Key extends readonly unknown[]>({ query, children }: LoadedProps<T, Key>) {
  const t = useTexts(settingsTexts);
  const { data, isError, refetch } = useQuery(query);
  if (data !== undefined) return children(data);
  if (isError)
    return (
      <EmptyState
        icon={<CircleAlert size={20} />}
        title={t('loadFailed')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-4">
      <Skeleton className="h-72" />
    </div>
  );
}
