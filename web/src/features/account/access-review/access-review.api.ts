import type { Session } from '@atalaya/contract/session';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';
import { useAdoptSession } from '../../../platform/session.ts';
import { waysInQuery } from '../providers/ways-in.ts';

export type MadeWay = Answer<'readAccessReview'>['ways'][number];
type Proof = CallParts<'removePasskey'>['body'];
type Provider = CallParts<'unlinkProvider'>['params']['provider'];

export const accessReviewQuery = queryOptions({
  queryKey: ['access-review'],
  queryFn: ({ signal }) => call('readAccessReview', { signal }),
});

/** Takes a way in away; the session as it is then, where that changes it. A key is revoked without a proof. */
export async function dropWay({ kind, id }: MadeWay, prove: () => Promise<Proof>): Promise<Session | null> {
  switch (kind) {
    case 'api_key':
      await call('revokeApiKey', { params: { id } });
      return null;
    case 'provider':
      await call('unlinkProvider', { params: { provider: id as Provider }, body: await prove() });
      return null;
    case 'passkey':
      return (await call('removePasskey', { params: { id }, body: await prove() })).session;
    case 'app':
      return (await call('disableTwoFactor', { body: await prove() })).session;
  }
}

/** After that, everything that shows ways in is read anew. */
export function useWaysChanged(): (session: Session | null) => void {
  const client = useQueryClient();
  const adopt = useAdoptSession();
  return (session) => {
    if (session) adopt(session);
    for (const queryKey of [accessReviewQuery.queryKey, waysInQuery.queryKey, ['own-factors'], ['api-keys']])
      void client.invalidateQueries({ queryKey });
  };
}
