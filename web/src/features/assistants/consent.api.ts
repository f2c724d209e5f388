import type { consentAsked } from '@atalaya/contract/assistants';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { CallParts } from '../../platform/api/route-shapes.ts';

const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const satisfies readonly (keyof typeof consentAsked)[];

/** What the address of the consent screen asks for, as OAuth names it; what else it carries is left out. */
export type ConsentAsked = Pick<CallParts<'giveConsent'>['body'], (typeof NAMES)[number]>;

export const askedOf = (search: Record<string, unknown>) =>
  Object.fromEntries(
    NAMES.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  ) as ConsentAsked;

export function consentQuery(asked: ConsentAsked) {
  return queryOptions({
    queryKey: ['assistant-consent', asked],
    queryFn: ({ signal }) => call('readConsent', { query: asked, signal }),
    // What was chosen must not vanish because the window got the focus again.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
