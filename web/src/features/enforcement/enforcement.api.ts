import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type Enforcement = Answer<'readEnforcement'>;
export type BreakGlassPerson = Enforcement['people'][number];

export const enforcementQuery = (organization: string) =>
  queryOptions({
    queryKey: ['enforcement', organization],
    queryFn: ({ signal }) => call('readEnforcement', { query: { organization_id: organization }, signal }),
    // Sign-ins and other screens change it.
    staleTime: 0,
  });

/** Shows what the server has answered. */
export function useEnforcementAnswered(organization: string) {
  const client = useQueryClient();
  return (answer: Enforcement) => void client.setQueryData(enforcementQuery(organization).queryKey, answer);
}

/** A change whose answer is shown, and what others have made of it where it was stale. */
export function useEnforcementChange<T>(
  organization: string,
  mutationFn: (value: T) => Promise<Enforcement>,
) {
  const client = useQueryClient();
  const { queryKey } = enforcementQuery(organization);
  return useMutation({
    mutationFn,
    onSuccess: (answer) => void client.setQueryData(queryKey, answer),
    onError: (error) => {
      if (isApiError(error, 'object.stale')) client.setQueryData(queryKey, error.current as Enforcement);
      else void client.invalidateQueries({ queryKey });
    },
  });
}

const of = (organization: string) => ({ organization_id: organization });

export const switchEnforcement = ({ organization_id, version }: Enforcement, is_on: boolean) =>
  call('switchEnforcement', { query: of(organization_id), body: { version, is_on } });
export const addBreakGlass = (organization: string, profile_id: string) =>
  call('addBreakGlass', { query: of(organization), body: { profile_id } });
export const removeBreakGlass = (organization: string, id: string) =>
  call('removeBreakGlass', { query: of(organization), params: { id } });
