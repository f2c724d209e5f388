import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type Dashboard = Answer<'readDashboard'>;
export type CardKey = Dashboard['cards'][number]['key'];
export type Figure = NonNullable<Dashboard['cards'][number]['figure']>;
export type ChartKey = Dashboard['charts'][number]['key'];
export type Series = NonNullable<Dashboard['charts'][number]['series']>;
export type Country = NonNullable<Dashboard['countries']>[number];
export type Project = NonNullable<Dashboard['projects']>[number];
export type LatestTicket = NonNullable<Dashboard['tickets']>[number];

/** All of it in one round trip; a part that failed is null. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call('readDashboard', { signal }),
});
