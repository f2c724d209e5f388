import type { DataTableColumn } from '@atalaya/ui/data-table';
import { DataTableView } from '@atalaya/ui/data-table-view';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';
import type { TableView } from './use-table-view.ts';

type TableViewMenuProps = {
  columns: readonly Pick<DataTableColumn<never>, 'key' | 'title' | 'hideTitle'>[];
  view: TableView;
  onChange: (view: TableView) => void;
};

/** 'Vista', at the end of a filter bar: which columns there are, and how dense. */
export function TableViewMenu({ columns, view, onChange }: TableViewMenuProps) {
  const t = useTexts(listsTexts);
  return (
    <span className="sm:ml-auto">
      <DataTableView
        columns={columns}
        hiddenColumns={view.hidden}
        onHiddenColumnsChange={(hidden) => onChange({ ...view, hidden })}
        density={view.density}
        onDensityChange={(density) => onChange({ ...view, density })}
        texts={{
          open: t('view.open'),
          columns: t('view.columns'),
          density: t('view.density'),
          comfortable: t('view.comfortable'),
          compact: t('view.compact'),
        }}
      />
    </span>
  );
}
