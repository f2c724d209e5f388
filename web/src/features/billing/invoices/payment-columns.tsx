import { paymentDataText } from '@atalaya/contract/payment-data';
import type { Translate } from '../../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import type { billingEs } from '../billing.es.ts';
import type { Payment } from '../billing.api.ts';
import type { useBillingFormat } from '../use-billing-format.ts';
import { CutText, Day } from './invoice-columns.tsx';

/** `isOfAll`: for one who sees the payments of all organizations. */
export function paymentColumns(
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
      key: 'data',
      title: t('payments.reference'),
      plain: true,
      card: 'none',
      render: (payment) => <CutText text={paymentDataText(payment)} />,
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
