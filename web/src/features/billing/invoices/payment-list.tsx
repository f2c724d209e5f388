import { buttonClass } from '@atalaya/ui/button';
import { Wallet } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FileLink } from '../../../shared/file-link.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import type { ChangeState } from '../../../shared/url-state.ts';
import { billingTexts } from '../billing.es.ts';
import { paymentsExportAddress, paymentsQuery } from '../billing.api.ts';
import { paymentColumns } from './payment-columns.tsx';
import { PaymentFilters } from './payment-filters.tsx';
import { ListSums } from './list-sums.tsx';
import { type BillingAddress, paymentFilterFields } from '../use-billing-address.ts';
import { useBillingFormat } from '../use-billing-format.ts';

type PaymentListProps = {
  state: BillingAddress;
  /** '' for all that one may see. */
  organization: string;
  onChange: ChangeState<BillingAddress>;
};

/** 'Pagos (total)', with their sums, and the file of what matches. A row opens its invoice. */
export function PaymentList({ state, organization, onChange }: PaymentListProps) {
  const t = useTexts(billingTexts);
  const { may, scopeOf } = usePermissions();
  const isOfAll = scopeOf('invoices.list') === 'all';
  const format = useBillingFormat();
  const { list, screen, filter, searchBy } = useListScreen({
    filterFields: paymentFilterFields,
    sortField: 'paid_sort',
    state,
    setState: onChange,
    query: paymentsQuery(state, organization),
    topics: ['billing'],
  });
  const paidOf = ({ amount_cents, currency }: { amount_cents: number; currency: string }) =>
    t('payments.sum', { amount: format.money(amount_cents, currency) });
  const title = t('payments.table', { total: list.data ? format.number(list.data.total) : '…' });
  return (
    <ListScreen
      {...screen}
      columns={useMemo(() => paymentColumns(t, format, isOfAll), [t, format, isOfAll])}
      search={{
        label: t('payments.search'),
        placeholder: t('payments.searchPlaceholder'),
        ...searchBy('search'),
      }}
      filters={<PaymentFilters state={state} onChange={filter} currencies={list.data?.currencies ?? []} />}
      actions={
        may('invoices.export') ? (
          <FileLink
            href={paymentsExportAddress(state, organization)}
            className={buttonClass({ variant: 'outline', className: 'ml-auto' })}
          >
            <span className="max-sm:sr-only">{t('invoices.export')}</span>
          </FileLink>
        ) : null
      }
      title={title}
      description={
        <ListSums sums={list.data?.sums} none={t('payments.noSum')} textOf={paidOf} shortOf={paidOf} />
      }
      texts={{
        label: title,
        loading: t('payments.loading'),
        loadFailed: t('loadFailed'),
        pages: t('payments.pages'),
        nothingFound: t('payments.empty'),
      }}
      empty={{ icon: <Wallet size={20} />, title: t('payments.emptyAtAll') }}
      onOpenRow={({ invoice }) => onChange({ invoice: invoice.id })}
    />
  );
}
