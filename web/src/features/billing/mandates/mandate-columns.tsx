import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { type Translate, useTexts } from '../../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import type { useBillingFormat } from '../use-billing-format.ts';
import type { Mandate } from './mandates.api.ts';
import { type mandatesEs, mandatesTexts } from './mandates.es.ts';

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

export function mandateColumns(
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
