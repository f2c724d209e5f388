import type { RowData } from '@tanstack/react-table';
import { useRef, useState } from 'react';
import { placeOf } from './data-table-columns.ts';
import type { DataTableModel } from './data-table-model.ts';
import type { DataTableColumn, DataTableProps } from './data-table-props.ts';
import { DataTableRow } from './data-table-row.tsx';
import { Skeleton } from './skeleton.tsx';

interface DataTableBodyProps<Row extends RowData> extends DataTableProps<Row> {
  table: DataTableModel<Row>;
}

/** Skeleton rows while nothing is there yet. */
const SKELETON_ROWS = 5;

interface SkeletonRowsProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  selectable: boolean;
}

function SkeletonRows<Row>({ columns, selectable }: SkeletonRowsProps<Row>) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} role="row" aria-hidden data-skeleton>
      {selectable ? (
        <td role="cell" data-select className="border-line">
          <Skeleton className="size-4" />
        </td>
      ) : null}
      {columns.map((column, position) => (
        <td key={column.key} role="cell" {...placeOf(column, position)} className="border-line">
          <Skeleton className="h-4 w-full max-w-40" />
        </td>
      ))}
    </tr>
  ));
}

/** The rows, or what is shown in their place: skeletons, or the empty text. */
export function DataTableBody<Row extends RowData>(props: DataTableBodyProps<Row>) {
  const { table, columns, texts, loading = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [focusedKey, setFocusedKey] = useState<string>();
  const rows = table.getRowModel().rows;
  const selectable = props.onSelectedChange !== undefined;
  const visible = columns.filter(({ key }) => table.getColumn(key)?.getIsVisible());
  const cells = visible.length + (selectable ? 1 : 0);
  // One row is in the tab order; the arrow keys walk from there.
  const tabStop = rows.some((row) => row.id === focusedKey) ? focusedKey : rows[0]?.id;
  const moveFocus = (from: number, step: number) => {
    body.current?.querySelectorAll<HTMLElement>(':scope > tr')[from + step]?.focus();
  };
  return (
    <tbody ref={body} role="rowgroup">
      {loading ? <SkeletonRows columns={visible} selectable={selectable} /> : null}
      {!loading && rows.length === 0 ? (
        <tr role="row" data-empty>
          <td role="cell" colSpan={cells} className="text-muted">
            {texts.empty}
          </td>
        </tr>
      ) : null}
      {loading
        ? null
        : rows.map((row, position) => (
            <DataTableRow
              key={row.id}
              row={row}
              columns={columns}
              selectLabel={selectable ? (texts.selectRow?.(row.original) ?? '') : undefined}
              tabStop={row.id === tabStop}
              onOpen={props.onOpenRow}
              onFocus={() => setFocusedKey(row.id)}
              onMove={(step) => moveFocus(position, step)}
            />
          ))}
    </tbody>
  );
}
