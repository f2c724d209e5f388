import type { SearchGroupKey } from '@atalaya/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useDelayed } from '../../../shared/use-delayed.ts';
import { screenIcons } from '../admin/screen-icons.ts';
import { useScreens } from '../admin/use-screens.ts';
import { paletteTexts } from './palette.es.ts';
import type { Entry, EntryGroup } from './palette-entries.ts';

/** Letters from which on the server is asked, and the pause in typing before (ms). */
const LETTERS = 2;
const PAUSE = 150;

/** The screen that opens what a group holds: without it the group is not shown. */
const SCREENS = {
  users: 'users',
  organizations: 'companies',
  tickets: 'tickets',
  invoices: 'billing',
} as const satisfies Record<SearchGroupKey, string>;

type Found = {
  groups: EntryGroup[];
  /** Names of the groups that could not be searched. */
  failed: string[];
  searching: boolean;
};

/** What the server finds for what was typed; what it found before stays until the answer is here. */
export function useFound(typed: string, open: (address: string) => void): Found {
  const t = useTexts(paletteTexts);
  const shown = useShownGroups();
  const q = typed.trim();
  const asked = useDelayed(q, PAUSE);
  const { may } = usePermissions();
  const isWanted = may('search.use') && [q, asked].every(({ length }) => length >= LETTERS);
  const answer = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call('searchEverything', { query: { q: asked }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const known = isWanted ? (answer.data?.groups.filter(({ key }) => shown.includes(key)) ?? []) : [];
  const failed =
    isWanted && answer.isError ? shown : known.filter((group) => group.failed).map(({ key }) => key);
  const toEntry = (key: SearchGroupKey) => (item: Omit<Entry, 'run'> & { address: string }) => ({
    ...item,
    icon: screenIcons[SCREENS[key]],
    run: () => open(item.address),
  });
  return {
    groups: known.map(({ key, items }) => ({ value: t(`groups.${key}`), items: items.map(toEntry(key)) })),
    failed: failed.map((key) => t(`groups.${key}`)),
    searching: may('search.use') && q.length >= LETTERS && (asked !== q || answer.isFetching),
  };
}

/** The groups whose screen is there for this person. */
function useShownGroups(): SearchGroupKey[] {
  const screens = useScreens();
  const groups = Object.keys(SCREENS) as SearchGroupKey[];
  return groups.filter((group) => screens.some(({ key }) => key === SCREENS[group]));
}
