import type { Row as TableRow, RowData } from '@tanstack/react-table';
import type { KeyboardEvent, MouseEvent } from 'react';
import { contentOf, placeOf, type DataTableFeatures } from './data-table-columns.ts';
import type { DataTableColumn } from './data-table-props.ts';
import { Checkbox } from './checkbox.tsx';

interface DataTableRowProps<Row extends RowData> {
  row: TableRow<DataTableFeatures, Row>;
  columns: readonly DataTableColumn<Row>[];
  /** The checkbox's name; without it the row has none. */
  selectLabel: string | undefined;
  tabStop: boolean;
  onOpen: ((row: Row) => void) | undefined;
  onFocus: () => void;
  onMove: (step: 1 | -1) => void;
}

const ownControls = 'a, button, input, select, textarea, label, [role="menuitem"], [data-select]';

/** True where a click means a control inside the row, or the end of marking text, and not the row. */
function meansSomethingElse(event: MouseEvent<HTMLTableRowElement>): boolean {
  const target = event.target as Element;
  // A click in a dialog opened from the row bubbles here through React, though it lies elsewhere.
  if (!event.currentTarget.contains(target)) return true;
  return target.closest(ownControls) !== null || getSelection()?.type === 'Range';
}

function rowEvents<Row extends RowData>(props: DataTableRowProps<Row>) {
  const { row, onOpen, onFocus, onMove, tabStop } = props;
  if (!onOpen) return {};
  return {
    tabIndex: tabStop ? 0 : -1,
    onFocus,
    onClick: (event: MouseEvent<HTMLTableRowElement>) => {
      if (!meansSomethingElse(event)) onOpen(row.original);
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      if (event.target !== event.currentTarget) return;
      if (event.key === 'Enter') onOpen(row.original);
      else if (event.key === 'ArrowDown') onMove(1);
      else if (event.key === 'ArrowUp') onMove(-1);
      else if (event.key === ' ' && props.selectLabel !== undefined) row.toggleSelected();
      else return;
      event.preventDefault();
    },
  };
}

/** One row; in the list form its cells are below each other, each with its column's title. */
export function DataTableRow<Row extends RowData>(props: DataTableRowProps<Row>) {
  const { row, columns, selectLabel, onOpen } = props;
  const selected = row.getIsSelected();
  return (
    <tr
      role="row"
      data-row={row.id}
      data-openable={onOpen ? true : undefined}
      aria-selected={selectLabel === undefined ? undefined : selected}
      className={`focus-visible:-outline-offset-2 ${selected ? 'bg-selected' : 'hover:bg-sunken'} ${onOpen ? 'cursor-pointer' : ''}`}
      {...rowEvents(props)}
    >
      {selectLabel === undefined ? null : (
        <td role="cell" data-select className="border-line">
          <Checkbox
            hideLabel
            label={selectLabel}
            checked={selected}
            disabled={!row.getCanSelect()}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {row.getVisibleCells().map((cell, position) => {
        const column = columns.find((candidate) => candidate.key === cell.column.id);
        return (
          <td key={cell.id} role="cell" {...placeOf(column, position)} className="border-line">
            {column ? contentOf(column, row.original) : null}
          </td>
        );
      })}
    </tr>
  );
}
