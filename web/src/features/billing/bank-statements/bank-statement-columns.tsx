import type { Translate } from '../../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import type { useBillingFormat } from '../use-billing-format.ts';
import type { BankStatement } from './bank-statements.api.ts';
import type { bankStatementsEs } from './bank-statements.es.ts';

export function bankStatementColumns(
  t: Translate<typeof bankStatementsEs>,
  { day, money, number }: ReturnType<typeof useBillingFormat>,
): ListColumn<BankStatement>[] {
  return [
    {
      key: 'closed_on',
      title: t('fields.closedOn'),
      card: 'first',
      width: '8rem',
      render: ({ closed_on }) => day(closed_on),
    },
    {
      key: 'account',
      title: t('fields.account'),
      render: ({ account }) => <span className="tabular-nums wrap-anywhere">{account}</span>,
    },
    { key: 'reference', title: t('fields.reference'), render: ({ reference }) => reference },
    {
      key: 'closing_cents',
      title: t('fields.closing'),
      align: 'end',
      width: '9rem',
      render: ({ closing_cents }) => <span className="tabular-nums">{money(closing_cents, 'EUR')}</span>,
    },
    {
      key: 'entries',
      title: t('fields.entries'),
      align: 'end',
      width: '8rem',
      render: ({ entries }) => <span className="tabular-nums">{number(entries)}</span>,
    },
    {
      key: 'open_entries',
      title: t('fields.open'),
      card: 'first',
      align: 'end',
      width: '8rem',
      render: ({ open_entries }) => <span className="tabular-nums">{number(open_entries)}</span>,
    },
  ];
}
