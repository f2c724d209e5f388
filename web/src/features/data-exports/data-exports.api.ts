import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { addressOf, call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type DataExports = Answer<'listDataExports'>;
export type DataExport = DataExports['items'][number];

const REFRESH_MS = 1_000;

export const isUnderWay = ({ state }: DataExport) => state === 'queued' || state === 'running';

const which = (organization: string) => (organization === '' ? {} : { organization_id: organization });

const readPage = (organization: string, page: number, signal?: AbortSignal) =>
  call('listDataExports', { query: { page, ...which(organization) }, ...(signal ? { signal } : {}) });

/** Newest first; '' is every organization. Read again while one of the page is under way. */
export function exportsQuery(organization: string, page: number) {
  return queryOptions({
    queryKey: ['data-exports', { page, ...which(organization) }],
    queryFn: ({ signal }) => readPage(organization, page, signal),
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

/**
 * Hands the file of an export on a page of the list to the browser's own download, since it may be larger than what a
 * page can hold. That download tells nothing on the screen: the server is asked first whether the file is still there.
 */
export function useSaveExport(organization: string, page: number) {
  const client = useQueryClient();
  return async (id: string) => {
    try {
      const { items } = await readPage(organization, page);
      // One that newer exports have moved to the next page is there.
      const one = items.find((each) => each.id === id);
      if (one?.bytes === null) throw new ApiError(404, { code: 'object.not_found' });
      const link = document.createElement('a');
      link.href = exportAddress(id);
      link.download = '';
      link.click();
    } finally {
      void client.invalidateQueries({ queryKey: ['data-exports'] });
    }
  };
}
