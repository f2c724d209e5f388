import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportResource } from '@atalaya/contract/import-fields';
import { useEffect } from 'react';
import { isApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';
import { useNotifyFailure } from '../../../platform/notify.ts';

export type Import = Answer<'readImport'>;
export type Mapping = CallParts<'checkImport'>['body']['mapping'];

const ASK_AGAIN_MS = 600;

export const isUnderWay = ({ state }: Pick<Import, 'state'>) => state === 'queued' || state === 'running';

/** The import of a dialog, by its id: read again while the server works on it. */
export function useImport(
  resource: ImportResource,
  id: string | null,
  onChange: (id: string | null) => void,
) {
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const key = ['import', id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('readImport', { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data) ? ASK_AGAIN_MS : false),
  });
  const keep = async (next: Import | null) => {
    if (next) {
      const nextKey = ['import', next.id];
      // A read that began before the step was taken would show the step before it, and not be asked again.
      await client.cancelQueries({ queryKey: nextKey });
      client.setQueryData(nextKey, next);
    }
    if (next?.id !== (id ?? undefined)) onChange(next?.id ?? null);
    // The list of imports, and the badge of the menu.
    void client.invalidateQueries({ queryKey: ['transfers'] });
  };
  const send = useMutation({
    mutationFn: (step: () => Promise<Import>) => step(),
    onSuccess: keep,
    onError: (error) => notifyFailure(error),
  });
  const now = id !== null && data?.resource === resource ? data : null;
  const isGone = data ? now === null : isApiError(error, 'object.not_found');
  useAnnounce(now);
  return {
    now,
    /** Why there is nothing to show for the id: it is no import of one's own any more, or it could not be read. */
    failure: id === null || now ? null : isGone ? ('gone' as const) : error ? ('failed' as const) : null,
    error,
    readAgain: refetch,
    keep,
    busy: send.isPending,
    check: (mapping: Mapping, onTaken: () => void = () => undefined) =>
      send.mutate(() => call('checkImport', { params: { id: id ?? '' }, body: { mapping } }), {
        onSuccess: onTaken,
      }),
    apply: (send_links: boolean) =>
      send.mutate(() => call('applyImport', { params: { id: id ?? '' }, body: { send_links } })),
    cancel: () =>
      send.mutate(async () => {
        await call('cancelTransfer', { params: { id: id ?? '' }, body: {} });
        return call('readImport', { params: { id: id ?? '' } });
      }),
  };
}

/** Once rows were brought in, every list may hold them. */
function useAnnounce(now: Import | null): void {
  const client = useQueryClient();
  const isOver = now !== null && now.step === 'apply' && !isUnderWay(now);
  useEffect(() => {
    if (isOver) void client.invalidateQueries();
  }, [client, isOver]);
}
