import { PAYMENT_METHODS } from '@atalaya/contract/choices';
import { buttonClass } from '@atalaya/ui/button';
import { Wallet } from 'lucide-react';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FilterSelect } from '../../../shared/filter-select.tsx';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import { FileLink } from '../../../shared/file-link.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import { BillingPeriod } from '../billing-period.tsx';
import { type billingEs, billingTexts } from '../billing.es.ts';
import { type Payment, paymentsExportAddress, paymentsQuery } from '../billing.api.ts';
import { CutText, Day } from './invoice-columns.tsx';
import { ListSums } from './list-sums.tsx';
import {
  type BillingAddress,
  type ChangeBillingAddress,
  paymentFilterFields,
} from '../use-billing-address.ts';
import { useBillingFormat } from '../use-billing-format.ts';

type PaymentsPanelProps = {
  state: BillingAddress;
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
  const { list, screen, filter, searchBy } = useListScreen({
    filterFields: paymentFilterFields,
    sortField: 'paid_sort',
    state,
    setState: onChange,
    query: paymentsQuery(state, organization),
    topics: ['billing'],
  });
  const title = t('payments.table', { total: list.data ? format.number(list.data.total) : '…' });
  // Those of the payments that the other filters match.
  const currencies = new Set([
    ...(state.currency === '' ? [] : [state.currency]),
    ...(list.data?.currencies ?? []),
  ]);
  return (
    <ListScreen
      {...screen}
      columns={useMemo(() => paymentColumns(t, format, isOfAll), [t, format, isOfAll])}
      search={{
        label: t('payments.search'),
        placeholder: t('payments.searchPlaceholder'),
        ...searchBy('search'),
      }}
      filters={
        <>
          <FilterSelect
            label={t('payments.method')}
            all={t('payments.allMethods')}
            value={state.method}
            onChange={(method) => filter({ method })}
            options={PAYMENT_METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
          />
          <FilterSelect
            label={t('payments.currency')}
            all={t('payments.allCurrencies')}
            value={state.currency || null}
            onChange={(currency) => filter({ currency: currency ?? '' })}
            options={[...currencies].toSorted().map((value) => ({ value, label: value }))}
          />
          <BillingPeriod label={t('payments.paidOn')} from={state.from} to={state.to} onChange={filter} />
        </>
      }
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
        <ListSums
          sums={list.data?.sums}
          none={t('payments.noSum')}
          textOf={({ amount_cents, currency }) =>
            t('payments.sum', { amount: format.money(amount_cents, currency) })
          }
        />
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
      plain: true,
      card: 'second',
      width: '8rem',
      sortedAs: 'date',
      render: ({ paid_on }) => <Day value={paid_on} text={day(paid_on)} />,
    },
    {
      key: 'organization',
      title: t('payments.company'),
      plain: true,
      sortedAs: 'text',
      render: ({ organization }) => <CutText text={organization.name} />,
    },
    {
      key: 'invoice',
      title: t('payments.invoice'),
      card: 'first',
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
      card: 'none',
      render: ({ reference }) => (reference === null ? null : <CutText text={reference} />),
    },
    {
      key: 'registered_by',
      title: t('payments.registeredBy'),
      plain: true,
      card: 'none',
      render: (payment) => <CutText text={registrar(payment)} />,
    },
    {
      key: 'amount_cents',
      title: t('payments.amount'),
      card: 'first',
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
