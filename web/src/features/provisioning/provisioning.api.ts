import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';

export type Provisioning = Answer<'readProvisioning'>;
export type Token = Provisioning['tokens'][number];
export type MadeToken = Answer<'createProvisioningToken'>;
export type LoggedRequest = Answer<'listProvisioningRequests'>['items'][number];
export type Comparison = Answer<'compareProvisioning'>;

/** Of a connection, by its id. */
export function provisioningQuery(id: string) {
  return queryOptions({
    queryKey: ['provisioning', id],
    queryFn: ({ signal }) => call('readProvisioning', { params: { id }, signal }),
  });
}

/** Reads it again. */
export function useProvisioningChanged(id: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: provisioningQuery(id).queryKey });
}

export function requestsQuery(id: string, page: number) {
  return queryOptions({
    queryKey: ['provisioning-requests', id, page],
    queryFn: ({ signal }) => call('listProvisioningRequests', { params: { id }, query: { page }, signal }),
    // The provider asks at any time.
    staleTime: 0,
  });
}

/** What differs is told at the moment at which it is asked for, and never from before. */
export function comparisonQuery(id: string) {
  return queryOptions({
    queryKey: ['provisioning-comparison', id],
    queryFn: ({ signal }) => call('compareProvisioning', { params: { id }, signal }),
    enabled: false,
    gcTime: 0,
  });
}
type Proof = CallParts<'createProvisioningToken'>['body'];
export const createToken = (id: string, body: Proof): Promise<MadeToken> =>
  call('createProvisioningToken', { params: { id }, body });
export const revokeToken = (id: string, token_id: string) =>
  call('revokeProvisioningToken', { params: { id, token_id } });
