import { MANDATE_STATUSES } from '@atalaya/contract/debit-codes';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Landmark, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FilterSelect } from '../../../shared/filter-select.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { type Mandate, mandatesQuery } from './mandates.api.ts';
import { type mandatesEs, mandatesTexts } from './mandates.es.ts';
import {
  type ChangeMandateAddress,
  type MandateAddress,
  mandateFilterFields,
} from './use-mandate-address.ts';

const TONES: Record<Mandate['status'], BadgeTone> = {
  active: 'success',
  completed: 'neutral',
  canceled: 'danger',
  expired: 'warning',
};

export function MandateBadge({ status }: Pick<Mandate, 'status'>) {
  const t = useTexts(mandatesTexts);
  return (
    <Badge tone={TONES[status]} dot>
      {t(`status.${status}`)}
    </Badge>
  );
}

/** 'Mandatos (total)'. A row opens the mandate. */
export function MandateList({ state, onChange }: { state: MandateAddress; onChange: ChangeMandateAddress }) {
  const t = useTexts(mandatesTexts);
  const { may, scopeOf } = usePermissions();
  const isOfAll = scopeOf('mandates.list') === 'all';
  const format = useBillingFormat();
  const { list, screen, filter, searchBy } = useListScreen({
    filterFields: mandateFilterFields,
    state,
    setState: onChange,
    query: mandatesQuery(state),
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

function mandateColumns(
  t: Translate<typeof mandatesEs>,
  { day }: ReturnType<typeof useBillingFormat>,
  isOfAll: boolean,
): ListColumn<Mandate>[] {
  const columns: ListColumn<Mandate>[] = [
    {
      key: 'reference',
      title: t('fields.reference'),
      card: 'first',
      render: ({ reference }) => <span className="font-medium wrap-anywhere">{reference}</span>,
    },
    { key: 'organization', title: t('company'), render: ({ organization }) => organization.name },
    { key: 'debtor_name', title: t('fields.debtor_name'), render: (row) => row.debtor_name },
    {
      key: 'iban',
      title: t('fields.iban'),
      render: ({ iban }) => <span className="tabular-nums">{iban}</span>,
    },
    { key: 'type', title: t('fields.type'), width: '5rem', render: ({ type }) => t(`types.${type}`) },
    {
      key: 'signed_on',
      title: t('fields.signed_on'),
      width: '8rem',
      render: ({ signed_on }) => day(signed_on),
    },
    {
      key: 'status',
      title: t('fields.status'),
      card: 'first',
      width: '8rem',
      render: ({ status }) => <MandateBadge status={status} />,
    },
  ];
  return isOfAll ? columns : columns.filter(({ key }) => key !== 'organization');
}
