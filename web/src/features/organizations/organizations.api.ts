import { ORGANIZATION_SORTS } from '@atalaya/contract/choices';
import { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';
import { type StateOf, choiceField, dayField, textField } from '../../shared/url-state.ts';
import { listFields } from '../../shared/use-list-screen.ts';

export type Organization = Answer<'readOrganization'>;
export type Seats = Answer<'readSeats'>;
export type Deletion = Answer<'previewOrganizationDeletion'>;
export type Overview = Answer<'readOrganizationOverview'>;

/** What the list of organizations is narrowed by, as the address holds it: nothing reads as something empty. */
export const organizationFilterFields = {
  search: textField(),
  status: choiceField(SUBSCRIPTION_STATUSES, null),
  plan: textField(),
  created_from: dayField(),
  created_to: dayField(),
};
export const organizationListFields = listFields(organizationFilterFields, ORGANIZATION_SORTS, 'created_at');
export type OrganizationListFilters = StateOf<typeof organizationFilterFields>;

/** The filters as the server takes them: what is not set is left out. */
export function sentFilters({ search, status, plan, created_from, created_to }: OrganizationListFilters) {
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(status ? { status } : {}),
    ...(plan ? { plan_type: plan } : {}),
    ...(created_from ? { created_from } : {}),
    ...(created_to ? { created_to } : {}),
  };
}

export function organizationsQuery(state: StateOf<typeof organizationListFields>) {
  const { page, sort, order } = state;
  const query = { page, sort, order, ...sentFilters(state) };
  return queryOptions({
    queryKey: ['organizations', 'list', query],
    queryFn: ({ signal }) => call('listOrganizations', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const overviewQuery = queryOptions({
  queryKey: ['organizations', 'overview'],
  queryFn: ({ signal }) => call('readOrganizationOverview', { signal }),
});

export function organizationSeatsQuery(id: string) {
  return queryOptions({
    queryKey: ['seats', id],
    queryFn: ({ signal }) => call('readSeats', { params: { id }, signal }),
  });
}

/** What deleting an organization would concern: asked afresh each time. */
export function deletionQuery(id: string) {
  return queryOptions({
    queryKey: ['organizations', 'deletion', id],
    queryFn: ({ signal }) => call('previewOrganizationDeletion', { params: { id }, signal }),
    staleTime: 0,
  });
}

export const createOrganization = (body: CallParts<'createOrganization'>['body']) =>
  call('createOrganization', { body });

export const updateOrganization = (id: string, body: CallParts<'updateOrganization'>['body']) =>
  call('updateOrganization', { params: { id }, body });

export const updateBillingData = (id: string, body: CallParts<'updateBillingData'>['body']) =>
  call('updateBillingData', { params: { id }, body });

/** What shows organizations, their names and their people. */
export function useOrganizationsChanged() {
  const client = useQueryClient();
  return () => {
    for (const key of ['organizations', 'seats', 'users', 'invitations', 'session'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}

export function useDeleteOrganization() {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & CallParts<'deleteOrganization'>['body']) =>
      call('deleteOrganization', { params: { id }, body }),
    onSettled: changed,
  });
}
