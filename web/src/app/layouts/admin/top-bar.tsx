import { Button } from '@atalaya/ui/button';
import { ShortcutHint } from '@atalaya/ui/shortcut-hint';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePhone } from '../../../shared/use-phone.ts';
import { adminTexts } from './admin.es.ts';
import { ThemePicker } from './theme-picker.tsx';
import { Bell } from '../../../features/notifications/bell.tsx';
import { UserMenu } from './user-menu.tsx';

type TopBarProps = {
  onOpenMenu: () => void;
  /** What is being searched for; '' while the search is closed. */
  typed: string;
  /** Opens the search, with what was typed so far. */
  onSearch: (typed: string) => void;
};

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function TopBar({ onOpenMenu, typed, onSearch }: TopBarProps) {
  const t = useTexts(adminTexts);
  return (
    <header className="sticky top-0 z-30 flex h-topbar items-center gap-2 border-b border-line bg-surface px-4 sm:px-6 print:hidden">
      <Button
        variant="ghost"
        iconOnly
        aria-label={t('openMenu')}
        onClick={onOpenMenu}
        className="-ml-2 lg:hidden"
      >
        <MenuIcon size={18} aria-hidden />
      </Button>
      <SearchBox typed={typed} onSearch={onSearch} />
      <div className="ml-auto flex items-center gap-1.5">
        <ThemePicker />
        <Bell />
        <UserMenu />
      </div>
    </header>
  );
}

/**
 * Looks and types like a field; a click, Enter or a letter opens the search over the page. Letters that are typed
 * before that has the focus are kept here.
 */
function SearchBox({ typed, onSearch }: Pick<TopBarProps, 'typed' | 'onSearch'>) {
  const t = useTexts(adminTexts);
  const isPhone = usePhone();
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-xs">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted"
      />
      <input
        type="search"
        aria-label={t('search.label')}
        aria-haspopup="dialog"
        placeholder={t(isPhone ? 'search.placeholderOfPhone' : 'search.placeholder')}
        value={typed}
        data-opens-search
        onClick={() => onSearch(typed)}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onSearch(typed)}
        className="field-box h-9 w-full cursor-pointer border-line bg-sunken pl-9 sm:pr-20"
      />
      <span className="pointer-events-none absolute inset-y-0 right-2 hidden items-center sm:flex">
        <ShortcutHint keys={[isApple ? '⌘' : 'Ctrl', 'K']} />
      </span>
    </div>
  );
}
