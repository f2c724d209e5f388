import { PAYMENT_METHODS } from '@atalaya/contract/choices';
import { Button, buttonClass } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { DataTable, type DataTableColumn } from '@atalaya/ui/data-table';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Select } from '@atalaya/ui/select';
import { useQuery } from '@tanstack/react-query';
import { Search, Wallet } from 'lucide-react';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FileLink } from '../../shared/file-link.tsx';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { SearchBox } from '../../shared/search-box.tsx';
import { useLastPage } from '../../shared/use-last-page.ts';
import { BillingPeriod } from './billing-period.tsx';
import { type billingEs, billingTexts } from './billing.es.ts';
import {
  type Payment,
  type PaymentFilterState,
  type PaymentList,
  type PaymentListState,
  paymentsExportAddress,
  paymentsQuery,
} from './billing.api.ts';
import { Day } from './invoice-columns.tsx';
import { type ChangeBillingAddress, NO_FILTERS } from './use-billing-address.ts';
import { useBillingFormat } from './use-billing-format.ts';

type PaymentsPanelProps = {
  state: PaymentListState;
  /** '' for all that one may see. */
  organization: string;
  onChange: ChangeBillingAddress;
};

/** 'Pagos (total)': the filters, the table and its sums, and its pages. A row opens its invoice. */
export function PaymentsPanel({ state, organization, onChange }: PaymentsPanelProps) {
  const t = useTexts(billingTexts);
  const isOfAll = usePermissions().scopeOf('invoices.list') === 'all';
  const format = useBillingFormat();
  const list = useQuery(paymentsQuery(state, organization));
  useLastPage(list, state.page, (page) => onChange({ page }, { replace: true }));
  const title = t('payments.table', { total: list.data ? format.number(list.data.total) : '…' });
  const columns = useMemo(() => paymentColumns(t, format, isOfAll), [t, format, isOfAll]);
  return (
    <>
      <PaymentsFilterBar
        state={state}
        currencies={list.data?.currencies ?? []}
        organization={organization}
        onChange={onChange}
      />
      <Card title={title} description={<Sums sums={list.data?.sums} />} padded={false}>
        {list.isError && !list.data ? (
          <LoadFailed title={t('loadFailed')} onRetry={list.refetch} />
        ) : (
          <DataTable<Payment>
            columns={columns}
            rows={list.data?.items ?? []}
            loading={list.isPending}
            busy={list.isPlaceholderData}
            sort={{ key: state.paid_sort, direction: state.order }}
            onSortChange={({ key, direction }) =>
              onChange({ paid_sort: key as PaymentListState['paid_sort'], order: direction, page: 1 })
            }
            onOpenRow={({ invoice }) => onChange({ invoice: invoice.id })}
            texts={{
              label: title,
              loading: t('payments.loading'),
              empty: <NoPayments state={state} onChange={onChange} />,
            }}
          />
        )}
        <ListPages
          label={t('payments.pages')}
          page={state.page}
          total={list.data?.total ?? 0}
          onPageChange={(page) => onChange({ page })}
        />
      </Card>
    </>
  );
}

/** What all that match come to, a line for each currency. */
function Sums({ sums }: { sums: PaymentList['sums'] | undefined }) {
  const t = useTexts(billingTexts);
  const { money } = useBillingFormat();
  // The line is kept free from the start, so that the table below does not move when the sums arrive.
  return (
    <span className="block min-h-5 tabular-nums">
      {sums?.length === 0 ? t('payments.noSum') : null}
      {sums?.map(({ currency, amount_cents }) => (
        <span key={currency} className="block">
          {sums.length > 1 ? `${currency}: ` : null}
          {t('payments.sum', { amount: money(amount_cents, currency) })}
        </span>
      ))}
    </span>
  );
}

const isFiltered = ({ search, method, currency, from, to }: PaymentFilterState) =>
  search !== '' || method !== null || currency !== '' || from !== '' || to !== '';

function NoPayments({ state, onChange }: Pick<PaymentsPanelProps, 'state' | 'onChange'>) {
  const t = useTexts(billingTexts);
  if (!isFiltered(state)) return <EmptyState icon={<Wallet size={20} />} title={t('payments.emptyAtAll')} />;
  return (
    <EmptyState
      icon={<Search size={20} />}
      title={t('payments.empty')}
      action={
        <Button variant="outline" onClick={() => onChange(NO_FILTERS)}>
          {t('invoices.clear')}
        </Button>
      }
    />
  );
}

