import { DEBIT_RUN_STATUSES } from '@atalaya/contract/debit-codes';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Files, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { DateOnly } from '../../../shared/date-and-time.tsx';
import { FilterSelect } from '../../../shared/filter-select.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { type DebitRun, debitRunsQuery } from './debit-runs.api.ts';
import { type debitRunsEs, debitRunsTexts } from './debit-runs.es.ts';
import {
  type ChangeDebitRunAddress,
  type DebitRunAddress,
  debitRunFilterFields,
} from './use-debit-run-address.ts';

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

/** 'Remesas (total)'. A row opens the run. */
export function DebitRunList({
  state,
  onChange,
}: {
  state: DebitRunAddress;
  onChange: ChangeDebitRunAddress;
}) {
  const t = useTexts(debitRunsTexts);
  const { may } = usePermissions();
  const format = useBillingFormat();
  const { list, screen, filter } = useListScreen({
    filterFields: debitRunFilterFields,
    state,
    setState: onChange,
    query: debitRunsQuery(state),
  });
  const title = t('list.table', { total: list.data ? format.number(list.data.total) : '…' });
  return (
    <ListScreen
      {...screen}
      columns={useMemo(() => runColumns(t, format), [t, format])}
      filters={
        <FilterSelect
          label={t('fields.status')}
          all={t('list.allStatuses')}
          value={state.status}
          onChange={(status) => filter({ status })}
          options={DEBIT_RUN_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      }
      actions={
        may('debitRuns.update') ? (
          <Button
            className="ml-auto"
            icon={<Plus size={16} />}
            onClick={() => onChange({ dialog: 'new', run: '' })}
          >
            {t('list.add')}
          </Button>
        ) : null
      }
      title={title}
      texts={{
        label: title,
        loading: t('loading'),
        loadFailed: t('loadFailed'),
        pages: t('list.pages'),
        nothingFound: t('list.empty'),
      }}
      empty={{ icon: <Files size={20} />, title: t('list.emptyAtAll') }}
      onOpenRow={({ id }) => onChange({ run: id })}
    />
  );
}

function runColumns(
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
