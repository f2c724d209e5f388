import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';
import type { MandateAddress } from './use-mandate-address.ts';

export type Creditor = Answer<'readCreditor'>;
export type Mandate = Answer<'listMandates'>['items'][number];
export type MandateDetail = Answer<'readMandate'>;

export const creditorQuery = () =>
  queryOptions({
    queryKey: ['mandates', 'creditor'],
    queryFn: ({ signal }) => call('readCreditor', { signal }),
  });

export function mandatesQuery({ search, status, page }: MandateAddress) {
  const query = {
    page,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(status ? { status } : {}),
  };
  return queryOptions({
    queryKey: ['mandates', 'list', query],
    queryFn: ({ signal }) => call('listMandates', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const mandateQuery = (id: string) =>
  queryOptions({
    queryKey: ['mandates', 'one', id],
    queryFn: ({ signal }) => call('readMandate', { params: { id }, signal }),
  });

export const saveCreditor = (body: CallParts<'updateCreditor'>['body']) => call('updateCreditor', { body });
export const signMandate = (body: CallParts<'signMandate'>['body']) => call('signMandate', { body });
export const amendMandate = (id: string, body: CallParts<'amendMandate'>['body']) =>
  call('amendMandate', { params: { id }, body });
export const cancelMandate = (id: string, body: CallParts<'cancelMandate'>['body']) =>
  call('cancelMandate', { params: { id }, body });

/** What shows mandates, and what could be collected with them. */
export function useMandatesChanged() {
  const client = useQueryClient();
  return () => {
    for (const key of ['mandates', 'debit-runs']) void client.invalidateQueries({ queryKey: [key] });
  };
}
