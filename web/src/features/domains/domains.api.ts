import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type Domain = Answer<'listDomains'>['items'][number];

export const domainsQuery = (organization: string) =>
  queryOptions({
    queryKey: ['domains', organization],
    queryFn: ({ signal }) => call('listDomains', { query: { organization_id: organization }, signal }),
    // A job looks at them too.
    staleTime: 0,
  });

function useDomainsChange<T, R>(mutationFn: (value: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: ['domains'] }),
  });
}

export const useDomainsChanged = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['domains'] });
};

export const addDomain = (organization: string, domain: string) =>
  call('createDomain', { query: { organization_id: organization }, body: { domain } });
export const useCheckDomain = () =>
  useDomainsChange((id: string) => call('checkDomain', { params: { id }, body: {} }));
export const useRemoveDomain = () =>
  useDomainsChange((id: string) => call('deleteDomain', { params: { id } }));
