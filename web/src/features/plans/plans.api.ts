import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';

export type Plan = Answer<'readPlan'>;
export type PlanTerms = { price_cents: number; max_users: number };
export type Simulation = Answer<'simulatePlan'>;
export type SimulatedRow = Simulation['items'][number];
export type PlanBody = CallParts<'createPlan'>['body'];
export type PlanChange = CallParts<'updatePlan'>['body'];
/** Other terms for those on a plan, or another plan for them. */
export type SimulatedChange = CallParts<'simulatePlan'>['body']['to'];

export function plansQuery(page: number) {
  return queryOptions({
    queryKey: ['plans', 'list', page],
    queryFn: ({ signal }) => call('listPlans', { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function planQuery(id: string) {
  return queryOptions({
    queryKey: ['plans', 'one', id],
    queryFn: ({ signal }) => call('readPlan', { params: { id }, signal }),
  });
}

export function simulationQuery(id: string, to: SimulatedChange, page: number) {
  return queryOptions({
    queryKey: ['plans', 'simulation', id, to, page],
    queryFn: ({ signal }) => call('simulatePlan', { params: { id }, body: { to, page }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
}

/** Plans, and the companies that are on them. */
export function usePlansChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['plans', 'companies', 'seats', 'bin'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}

export const createPlan = (body: PlanBody) => call('createPlan', { body });
export const addPlansInEuros = () => call('addPlansInEuros', { body: {} });
export const updatePlan = (id: string, body: PlanChange) => call('updatePlan', { params: { id }, body });
/** Out of the bin, with the companies that were moved away from it. */
export const restorePlan = ({ id }: Plan) =>
  call('restorePlan', { params: { id }, body: { with_subscribers: true } });

export function useCancelMove() {
  const changed = usePlansChanged();
  return useMutation({
    mutationFn: ({ id }: Plan) => call('cancelPlanMove', { params: { id } }),
    onSettled: () => void changed(),
  });
}

/** `move_to`: the plan that its subscribers go to. */
export function useArchivePlan() {
  const changed = usePlansChanged();
  return useMutation({
    mutationFn: ({ plan, move_to }: { plan: Plan; move_to: string | null }) =>
      call('archivePlan', {
        params: { id: plan.id },
        body: { version: plan.version, ...(move_to === null ? {} : { move_to }) },
      }),
    onSettled: () => void changed(),
  });
}
