import { MANDATE_STATUSES } from '@atalaya/contract/debit-codes';
import { Button } from '@atalaya/ui/button';
import { Landmark, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FilterSelect } from '../../../shared/filter-select.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import type { ChangeState } from '../../../shared/url-state.ts';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { mandateColumns } from './mandate-columns.tsx';
import { mandatesQuery } from './mandates.api.ts';
import { mandatesTexts } from './mandates.es.ts';
import { type MandateAddress, mandateFilterFields } from './use-mandate-address.ts';

type MandateListProps = { state: MandateAddress; onChange: ChangeState<MandateAddress> };

/** 'Mandatos (total)'. A row opens the mandate. */
export function MandateList({ state, onChange }: MandateListProps) {
  const t = useTexts(mandatesTexts);
  const { may, scopeOf } = usePermissions();
  const isOfAll = scopeOf('mandates.list') === 'all';
  const format = useBillingFormat();
  const { list, screen, filter, searchBy } = useListScreen({
    filterFields: mandateFilterFields,
    state,
    setState: onChange,
    query: mandatesQuery(state),
    topics: ['billing'],
  });
  const title = t('list.table', { total: list.data ? format.number(list.data.total) : '…' });
  return (
    <ListScreen
      {...screen}
      columns={useMemo(() => mandateColumns(t, format, isOfAll), [t, format, isOfAll])}
      search={{
        label: t('list.search'),
        placeholder: t('list.searchPlaceholder'),
        ...searchBy('search'),
      }}
      filters={
        <FilterSelect
          label={t('fields.status')}
          all={t('list.allStatuses')}
          value={state.status}
          onChange={(status) => filter({ status })}
          options={MANDATE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      }
      actions={
        may('mandates.update') ? (
          <Button
            className="ml-auto"
            icon={<Plus size={16} />}
            onClick={() => onChange({ dialog: 'sign', mandate: '' })}
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
      empty={{ icon: <Landmark size={20} />, title: t('list.emptyAtAll') }}
      onOpenRow={({ id }) => onChange({ mandate: id })}
    />
  );
}
