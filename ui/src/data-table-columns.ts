import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { DataTableColumn } from './data-table-props.ts';

/** What places a cell in its column and in a card, whether a value or a skeleton is in it. */
export function placeOf<Row>(column: DataTableColumn<Row> | undefined, position: number) {
  const isAction = column?.hideTitle === true;
  const card = column?.card ?? (isAction ? undefined : position === 0 ? 'first' : 'second');
  return {
    'data-align': column?.align,
    'data-card': card,
    'data-actions': isAction || undefined,
    'data-label': card === 'first' || isAction || column?.plain ? undefined : column?.title,
  };
}

/** At module scope: a new object on each render would rebuild the whole table. */
export const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

export type DataTableFeatures = typeof features;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function valueOf(row: unknown, key: string): unknown {
  return (row as Record<string, unknown>)[key];
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Missing values come first; numbers and dates by size, all else as text without regard to case. */
function compareValues(a: unknown, b: unknown): number {
  if (a == null || b == null) return Number(a != null) - Number(b != null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  return collator.compare(textOf(a), textOf(b));
}

/**
 * The content of a cell. Called, not mounted as a component: the caller's columns may be new functions with every
 * render, and a button that is mounted anew while it is pressed loses its click.
 */
export function contentOf<Row>(column: DataTableColumn<Row>, row: Row): ReactNode {
  return column.render ? column.render(row) : textOf(valueOf(row, column.key));
}

/** Our columns in the words of TanStack Table. */
export function toColumnDefs<Row extends RowData>(
  columns: readonly DataTableColumn<Row>[],
): ColumnDef<DataTableFeatures, Row>[] {
  return columns.map((column) => ({
    id: column.key,
    accessorFn: (row) => valueOf(row, column.key),
    header: column.title,
    enableSorting: column.sortable ?? false,
    sortFn: (a, b) =>
      column.sort
        ? column.sort(a.original, b.original)
        : compareValues(valueOf(a.original, column.key), valueOf(b.original, column.key)),
  }));
}
