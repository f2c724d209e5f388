import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { DataTableBody } from './data-table-body.tsx';
import type { DataTableColumn, DataTableSort } from './data-table-columns.ts';
import { DataTableHeader } from './data-table-header.tsx';
import { useDataTable } from './data-table-model.ts';
import './data-table.css';

export type { DataTableColumn, DataTableSort } from './data-table-columns.ts';

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
  /** What the list of cards is sorted with, above it; without it the heads to press stay there. */
  listSort?: ReactNode;
  /** Keys of the chosen rows, those of other pages included; with `onSelectedChange` rows get checkboxes. */
  selected?: ReadonlySet<string> | undefined;
  onSelectedChange?: ((selected: ReadonlySet<string>) => void) | undefined;
  canSelect?: ((row: Row) => boolean) | undefined;
  /** Click or Enter on a row. */
  onOpenRow?: ((row: Row) => void) | undefined;
}

/**
 * Rows in columns: sortable, selectable (Shift for a range), openable, and below 40rem of width a list of
 * cards made of the same elements. The header sticks below `--sticky-top` (0 unless the page sets it).
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, texts, loading = false, busy = false, density = 'comfortable', listSort } = props;
  const table = useDataTable(props);
  return (
    <div className="data-table" data-density={density} data-busy={(busy && !loading) || undefined}>
      {listSort ? <div className="data-table-list-sort">{listSort}</div> : null}
      <div className="data-table-scroll">
        {/* Explicit roles: the list form changes `display`, which would otherwise take them away. */}
        <table role="table" aria-label={texts.label} aria-busy={loading || busy} className="w-full text-sm">
          <DataTableHeader
            table={table}
            columns={columns}
            texts={texts}
            selectable={props.onSelectedChange !== undefined}
            pressedInList={!listSort}
          />
          <DataTableBody {...props} table={table} />
        </table>
      </div>
      <p role="status" className="sr-only">
        {loading || busy ? texts.loading : null}
      </p>
    </div>
  );
}
