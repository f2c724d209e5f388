import { ROLES } from '@atalaya/contract/roles';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { BinButton } from '../bin/bin.face.ts';
import { FilterSelect } from '../../shared/filter-select.tsx';
import { rolesTexts } from '../../shared/role-badge.tsx';
import type { UserFilters as Filters } from './users.api.ts';
import { usersTexts } from './users.es.ts';

type UserFiltersProps = { state: Filters; onChange: (change: Partial<Filters>) => void };

/** Role, status, and the way to the bin. */
export function UserFilters({ state, onChange }: UserFiltersProps) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  // An organization has no super_admins: the filter would never find one.
  const offered = ROLES.filter((role) => role !== 'super_admin' || profile.role === 'super_admin');
  return (
    <>
      <FilterSelect
        label={t('filters.role')}
        all={t('filters.allRoles')}
        value={state.role}
        onChange={(role) => onChange({ role })}
        options={offered.toReversed().map((role) => ({ value: role, label: roles(`${role}.name`) }))}
      />
      <FilterSelect
        label={t('filters.status')}
        all={t('filters.allStatuses')}
        value={state.status}
        onChange={(status) => onChange({ status })}
        options={[
          { value: 'active', label: t('filters.active') },
          { value: 'inactive', label: t('filters.inactive') },
        ]}
      />
      {may('bin.list') ? <BinButton /> : null}
    </>
  );
}
