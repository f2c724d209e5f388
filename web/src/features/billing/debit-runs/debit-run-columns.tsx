import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { type Translate, useTexts } from '../../../platform/messages/use-texts.ts';
import { DateOnly } from '../../../shared/date-and-time.tsx';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import type { useBillingFormat } from '../use-billing-format.ts';
import type { DebitRun } from './debit-runs.api.ts';
import { type debitRunsEs, debitRunsTexts } from './debit-runs.es.ts';

const TONES: Record<DebitRun['status'], BadgeTone> = {
  made: 'info',
  presented: 'warning',
  confirmed: 'success',
  canceled: 'neutral',
};

export function DebitRunBadge({ status }: Pick<DebitRun, 'status'>) {
  const t = useTexts(debitRunsTexts);
  return (
    <Badge tone={TONES[status]} dot>
      {t(`status.${status}`)}
    </Badge>
  );
}

export function debitRunColumns(
  t: Translate<typeof debitRunsEs>,
  { day, money, number }: ReturnType<typeof useBillingFormat>,
): ListColumn<DebitRun>[] {
  return [
    {
      key: 'number',
      title: t('fields.number'),
      card: 'first',
      width: '5rem',
      render: (row) => <span className="font-medium tabular-nums">{row.number}</span>,
    },
    { key: 'type', title: t('fields.type'), width: '5rem', render: ({ type }) => t(`types.${type}`) },
    { key: 'collect_on', title: t('fields.collectOn'), render: ({ collect_on }) => day(collect_on) },
    {
      key: 'status',
      title: t('fields.status'),
      card: 'first',
      render: ({ status }) => <DebitRunBadge status={status} />,
    },
    {
      key: 'debits',
      title: t('fields.debits'),
      align: 'end',
      width: '6rem',
      render: ({ debits }) => <span className="tabular-nums">{number(debits)}</span>,
    },
    {
      key: 'total_cents',
      title: t('fields.total'),
      align: 'end',
      width: '8rem',
      render: ({ total_cents }) => <span className="tabular-nums">{money(total_cents, 'EUR')}</span>,
    },
    {
      key: 'created_at',
      title: t('fields.createdAt'),
      render: ({ created_at }) => <DateOnly value={created_at} />,
    },
  ];
}
