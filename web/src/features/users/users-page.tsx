import { ROLES, type Role } from '@atalaya/contract/roles';
import { USER_TEXT_FILTERS } from '@atalaya/contract/choices';
import { Button } from '@atalaya/ui/button';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { UserPlus, Users } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { BinButton, BinPlace, useShowsBin } from '../bin/bin.face.ts';
import { InvitationsPanel } from '../invitations/invitations.face.ts';
import { OffboardPlace } from '../offboarding/offboarding.face.ts';
import { ListTransfers } from '../transfers/transfers.face.ts';
import { FilterSelect } from '../../shared/filter-select.tsx';
import { ListScreen } from '../../shared/list-screen.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import { displayName } from '../../shared/person.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { choiceField, readState, textField, useUrlState } from '../../shared/url-state.ts';
import { NEWEST_FIRST, useListScreen } from '../../shared/use-list-screen.ts';
import { UserActions } from './user-actions.tsx';
import { userColumns } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import { useLastAdminQuestion } from './use-last-admin-question.ts';
import { sentFilters, useUsersChanged, userFilterFields, userListFields, usersQuery } from './users.api.ts';
import { UserBulkActions } from './user-bulk-actions.tsx';
import { usersTexts } from './users.es.ts';

/** `user`: who is being edited, by id, or 'new'. */
const screenFields = { tab: choiceField(['users', 'invitations'], 'users'), user: textField() };
const VIEW = { name: 'users', hideable: ['organization', 'role', 'status', 'job_title', 'last_login_at'] };

export const readAhead: ReadAhead = ({ client, search }) =>
  client.query(usersQuery(readState(userListFields, search)));

/** 'Gestión de Usuarios': people, and in its second tab the invitations. */
export function UsersPage() {
  const t = useTexts(usersTexts);
  const { may } = usePermissions();
  const [{ tab, user }, setScreen] = useUrlState(screenFields);
  const [state] = useUrlState(userListFields);
  const isBin = useShowsBin() && may('bin.list');
  const askLastAdmin = useLastAdminQuestion();
  const changed = useUsersChanged();
  const tabs = [
    { value: 'users' as const, label: t('tabs.users') },
    ...(may('invitations.list') ? [{ value: 'invitations' as const, label: t('tabs.invitations') }] : []),
  ];
  return (
    <OffboardPlace askLastAdmin={askLastAdmin} onDone={() => void changed()}>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {tab === 'users' && !isBin ? (
              <ListTransfers
                exported={
                  may('users.export') ? () => ({ resource: 'users', filters: sentFilters(state) }) : null
                }
                imported={may('users.create') ? 'users' : null}
              />
            ) : null}
            {may('users.create') ? (
              <Button
                variant={tab === 'users' ? 'primary' : 'outline'}
                icon={<UserPlus size={16} />}
                onClick={() => setScreen({ user: 'new' })}
              >
                <span className="max-sm:sr-only">{t('create')}</span>
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        label={t('tabs.label')}
        items={tabs}
        value={tab}
        onValueChange={(next) => setScreen({ tab: next })}
      >
        <TabPanel value="users">
          {isBin ? <BinPlace type="user" /> : <UserList onEdit={(id) => setScreen({ user: id })} />}
        </TabPanel>
        <TabPanel value="invitations">
          <InvitationsPanel />
        </TabPanel>
      </Tabs>
      {user === '' || !may(user === 'new' ? 'users.create' : 'users.update') ? null : (
        <UserDialog id={user} onClose={() => setScreen((now) => (now.user === user ? { user: '' } : {}))} />
      )}
    </OffboardPlace>
  );
}

/** Tab 'Usuarios Activos'. */
function UserList({ onEdit }: { onEdit: (id: string) => void }) {
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
        filters={
          <>
            <RoleFilter value={state.role} onChange={(role) => filter({ role })} />
            <FilterSelect
              label={t('filters.status')}
              all={t('filters.allStatuses')}
              value={state.status}
              onChange={(status) => filter({ status })}
              options={[
                { value: 'active', label: t('filters.active') },
                { value: 'inactive', label: t('filters.inactive') },
              ]}
            />
            {may('bin.list') ? <BinButton /> : null}
          </>
        }
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

function RoleFilter({ value, onChange }: { value: Role | null; onChange: (role: Role | null) => void }) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const { profile } = useSession();
  // An organization has no super_admins: the filter would never find one.
  const offered = ROLES.filter((role) => role !== 'super_admin' || profile.role === 'super_admin');
  return (
    <FilterSelect
      label={t('filters.role')}
      all={t('filters.allRoles')}
      value={value}
      onChange={onChange}
      options={offered.toReversed().map((role) => ({ value: role, label: roles(`${role}.name`) }))}
    />
  );
}
