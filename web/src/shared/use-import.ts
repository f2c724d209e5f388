import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../platform/api/call.ts';
import type { Answer, CallParts } from '../platform/api/route-shapes.ts';
import { useNotifyFailure } from '../platform/notify.ts';

export type Import = Answer<'readImport'>;
export type Mapping = CallParts<'checkImport'>['body']['mapping'];

const ASK_AGAIN_MS = 600;

export const isUnderWay = ({ state }: Pick<Import, 'state'>) => state === 'queued' || state === 'running';

/** The import of a dialog: read again while the server works on it. */
export function useImport() {
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const [id, setId] = useState<string | null>(null);
  const key = ['import', id];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('readImport', { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data) ? ASK_AGAIN_MS : false),
  });
  const keep = (next: Import | null) => {
    setId(next?.id ?? null);
    if (next) client.setQueryData(['import', next.id], next);
  };
  const send = useMutation({
    mutationFn: (step: () => Promise<Import>) => step(),
    onSuccess: keep,
    onError: (error) => notifyFailure(error),
  });
  const now = id === null ? null : (data ?? null);
  useAnnounce(now);
  return {
    now,
    keep,
    busy: send.isPending,
    check: (mapping: Mapping) =>
      send.mutate(() => call('checkImport', { params: { id: id ?? '' }, body: { mapping } })),
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
