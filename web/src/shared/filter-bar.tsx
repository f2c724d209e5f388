import { Button } from '@atalaya/ui/button';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { FilterSheet } from './filter-sheet.tsx';
import { listsTexts } from './lists.es.ts';
import { type FurtherFilters, MoreFilters } from './more-filters.tsx';
import { NarrowedBy, type Narrowing } from './narrowed-by.tsx';
import { SearchBox } from './search-box.tsx';
import { useTight } from './use-phone.ts';

export type TypedFilter = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (typed: string) => void;
  className?: string;
};

type FilterBarProps = {
  /** Names it, where that helps. */
  label?: string | undefined;
  search?: TypedFilter | undefined;
  fieldSearches?: readonly TypedFilter[] | undefined;
  filters?: ReactNode;
  /** Those that one row has no room for. */
  further?: FurtherFilters | undefined;
  narrowed?: { by: Narrowing; onChange: (change: Narrowing) => void } | undefined;
  isFiltered: boolean;
  /** How many filters are set beside the search. */
  filterCount?: number | undefined;
  onClear: () => void;
  /** How often it was cleared: what is just being typed goes with the rest. */
  cleared?: number;
  onTyping?: (isTyping: boolean) => void;
  /** The order of the list, where no heads of columns are pressed for it. */
  order?: ReactNode;
  /** At its end, and not in the sheet. */
  actions?: ReactNode;
  view?: ReactNode;
};

/** The search and all that narrows a list, in one bar; with little room the search alone, and the rest in a sheet. */
export function FilterBar(props: FilterBarProps) {
  const { label, search, fieldSearches = [], filters, further, narrowed, cleared = 0, onTyping } = props;
  const t = useTexts(listsTexts);
  const isTight = useTight();
  if (!search && !filters) return null;
  const controls = (
    <>
      {props.order}
      {fieldSearches.map((each) => (
        <SearchBox key={`${each.label} ${cleared}`} {...each} onTyping={onTyping} />
      ))}
      {filters}
      {isTight ? further?.controls : null}
      {further && !isTight ? <MoreFilters {...further} /> : null}
      {narrowed ? <NarrowedBy state={narrowed.by} onChange={narrowed.onChange} /> : null}
      {props.isFiltered ? (
        <Button variant="ghost" onClick={props.onClear}>
          {t('clear')}
        </Button>
      ) : null}
    </>
  );
  return (
    <div role="search" aria-label={label} className="mb-3 flex items-center gap-2 sm:flex-wrap tight:mb-2">
      {search ? (
        <SearchBox
          key={cleared}
          {...search}
          onTyping={onTyping}
          className={`min-w-0 flex-1 sm:min-w-44 ${search.className ?? 'sm:max-w-xs'}`}
        />
      ) : null}
      {isTight ? (
        <FilterSheet count={props.filterCount ?? 0}>
          {controls}
          {props.view}
        </FilterSheet>
      ) : (
        controls
      )}
      {props.actions}
      {isTight ? null : props.view}
    </div>
  );
}
