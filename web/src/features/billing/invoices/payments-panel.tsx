import { PAYMENT_METHODS } from '@atalaya/contract/choices';
import { buttonClass } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import { FileLink } from '../../../shared/file-link.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import { listState } from '../../../shared/list-state.ts';
import { BillingPeriod } from '../billing-period.tsx';
import { type billingEs, billingTexts } from '../billing.es.ts';
import {
  type Payment,
  type PaymentList,
  type PaymentListState,
  paymentsExportAddress,
  paymentsQuery,
} from '../billing.api.ts';
import { Day } from './invoice-columns.tsx';
import { type ChangeBillingAddress, paymentFilterFields } from '../use-billing-address.ts';
import { useBillingFormat } from '../use-billing-format.ts';

type PaymentsPanelProps = {
  state: PaymentListState;
  /** '' for all that one may see. */
  organization: string;
  onChange: ChangeBillingAddress;
};

/** 'Pagos (total)', with their sums, and the file of what matches. A row opens its invoice. */
export function PaymentsPanel({ state, organization, onChange }: PaymentsPanelProps) {
  const t = useTexts(billingTexts);
  const { may, scopeOf } = usePermissions();
  const isOfAll = scopeOf('invoices.list') === 'all';
  const format = useBillingFormat();
  const { filter, clear, isFiltered, onPage } = listState(paymentFilterFields, state, onChange);
  const { search, method, currency, from, to } = state;
  const list = useQuery(paymentsQuery(state, organization));
  const title = t('payments.table', { total: list.data ? format.number(list.data.total) : '…' });
  // Those of the payments that the other filters match.
  const currencies = new Set([...(currency === '' ? [] : [currency]), ...(list.data?.currencies ?? [])]);
  return (
    <ListScreen
      list={list}
      page={state.page}
      onPage={onPage}
      columns={useMemo(() => paymentColumns(t, format, isOfAll), [t, format, isOfAll])}
      sort={{ key: state.paid_sort, direction: state.order }}
      onSort={({ key, direction }) =>
        onChange({ paid_sort: key as PaymentListState['paid_sort'], order: direction, page: 1 })
      }
      search={{
        label: t('payments.search'),
        placeholder: t('payments.searchPlaceholder'),
        value: search,
        onChange: (typed) => filter({ search: typed }, { replace: true }),
      }}
      filters={
        <>
          <Select
            label={t('payments.method')}
            hideLabel
            reserveLine={false}
            value={method ?? 'all'}
            onValueChange={(value) => filter({ method: value === 'all' ? null : value })}
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
            onValueChange={(value) => filter({ currency: value === 'all' ? '' : value })}
            options={[
              { value: 'all', label: t('payments.allCurrencies') },
              ...[...currencies].toSorted().map((each) => ({ value: each, label: each })),
            ]}
          />
          <BillingPeriod label={t('payments.paidOn')} from={from} to={to} onChange={filter} />
        </>
      }
      isFiltered={isFiltered}
      onClear={clear}
      actions={
        may('invoices.export') ? (
          <FileLink
            href={paymentsExportAddress(state, organization)}
            className={buttonClass({ variant: 'outline', className: 'ml-auto' })}
          >
            {t('invoices.export')}
          </FileLink>
        ) : null
      }
      title={title}
      description={<Sums sums={list.data?.sums} />}
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

function paymentColumns(
  t: Translate<typeof billingEs>,
  { day, money }: ReturnType<typeof useBillingFormat>,
  isOfAll: boolean,
): ListColumn<Payment>[] {
  const registrar = ({ registered_by }: Payment) =>
    registered_by === null
      ? t(isOfAll ? 'payments.system' : 'payments.operator')
      : (registered_by.name ?? t('payments.deleted'));
  const columns: ListColumn<Payment>[] = [
    {
      key: 'paid_on',
      title: t('payments.date'),
      width: '8rem',
      sortedAs: 'date',
      render: ({ paid_on }) => <Day value={paid_on} text={day(paid_on)} />,
    },
    {
      key: 'organization',
      title: t('payments.company'),
      plain: true,
      sortedAs: 'text',
      render: ({ organization }) => <span className="block truncate">{organization.name}</span>,
    },
    {
      key: 'invoice',
      title: t('payments.invoice'),
      width: '9rem',
      sortedAs: 'text',
      render: ({ invoice }) => (
        <span className="font-medium whitespace-nowrap tabular-nums">{invoice.code}</span>
      ),
    },
    {
      key: 'method',
      title: t('payments.method'),
      plain: true,
      // By the codes of the methods, of which these are the first and the last.
      sortedAs: [t('methods.card'), t('methods.transfer')],
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
      sortedAs: 'number',
      render: ({ amount_cents, currency }) => (
        <span className="tabular-nums">{money(amount_cents, currency)}</span>
      ),
    },
  ];
  return isOfAll ? columns : columns.filter(({ key }) => key !== 'organization');
}
