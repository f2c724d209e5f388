import { Link } from '@tanstack/react-router';
import { ChevronUp, CircleUser, LogOut, Settings } from 'lucide-react';
import { useId, useState } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { PersonAvatar } from '../../../shared/person-avatar.tsx';
import { displayName } from '../../../shared/person.ts';
import { adminTexts } from './admin.es.ts';
import { useSignOut } from './use-sign-out.ts';

const row = 'press flex h-9 w-full items-center gap-2.5 rounded-md px-3 hover:bg-sidebar-active';

/** Who is signed in, at the foot of the menu, with what concerns them folded away at first. */
export function SidebarProfile({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const t = useTexts(adminTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const signOut = useSignOut();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="shrink-0 border-t border-sidebar-line p-3">
      <ul id={id} hidden={!open} className="mb-1 grid gap-0.5">
        <li>
          <Link to="/admin/profile" onClick={onNavigate} className={row}>
            <CircleUser size={16} aria-hidden />
            {t('profile')}
          </Link>
        </li>
        {may('settings.read') ? (
          <li>
            <Link to="/admin/settings" onClick={onNavigate} className={row}>
              <Settings size={16} aria-hidden />
              {t('settings')}
            </Link>
          </li>
        ) : null}
        <li>
          <button type="button" onClick={signOut} className={row}>
            <LogOut size={16} aria-hidden />
            {t('signOut')}
          </button>
        </li>
      </ul>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2.5 rounded-md p-2 text-left hover:bg-sidebar-active"
      >
        <PersonAvatar person={profile} size={32} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            {profile.role === 'super_admin' ? t('systemAdmin') : displayName(profile)}
          </span>
          <span className="block truncate text-xs text-sidebar-muted">{profile.email}</span>
        </span>
        <ChevronUp size={16} aria-hidden className={open ? 'rotate-180 transition' : 'transition'} />
      </button>
    </div>
  );
}
