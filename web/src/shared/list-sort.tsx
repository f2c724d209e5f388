import type { DataTableColumn, DataTableSort } from '@atalaya/ui/data-table';
import { Select } from '@atalaya/ui/select';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';

/** What the order of a column is told by: the kind of its values, or the words of those that come first and last. */
type SortedAs = 'text' | 'number' | 'date' | readonly [first: string, last: string];

export type ListColumn<Row> = DataTableColumn<Row> & {
  /** Absent: the list is not sorted by it. */
  sortedAs?: SortedAs;
  sortable?: never;
};

type ListSortProps = {
  columns: readonly Pick<ListColumn<never>, 'key' | 'title' | 'sortedAs'>[];
  sort: DataTableSort;
  /** By time, of which there need be no column. */
  ownOrder: DataTableSort | undefined;
  onSort: (sort: DataTableSort) => void;
  hideLabel?: boolean;
};

/** 'Ordenar por', of cards: each column that the list is sorted by, both ways, and the order of its own. */
export function ListSort({ columns, sort, ownOrder, onSort, hideLabel }: ListSortProps) {
  const t = useTexts(listsTexts);
  const wordsOf = (sortedAs: SortedAs, direction: 'asc' | 'desc') =>
    typeof sortedAs === 'string'
      ? t(`sort.${sortedAs}.${direction}`)
      : t('sort.first', { value: sortedAs[direction === 'asc' ? 0 : 1] });
  const hasColumn = columns.some(({ key }) => key === ownOrder?.key);
  const orders = [
    ...(ownOrder && !hasColumn
      ? (['desc', 'asc'] as const).map((direction) => ({
          sort: { key: ownOrder.key, direction },
          label: t(`sort.own.${direction}`),
        }))
      : []),
    ...columns.flatMap(({ key, title, sortedAs }) =>
      sortedAs
        ? (['asc', 'desc'] as const).map((direction) => ({
            sort: { key, direction },
            label: t('sort.byColumn', { column: title, order: wordsOf(sortedAs, direction) }),
          }))
        : [],
    ),
  ];
  const options = orders.map((order) => ({ ...order, value: valueOf(order.sort) }));
  const isOffered = options.some(({ value }) => value === valueOf(sort));
  return (
    <Select
      label={t('sort.label')}
      hideLabel={hideLabel}
      options={options}
      value={isOffered ? valueOf(sort) : null}
      // By something that has no column, as a link may say.
      placeholder={t('sort.other')}
      onValueChange={(chosen) => {
        const order = options.find(({ value }) => value === chosen);
        if (order) onSort(order.sort);
      }}
    />
  );
}

const valueOf = ({ key, direction }: DataTableSort) => `${key} ${direction}`;
