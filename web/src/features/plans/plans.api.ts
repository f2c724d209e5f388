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

export function plansQuery(state: { page: number; show: 'listed' | 'archived' }) {
  const query = { page: state.page, ...(state.show === 'archived' ? { archived: 'true' as const } : {}) };
  return queryOptions({
    queryKey: ['plans', 'list', query],
    queryFn: ({ signal }) => call('listPlans', { query, signal }),
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
  return () => {
    void client.invalidateQueries({ queryKey: ['plans'] });
    void client.invalidateQueries({ queryKey: ['companies'] });
    void client.invalidateQueries({ queryKey: ['seats'] });
  };
}

export const createPlan = (body: PlanBody) => call('createPlan', { body });
export const updatePlan = (id: string, body: PlanChange) => call('updatePlan', { params: { id }, body });

export function useCancelMove() {
  const changed = usePlansChanged();
  return useMutation({
    mutationFn: ({ id }: Plan) => call('cancelPlanMove', { params: { id } }),
    onSettled: changed,
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
    onSettled: changed,
  });
}

export function useRestorePlan() {
  const changed = usePlansChanged();
  return useMutation({
    mutationFn: ({ id, with_subscribers }: { id: string; with_subscribers: boolean }) =>
      call('restorePlan', { params: { id }, body: { with_subscribers } }),
    onSettled: changed,
  });
}
