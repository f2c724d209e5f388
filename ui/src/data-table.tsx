import type { RowData } from '@tanstack/react-table';
import { DataTableBody } from './data-table-body.tsx';
import { DataTableHeader } from './data-table-header.tsx';
import { useDataTable } from './data-table-model.ts';
import type { DataTableProps } from './data-table-props.ts';
import './data-table.css';

export type { DataTableColumn, DataTableDensity, DataTableProps, DataTableSort } from './data-table-props.ts';

/**
 * Rows in columns: sortable, selectable (Shift for a range), openable, and below 56rem of width cards of two lines made
 * of the same elements. The header sticks below `--sticky-top` (0 unless the page sets it).
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
            pressedInList={listSort === undefined}
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
