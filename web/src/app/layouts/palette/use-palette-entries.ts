import { useTheme } from '@atalaya/ui/theme';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { displayName } from '../../../shared/person.ts';
import { useDelayed } from '../../../shared/use-delayed.ts';
import { useOwnLanguage } from '../../../shared/use-own-language.ts';
import { adminTexts } from '../admin/admin-texts.ts';
import { useScreens } from '../admin/use-screens.ts';
import { useSignOut } from '../admin/use-sign-out.ts';
import { type Entry, type EntryGroup, matching } from './palette-entries.ts';

/** Letters from which on the server is asked, the pause in typing before (ms), and how many are shown. */
const LETTERS = 2;
const PAUSE = 150;
const SHOWN = 6;

type Found = { groups: EntryGroup[]; failed: boolean; searching: boolean };

/** What is found for what was typed, by group; each group stands alone, so one that fails leaves the others. */
export function usePaletteEntries(typed: string): Found {
  const t = useTexts(adminTexts);
  const users = useFoundUsers(typed);
  const groups = [
    { value: t('search.pages'), items: matching(usePages(), typed) },
    { value: t('search.users'), items: users.entries },
    { value: t('search.actions'), items: matching(useActions(), typed) },
  ];
  const { failed, searching } = users;
  return { groups: groups.filter(({ items }) => items.length > 0), failed, searching };
}

function usePages(): Entry[] {
  const t = useTexts(adminTexts);
  const router = useRouter();
  const screens = useScreens().filter(({ soon, menu, key }) => !soon || menu || key === 'profile');
  return screens.map(({ key, path }) => ({
    id: path,
    label: t(`screens.${key}`),
    run: () => void router.navigate({ to: path }),
  }));
}

function useActions(): Entry[] {
  const t = useTexts(adminTexts);
  const { dark, setDark } = useTheme();
  const { language, setLanguage } = useOwnLanguage();
  const signOut = useSignOut();
  return [
    { id: 'dark', label: dark ? t('search.darkOff') : t('search.darkOn'), run: () => setDark(!dark) },
    {
      id: 'language',
      label: t('search.language'),
      run: () => setLanguage(language === 'es' ? 'en' : 'es'),
    },
    { id: 'sign-out', label: t('signOut'), run: signOut },
  ];
}

function useFoundUsers(typed: string): { entries: Entry[]; failed: boolean; searching: boolean } {
  const router = useRouter();
  const { may } = usePermissions();
  const search = useDelayed(typed.trim(), PAUSE);
  const wanted = may('users.list') && search.length >= LETTERS && typed.trim().length >= LETTERS;
  const found = useQuery({
    queryKey: ['users', 'palette', search],
    queryFn: ({ signal }) => call('listUsers', { query: { search }, signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  const users = wanted ? (found.data?.items.slice(0, SHOWN) ?? []) : [];
  return {
    failed: wanted && found.isError,
    searching:
      may('users.list') && typed.trim().length >= LETTERS && (search !== typed.trim() || found.isFetching),
    entries: users.map((user) => ({
      id: user.id,
      label: displayName(user),
      detail: user.email,
      run: () => void router.navigate({ to: '/admin/users', search: { search: user.email } }),
    })),
  };
}
