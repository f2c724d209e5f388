import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';
export { SeatsField } from './seats-field.tsx';
export { type TypedSeats, parseSeats } from './typed-seats.ts';

/** Every plan on offer, of all pages of the list. */
export const plansOnOfferQuery = queryOptions({
  queryKey: ['plans', 'on-offer'],
  queryFn: async ({ signal }) => {
    const plans: Answer<'listPlans'>['items'] = [];
    for (let page = 1; ; page += 1) {
      const { items, total } = await call('listPlans', { query: { page }, signal });
      plans.push(...items);
      if (items.length === 0 || plans.length >= total) return plans;
    }
  },
});
