import { Banner } from '@atalaya/ui/banner';
import { Drawer } from '@atalaya/ui/drawer';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useVisits } from '../../../features/dashboard/use-visits.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useProfileLanguage, useProfileTheme } from './use-profile-choices.ts';
import { appTexts } from '../../app.es.ts';
import { adminTexts } from './admin.es.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ScreenGate } from './screen-gate.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNewScreen } from '../../../shared/use-focus-on-new-screen.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { AwaitsNetwork } from '../../../shared/awaits-network.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** Few open it, and it brings a list of its own with it. */
const CommandPalette = lazyPart(() => import('../palette/command-palette.tsx'), 'CommandPalette');

/** Sidebar, top bar and the screen between them. */
export function AdminFrame() {
  const app = useTexts(appTexts);
  const t = useTexts(adminTexts);
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
      <aside className="fixed top-0 bottom-(--kept-below) left-0 z-30 w-sidebar border-r border-sidebar-line max-lg:hidden print:hidden">
        <Sidebar />
      </aside>
      <TopBar onOpenMenu={() => setOver('menu')} typed={search ?? ''} onSearch={setSearch} />
      {/* Lists may be wider than what is read or filled in. */}
      <div className="mx-auto max-w-7xl px-4 pt-4 pb-12 has-data-wide:max-w-450 sm:px-6 short:pt-2">
        <Breadcrumbs />
        {isReadOnly ? (
          <Banner tone="warning" className="mt-4">
            {t('readOnly')}
          </Banner>
        ) : null}
        <WaitingNotice />
        <main id="content" tabIndex={-1} className="mt-4 outline-none short:mt-2">
          <ScreenGate />
        </main>
      </div>
      {over === 'menu' ? <MenuDrawer onClose={close} /> : null}
      {over === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
      {search === null ? null : (
        <CommandPalette
          typed={search}
          onType={setSearch}
          onClose={() => setSearch(null)}
          focusAfter={focusAfter}
        />
      )}
    </div>
  );
}

/** The main menu on phones. */
function MenuDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts(adminTexts);
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('menu')}
      hideTitle
      closeLabel={t('closeMenu')}
      className="sidebar-surface w-sidebar"
    >
      <Sidebar onNavigate={onClose} />
    </Drawer>
  );
}

/** Whether the screen shows something in whose place there is nothing yet: it waits for the network. */
function useIsWaiting(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  const isWaiting = () =>
    cache.findAll({ type: 'active', fetchStatus: 'paused' }).some(({ state }) => state.data === undefined);
  return useSyncExternalStore(subscribe, isWaiting);
}

/** Above a screen that was opened without a network. */
function WaitingNotice() {
  return useIsWaiting() ? <AwaitsNetwork className="mt-4" /> : null;
}
