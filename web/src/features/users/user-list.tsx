import { USER_TEXT_FILTERS } from '@atalaya/contract/choices';
import { Users } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { displayName } from '../../shared/person.ts';
import { useUrlState } from '../../shared/url-state.ts';
import { NEWEST_FIRST, useListScreen } from '../../shared/use-list-screen.ts';
import { UserActions } from './user-actions.tsx';
import { UserBulkActions } from './user-bulk-actions.tsx';
import { userColumns } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';
import { sentFilters, userFilterFields, userListFields, usersQuery } from './users.api.ts';
import { usersTexts } from './users.es.ts';

const VIEW = { name: 'users', hideable: ['organization', 'role', 'status', 'job_title', 'last_login_at'] };

/** Tab 'Usuarios Activos'. */
export function UserList({ onEdit }: { onEdit: (id: string) => void }) {
  const t = useTexts(usersTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const [state, setState] = useUrlState(userListFields);
  const { screen, filter, searchBy } = useListScreen({
    filterFields: userFilterFields,
    state,
    setState,
    query: usersQuery(state),
    topics: ['users'],
    beside: [['seats']],
  });
  const isSuperAdmin = profile.role === 'super_admin';
  const columns = useMemo(
    () => userColumns(t, isSuperAdmin, (user) => <UserActions user={user} onEdit={() => onEdit(user.id)} />),
    [t, isSuperAdmin, onEdit],
  );
  return (
    <section aria-label={t('tabs.users')}>
      <ListScreen
        {...screen}
        columns={columns}
        ownOrder={NEWEST_FIRST}
        view={VIEW}
        search={{ label: t('search'), placeholder: t('searchPlaceholder'), ...searchBy('search') }}
        fieldSearches={USER_TEXT_FILTERS.map((name) => ({
          label: t(`words.${name}`),
          placeholder: t(`words.${name}`),
          className: 'sm:w-40',
          ...searchBy(name),
        }))}
        filters={<UserFilters state={state} onChange={filter} />}
        narrowed={{ by: state, onChange: filter }}
        texts={{
          label: t('table'),
          loading: t('loading'),
          loadFailed: t('loadFailed'),
          pages: t('pages.label'),
          nothingFound: t('empty'),
          selectAll: t('selectAll'),
          selectRow: (user) => t('selectOne', { name: displayName(user) }),
        }}
        empty={{ icon: <Users size={20} />, title: t('emptyAtAll'), description: t('emptyAtAllHint') }}
        onOpenRow={may('users.update') ? (user) => onEdit(user.id) : undefined}
        bulk={
          may('users.bulk')
            ? {
                filters: sentFilters(state),
                Actions: UserBulkActions,
                canSelect: (user) => user.id !== profile.id,
              }
            : undefined
        }
      />
    </section>
  );
}
