import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** Where the person is signed in. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call('listOwnSessions', { signal }),
});
