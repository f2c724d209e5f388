import {
  functionalUpdate,
  useTable,
  type RowData,
  type RowSelectionState,
  type SortingState,
  type Updater,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { features, toColumnDefs } from './data-table-columns.ts';
import type { DataTableProps, DataTableSort } from './data-table-props.ts';

function defaultRowKey(row: unknown): string {
  return String((row as { id: unknown }).id);
}

function toSorting(sort: DataTableSort | null): SortingState {
  return sort ? [{ id: sort.key, desc: sort.direction === 'desc' }] : [];
}

function useSort<Row>({ sort, onSortChange, defaultSort }: DataTableProps<Row>) {
  const [own, setOwn] = useState<DataTableSort | null>(defaultSort ?? null);
  const sorting = toSorting(sort === undefined ? own : sort);
  const change = (updater: Updater<SortingState>) => {
    const first = functionalUpdate(updater, sorting)[0];
    if (!first) return;
    const next: DataTableSort = { key: first.id, direction: first.desc ? 'desc' : 'asc' };
    setOwn(next);
    onSortChange?.(next);
  };
  return { sorting, change };
}

function useSelection<Row>({ selected, onSelectedChange }: DataTableProps<Row>) {
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selected ?? [])].map((key) => [key, true as const])),
    [selected],
  );
  const change = (updater: Updater<RowSelectionState>) => {
    onSelectedChange?.(new Set(Object.keys(functionalUpdate(updater, rowSelection))));
  };
  return { rowSelection, change };
}

/** The table behind a DataTable: sorts here unless `onSortChange` says that the server does. */
export function useDataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey = defaultRowKey, canSelect, hiddenColumns } = props;
  const { sorting, change: onSortingChange } = useSort(props);
  const { rowSelection, change: onRowSelectionChange } = useSelection(props);
  const columnVisibility = useMemo(
    () => Object.fromEntries((hiddenColumns ?? []).map((key) => [key, false])),
    [hiddenColumns],
  );
  return useTable({
    features,
    columns: useMemo(() => toColumnDefs(columns), [columns]),
    data: rows,
    getRowId: rowKey,
    manualSorting: props.onSortChange !== undefined,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    enableRowSelection: canSelect ? (row) => canSelect(row.original) : true,
    state: { sorting, rowSelection, columnVisibility },
    onSortingChange,
    onRowSelectionChange,
  });
}

export type DataTableModel<Row extends RowData> = ReturnType<typeof useDataTable<Row>>;
