import { queryOptions } from '@tanstack/react-query';
import { addressOf, call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type Holdings = Answer<'readHoldings'>['items'];
export type HeldOf = Holdings[number]['held'];
export type MadeReceipt = Answer<'offboardUsers'>['items'][number];

/** Never cached: the question before an offboarding shows what people have now. */
export function holdingsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['offboarding', 'holdings', ids],
    queryFn: ({ signal }) => call('readHoldings', { query: { ids: ids.join(',') }, signal }),
    gcTime: 0,
    staleTime: 0,
  });
}

export function receiptsQuery(id: string) {
  return queryOptions({
    queryKey: ['offboarding', 'receipts', id],
    queryFn: ({ signal }) => call('listReceipts', { params: { id }, signal }),
  });
}

export const receiptAddress = (id: string) => addressOf('/api/offboarding/receipts/{id}', { params: { id } });
export const receiptPdfAddress = (id: string) =>
  addressOf('/api/offboarding/receipts/{id}/pdf', { params: { id } });
