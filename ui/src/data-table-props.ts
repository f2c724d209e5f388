import type { ReactNode } from 'react';

/** What a column of a DataTable is made of; `key` names the field it reads and sorts by. */
export interface DataTableColumn<Row> {
  key: string;
  title: string;
  /** A column of buttons: its title is for screen readers alone, it stays in view, and paper goes without it. */
  hideTitle?: boolean | undefined;
  /** The value needs no title to be understood: cards show it without one. */
  plain?: boolean | undefined;
  /**
   * Its line in a card. The first line has what names the row, which is the first such column, and its state; the
   * second the rest. Absent: the second, of the first column of all the first, of buttons the end of the card. 'none'
   * is left out on phones.
   */
  card?: 'first' | 'second' | 'none' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /** A CSS width ('12rem') or a number of pixels. */
  width?: string | number | undefined;
  sortable?: boolean | undefined;
  render?: ((row: Row) => ReactNode) | undefined;
  /** Ascending order of two rows; without it the values under `key` are compared. */
  sort?: ((a: Row, b: Row) => number) | undefined;
}

export interface DataTableSort {
  key: string;
  direction: 'asc' | 'desc';
}

export type DataTableDensity = 'comfortable' | 'compact';

/** Every text of the table; the kit has none of its own. */
export interface DataTableTexts<Row> {
  /** The table's accessible name. */
  label: string;
  /** Shown in place of rows: a sentence, or an EmptyState. */
  empty: ReactNode;
  /** Announced while rows load. */
  loading?: string | undefined;
  selectAll?: string | undefined;
  selectRow?: ((row: Row) => string) | undefined;
}

export interface DataTableProps<Row> {
  /** Keep the array at module scope or in useMemo: a new one rebuilds the table. */
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  texts: DataTableTexts<Row>;
  /** A row's unique key; its `id` unless given. */
  rowKey?: ((row: Row) => string) | undefined;
  /** No rows yet: five skeleton rows. */
  loading?: boolean | undefined;
  /**
   * Newer rows are on their way: the old ones stay, below a line in the theme's colour, and can be chosen: a press that
   * has begun would be lost otherwise. Who keeps `selected` lets go of those that are then no more there.
   */
  busy?: boolean | undefined;
  density?: DataTableDensity | undefined;
  hiddenColumns?: readonly string[] | undefined;
  /** The sort when someone else keeps it (the URL). */
  sort?: DataTableSort | null | undefined;
  defaultSort?: DataTableSort | undefined;
  /** When given, the rows come sorted and the table leaves their order alone. */
  onSortChange?: ((sort: DataTableSort) => void) | undefined;
  /** What cards are sorted with, above them; null where that is elsewhere. Without it the heads to press stay there. */
  listSort?: ReactNode;
  /** Keys of the chosen rows, those of other pages included; with `onSelectedChange` rows get checkboxes. */
  selected?: ReadonlySet<string> | undefined;
  onSelectedChange?: ((selected: ReadonlySet<string>) => void) | undefined;
  canSelect?: ((row: Row) => boolean) | undefined;
  /** Click or Enter on a row. */
  onOpenRow?: ((row: Row) => void) | undefined;
}
