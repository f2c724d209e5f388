import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { DataTable, type DataTableSort } from '@atalaya/ui/data-table';
import { EmptyState, type EmptyStateProps } from '@atalaya/ui/empty-state';
import { Skeleton } from '@atalaya/ui/skeleton';
import { Search, X } from 'lucide-react';
import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import { useFormat } from '../platform/format.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { FilterBar, type TypedFilter } from './filter-bar.tsx';
import { ListNews } from './list-news.tsx';
import { ListPages } from './list-pages.tsx';
import { type ListColumn, ListSort } from './list-sort.tsx';
import { listsTexts } from './lists.es.ts';
import { LoadFailed } from './load-failed.tsx';
import type { FurtherFilters } from './more-filters.tsx';
import type { Narrowing } from './narrowed-by.tsx';
import { TableViewMenu } from './table-view-menu.tsx';
import { usePhone, useTight } from './use-phone.ts';
import type { ListNews as News } from './use-live-list.ts';
import { useSelected } from './use-selected.ts';
import { type KeptView, useTableView } from './use-table-view.ts';

const NONE: readonly never[] = [];

/** What a list needs of the query that reads it. */
type ListQuery<Row> = {
  data: { items: Row[]; total: number } | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

/** Those that are ticked, or all that match the filters. */
export type Chosen<Sent> = { ids: string[] } | { filters: Sent; total: number };

export type BulkProps<Row, Sent> = {
  chosen: Chosen<Sent>;
  count: number;
  /** The rows of this page that are ticked. */
  rows: readonly Row[];
  /** Lets go of the selection. */
  onDone: () => void;
};

type Bulk<Row, Sent> = {
  /** The filters as the server takes them: other ones end a selection. */
  filters: Sent;
  Actions: ComponentType<BulkProps<Row, Sent>>;
  canSelect?: (row: Row) => boolean;
};

type ListScreenProps<Row extends { id: string }, Sent> = {
  list: ListQuery<Row>;
  /** Whether others have changed which rows there are. */
  news?: News | undefined;
  page: number;
  onPage: (page: number, options?: { replace: boolean }) => void;
  /** What a row shows: the cells of a table, or an item of a list. */
  columns?: readonly ListColumn<Row>[];
  renderItem?: (row: Row) => ReactNode;
  sort?: DataTableSort;
  /** The order in which the list comes, where no head is marked for it. */
  ownOrder?: DataTableSort;
  onSort?: (sort: DataTableSort) => void;
  /** Lets a person choose columns and density. */
  view?: KeptView;
  hiddenColumns?: readonly string[] | undefined;
  /** `className`: the widest it gets, where that is not 20rem. */
  search?: TypedFilter;
  /** Searches in one field, beside that in several. */
  fieldSearches?: readonly TypedFilter[];
  /** Controls beside the search. */
  filters?: ReactNode;
  /** Those that one row has no room for: behind 'Más filtros'. */
  further?: FurtherFilters;
  /** What the address narrows the list to and no control shows. */
  narrowed?: { by: Narrowing; onChange: (change: Narrowing) => void };
  isFiltered: boolean;
  /** How many filters are set beside the search. */
  filterCount?: number;
  onClear: () => void;
  /**
   * At the end of the bar, on phones beside the title, or below the bar where there is none: a text that is longer than
   * a word is there for screen readers.
   */
  actions?: ReactNode;
  /** The heading above the table; without one the label alone names it. */
  title?: string;
  description?: ReactNode;
  texts: {
    /** Names the bar of filters, where that helps. */
    filters?: string;
    label: string;
    loading: string;
    loadFailed: string;
    pages: string;
    nothingFound: string;
    selectRow?: (row: Row) => string;
    selectAll?: string;
  };
  /** Where the list is empty without any filter. */
  empty: EmptyStateProps;
  /** Where it says more than that nothing was found, although it is filtered. */
  emptyAlways?: boolean;
  onOpenRow?: ((row: Row) => void) | undefined;
  /** What can be done to several at once; absent: rows are not selected. */
  bulk?: Bulk<Row, Sent> | undefined;
};

/**
 * A list: its bar of filters, its table with selection, sort and pages, and what is shown instead of rows while they
 * load, where there are none, and where they cannot be read. Its state is in the address, which the page owns.
 */
export function ListScreen<Row extends { id: string }, Sent>(props: ListScreenProps<Row, Sent>) {
  const {
    list,
    page,
    onPage,
    columns = NONE,
    renderItem,
    texts,
    title,
    bulk,
    sort,
    ownOrder,
    onSort,
  } = props;
  const answer = list.isPlaceholderData || list.isPending ? undefined : (list.data?.items ?? []);
  const { selected, setSelected, areFormer, onTyping } = useSelected(bulk?.filters ?? {}, answer);
  const [cleared, setCleared] = useState(0);
  const onClear = () => {
    onTyping(false);
    setCleared(cleared + 1);
    props.onClear();
  };
  const [view, setView] = useTableView(props.view);
  const isPhone = usePhone();
  const isTight = useTight();
  const order = sort && onSort ? { columns, sort, ownOrder, onSort } : null;
  const tableColumns = useMemo(
    () => columns.map((column) => ({ ...column, sortable: column.sortedAs !== undefined })),
    [columns],
  );
  const isOwn = sort?.key === ownOrder?.key && sort?.direction === ownOrder?.direction;
  const rows = list.data?.items ?? [];
  const total = list.data?.total ?? 0;
  const empty = <NoRows {...props} onClear={onClear} />;
  const table = (
    <>
      {props.news ? <ListNews news={props.news} /> : null}
      {list.isError && !list.data ? (
        <LoadFailed title={texts.loadFailed} error={list.error} onRetry={list.refetch} />
      ) : renderItem ? (
        <Items rows={list.data?.items} {...{ renderItem, empty }} loading={texts.loading} />
      ) : (
        <DataTable<Row>
          columns={tableColumns}
          rows={rows}
          loading={list.isPending}
          busy={list.isPlaceholderData}
          density={view.density}
          hiddenColumns={props.hiddenColumns ?? view.hidden}
          sort={isOwn ? null : sort}
          onSortChange={onSort}
          listSort={order && !isTight ? <ListSort {...order} hideLabel /> : null}
          {...(bulk ? { selected, onSelectedChange: setSelected } : {})}
          canSelect={bulk?.canSelect}
          onOpenRow={props.onOpenRow}
          texts={{ ...texts, label: title ?? texts.label, empty }}
        />
      )}
      {bulk && selected.size > 0 ? (
        <BulkBar
          // All that match are others with other filters.
          key={JSON.stringify(bulk.filters)}
          rows={rows}
          areFormer={areFormer}
          total={total}
          bulk={bulk}
          selected={selected}
          onDone={() => setSelected(new Set())}
        />
      ) : null}
      <ListPages label={texts.pages} page={page} total={total} onPageChange={onPage} list={list} />
    </>
  );
  return (
    <>
      <FilterBar
        {...props}
        {...{ cleared, onClear, onTyping }}
        label={texts.filters}
        actions={isPhone ? null : props.actions}
        order={isTight && order ? <ListSort {...order} /> : null}
        view={props.view ? <TableViewMenu columns={columns} view={view} onChange={setView} /> : null}
      />
      <Frame title={title} description={props.description} actions={isPhone ? props.actions : null}>
        {table}
      </Frame>
    </>
  );
}

type FrameProps = {
  title: string | undefined;
  description: ReactNode;
  /** Those that the bar has no room for. */
  actions: ReactNode;
  children: ReactNode;
};

/** Around the rows: with the list's heading, where it has one. */
function Frame({ title, description, actions, children }: FrameProps) {
  if (title !== undefined)
    return (
      <Card data-wide title={title} description={description} actions={actions} padded={false}>
        {children}
      </Card>
    );
  return (
    <>
      {actions ? <div className="mb-3 flex items-center gap-2">{actions}</div> : null}
      <div data-wide className="rounded-lg border border-line bg-surface">
        {children}
      </div>
    </>
  );
}

type ItemsProps<Row> = {
  /** undefined: they are still read. */
  rows: readonly Row[] | undefined;
  renderItem: (row: Row) => ReactNode;
  empty: ReactNode;
  loading: string;
};

/** Rows that are no cells of a table. */
function Items<Row>({ rows, renderItem, empty, loading }: ItemsProps<Row>) {
  if (!rows)
    return (
      <div role="status" aria-label={loading} className="divide-y divide-line">
        {[1, 2, 3, 4, 5].map((line) => (
          <div key={line} className="flex h-16 items-center gap-4 px-4">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-4 w-20" />
          </div>
        ))}
      </div>
    );
  return rows.length === 0 ? empty : <ul className="divide-y divide-line">{rows.map(renderItem)}</ul>;
}

type BulkBarProps<Row, Sent> = {
  /** Of this page. */
  rows: readonly Row[];
  /** They, and `total`, are of other filters. */
  areFormer: boolean;
  /** How many match the filters in all. */
  total: number;
  bulk: Bulk<Row, Sent>;
  selected: ReadonlySet<string>;
  onDone: () => void;
};

/** How many are selected, what can be done with them, and the way to all that match: at the foot of the window. */
function BulkBar<Row extends { id: string }, Sent>(props: BulkBarProps<Row, Sent>) {
  const { rows, areFormer, total, bulk, selected, onDone } = props;
  const { filters, Actions, canSelect = () => true } = bulk;
  const t = useTexts(listsTexts);
  const { number } = useFormat();
  const [allMatching, setAllMatching] = useState(false);
  const count = allMatching ? total : selected.size;
  const pageIsSelected = rows.every((row) => selected.has(row.id) || !canSelect(row));
  return (
    <div
      role="toolbar"
      aria-label={t('bulk.label')}
      className="sticky bottom-(--kept-below) z-10 flex flex-wrap items-center gap-2 border-t border-line bg-selected px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] last:rounded-b-lg print:hidden"
    >
      <p role="status" className="mr-2 font-medium text-primary-ink tabular-nums">
        {t('bulk.selected', { count, shown: number(count) })}
      </p>
      {pageIsSelected && !allMatching && !areFormer && total > rows.length ? (
        <Button variant="link" size="sm" onClick={() => setAllMatching(true)}>
          {t('bulk.selectMatching', { total: number(total) })}
        </Button>
      ) : null}
      <Actions
        chosen={allMatching ? { filters, total } : { ids: [...selected] }}
        count={count}
        rows={rows.filter(({ id }) => selected.has(id))}
        onDone={onDone}
      />
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('bulk.clear')}
        onClick={onDone}
        className="max-sm:ml-auto"
      >
        <X size={16} />
      </Button>
    </div>
  );
}

function NoRows({
  isFiltered,
  emptyAlways,
  onClear,
  empty,
  texts,
}: Pick<ListScreenProps<{ id: string }, unknown>, 'isFiltered' | 'onClear' | 'empty' | 'emptyAlways'> & {
  texts: { nothingFound: string };
}) {
  const t = useTexts(listsTexts);
  if (!isFiltered || emptyAlways) return <EmptyState {...empty} />;
  return (
    <EmptyState
      icon={<Search size={20} />}
      title={texts.nothingFound}
      action={
        <Button variant="outline" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  );
}
