import { USER_SORTS, USER_TEXT_FILTERS } from '@atalaya/contract/choices';
import { recordOf } from '@atalaya/contract/record-of';
import { ROLES } from '@atalaya/contract/roles';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { type StateOf, choiceField, dayField, idField, textField } from '../../shared/url-state.ts';
import { listFields } from '../../shared/use-list-screen.ts';
import { outcomeOf } from '../transfers/transfers.face.ts';
import { useLastAdminQuestion } from './use-last-admin-question.ts';

export type User = Answer<'readUser'>;

/** What the list of people is narrowed by, as the address holds it: nothing reads as something empty. */
export const userFilterFields = {
  search: textField(),
  ...recordOf(USER_TEXT_FILTERS, () => textField()),
  role: choiceField(ROLES, null),
  status: choiceField(['active', 'inactive'], null),
  organization: idField(),
  last_login_from: dayField(),
  last_login_to: dayField(),
  created_from: dayField(),
  created_to: dayField(),
};
export const userListFields = listFields(userFilterFields, USER_SORTS, 'created_at');
export type UserFilters = StateOf<typeof userFilterFields>;

export type SentFilters = Extract<Chosen, { filters: object }>['filters'];

/** The filters as the server takes them: what is not set is left out. */
export function sentFilters(state: UserFilters): SentFilters {
  const sent = Object.keys(userFilterFields).map((name) => {
    const value = state[name as keyof UserFilters];
    return [name === 'organization' ? 'organization_id' : name, value?.trim()] as const;
  });
  return Object.fromEntries(sent.filter(([, value]) => value));
}

export function usersQuery(state: StateOf<typeof userListFields>) {
  const { page, sort, order } = state;
  const query = { ...sentFilters(state), page, sort, order };
  return queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => call('listUsers', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call('readUser', { params: { id }, signal }),
  });
}

/** People, and the seats that they take. */
export function useUsersChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['users', 'seats', 'invitations'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}

export const createUser = (body: CallParts<'createUser'>['body']) => call('createUser', { body });

export type UserChange = CallParts<'updateUser'>['body'];

export const updateUser = (id: string, body: UserChange) => call('updateUser', { params: { id }, body });

/** Deletes at once on the screen; where that fails, the row comes back with the list as the server has it by then. */
export function useDeleteUser() {
  const client = useQueryClient();
  const changed = useUsersChanged();
  const askLastAdmin = useLastAdminQuestion();
  return useMutation({
    mutationFn: ({ id }: User) =>
      askLastAdmin((confirmed) =>
        call('deleteUser', { params: { id }, query: confirmed ? { confirm_last_admin: 'true' } : {} }),
      ),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey: ['users', 'list'] });
      const shown = client.getQueriesData<Answer<'listUsers'>>({ queryKey: ['users', 'list'] });
      client.setQueriesData<Answer<'listUsers'>>({ queryKey: ['users', 'list'] }, (page) =>
        page ? { ...page, items: page.items.filter((user) => user.id !== id) } : page,
      );
      return shown.map(([key, page]) => ({ key, at: page?.items.findIndex((user) => user.id === id) ?? -1 }));
    },
    onSettled: (_deleted, error, user, places) => {
      const read = changed();
      if (error === null || isApiError(error, 'object.not_found')) return;
      // The row as it was last seen, only where the list is not read anew: offline, say, or where that fails too.
      const putBack = () => {
        for (const { key, at } of places ?? []) {
          const { isInvalidated, fetchStatus } = client.getQueryState(key) ?? {};
          if (at < 0 || !isInvalidated || fetchStatus === 'fetching') continue;
          client.setQueryData<Answer<'listUsers'>>(key, (page) =>
            page && !page.items.some(({ id }) => id === user.id)
              ? { ...page, items: page.items.toSpliced(at, 0, user) }
              : page,
          );
          void client.invalidateQueries({ queryKey: key, refetchType: 'none' });
        }
      };
      putBack();
      // Not awaited: why it failed is told before the list has been read.
      void read.then(putBack);
    },
  });
}

export type BulkAction = CallParts<'changeUsers'>['body']['action'];
export type Chosen = CallParts<'changeUsers'>['body']['chosen'];

/** `skip_refused`: without those whom the rules refuse. `onQueued`: called where a job carries it out. */
type Bulk = { action: BulkAction; chosen: Chosen; skip_refused: boolean; onQueued: () => void };

export function useChangeUsers() {
  const changed = useUsersChanged();
  const askLastAdmin = useLastAdminQuestion();
  const { language } = useLanguage();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, chosen, skip_refused, onQueued }: Bulk) =>
      askLastAdmin(async (confirmed) => {
        const body = {
          action,
          chosen,
          ...(confirmed ? { confirm_last_admin: true as const } : {}),
          ...(skip_refused ? { skip_refused: true as const } : {}),
        };
        return outcomeOf(await call('changeUsers', { body }), { language, client, onQueued });
      }),
    onSettled: () => void changed(),
  });
}

export function useSendReset() {
  return useMutation({
    mutationFn: ({ id }: User) => call('sendUserReset', { params: { id }, body: {} }),
  });
}
