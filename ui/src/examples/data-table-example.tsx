import { useMemo, useState } from 'react';
import { Badge } from '../badge.tsx';
import { Card } from '../card.tsx';
import {
  DataTable,
  type DataTableColumn,
  type DataTableDensity,
  type DataTableSort,
} from '../data-table.tsx';
import { DataTableView } from '../data-table-view.tsx';
import { Pagination } from '../pagination.tsx';
import { Select } from '../select.tsx';
import type { ExampleProps } from './sample-texts.tsx';

interface Person {
  id: string;
  name: string;
  role: 'admin' | 'user';
  seats: number;
}

const pageSize = 5;
const people: Person[] = [
  'Lucía Ortega',
  'Álvaro Díaz',
  'Marta Gil',
  'Nuria Sanz',
  'Iván Robles',
  'Ana Vega',
].map((name, index) => ({
  id: String(index),
  name,
  role: index % 3 ? 'user' : 'admin',
  seats: 7 * index + 3,
}));

const columnsOf = (t: ExampleProps['t']): DataTableColumn<Person>[] => [
  { key: 'name', title: t.name, sortable: true },
  {
    key: 'role',
    title: t.role,
    sortable: true,
    plain: true,
    card: 'first',
    render: ({ role }) => <Badge>{t[role]}</Badge>,
  },
  { key: 'seats', title: t.seats, sortable: true, align: 'end', width: '8rem' },
];

export function DataTableExample({ t }: ExampleProps) {
  const [page, setPage] = useState(1);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['1']));
  const [hiddenColumns, setHiddenColumns] = useState<readonly string[]>([]);
  const [sort, setSort] = useState<DataTableSort>({ key: 'seats', direction: 'desc' });
  const [density, setDensity] = useState<DataTableDensity>('comfortable');
  const columns = useMemo(() => columnsOf(t), [t]);
  const texts = {
    label: t.people,
    empty: t.nothing,
    loading: t.loading,
    selectAll: t.selectAll,
    selectRow: ({ name }: Person) => `${t.select} ${name}`,
  };
  const view = {
    open: t.view,
    columns: t.columns,
    density: t.density,
    comfortable: t.comfortable,
    compact: t.compact,
  };
  return (
    <div className="grid gap-4">
      <div className="flex justify-end">
        <DataTableView
          {...{ columns, hiddenColumns, density }}
          texts={view}
          onHiddenColumnsChange={setHiddenColumns}
          onDensityChange={setDensity}
        />
      </div>
      <Card padded={false}>
        <DataTable
          {...{ columns, hiddenColumns, density, texts, selected }}
          rows={people.slice((page - 1) * pageSize, page * pageSize)}
          onSelectedChange={setSelected}
          canSelect={({ role }) => role === 'user'}
          defaultSort={{ key: 'name', direction: 'asc' }}
          onOpenRow={({ id }) => setSelected(new Set([id]))}
        />
        <Pagination
          {...{ page, pageSize }}
          total={people.length}
          onPageChange={setPage}
          texts={{
            label: t.people,
            previous: t.previous,
            next: t.next,
            page: (number) => `${t.page} ${number}`,
            range: (from, to, total) => `${from}–${to} ${t.of} ${total}`,
          }}
        />
      </Card>
      <Card padded={false}>
        <DataTable
          {...{ columns, texts, sort }}
          onSortChange={setSort}
          listSort={
            <Select
              label={t.sortBy}
              size="lg"
              options={columns.map(({ key, title }) => ({ value: key, label: title }))}
              value={sort.key}
              onValueChange={(key) => setSort({ key, direction: 'asc' })}
            />
          }
          rows={people.slice(0, 2)}
          rowKey={({ name }) => name}
          busy
        />
      </Card>
      <Card padded={false}>
        <DataTable {...{ columns, texts }} rows={[]} loading />
      </Card>
      <Card padded={false}>
        <DataTable {...{ columns, texts }} rows={[]} />
      </Card>
    </div>
  );
}
