import type { SearchGroupKey } from '@atalaya/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { call } from '../../../platform/api/call.ts';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useFormat } from '../../../platform/format.ts';
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

/** The screen that opens what a group holds, without which the group is not shown, and where it lists all of it. */
const SCREENS = {
  users: { screen: 'users', list: '/admin/users?' },
  organizations: { screen: 'companies', list: '/admin/companies?' },
  tickets: { screen: 'tickets', list: '/admin/tickets?' },
  invoices: { screen: 'billing', list: '/admin/billing?tab=invoices&' },
} as const satisfies Record<SearchGroupKey, { screen: string; list: string }>;

type Group = Answer<'searchEverything'>['groups'][number];
type Item = Group['items'][number];

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
  const whatItIs = useWhatItIs();
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
  const entriesOf = ({ key, items }: Group): Entry[] => {
    const { screen, list } = SCREENS[key];
    const entries = items.map((item) => ({
      id: item.id,
      label: item.label,
      detail: item.detail,
      now: whatItIs(item),
      icon: screenIcons[screen],
      address: item.address,
      run: () => open(item.address),
    }));
    const run = () => open(`${list}${new URLSearchParams({ search: q })}`);
    const all = { id: `all:${key}`, label: t('all'), icon: ArrowRight, run };
    return items.some(({ in_list }) => in_list) ? [...entries, all] : entries;
  };
  return {
    groups: known.map((group) => ({ value: t(`groups.${group.key}`), items: entriesOf(group) })),
    failed: failed.map((key) => t(`groups.${key}`)),
    searching: may('search.use') && q.length >= LETTERS && (asked !== q || answer.isFetching),
  };
}

/** What tells a hit apart from others that are called alike. */
function useWhatItIs() {
  const t = useTexts(paletteTexts);
  const { date } = useFormat();
  return (item: Item) => {
    const day = item.created_at ?? (item.issued_on && `${item.issued_on}T12:00:00`);
    const said = [
      item.role && t(`roles.${item.role}`),
      item.subscription_status && t(`companyStatus.${item.subscription_status}`),
      item.ticket_status && t(`ticketStatus.${item.ticket_status}`),
      item.invoice_status && t(`invoiceStatus.${item.invoice_status}`),
      item.organization,
      day && date(day),
    ];
    return said.filter(Boolean).join(' · ');
  };
}

/** The groups whose screen is there for this person. */
function useShownGroups(): SearchGroupKey[] {
  const screens = useScreens();
  const groups = Object.keys(SCREENS) as SearchGroupKey[];
  return groups.filter((group) => screens.some(({ key }) => key === SCREENS[group].screen));
}
