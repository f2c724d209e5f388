import { ROLES, type Role, ranksAtLeast } from '@atalaya/contract/roles';
import { Button } from '@atalaya/ui/button';
import { Menu, MenuItem } from '@atalaya/ui/menu';
import { ChevronDown } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { OffboardButton } from '../offboarding/offboarding.face.ts';
import type { BulkProps } from '../../shared/list-screen.tsx';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { useBulkActions } from './use-bulk-actions.tsx';
import { usersTexts } from './users.es.ts';
import type { BulkAction, SentFilters, User } from './users.api.ts';

/** What can be done to several people at once. */
export function UserBulkActions({ chosen, count, onDone }: BulkProps<User, SentFilters>) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const { profile } = useSession();
  const { run, busy } = useBulkActions(onDone);
  const act = (action: BulkAction) => void run(action, chosen, count);
  return (
    <div className="ml-auto flex items-center gap-1 max-sm:order-1 max-sm:w-full max-sm:flex-wrap max-sm:*:grow">
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
      <OffboardButton chosen={chosen} busy={busy} onDone={onDone} />
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
  );
}
