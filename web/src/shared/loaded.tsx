import { Skeleton } from '@atalaya/ui/skeleton';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

type LoadedProps<T, Key extends readonly unknown[]> = {
  query: UseQueryOptions<T, Error, T, Key>;
  /** Says what is being read, and that it could not be. */
  loading: string;
  failed: string;
  children: (data: T) => ReactNode;
};

/** What has to be read first: a skeleton until then, a way to try again where it failed. */
export function Loaded<T, Key extends readonly unknown[]>(props: LoadedProps<T, Key>) {
  const { query, loading, failed, children } = props;
  const { data, isError, error, refetch } = useQuery(query);
  if (data !== undefined) return children(data);
  if (isError) return <LoadFailed title={failed} error={error} onRetry={refetch} />;
  return (
    <div role="status" aria-label={loading} className="grid gap-4">
      <Skeleton className="h-72" />
    </div>
  );
}
