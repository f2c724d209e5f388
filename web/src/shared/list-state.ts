import type { DataTableSort } from '@atalaya/ui/data-table';
import { type Field, type StateOf, choiceField, pageField, readState } from './url-state.ts';

/** How lists come that are sorted by nothing else. */
export const NEWEST_FIRST: DataTableSort = { key: 'created_at', direction: 'desc' };

type Fields = Record<string, Field<unknown>>;

/** The fields of a list's address: its filters, its page and its order, newest first unless said otherwise. */
export function listFields<F extends Fields, const S extends string>(
  filters: F,
  sorts: readonly S[],
  sort: S,
) {
  return {
    ...filters,
    page: pageField(),
    sort: choiceField(sorts, sort),
    order: choiceField(['asc', 'desc'], 'desc'),
  };
}

type Options = { replace: boolean };

/**
 * What changes the state of a list: other filters and another order lead to its first page.
 *
 * @param filters the fields that narrow it; at their defaults it is not filtered
 */
export function listState<F extends Fields, S extends StateOf<F> & { page: number }>(
  filters: F,
  state: S,
  setState: (change: Partial<NoInfer<S>>, options?: Options) => void,
) {
  const none = readState(filters, {});
  const set = (change: object, options?: Options) => setState(change, options);
  const filter = (change: Partial<StateOf<F>>, options?: Options) => set({ ...change, page: 1 }, options);
  return {
    /** Without any filter. */
    none,
    filter,
    clear: () => filter(none),
    isFiltered: Object.keys(filters).some((name) => state[name] !== none[name]),
    onSort: ({ key, direction }: DataTableSort) => set({ sort: key, order: direction, page: 1 }),
    onPage: (page: number, options?: Options) => set({ page }, options),
  };
}
