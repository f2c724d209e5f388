import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** Where the person is signed in. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call('listOwnSessions', { signal }),
});

/** Where the person is asked for no second factor: read again with one's factors, whose last one takes them along. */
export const trustedBrowsersQuery = queryOptions({
  queryKey: ['own-factors', 'trusted-browsers'],
  queryFn: ({ signal }) => call('listTrustedBrowsers', { signal }),
});
