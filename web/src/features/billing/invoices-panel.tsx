import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { DataTable } from '@atalaya/ui/data-table';
import { EmptyState } from '@atalaya/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Receipt, Search } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { useLastPage } from '../../shared/use-last-page.ts';
import { billingTexts } from './billing.es.ts';
import { type Invoice, type InvoiceList, type InvoiceListState, invoicesQuery } from './billing.api.ts';
import { invoiceColumns } from './invoice-columns.tsx';
import { InvoicesFilterBar } from './invoices-filter-bar.tsx';
import { type ChangeBillingAddress, NO_FILTERS } from './use-billing-address.ts';
import { useBillingFormat } from './use-billing-format.ts';

const hiddenForOwn = ['company'];
const hiddenForAll: string[] = [];

type InvoicesPanelProps = {
  state: InvoiceListState;
  /** '' for all that one may see. */
  organization: string;
  onChange: ChangeBillingAddress;
};

/** 'Facturas (total)': the filters, the table and its sums, and its pages. */
export function InvoicesPanel({ state, organization, onChange }: InvoicesPanelProps) {
  const t = useTexts(billingTexts);
  const { scopeOf } = usePermissions();
  const format = useBillingFormat();
  const list = useQuery(invoicesQuery(state, organization));
  useLastPage(list, state.page, (page) => onChange({ page }, { replace: true }));
  const total = list.data?.total ?? 0;
  const title = t('invoices.table', { total: list.data ? format.number(total) : '…' });
  const columns = useMemo(() => invoiceColumns(t, format), [t, format]);
  return (
    <>
      <InvoicesFilterBar state={state} organization={organization} onChange={onChange} />
      <Card title={title} description={<Sums sums={list.data?.sums} />} padded={false}>
        {list.isError && !list.data ? (
          <LoadFailed title={t('loadFailed')} onRetry={list.refetch} />
        ) : (
          <DataTable<Invoice>
            columns={columns}
            rows={list.data?.items ?? []}
            loading={list.isPending}
            busy={list.isPlaceholderData}
            hiddenColumns={scopeOf('invoices.list') === 'all' ? hiddenForAll : hiddenForOwn}
            sort={{ key: state.sort, direction: state.order }}
            onSortChange={({ key, direction }) =>
              onChange({ sort: key as InvoiceListState['sort'], order: direction, page: 1 })
            }
            onOpenRow={({ id }) => onChange({ invoice: id })}
            texts={{
              label: title,
              loading: t('invoices.loading'),
              empty: <NoInvoices state={state} onChange={onChange} />,
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
    </>
  );
}

/** What all that match come to, a line for each currency. */
function Sums({ sums }: { sums: InvoiceList['sums'] | undefined }) {
  const t = useTexts(billingTexts);
  const { money } = useBillingFormat();
  // The line is kept free from the start, so that the table below does not move when the sums arrive.
  return (
    <span className="block min-h-5 tabular-nums">
      {sums?.length === 0 ? t('invoices.noSum') : null}
      {sums?.map(({ currency, total_cents, outstanding_cents }) => (
        <span key={currency} className="block">
          {sums.length > 1 ? `${currency}: ` : null}
          {t('invoices.sum', {
            total: money(total_cents, currency),
            outstanding: money(outstanding_cents, currency),
          })}
        </span>
      ))}
    </span>
  );
}

function NoInvoices({ state, onChange }: Pick<InvoicesPanelProps, 'state' | 'onChange'>) {
  const t = useTexts(billingTexts);
  const { search, status, from, to } = state;
  if (search === '' && status === null && from === '' && to === '')
    return <EmptyState icon={<Receipt size={20} />} title={t('invoices.emptyAtAll')} />;
  return (
    <EmptyState
      icon={<Search size={20} />}
      title={t('invoices.empty')}
      action={
        <Button variant="outline" onClick={() => onChange(NO_FILTERS)}>
          {t('invoices.clear')}
        </Button>
      }
    />
  );
}
