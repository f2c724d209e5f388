import { ROLES, type Role } from '@atalaya/contract/roles';
import { USER_SORTS, USER_TEXT_FILTERS } from '@atalaya/contract/choices';
import { Button } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { InvitationsPanel } from '../invitations/invitations.face.ts';
import { ExportButton, ImportButton } from '../transfers/transfers.face.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { NEWEST_FIRST, listFields, listState } from '../../shared/list-state.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { displayName } from '../../shared/person.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { choiceField, textField, useUrlState } from '../../shared/url-state.ts';
import { UserActions } from './user-actions.tsx';
import { userColumns } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import { userFilterFields } from './user-filter-fields.ts';
import { sentFilters, usersQuery } from './users.api.ts';
import { UserBulkActions } from './user-bulk-actions.tsx';
import { usersTexts } from './users.es.ts';

/** `user`: who is being edited, by id, or 'new'. */
const screenFields = { tab: choiceField(['users', 'invitations'], 'users'), user: textField() };
const fields = listFields(userFilterFields, USER_SORTS, 'created_at');
const VIEW = { name: 'users', hideable: ['organization', 'role', 'status', 'job_title', 'last_login_at'] };

/** 'Gestión de Usuarios': people, and in its second tab the invitations. */
export function UsersPage() {
  const t = useTexts(usersTexts);
  const { may } = usePermissions();
  const [{ tab, user }, setState] = useUrlState(screenFields);
  const [filters] = useUrlState(userFilterFields);
  const tabs = [
    { value: 'users' as const, label: t('tabs.users') },
    ...(may('invitations.list') ? [{ value: 'invitations' as const, label: t('tabs.invitations') }] : []),
  ];
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {tab === 'users' && may('users.export') ? (
              <ExportButton what={() => ({ resource: 'users', filters: sentFilters(filters) })} />
            ) : null}
            {tab === 'users' && may('users.create') ? <ImportButton resource="users" /> : null}
            {may('users.create') ? (
              <Button
                variant={tab === 'users' ? 'primary' : 'outline'}
                icon={<UserPlus size={16} />}
                onClick={() => setState({ user: 'new' })}
              >
                {t('create')}
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        label={t('tabs.label')}
        items={tabs}
        value={tab}
        onValueChange={(next) => setState({ tab: next })}
      >
        <TabPanel value="users">
          <UserList onEdit={(id) => setState({ user: id })} />
        </TabPanel>
        <TabPanel value="invitations">
          <InvitationsPanel />
        </TabPanel>
      </Tabs>
      {user === '' || !may(user === 'new' ? 'users.create' : 'users.update') ? null : (
        <UserDialog id={user} onClose={() => setState((now) => (now.user === user ? { user: '' } : {}))} />
      )}
    </>
  );
}

/** Tab 'Usuarios Activos'. */
function UserList({ onEdit }: { onEdit: (id: string) => void }) {
  const t = useTexts(usersTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const [state, setState] = useUrlState(fields);
  const { filter, clear, isFiltered, onSort, onPage } = listState(userFilterFields, state, setState);
  const isSuperAdmin = profile.role === 'super_admin';
  const columns = useMemo(
    () => userColumns(t, isSuperAdmin, (user) => <UserActions user={user} onEdit={() => onEdit(user.id)} />),
    [t, isSuperAdmin, onEdit],
  );
  return (
    <section aria-label={t('tabs.users')}>
      <ListScreen
        list={useQuery(usersQuery(state))}
        page={state.page}
        onPage={onPage}
        columns={columns}
        sort={{ key: state.sort, direction: state.order }}
        ownOrder={NEWEST_FIRST}
        onSort={onSort}
        view={VIEW}
        search={{
          label: t('search'),
          placeholder: t('searchPlaceholder'),
          value: state.search,
          onChange: (search) => filter({ search }, { replace: true }),
        }}
        fieldSearches={USER_TEXT_FILTERS.map((name) => ({
          label: t(`words.${name}`),
          placeholder: t(`words.${name}`),
          value: state[name],
          onChange: (typed) => filter({ [name]: typed }, { replace: true }),
          className: 'sm:w-40',
        }))}
        filters={
          <>
            <RoleFilter value={state.role} onChange={(role) => filter({ role })} />
            <Select
              label={t('filters.status')}
              hideLabel
              reserveLine={false}
              value={state.status ?? 'all'}
              onValueChange={(value) => filter({ status: value === 'all' ? null : value })}
              options={[
                { value: 'all', label: t('filters.allStatuses') },
                { value: 'active', label: t('filters.active') },
                { value: 'inactive', label: t('filters.inactive') },
              ]}
            />
          </>
        }
        narrowed={{ by: state, onChange: filter }}
        isFiltered={isFiltered}
        onClear={clear}
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

function RoleFilter({ value, onChange }: { value: Role | null; onChange: (role: Role | null) => void }) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const { profile } = useSession();
  // An organization has no super_admins: the filter would never find one.
  const offered = ROLES.filter((role) => role !== 'super_admin' || profile.role === 'super_admin');
  return (
    <Select
      label={t('filters.role')}
      hideLabel
      reserveLine={false}
      value={value ?? 'all'}
      onValueChange={(next) => onChange(next === 'all' ? null : next)}
      options={[
        { value: 'all', label: t('filters.allRoles') },
        ...offered.toReversed().map((role) => ({ value: role, label: roles(`${role}.name`) })),
      ]}
    />
  );
}
