import type { ORGANIZATION_SORTS } from '@atalaya/contract/choices';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { companiesTexts } from './organizations.es.ts';

export type Company = Answer<'readOrganization'>;
export type CompanyStatus = Company['subscription_status'];
export type Seats = Answer<'readSeats'>;
export type Deletion = Answer<'previewOrganizationDeletion'>;
export type Overview = Answer<'readOrganizationOverview'>;

export type CompanyFilters = {
  search: string;
  status: CompanyStatus | 'bin' | null;
  plan: string;
  /** Days, or ''. */
  created_from: string;
  created_to: string;
};
export type CompanyListState = CompanyFilters & {
  page: number;
  sort: (typeof ORGANIZATION_SORTS)[number];
  order: 'asc' | 'desc';
};

/** The filters as the server takes them: what is not set is left out. */
export function sentFilters({ search, status, plan, created_from, created_to }: CompanyFilters) {
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(status === 'bin' ? { bin: 'true' as const } : {}),
    ...(status && status !== 'bin' ? { status } : {}),
    ...(plan ? { plan_type: plan } : {}),
    ...(created_from ? { created_from } : {}),
    ...(created_to ? { created_to } : {}),
  };
}

export function companiesQuery(state: CompanyListState) {
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

export function companyQuery(id: string) {
  return queryOptions({
    queryKey: ['organizations', 'one', id],
    queryFn: ({ signal }) => call('readOrganization', { params: { id }, signal }),
  });
}

export function companySeatsQuery(id: string) {
  return queryOptions({
    queryKey: ['seats', id],
    queryFn: ({ signal }) => call('readSeats', { params: { id }, signal }),
  });
}

/** What deleting a company would concern: asked afresh each time. */
export function deletionQuery(id: string) {
  return queryOptions({
    queryKey: ['organizations', 'deletion', id],
    queryFn: ({ signal }) => call('previewOrganizationDeletion', { params: { id }, signal }),
    staleTime: 0,
  });
}

export const createCompany = (body: CallParts<'createOrganization'>['body']) =>
  call('createOrganization', { body });

export const updateCompany = (id: string, body: CallParts<'updateOrganization'>['body']) =>
  call('updateOrganization', { params: { id }, body });

export const updateBillingData = (id: string, body: CallParts<'updateBillingData'>['body']) =>
  call('updateBillingData', { params: { id }, body });

/** What shows organizations, their names and their people. */
export function useCompaniesChanged() {
  const client = useQueryClient();
  return () => {
    for (const key of ['organizations', 'seats', 'users', 'invitations', 'session'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}

export function useDeleteCompany() {
  const changed = useCompaniesChanged();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & CallParts<'deleteOrganization'>['body']) =>
      call('deleteOrganization', { params: { id }, body }),
    onSettled: changed,
  });
}

/** Takes a company out of the bin, and tells how it went. */
export function useRestoreCompany() {
  const t = useTexts(companiesTexts);
  const changed = useCompaniesChanged();
  const notifyFailure = useNotifyFailure();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (id: string) => call('restoreOrganization', { params: { id }, body: {} }),
    onSettled: changed,
  });
  const restore = (id: string) =>
    mutateAsync(id).then(
      () => notify.success(t('deletion.restored')),
      (error: unknown) => notifyFailure(error),
    );
  return { restore, busy: isPending };
}
