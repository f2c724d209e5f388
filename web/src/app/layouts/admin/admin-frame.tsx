import { Suspense, lazy, useCallback, useRef, useState } from 'react';
import { LogOut } from 'lucide-react';
import { loadPart } from '../../../platform/load-part.ts';
import { useVisits } from '../../../features/dashboard/use-visits.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useProfileLanguage, useProfileTheme } from '../../../shared/use-profile-choices.ts';
import { appTexts } from '../../app-texts.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { screenIcons } from './screen-icons.ts';
import { ScreenGate } from './screen-gate.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNewScreen } from './use-focus-on-new-screen.ts';
import { useShortcuts } from './use-shortcuts.ts';

// Of few organizations.
const ReadOnlyNotice = lazy(async () => ({
  default: (await loadPart(() => import('./read-only-notice.tsx'))).ReadOnlyNotice,
}));

// What opens over the page is loaded when it first does.
const MenuDrawer = lazy(async () => ({
  default: (await loadPart(() => import('./menu-drawer.tsx'))).MenuDrawer,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./shortcuts-dialog.tsx'))).ShortcutsDialog,
}));
const CommandPalette = lazy(async () => ({
  default: (await loadPart(() => import('../palette/command-palette.tsx'))).CommandPalette,
}));

/** Handed on: imported there as well they would be a download of their own. */
const icons = { ...screenIcons, 'sign-out': LogOut };

/** Sidebar, top bar and the screen between them. */
export function AdminFrame() {
  const app = useTexts(appTexts);
  const { isReadOnly } = usePermissions();
  const [over, setOver] = useState<'menu' | 'shortcuts' | null>(null);
  const [search, setSearch] = useState<string | null>(null);
  const before = useRef<Element | null>(null);
  const focusAfter = () => {
    const element = before.current;
    before.current = null;
    return element;
  };
  const openSearch = useCallback(() => {
    before.current = document.activeElement === document.body ? null : document.activeElement;
    // Its box keeps what is typed until the search is there.
    document.querySelector<HTMLElement>('[data-opens-search]')?.focus();
    setSearch('');
  }, []);
  const openList = useCallback(() => setOver('shortcuts'), []);
  const close = () => setOver(null);
  useShortcuts({ openSearch, openList });
  useProfileLanguage();
  useProfileTheme();
  useFocusOnNewScreen();
  useVisits();
  return (
    <div className="lg:pl-sidebar print:pl-0">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-ink px-3 py-2 text-canvas focus:translate-y-0"
      >
        {app('skipToContent')}
      </a>
      <aside className="fixed inset-y-0 left-0 z-30 w-sidebar border-r border-sidebar-line max-lg:hidden print:hidden">
        <Sidebar />
      </aside>
      <TopBar onOpenMenu={() => setOver('menu')} typed={search ?? ''} onSearch={setSearch} />
      <div className="mx-auto max-w-7xl px-4 pt-4 pb-12 sm:px-6">
        <Breadcrumbs />
        {isReadOnly ? (
          <Suspense fallback={<div className="mt-4 h-11" />}>
            <ReadOnlyNotice />
          </Suspense>
        ) : null}
        <main id="content" tabIndex={-1} className="mt-4 outline-none">
          <ScreenGate />
        </main>
      </div>
      <Suspense>
        {over === 'menu' ? <MenuDrawer onClose={close} /> : null}
        {over === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
        {search === null ? null : (
          <CommandPalette
            typed={search}
            onType={setSearch}
            onClose={() => setSearch(null)}
            icons={icons}
            focusAfter={focusAfter}
          />
        )}
      </Suspense>
    </div>
  );
}
