import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type AppHome = Answer<'readAppHome'>;
export type Company = NonNullable<AppHome['organization']>;

/** By organization: once a person joins another one, all of it differs. */
export function appHomeQuery(organization_id: string | null) {
  return queryOptions({
    queryKey: ['app-home', organization_id],
    queryFn: ({ signal }) => call('readAppHome', { signal }),
    // Every answer to a ticket since the last read may have changed it.
    staleTime: 0,
  });
}
