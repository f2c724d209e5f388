import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { addressOf, call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';
import type { DebitRunAddress } from './use-debit-run-address.ts';

export type DebitRun = Answer<'listDebitRuns'>['items'][number];
export type DebitRunDetail = Answer<'readDebitRun'>;
export type Debit = DebitRunDetail['items'][number];
export type Collectable = Answer<'listCollectable'>;

export function debitRunsQuery({ status, page }: DebitRunAddress) {
  const query = { page, ...(status ? { status } : {}) };
  return queryOptions({
    queryKey: ['debit-runs', 'list', query],
    queryFn: ({ signal }) => call('listDebitRuns', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const debitRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['debit-runs', 'one', id],
    queryFn: ({ signal }) => call('readDebitRun', { params: { id }, signal }),
  });

export const collectableQuery = (type: DebitRun['type']) =>
  queryOptions({
    queryKey: ['debit-runs', 'collectable', type],
    queryFn: ({ signal }) => call('listCollectable', { query: { type }, signal }),
  });

export const createDebitRun = (body: CallParts<'createDebitRun'>['body']) => call('createDebitRun', { body });
export const presentDebitRun = (id: string) => call('presentDebitRun', { params: { id } });
export const confirmDebitRun = (id: string) => call('confirmDebitRun', { params: { id } });
export const cancelDebitRun = (id: string) => call('cancelDebitRun', { params: { id } });
export const returnDebit = (id: string, body: CallParts<'returnDebit'>['body']) =>
  call('returnDebit', { params: { id }, body });

/** Where the browser downloads the file of a run from. */
export const fileAddress = (id: string) => addressOf('/api/debit-runs/{id}/file', { params: { id } });

/** What shows runs, their mandates and what they pay. */
export function useDebitRunsChanged() {
  const client = useQueryClient();
  return () => {
    for (const key of ['debit-runs', 'mandates', 'billing'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}