type PaymentsFilterBarProps = {
  state: PaymentListState;
  /** Those of the payments that the other filters match. */
  currencies: string[];
  organization: string;
  onChange: ChangeBillingAddress;
};

/** Search, method, currency and days of payment; then the file of what matches. */
function PaymentsFilterBar({ state, currencies, organization, onChange }: PaymentsFilterBarProps) {
  const t = useTexts(billingTexts);
  const { may } = usePermissions();
  const { search, method, currency, from, to } = state;
  const shown = currency === '' || currencies.includes(currency) ? currencies : [currency, ...currencies];
  return (
    <div role="search" className="mb-3 flex flex-wrap items-center gap-2 max-sm:*:grow">
      <SearchBox
        label={t('payments.search')}
        placeholder={t('payments.searchPlaceholder')}
        value={search}
        onChange={(typed) => onChange({ search: typed, page: 1 }, { replace: true })}
        className="min-w-48 flex-1 max-sm:basis-full sm:max-w-xs"
      />
      <Select
        label={t('payments.method')}
        hideLabel
        reserveLine={false}
        value={method ?? 'all'}
        onValueChange={(value) => onChange({ method: value === 'all' ? null : value, page: 1 })}
        options={[
          { value: 'all', label: t('payments.allMethods') },
          ...PAYMENT_METHODS.map((each) => ({ value: each, label: t(`methods.${each}`) })),
        ]}
      />
      <Select
        label={t('payments.currency')}
        hideLabel
        reserveLine={false}
        value={currency || 'all'}
        onValueChange={(value) => onChange({ currency: value === 'all' ? '' : value, page: 1 })}
        options={[
          { value: 'all', label: t('payments.allCurrencies') },
          ...shown.map((each) => ({ value: each, label: each })),
        ]}
      />
      <BillingPeriod
        label={t('payments.paidOn')}
        from={from}
        to={to}
        onChange={(range) => onChange({ ...range, page: 1 })}
      />
      {isFiltered(state) ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          {t('invoices.clear')}
        </Button>
      ) : null}
      {may('invoices.export') ? (
        <FileLink
          href={paymentsExportAddress(state, organization)}
          className={buttonClass({ variant: 'outline', className: 'ml-auto' })}
        >
          {t('invoices.export')}
        </FileLink>
      ) : null}
    </div>
  );
}

function paymentColumns(
  t: Translate<typeof billingEs>,
  { day, money }: ReturnType<typeof useBillingFormat>,
  isOfAll: boolean,
): DataTableColumn<Payment>[] {
  const registrar = ({ registered_by }: Payment) =>
    registered_by === null
      ? t(isOfAll ? 'payments.system' : 'payments.operator')
      : (registered_by.name ?? t('payments.deleted'));
  const columns: DataTableColumn<Payment>[] = [
    {
      key: 'paid_on',
      title: t('payments.date'),
      width: '8rem',
      sortable: true,
      render: ({ paid_on }) => <Day value={paid_on} text={day(paid_on)} />,
    },
    {
      key: 'organization',
      title: t('payments.company'),
      plain: true,
      sortable: true,
      render: ({ organization }) => <span className="block truncate">{organization.name}</span>,
    },
    {
      key: 'invoice',
      title: t('payments.invoice'),
      width: '9rem',
      sortable: true,
      render: ({ invoice }) => (
        <span className="font-medium whitespace-nowrap tabular-nums">{invoice.code}</span>
      ),
    },
    {
      key: 'method',
      title: t('payments.method'),
      plain: true,
      sortable: true,
      width: '9rem',
      render: ({ method }) => t(`methods.${method}`),
    },
    {
      key: 'reference',
      title: t('payments.reference'),
      plain: true,
      render: ({ reference }) =>
        reference === null ? null : <span className="block truncate">{reference}</span>,
    },
    {
      key: 'registered_by',
      title: t('payments.registeredBy'),
      plain: true,
      render: (payment) => <span className="block truncate">{registrar(payment)}</span>,
    },
    {
      key: 'amount_cents',
      title: t('payments.amount'),
      width: '8rem',
      align: 'end',
      sortable: true,
      render: ({ amount_cents, currency }) => (
        <span className="tabular-nums">{money(amount_cents, currency)}</span>
      ),
    },
  ];
  return isOfAll ? columns : columns.filter(({ key }) => key !== 'organization');
}
