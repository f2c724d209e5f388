import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type DataExports = Answer<'listDataExports'>;
export type DataExport = DataExports['items'][number];

const REFRESH_MS = 1_000;

export const isUnderWay = ({ state }: DataExport) => state === 'queued' || state === 'running';

const which = (organization: string) => (organization === '' ? {} : { organization_id: organization });

/** Newest first; '' is every organization. Read again while one of the page is under way. */
export function exportsQuery(organization: string, page: number) {
  const query = { page, ...which(organization) };
  return queryOptions({
    queryKey: ['data-exports', query],
    queryFn: ({ signal }) => call('listDataExports', { query, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? REFRESH_MS : false),
  });
}

/** Where the browser downloads its file from. */
export const exportAddress = (id: string) => addressOf('/api/data-exports/{id}/file', { params: { id } });

function useExportsChange<T>(mutationFn: (value: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: ['data-exports'] }),
  });
}

export const useBeginExport = (organization: string) =>
  useExportsChange(() => call('createDataExport', { body: which(organization) }));
export const useCancelExport = () =>
  useExportsChange((id: string) => call('cancelDataExport', { params: { id }, body: {} }));
