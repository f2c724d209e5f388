import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';

export type SignOn = Answer<'readSignOn'>;
export type SamlSettings = Extract<SignOn['settings'], { kind: 'saml' }>;
export type SignOnTest = NonNullable<SignOn['test']>;

/** How far it is on its way to be used. */
export type SignOnState = 'none' | 'untested' | 'tested' | 'on';

export function stateOf({ settings }: SignOn): SignOnState {
  if (!settings) return 'none';
  if (settings.is_on) return 'on';
  return settings.is_tested ? 'tested' : 'untested';
}

/** Of a connection, by its id. */
export function signOnQuery(id: string) {
  return queryOptions({
    queryKey: ['sign-on', id],
    queryFn: ({ signal }) => call('readSignOn', { params: { id }, signal }),
    // A test changes it in another window.
    staleTime: 0,
  });
}

/** Shows what the server has answered. */
export function useSignOnAnswered(id: string) {
  const client = useQueryClient();
  return (answer: SignOn) => {
    client.setQueryData(signOnQuery(id).queryKey, answer);
    // Whether it can be required depends on it.
    void client.invalidateQueries({ queryKey: ['enforcement'] });
  };
}

/** Reads it again. */
export function useSignOnChanged(id: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: signOnQuery(id).queryKey });
}

export const saveSignOn = (id: string, body: CallParts<'saveSignOn'>['body']): Promise<SignOn> =>
  call('saveSignOn', { params: { id }, body });
export const switchSignOn = (id: string, body: CallParts<'switchSignOn'>['body']): Promise<SignOn> =>
  call('switchSignOn', { params: { id }, body });
/** The address at which the provider asks who it is. */
export const testSignOn = (id: string) => call('testSignOn', { params: { id }, body: {} });
