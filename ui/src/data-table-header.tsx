import type { RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { DataTableModel } from './data-table-model.ts';
import type { DataTableColumn, DataTableTexts } from './data-table-props.ts';
import { Checkbox } from './checkbox.tsx';

interface DataTableHeaderProps<Row extends RowData> {
  table: DataTableModel<Row>;
  columns: readonly DataTableColumn<Row>[];
  texts: DataTableTexts<Row>;
  selectable: boolean;
  /** Whether cards, too, are sorted by pressing the titles. */
  pressedInList: boolean;
}

/** The line below is in the theme's colour while newer rows are on their way. */
const cellClass =
  'border-line bg-surface text-muted transition-colors duration-normal in-data-busy:border-primary';

const sortIcons = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown };
const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

interface HeaderCellProps<Row> {
  column: DataTableColumn<Row>;
  sorted: 'asc' | 'desc' | 'none';
  pressedInList: boolean;
  onToggle: () => void;
}

function HeaderCell<Row>({ column, sorted, pressedInList, onToggle }: HeaderCellProps<Row>) {
  const Icon = sortIcons[sorted];
  return (
    <th
      role="columnheader"
      scope="col"
      data-align={column.align}
      data-pressed-in-list={(column.sortable && pressedInList) || undefined}
      data-label={column.sortable ? column.title : undefined}
      data-actions={column.hideTitle || undefined}
      aria-sort={column.sortable ? ariaSort[sorted] : undefined}
      style={{ width: column.width }}
      className={cellClass}
    >
      {column.sortable ? (
        <button
          type="button"
          onClick={onToggle}
          className="-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-sm px-1.5 text-start hover:bg-hover hover:text-ink"
        >
          {column.title}
          <Icon
            aria-hidden
            className={`size-3.5 shrink-0 ${sorted === 'none' ? 'text-muted' : 'text-ink'}`}
          />
        </button>
      ) : (
        <span className={column.hideTitle ? 'sr-only' : ''}>{column.title}</span>
      )}
    </th>
  );
}

/** The sticky row of titles, with the checkbox of all rows shown and the sort buttons. */
export function DataTableHeader<Row extends RowData>(props: DataTableHeaderProps<Row>) {
  const { table, columns, texts, selectable, pressedInList } = props;
  const all = table.getIsAllRowsSelected();
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selectable ? (
          <th role="columnheader" scope="col" data-select className={cellClass}>
            {/* Its label is read out only; above cards it is shown, too. */}
            <Checkbox
              hideLabel
              label={texts.selectAll ?? ''}
              checked={all}
              // There is nothing to select yet, or nothing at all.
              disabled={table.getRowModel().rows.length === 0}
              indeterminate={!all && table.getIsSomePageRowsSelected()}
              onChange={table.getToggleAllRowsSelectedHandler()}
            />
            <span aria-hidden className="hidden text-sm font-normal cards:inline">
              {texts.selectAll}
            </span>
          </th>
        ) : null}
        {columns.map((column) => {
          const model = table.getColumn(column.key);
          if (!model?.getIsVisible()) return null;
          return (
            <HeaderCell
              key={column.key}
              column={column}
              sorted={model.getIsSorted() || 'none'}
              pressedInList={pressedInList}
              onToggle={() => model.toggleSorting()}
            />
          );
        })}
      </tr>
    </thead>
  );
}
