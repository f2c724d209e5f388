import type { Language } from '../../../platform/messages/chosen-language.ts';
import type { Translate } from '../../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import type { useBillingFormat } from '../use-billing-format.ts';
import { RecordBadge, errorText } from './record-state.tsx';
import type { sendingEs } from './sending.es.ts';
import type { VerifactuRecord } from './verifactu.api.ts';
import type { verifactuEs } from './verifactu.es.ts';

export function recordColumns(
  t: Translate<typeof verifactuEs>,
  { number, money, dateTime }: ReturnType<typeof useBillingFormat>,
): ListColumn<VerifactuRecord>[] {
  return [
    { key: 'number', title: t('list.number'), width: '5rem', render: (row) => number(row.number) },
    {
      key: 'invoice',
      title: t('list.invoice'),
      card: 'first',
      width: '9rem',
      render: ({ invoice }) => (
        <span className="font-medium whitespace-nowrap tabular-nums">{invoice.code}</span>
      ),
    },
    {
      key: 'kind',
      title: t('list.kind'),
      card: 'first',
      width: '7rem',
      render: ({ kind }) => t(`kinds.${kind}`),
    },
    {
      key: 'invoice_type',
      title: t('list.type'),
      width: '4rem',
      render: ({ invoice_type }) => invoice_type ?? t('issuer.none'),
    },
    {
      key: 'total_cents',
      title: t('list.total'),
      width: '8rem',
      align: 'end',
      render: ({ total_cents }) => (total_cents === null ? t('issuer.none') : money(total_cents, 'EUR')),
    },
    {
      key: 'recorded_at',
      title: t('list.recordedAt'),
      width: '11rem',
      render: ({ recorded_at }) => <time dateTime={recorded_at}>{dateTime(recorded_at)}</time>,
    },
    {
      key: 'environment',
      title: t('list.environment'),
      width: '6rem',
      render: ({ environment }) => t(`environments.${environment}`),
    },
    {
      key: 'hash',
      title: t('list.hash'),
      render: ({ hash }) => (
        <span className="block w-32 min-w-full truncate font-mono text-xs" title={hash}>
          {hash}
        </span>
      ),
    },
  ];
}

/** What became of a record, and what the agency says of it. */
export function answerColumns(
  t: Translate<typeof sendingEs>,
  language: Language,
): ListColumn<VerifactuRecord>[] {
  return [
    {
      key: 'state',
      title: t('state'),
      card: 'first',
      width: '11rem',
      render: ({ state }) => <RecordBadge state={state} />,
    },
    {
      key: 'error',
      title: t('answer'),
      width: '16rem',
      render: ({ error }) => (error ? errorText(error, language) : null),
    },
  ];
}
