import type { Role } from '@atalaya/contract/roles';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type Invitation = Answer<'listInvitations'>['items'][number];
/** What the link of an invitation opens. */
export type OpenedInvitation = Answer<'openInvitation'>;
/** Of one address, what inviting it would come to. */
export type CheckedLine = Answer<'checkInvitations'>['results'][number];
export type InvitationFilters = { page: number; search: string; status: Invitation['status'] | null };

export function invitationsQuery({ page, search, status }: InvitationFilters) {
  const query = {
    page,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(status ? { status } : {}),
  };
  return queryOptions({
    queryKey: ['invitations', query],
    queryFn: ({ signal }) => call('listInvitations', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Seats of an organization; nothing is asked while none is chosen. */
export function seatsQuery(organization_id: string | null) {
  return queryOptions({
    queryKey: ['seats', organization_id],
    queryFn: ({ signal }) => call('readSeats', { params: { id: organization_id ?? '' }, signal }),
    enabled: organization_id !== null,
  });
}

/** What changes when an invitation does: the list, and the seats that it reserves. */
export function useInvitationsChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(['invitations', 'seats'].map((key) => client.invalidateQueries({ queryKey: [key] })));
}

export type Sent = Answer<'createInvitation'>;
export type Inviting = { email: string; role: Role; organization_id: string | null };

export function sendInvitation({ email, role, organization_id }: Inviting) {
  return call('createInvitation', { body: { email, role, ...(organization_id ? { organization_id } : {}) } });
}

export function useInvitationAction<T>(action: (id: string) => Promise<T>) {
  const changed = useInvitationsChanged();
  return useMutation({ mutationFn: action, onSettled: () => void changed() });
}
