import { ROLES, type Role, ranksAtLeast } from '@atalaya/contract/roles';
import { Button } from '@atalaya/ui/button';
import { Menu, MenuItem } from '@atalaya/ui/menu';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { useBulkActions } from './use-bulk-actions.ts';
import { usersTexts } from './users.es.ts';
import type { UserFilters } from './user-filter-fields.ts';
import { type BulkAction, type Chosen, type User, sentFilters } from './users.api.ts';

type UsersBulkBarProps = {
  selected: ReadonlySet<string>;
  filters: UserFilters;
  /** The rows of this page. */
  rows: readonly User[];
  /** How many match the filters in all. */
  total: number;
  onDone: () => void;
};

/** What can be done to the selected people at once: those ticked, or everybody who matches the filters. */
export function UsersBulkBar({ selected, filters, rows, total, onDone }: UsersBulkBarProps) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const { number } = useFormat();
  const { profile } = useSession();
  const [allMatching, setAllMatching] = useState(false);
  const { run, busy } = useBulkActions(onDone);

  const count = allMatching ? total : selected.size;
  const chosen: Chosen = allMatching ? { filters: sentFilters(filters), total } : { ids: [...selected] };
  const act = (action: BulkAction) => void run(action, chosen, count);
  const pageIsSelected = rows.every((row) => selected.has(row.id) || row.id === profile.id);

  return (
    <div
      role="toolbar"
      aria-label={t('bulk.label')}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-selected px-3 py-2"
    >
      <p role="status" className="mr-2 font-medium text-primary-ink tabular-nums">
        {t('bulk.selected', { count: number(count) })}
      </p>
      {pageIsSelected && !allMatching && total > rows.length ? (
        <Button variant="link" size="sm" onClick={() => setAllMatching(true)}>
          {t('bulk.selectMatching', { total: number(total) })}
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-1 max-sm:order-1 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        <Button variant="outline" size="sm" busy={busy} onClick={() => act({ type: 'activate' })}>
          {t('bulk.activate')}
        </Button>
        <Button variant="outline" size="sm" busy={busy} onClick={() => act({ type: 'deactivate' })}>
          {t('bulk.deactivate')}
        </Button>
        <Menu
          trigger={
            <Button variant="outline" size="sm" disabled={busy}>
              {t('bulk.changeRole')}
              <ChevronDown size={14} aria-hidden />
            </Button>
          }
        >
          {ROLES.filter((role: Role) => ranksAtLeast(profile.role, role)).map((role) => (
            <MenuItem key={role} onSelect={() => act({ type: 'change_role', role })}>
              {roles(`${role}.name`)}
            </MenuItem>
          ))}
        </Menu>
        <Button
          variant="outline"
          size="sm"
          className="text-danger-ink!"
          busy={busy}
          onClick={() => act({ type: 'delete' })}
        >
          {t('bulk.remove')}
        </Button>
      </div>
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('bulk.clear')}
        onClick={onDone}
        className="max-sm:ml-auto"
      >
        <X size={16} />
      </Button>
    </div>
  );
}
