import type { Session } from '@atalaya/contract/session';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useAdoptSession } from '../../../platform/session.ts';

export type Passkey = Answer<'listPasskeys'>['items'][number];

export const passkeysQuery = queryOptions({
  queryKey: ['own-factors', 'passkeys'],
  queryFn: ({ signal }) => call('listPasskeys', { signal }),
});

/** What a factor that was added answers: codes to be shown this once, where it is the first. */
export type Added = { session: Session; recovery_codes: string[] | null };

/** After a change of one's own factors: reads them again, and takes over the session that the change answered. */
export function useFactorsChanged(): (session?: Session) => void {
  const client = useQueryClient();
  const adopt = useAdoptSession();
  return (session) => {
    if (session) adopt(session);
    void client.invalidateQueries({ queryKey: ['own-factors'] });
  };
}
