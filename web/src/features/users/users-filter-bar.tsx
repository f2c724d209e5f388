import { ROLES, type Role } from '@atalaya/contract/roles';
import { Button } from '@atalaya/ui/button';
import type { DataTableColumn } from '@atalaya/ui/data-table';
import { Select } from '@atalaya/ui/select';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { SearchBox } from '../../shared/search-box.tsx';
import type { TableView } from '../../shared/use-table-view.ts';
import { usersTexts } from './users.es.ts';
import { NO_FILTERS, type UserFilters, isFiltered } from './user-filter-fields.ts';
import type { User } from './users.api.ts';
import { TableViewMenu } from '../../shared/table-view-menu.tsx';
import { NarrowedBy } from '../../shared/narrowed-by.tsx';

type UsersFilterBarProps = {
  state: UserFilters;
  onChange: (change: Partial<UserFilters>, options?: { replace: boolean }) => void;
  columns: readonly DataTableColumn<User>[];
  view: TableView;
  onViewChange: (view: TableView) => void;
};

/** Search, role, status, and how the table looks. */
export function UsersFilterBar({ state, onChange, columns, view, onViewChange }: UsersFilterBarProps) {
  const t = useTexts(usersTexts);
  return (
    <div role="search" className="mb-3 flex flex-wrap items-center gap-2 max-sm:*:grow">
      <SearchBox
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={state.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="min-w-48 flex-1 max-sm:-order-2 sm:max-w-xs"
      />
      <RoleFilter value={state.role} onChange={(role) => onChange({ role })} />
      <Select
        label={t('filters.status')}
        hideLabel
        reserveLine={false}
        value={state.status ?? 'all'}
        onValueChange={(value) => onChange({ status: value === 'all' ? null : value })}
        options={[
          { value: 'all', label: t('filters.allStatuses') },
          { value: 'active', label: t('filters.active') },
          { value: 'inactive', label: t('filters.inactive') },
        ]}
      />
      <NarrowedBy state={state} onChange={onChange} />
      {isFiltered(state) ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          {t('filters.clear')}
        </Button>
      ) : null}
      <TableViewMenu columns={columns} view={view} onChange={onViewChange} />
    </div>
  );
}

function RoleFilter({ value, onChange }: { value: Role | null; onChange: (role: Role | null) => void }) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const { profile } = useSession();
  // An organization has no super_admins: offering them would only ever find nobody.
  const offered = ROLES.filter(
    (role) => role !== 'super_admin' || profile.role === 'super_admin',
  ).toReversed();
  return (
    <Select
      label={t('filters.role')}
      hideLabel
      reserveLine={false}
      value={value ?? 'all'}
      onValueChange={(next) => onChange(next === 'all' ? null : next)}
      options={[
        { value: 'all', label: t('filters.allRoles') },
        ...offered.map((role) => ({ value: role, label: roles(`${role}.name`) })),
      ]}
    />
  );
}
