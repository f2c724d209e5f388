import type { Permission } from '@atalaya/contract/permissions';
import { useTheme } from '@atalaya/ui/theme';
import { useRouter } from '@tanstack/react-router';
import { History, Languages, LogOut, Moon, Sun } from 'lucide-react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useOwnLanguage } from '../../../shared/use-own-language.ts';
import { screenOf } from '../../screen-of.ts';
import type { ScreenKey } from '../../screens.tsx';
import { adminTexts } from '../admin/admin.es.ts';
import { screenIcons } from '../admin/screen-icons.ts';
import { useScreens } from '../admin/use-screens.ts';
import { useSignOut } from '../admin/use-sign-out.ts';
import { type Entry, type EntryGroup, matching } from './palette-entries.ts';
import { paletteTexts } from './palette.es.ts';
import { readRecent } from './recent-places.ts';
import { useFound } from './use-found.ts';

type Found = { groups: EntryGroup[]; failed: string[]; searching: boolean };

/**
 * What is found for what was typed, by group. What is known here comes first, so that an answer that arrives later
 * moves nothing that is chosen already.
 */
export function usePaletteEntries(typed: string): Found {
  const t = useTexts(adminTexts);
  const tPalette = useTexts(paletteTexts);
  const router = useRouter();
  const open = (address: string) => void router.navigate({ href: address });
  const found = useFound(typed, open);
  const recent = useRecent(open);
  const groups = [
    { value: tPalette('recent'), items: typed.trim() ? [] : recent },
    { value: t('search.pages'), items: matching(usePages(open), typed) },
    { value: tPalette('new.title'), items: matching(useCreations(open), typed) },
    ...found.groups,
    { value: t('search.actions'), items: matching(useActions(), typed) },
  ];
  return { ...found, groups: groups.filter(({ items }) => items.length > 0) };
}

function usePages(open: (address: string) => void): Entry[] {
  const t = useTexts(adminTexts);
  return useScreens().map(({ key, path }) => ({
    id: path,
    label: t(`screens.${key}`),
    icon: screenIcons[key],
    address: path,
    run: () => open(path),
  }));
}

/** Where the person went before, as far as its screen is still theirs. */
function useRecent(open: (address: string) => void): Entry[] {
  const { profile } = useSession();
  const screens = useScreens();
  return readRecent(profile.id)
    .filter(({ address }) => screens.some(({ key }) => key === screenOf(address.split('?', 1)[0] ?? '')?.key))
    .map((place) => ({
      ...place,
      id: `recent:${place.address}`,
      icon: History,
      run: () => open(place.address),
    }));
}

/** What can be begun, with the screen that does it and the address that opens its form. */
const CREATIONS = [
  ['ticket', 'tickets.create', 'tickets', '/admin/tickets?ticket=new'],
  ['user', 'users.create', 'users', '/admin/users?user=new'],
  ['invitation', 'invitations.create', 'users', '/admin/users?tab=invitations&invite=one'],
  ['company', 'organizations.create', 'companies', '/admin/companies?edit=new'],
  ['plan', 'plans.create', 'plans', '/admin/plans?plan=new'],
  ['invoice', 'invoices.issue', 'billing', '/admin/billing?tab=invoices&dialog=issue'],
] as const satisfies [string, Permission, ScreenKey, string][];

/** No addresses among the recent: a form that was opened is no place. */
function useCreations(open: (address: string) => void): Entry[] {
  const t = useTexts(paletteTexts);
  const { may } = usePermissions();
  return CREATIONS.filter(([, permission]) => may(permission)).map(([key, , screen, address]) => ({
    id: address,
    label: t(`new.${key}`),
    words: t('new.words'),
    icon: screenIcons[screen],
    run: () => open(address),
  }));
}

function useActions(): Entry[] {
  const t = useTexts(adminTexts);
  const { dark, setDark } = useTheme();
  const { language, setLanguage } = useOwnLanguage();
  const signOut = useSignOut();
  return [
    {
      id: 'dark',
      label: dark ? t('search.darkOff') : t('search.darkOn'),
      words: t('theme.label'),
      icon: dark ? Sun : Moon,
      run: () => setDark(!dark),
    },
    {
      id: 'language',
      label: t('search.language'),
      icon: Languages,
      run: () => setLanguage(language === 'es' ? 'en' : 'es'),
    },
    { id: 'sign-out', label: t('signOut'), icon: LogOut, run: signOut },
  ];
}
