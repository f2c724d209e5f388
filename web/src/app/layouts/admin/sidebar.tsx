import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { WatchtowerMark } from '../../../shared/watchtower-mark.tsx';
import type { AdminScreen } from '../../screen-of.ts';
import { adminTexts } from './admin.es.ts';
import { screenIcons } from './screen-icons.ts';
import { SidebarProfile } from './sidebar-profile.tsx';
import { useScreens } from './use-screens.ts';
import { RunningTransfers } from '../../../features/transfers/running-transfers.tsx';

/** The main menu. `onNavigate` closes the drawer that holds it on phones. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTexts(adminTexts);
  const dashboards = useScreens('dashboards');
  const administration = useScreens('administration');
  return (
    <div className="sidebar-surface flex h-full flex-col">
      <Link
        to="/admin"
        onClick={onNavigate}
        className="flex h-topbar shrink-0 items-center gap-2.5 px-5 text-lg font-semibold focus-visible:-outline-offset-2"
      >
        <WatchtowerMark size={24} className="text-sidebar-active-ink" />
        {t('title')}
      </Link>
      <nav aria-label={t('menu')} className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
        {dashboards.length > 0 ? (
          <Group title={t('dashboards')}>
            <ScreenLinks screens={dashboards} onNavigate={onNavigate} />
          </Group>
        ) : null}
        {administration.length > 0 ? (
          <>
            <h2 className="px-3 pt-5 pb-1.5 text-xs font-medium tracking-wide text-sidebar-muted">
              {t('administration')}
            </h2>
            <ScreenLinks screens={administration} onNavigate={onNavigate} />
          </>
        ) : null}
      </nav>
      <SidebarProfile onNavigate={onNavigate} />
    </div>
  );
}

/** A part of the menu that folds away; open at first. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex h-8 w-full items-center justify-between rounded-md px-3 text-xs font-medium tracking-wide text-sidebar-muted hover:text-sidebar-ink"
      >
        {title}
        <ChevronDown size={14} aria-hidden className={open ? 'transition' : '-rotate-90 transition'} />
      </button>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </>
  );
}

type ScreenLinksProps = { screens: readonly AdminScreen[]; onNavigate: (() => void) | undefined };

function ScreenLinks({ screens, onNavigate }: ScreenLinksProps) {
  const t = useTexts(adminTexts);
  return (
    <ul className="grid gap-0.5">
      {screens.map(({ key, path }) => {
        const Icon = screenIcons[key];
        return (
          <li key={key}>
            <Link
              to={path}
              onClick={onNavigate}
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ className: 'bg-sidebar-active font-medium text-sidebar-active-ink' }}
              inactiveProps={{ className: 'hover:bg-sidebar-active' }}
              className="press flex h-9 items-center gap-2.5 rounded-md px-3"
            >
              <Icon size={16} aria-hidden />
              {t(`screens.${key}`)}
              {key === 'transfers' ? <RunningTransfers /> : null}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
