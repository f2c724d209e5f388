import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { DataTable, type DataTableSort } from '@atalaya/ui/data-table';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Pagination } from '@atalaya/ui/pagination';
import { useQuery } from '@tanstack/react-query';
import { Building2, CircleAlert, Search, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { CompanyActions, type CompanyHandlers } from './company-actions.tsx';
import { companyColumns } from './company-columns.tsx';
import { companiesTexts } from './companies-texts.ts';
import { type Company, type CompanyFilters, type CompanyListState, companiesQuery } from './companies.api.ts';
import type { CompaniesView } from './use-companies-view.ts';

const PAGE_SIZE = 20;

type CompaniesPanelProps = {
  state: CompanyListState;
  onChange: (change: Partial<CompanyListState>) => void;
  /** Keep it: a new one rebuilds the table. */
  handlers: CompanyHandlers;
  view: CompaniesView;
};

/** 'Empresas (total)': the table and its pages. */
export function CompaniesPanel({ state, onChange, handlers, view }: CompaniesPanelProps) {
  const t = useTexts(companiesTexts);
  const { number } = useFormat();
  const list = useQuery(companiesQuery(state));
  const total = list.data?.total ?? 0;
  const title = t('table', { total: list.data ? number(total) : '…' });
  const columns = useMemo(
    () => companyColumns(t, (company) => <CompanyActions company={company} {...handlers} />),
    [t, handlers],
  );
  return (
    <Card title={title} padded={false}>
      {list.isError && !list.data ? (
        <EmptyState
          icon={<CircleAlert size={20} />}
          title={t('loadFailed')}
          action={<Button onClick={() => void list.refetch()}>{t('retry')}</Button>}
        />
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
          onOpenRow={state.status === 'bin' ? undefined : handlers.onView}
          texts={{
            label: title,
            loading: t('loading'),
            empty: <NoCompanies state={state} onChange={onChange} />,
          }}
        />
      )}
      <CompaniesPages page={state.page} total={total} onPageChange={(page) => onChange({ page })} />
    </Card>
  );
}

const sortOf = ({ sort, order }: CompanyListState): DataTableSort => ({ key: sort, direction: order });

type NoCompaniesProps = { state: CompanyFilters; onChange: CompaniesPanelProps['onChange'] };

function NoCompanies({ state, onChange }: NoCompaniesProps) {
  const t = useTexts(companiesTexts);
  const isSearched = state.search !== '' || state.plan !== '';
  if (state.status === 'bin' && !isSearched)
    return <EmptyState icon={<Trash2 size={20} />} title={t('emptyBin')} />;
  if (state.status === null && !isSearched)
    return (
      <EmptyState icon={<Building2 size={20} />} title={t('emptyAtAll')} description={t('emptyAtAllHint')} />
    );
  return (
    <EmptyState
      icon={<Search size={20} />}
      title={t('empty')}
      action={
        <Button variant="outline" onClick={() => onChange({ search: '', status: null, plan: '', page: 1 })}>
          {t('filters.clear')}
        </Button>
      }
    />
  );
}

type CompaniesPagesProps = { page: number; total: number; onPageChange: (page: number) => void };

function CompaniesPages({ page, total, onPageChange }: CompaniesPagesProps) {
  const t = useTexts(companiesTexts);
  const { number } = useFormat();
  return (
    <Pagination
      page={page}
      pageSize={PAGE_SIZE}
      total={total}
      onPageChange={onPageChange}
      texts={{
        label: t('pages.label'),
        previous: t('pages.previous'),
        next: t('pages.next'),
        page: (each) => t('pages.page', { page: number(each) }),
        range: (from, to, all) =>
          t('pages.range', { from: number(from), to: number(to), total: number(all) }),
      }}
    />
  );
}
