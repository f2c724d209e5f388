import type { LiveTopic } from '@atalaya/contract/live';
import type { DataTableSort } from '@atalaya/ui/data-table';
import type { UseQueryOptions } from '@tanstack/react-query';
import { type Field, type StateOf, choiceField, pageField, readState } from './url-state.ts';
import { useLiveList } from './use-live-list.ts';

/** How lists come that are sorted by nothing else. */
export const NEWEST_FIRST: DataTableSort = { key: 'created_at', direction: 'desc' };

type Fields = Record<string, Field<unknown>>;

/** The fields of the address of a list that comes in one order: its filters and its page. */
export const pagedFields = <F extends Fields>(filters: F) => ({ ...filters, page: pageField() });

/** Of one that is sorted also its order, newest first unless said otherwise. */
export const listFields = <F extends Fields, const S extends string>(
  filters: F,
  sorts: readonly S[],
  sort: S,
) => ({
  ...pagedFields(filters),
  sort: choiceField(sorts, sort),
  order: choiceField(['asc', 'desc'], 'desc'),
});

type Rows = { items: { id: string }[]; total: number };
type Options = { replace: boolean };

type ListOptions<F, State, Page, Key extends readonly unknown[]> = {
  /** The fields of the address that narrow the list: at their defaults it is not filtered. */
  filterFields: F;
  /** The one of them that the search box writes: it is not counted among the filters. */
  searchField?: string;
  /** The field that names the column by which the list is sorted. */
  sortField?: string;
  /** The field of its page, where another list of the same address has `page`. */
  pageField?: string;
  state: State;
  setState: (change: Partial<NoInfer<State>>, options?: Options) => void;
  query: UseQueryOptions<Page, Error, Page, Key>;
  /** The changes of others that the list follows; absent: it stays as it was read. */
  topics?: readonly LiveTopic[];
  /** Keys of what is beside the list, as its figures: read again with the same changes. */
  beside?: readonly (readonly unknown[])[];
  /** Instants after which rows are others by time alone. */
  changesAfter?: (page: Page) => readonly string[];
};

/**
 * The wiring of a list: its rows, and what the address says of its filters, its order and its page. Other filters and
 * another order lead to its first page.
 */
export function useListScreen<
  F extends Fields,
  State extends StateOf<F> & { order?: 'asc' | 'desc' },
  Page extends Rows,
  Key extends readonly unknown[],
>(options: ListOptions<F, State, Page, Key>) {
  const { filterFields, state, setState, query, topics, beside = [], changesAfter } = options;
  const { searchField = 'search', sortField = 'sort', pageField: ofPage = 'page' } = options;
  const { list, news } = useLiveList(query, {
    topics: topics ?? [],
    beside,
    ...(changesAfter ? { changesAfter } : {}),
  });
  const none = readState(filterFields, {});
  const narrowing = Object.keys(filterFields).filter((name) => state[name] !== none[name]);
  const set = (change: object, how?: Options) => setState(change, how);
  const filter = (change: Partial<StateOf<F>>, how?: Options) => set({ ...change, [ofPage]: 1 }, how);
  const key: unknown = state[sortField];
  const page: unknown = state[ofPage];
  return {
    list,
    filter,
    /** What a search box needs to write this filter; typing makes no steps of history. */
    searchBy: (name: keyof F & string) => {
      const value: unknown = state[name];
      return {
        value: typeof value === 'string' ? value : '',
        onChange: (typed: string) => set({ [name]: typed, [ofPage]: 1 }, { replace: true }),
      };
    },
    /** What `ListScreen` needs of all this. */
    screen: {
      list,
      news: topics ? news : undefined,
      page: typeof page === 'number' ? page : 1,
      onPage: (next: number, how?: Options) => set({ [ofPage]: next }, how),
      ...(typeof key === 'string' && state.order
        ? {
            sort: { key, direction: state.order },
            onSort: (sort: DataTableSort) =>
              set({ [sortField]: sort.key, order: sort.direction, [ofPage]: 1 }),
          }
        : {}),
      isFiltered: narrowing.length > 0,
      /** How many narrow it beside its search; the two ends of a span of days are one. */
      filterCount: new Set(
        narrowing.filter((name) => name !== searchField).map((name) => name.replace(/to$/, 'from')),
      ).size,
      onClear: () => filter(none),
    },
  };
}
