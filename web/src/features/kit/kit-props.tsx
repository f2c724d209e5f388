import { Badge } from '@atalaya/ui/badge';
import { DataTable, type DataTableColumn } from '@atalaya/ui/data-table';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { kitTexts } from './kit.es.ts';
import { type PropDoc, propsOf } from './props-of.ts';

const nameOf = (prop: PropDoc) => prop.name;

/** The table of props of one part, read from its source. */
export function KitProps({ part, source }: { part: string; source: string }) {
  const t = useTexts(kitTexts);
  const rows = useMemo(() => propsOf(source, part), [source, part]);
  const columns = useMemo<DataTableColumn<PropDoc>[]>(
    () => [
      {
        key: 'name',
        title: t('prop'),
        width: '14rem',
        render: ({ name, optional }) => (
          <span className="flex flex-wrap items-center gap-2">
            <code className="font-mono">{name}</code>
            {optional ? null : <Badge>{t('required')}</Badge>}
          </span>
        ),
      },
      {
        key: 'type',
        title: t('type'),
        card: 'first',
        render: ({ type }) => <code className="font-mono break-words">{type}</code>,
      },
      { key: 'note', title: t('meaning'), card: 'first' },
    ],
    [t],
  );
  return (
    <div className="border-t border-line">
      <h3 className="px-3 pt-3 font-medium">{part}</h3>
      <DataTable
        density="compact"
        columns={columns}
        rows={rows}
        rowKey={nameOf}
        texts={{ label: `${part}: ${t('props')}`, empty: t('noProps') }}
      />
    </div>
  );
}
