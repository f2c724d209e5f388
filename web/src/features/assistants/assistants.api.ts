import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type Assistants = Answer<'readAssistants'>;

/** Of an organization, by its id; '' is the installation. */
const ownerOf = (organization: string) => ({ query: organization ? { organization_id: organization } : {} });

export function assistantsQuery(organization: string) {
  return queryOptions({
    queryKey: ['assistants', organization],
    queryFn: ({ signal }) => call('readAssistants', { ...ownerOf(organization), signal }),
  });
}

export function useSwitchAssistants(organization: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (is_on: boolean) => call('switchAssistants', { ...ownerOf(organization), body: { is_on } }),
    onSuccess: (now) => client.setQueryData(assistantsQuery(organization).queryKey, now),
  });
}
