import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type Transfer = Answer<'listTransfers'>['items'][number];

const REFRESH_MS = 1_000;

type State = Pick<Transfer, 'state'>;
export const isUnderWay = ({ state }: State) => state === 'queued' || state === 'running';
export const isOver = (transfer: State) => !isUnderWay(transfer);

/** One's own, read again while one of them is under way. */
export function transfersQuery(page: number) {
  return queryOptions({
    queryKey: ['transfers', page],
    queryFn: ({ signal }) => call('listTransfers', { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.running ? REFRESH_MS : false),
  });
}

export const cancelTransfer = (id: string) => call('cancelTransfer', { params: { id }, body: {} });
