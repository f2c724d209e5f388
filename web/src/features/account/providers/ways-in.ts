import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** What one can sign in with: a password, accounts of providers. */
export const waysInQuery = queryOptions({
  queryKey: ['ways-in'],
  queryFn: ({ signal }) => call('readWaysIn', { signal }),
});
