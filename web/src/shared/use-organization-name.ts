import { queryOptions, useQuery } from '@tanstack/react-query';
import { isApiError } from '../platform/api/api-error.ts';
import { call } from '../platform/api/call.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { dialogsTexts } from './dialogs.es.ts';

export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', 'one', id],
    queryFn: ({ signal }) => call('readOrganization', { params: { id }, signal }),
    enabled: id !== '',
  });

/** What the organization is called that an address names by its id ('': none), or why that is not known. */
export function useOrganizationName(id: string): string {
  const t = useTexts(dialogsTexts);
  const { data, error } = useQuery(organizationQuery(id));
  if (data) return data.name;
  if (!error) return '…';
  const isGone = isApiError(error, 'object.not_found') || isApiError(error, 'request.invalid');
  return t(isGone ? 'organization.gone' : 'organization.unnamed');
}
