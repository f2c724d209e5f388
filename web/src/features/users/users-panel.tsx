import { USER_SORTS } from '@atalaya/contract/choices';
import { Button } from '@atalaya/ui/button';
import { DataTable, type DataTableSort } from '@atalaya/ui/data-table';
import { EmptyState } from '@atalaya/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Search, Users } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { displayName } from '../../shared/person.ts';
import { choiceField, pageField, useUrlState } from '../../shared/url-state.ts';
import { useSelected } from '../../shared/use-selected.ts';
import { useTableView } from '../../shared/use-table-view.ts';
import { NO_FILTERS, type UserFilters, isFiltered, userFilterFields } from './user-filter-fields.ts';
import { userColumns } from './user-columns.tsx';
import { UserActions } from './user-actions.tsx';
import { UsersFilterBar } from './users-filter-bar.tsx';
import { usersTexts } from './users.es.ts';
import { type User, type UserSort, sentFilters, usersQuery } from './users.api.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { UsersBulkBar } from './users-bulk-bar.tsx';

// At the foot of the table: nothing stands below that could move.
const HIDEABLE = ['organization', 'role', 'status', 'last_login_at'];
const fields = {
  page: pageField(),
  ...userFilterFields,
  sort: choiceField(USER_SORTS, 'created_at'),
  order: choiceField(['asc', 'desc'], 'desc'),
};

/** Tab 'Usuarios Activos': filters in the address, the table, the bulk bar. */
export function UsersPanel({ onEdit }: { onEdit: (id: string) => void }) {
  const t = useTexts(usersTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const [state, setState] = useUrlState(fields);
  const [selected, setSelected] = useSelected(sentFilters(state));
  const [view, setView] = useTableView('users', HIDEABLE);
  const list = useQuery(usersQuery(state));
  const columns = useColumns(onEdit);
  const rows = list.data?.items ?? [];
  const total = list.data?.total ?? 0;

  const filter = (change: Parameters<typeof setState>[0], options?: { replace: boolean }) =>
    setState({ ...change, page: 1 }, options);

  return (
    <section aria-label={t('tabs.users')}>
      <UsersFilterBar state={state} onChange={filter} columns={columns} view={view} onViewChange={setView} />
      <div className="rounded-lg border border-line bg-surface">
        {selected.size > 0 ? (
          <UsersBulkBar
            selected={selected}
            filters={state}
            rows={rows}
            total={total}
            onDone={() => setSelected(new Set())}
          />
        ) : null}
        {list.isError && !list.data ? (
          <LoadFailed title={t('loadFailed')} onRetry={list.refetch} />
        ) : (
          <DataTable<User>
            columns={columns}
            rows={rows}
            loading={list.isPending}
            busy={list.isPlaceholderData}
            density={view.density}
            hiddenColumns={view.hidden}
            sort={sortOf(state)}
            onSortChange={({ key, direction }) =>
              setState({ sort: key as UserSort, order: direction, page: 1 })
            }
            {...(may('users.bulk') ? { selected, onSelectedChange: setSelected } : {})}
            canSelect={(user) => user.id !== profile.id}
            onOpenRow={may('users.update') ? (user) => onEdit(user.id) : undefined}
            texts={{
              label: t('table'),
              loading: t('loading'),
              selectAll: t('selectAll'),
              selectRow: (user) => t('selectOne', { name: displayName(user) }),
              empty: <NoUsers state={state} onClear={() => filter(NO_FILTERS)} />,
            }}
          />
        )}
        <ListPages
          label={t('pages.label')}
          page={state.page}
          total={total}
          onPageChange={(page, options) => setState({ page }, options)}
          list={list}
        />
      </div>
    </section>
  );
}

/** Newest first is how the list comes: no column is marked for it. */
function sortOf({ sort, order }: { sort: UserSort; order: 'asc' | 'desc' }): DataTableSort | null {
  return sort === 'created_at' ? null : { key: sort, direction: order };
}

function useColumns(onEdit: (id: string) => void) {
  const t = useTexts(usersTexts);
  const { profile } = useSession();
  const isSuperAdmin = profile.role === 'super_admin';
  return useMemo(
    () => userColumns(t, isSuperAdmin, (user) => <UserActions user={user} onEdit={() => onEdit(user.id)} />),
    [t, isSuperAdmin, onEdit],
  );
}

type NoUsersProps = { state: UserFilters; onClear: () => void };

function NoUsers({ state, onClear }: NoUsersProps) {
  const t = useTexts(usersTexts);
  if (!isFiltered(state))
    return (
      <EmptyState icon={<Users size={20} />} title={t('emptyAtAll')} description={t('emptyAtAllHint')} />
    );
  return (
    <EmptyState
      icon={<Search size={20} />}
      title={t('empty')}
      action={
        <Button variant="outline" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      }
    />
  );
}
