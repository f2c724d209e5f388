import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { DataTable, type DataTableColumn, type DataTableSort } from '@atalaya/ui/data-table';
import { EmptyState } from '@atalaya/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Building2, Search, Trash2 } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import type { TableView } from '../../shared/use-table-view.ts';
import { useLastPage } from '../../shared/use-last-page.ts';
import { companiesTexts } from './companies.es.ts';
import {
  type Company,
  type CompanyFilters,
  type CompanyListState,
  NO_FILTERS,
  companiesQuery,
  isFiltered,
} from './companies.api.ts';

type CompaniesPanelProps = {
  state: CompanyListState;
  onChange: (change: Partial<CompanyListState>, options?: { replace: boolean }) => void;
  columns: DataTableColumn<Company>[];
  onView: (company: Company) => void;
  view: TableView;
};

/** 'Empresas (total)': the table and its pages. */
export function CompaniesPanel({ state, onChange, columns, onView, view }: CompaniesPanelProps) {
  const t = useTexts(companiesTexts);
  const { number } = useFormat();
  const list = useQuery(companiesQuery(state));
  useLastPage(list, state.page, (page) => onChange({ page }, { replace: true }));
  const total = list.data?.total ?? 0;
  const title = t('table', { total: list.data ? number(total) : '…' });
  return (
    <Card title={title} padded={false}>
      {list.isError && !list.data ? (
        <LoadFailed title={t('loadFailed')} onRetry={list.refetch} />
      ) : (
        <DataTable<Company>
          columns={columns}
          rows={list.data?.items ?? []}
          loading={list.isPending}
          busy={list.isPlaceholderData}
          density={view.density}
          hiddenColumns={view.hidden}
          sort={sortOf(state)}
          onSortChange={({ key, direction }) =>
            onChange({ sort: key as CompanyListState['sort'], order: direction, page: 1 })
          }
          onOpenRow={state.status === 'bin' ? undefined : onView}
          texts={{
            label: title,
            loading: t('loading'),
            empty: <NoCompanies state={state} onChange={onChange} />,
          }}
        />
      )}
      <ListPages
        label={t('pages.label')}
        page={state.page}
        total={total}
        onPageChange={(page) => onChange({ page })}
      />
    </Card>
  );
}

const sortOf = ({ sort, order }: CompanyListState): DataTableSort => ({ key: sort, direction: order });

type NoCompaniesProps = { state: CompanyFilters; onChange: CompaniesPanelProps['onChange'] };

function NoCompanies({ state, onChange }: NoCompaniesProps) {
  const t = useTexts(companiesTexts);
  if (state.status === 'bin' && !isFiltered({ ...state, status: null }))
    return <EmptyState icon={<Trash2 size={20} />} title={t('emptyBin')} />;
  if (!isFiltered(state))
    return (
      <EmptyState icon={<Building2 size={20} />} title={t('emptyAtAll')} description={t('emptyAtAllHint')} />
    );
  return (
    <EmptyState
      icon={<Search size={20} />}
      title={t('empty')}
      action={
        <Button variant="outline" onClick={() => onChange({ ...NO_FILTERS, page: 1 })}>
          {t('filters.clear')}
        </Button>
      }
    />
  );
}
