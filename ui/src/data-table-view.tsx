import { SlidersHorizontal } from 'lucide-react';
import { Button } from './button.tsx';
import type { DataTableColumn, DataTableDensity } from './data-table-props.ts';
import { Menu, MenuCheckboxItem, MenuGroup, MenuRadioGroup } from './menu.tsx';

export interface DataTableViewTexts {
  /** The button's name. */
  open: string;
  columns: string;
  density: string;
  comfortable: string;
  compact: string;
}

export interface DataTableViewProps {
  columns: readonly Pick<DataTableColumn<never>, 'key' | 'title' | 'hideTitle'>[];
  hiddenColumns: readonly string[];
  onHiddenColumnsChange: (hidden: readonly string[]) => void;
  density: DataTableDensity;
  onDensityChange: (density: DataTableDensity) => void;
  texts: DataTableViewTexts;
}

/** The menu that hides columns and sets the density; the first column, which names the row, always stays. */
export function DataTableView(props: DataTableViewProps) {
  const { columns, hiddenColumns, onHiddenColumnsChange, density, onDensityChange, texts } = props;
  const toggle = (key: string, visible: boolean) =>
    onHiddenColumnsChange(
      visible ? hiddenColumns.filter((hidden) => hidden !== key) : [...hiddenColumns, key],
    );
  return (
    <Menu
      trigger={
        <Button variant="outline" icon={<SlidersHorizontal size={16} aria-hidden />}>
          {texts.open}
        </Button>
      }
    >
      <MenuGroup label={texts.columns}>
        {columns.slice(1).map((column) =>
          column.hideTitle ? null : (
            <MenuCheckboxItem
              key={column.key}
              checked={!hiddenColumns.includes(column.key)}
              onCheckedChange={(visible) => toggle(column.key, visible)}
            >
              {column.title}
            </MenuCheckboxItem>
          ),
        )}
      </MenuGroup>
      <MenuRadioGroup
        label={texts.density}
        value={density}
        onValueChange={onDensityChange}
        options={[
          { value: 'comfortable', label: texts.comfortable },
          { value: 'compact', label: texts.compact },
        ]}
      />
    </Menu>
  );
}
