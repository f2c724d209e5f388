import { DEBIT_RUN_STATUSES } from '@atalaya/contract/debit-codes';
import { Button } from '@atalaya/ui/button';
import { Files, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FilterSelect } from '../../../shared/filter-select.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import type { ChangeState } from '../../../shared/url-state.ts';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { debitRunColumns } from './debit-run-columns.tsx';
import { debitRunsQuery } from './debit-runs.api.ts';
import { debitRunsTexts } from './debit-runs.es.ts';
import { type DebitRunAddress, debitRunFilterFields } from './use-debit-run-address.ts';

type DebitRunListProps = { state: DebitRunAddress; onChange: ChangeState<DebitRunAddress> };

/** 'Remesas (total)'. A row opens the run. */
export function DebitRunList({ state, onChange }: DebitRunListProps) {
  const t = useTexts(debitRunsTexts);
  const { may } = usePermissions();
  const format = useBillingFormat();
  const { list, screen, filter } = useListScreen({
    filterFields: debitRunFilterFields,
    state,
    setState: onChange,
    query: debitRunsQuery(state),
    topics: ['billing'],
  });
  const title = t('list.table', { total: list.data ? format.number(list.data.total) : '…' });
  return (
    <ListScreen
      {...screen}
      columns={useMemo(() => debitRunColumns(t, format), [t, format])}
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
