import { Button, buttonClass } from '@atalaya/ui/button';
import { Plus, Receipt } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FileLink } from '../../../shared/file-link.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import type { ChangeState } from '../../../shared/url-state.ts';
import { billingTexts } from '../billing.es.ts';
import { exportAddress, invoicesQuery } from '../billing.api.ts';
import { invoiceColumns } from './invoice-columns.tsx';
import { InvoiceFilters } from './invoice-filters.tsx';
import { ListSums } from './list-sums.tsx';
import { type BillingAddress, invoiceFilterFields } from '../use-billing-address.ts';
import { useBillingFormat } from '../use-billing-format.ts';

const HIDDEN_FOR_OWN = ['company'];

type InvoiceListProps = {
  state: BillingAddress;
  /** '' for all that one may see. */
  organization: string;
  onChange: ChangeState<BillingAddress>;
};

/** 'Facturas (total)', with their sums; then the file of what matches, and a new invoice. */
export function InvoiceList({ state, organization, onChange }: InvoiceListProps) {
  const t = useTexts(billingTexts);
  const { may, scopeOf } = usePermissions();
  const format = useBillingFormat();
  const { list, screen, filter, searchBy } = useListScreen({
    filterFields: invoiceFilterFields,
    state,
    setState: onChange,
    query: invoicesQuery(state, organization),
    topics: ['billing'],
  });
  const title = t('invoices.table', { total: list.data ? format.number(list.data.total) : '…' });
  return (
    <ListScreen
      {...screen}
      columns={useMemo(() => invoiceColumns(t, format), [t, format])}
      hiddenColumns={scopeOf('invoices.list') === 'all' ? undefined : HIDDEN_FOR_OWN}
      search={{
        label: t('invoices.search'),
        placeholder: t('invoices.searchPlaceholder'),
        ...searchBy('search'),
      }}
      filters={<InvoiceFilters state={state} onChange={filter} />}
      actions={
        <div className="ml-auto flex flex-wrap gap-2">
          {may('invoices.export') ? (
            <FileLink
              href={exportAddress(state, organization)}
              className={buttonClass({ variant: 'outline' })}
            >
              <span className="max-sm:sr-only">{t('invoices.export')}</span>
            </FileLink>
          ) : null}
          {may('invoices.issue') ? (
            <Button icon={<Plus size={16} />} onClick={() => onChange({ dialog: 'issue' })}>
              <span className="max-sm:sr-only">{t('invoices.issue')}</span>
            </Button>
          ) : null}
        </div>
      }
      title={title}
      description={
        <ListSums
          sums={list.data?.sums}
          none={t('invoices.noSum')}
          textOf={({ total_cents, outstanding_cents, currency }) =>
            t('invoices.sum', {
              total: format.money(total_cents, currency),
              outstanding: format.money(outstanding_cents, currency),
            })
          }
          shortOf={({ outstanding_cents, currency }) =>
            t('invoices.sumShort', { outstanding: format.money(outstanding_cents, currency) })
          }
        />
      }
      texts={{
        label: title,
        loading: t('invoices.loading'),
        loadFailed: t('loadFailed'),
        pages: t('pages.label'),
        nothingFound: t('invoices.empty'),
      }}
      empty={{ icon: <Receipt size={20} />, title: t('invoices.emptyAtAll') }}
      onOpenRow={({ id }) => onChange({ invoice: id })}
    />
  );
}
