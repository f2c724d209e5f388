import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import type { DataTableColumn } from '@atalaya/ui/data-table';
import { Progress } from '@atalaya/ui/progress';
import { Link } from '@tanstack/react-router';
import type { Format } from '../../platform/format.ts';
import type { Translate } from '../../platform/messages/use-texts.ts';
import { TransferActions } from './transfer-actions.tsx';
import { type Transfer, isUnderWay } from './transfers.api.ts';
import type { transfersEs } from './transfers.es.ts';

const TONES: Record<Transfer['state'], BadgeTone> = {
  queued: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'danger',
  canceled: 'neutral',
};

/** Where the dialog of an import opens. */
const LISTS = {
  users: '/admin/users',
  organizations: '/admin/companies',
  tickets: '/admin/tickets',
} as const satisfies Record<Transfer['resource'], string>;

export function transferColumns(
  t: Translate<typeof transfersEs>,
  format: Format,
): DataTableColumn<Transfer>[] {
  return [
    {
      key: 'what',
      title: t('columns.what'),
      render: ({ id, kind, resource, file_name }) => {
        const what = `${t(`kinds.${kind}`)} · ${t(`resources.${resource}`)}`;
        return (
          <span>
            {kind === 'import' ? (
              <Link to={LISTS[resource]} search={{ import: id }} className="hover:underline">
                {what}
              </Link>
            ) : (
              what
            )}{' '}
            <span className="text-muted">{file_name}</span>
          </span>
        );
      },
    },
    {
      key: 'state',
      title: t('columns.state'),
      plain: true,
      width: '8rem',
      render: ({ state }) => <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>,
    },
    {
      key: 'rows',
      title: t('columns.rows'),
      width: '13rem',
      render: (transfer) => <Rows transfer={transfer} t={t} format={format} />,
    },
    {
      key: 'asked',
      title: t('columns.asked'),
      width: '13rem',
      render: ({ created_at }) => <time dateTime={created_at}>{format.dateTime(created_at)}</time>,
    },
    {
      key: 'actions',
      title: t('columns.actions'),
      hideTitle: true,
      width: '13rem',
      render: (transfer) => <TransferActions transfer={transfer} />,
    },
  ];
}

type RowsProps = { transfer: Transfer; t: Translate<typeof transfersEs>; format: Format };

function Rows({ transfer, t, format }: RowsProps) {
  const { kind, processed, total, file_name, applied, invalid } = transfer;
  if (!isUnderWay(transfer) && kind === 'import')
    return (
      <span className="tabular-nums">
        {t('imported', { applied: format.number(applied), invalid: format.number(invalid) })}
      </span>
    );
  if (!isUnderWay(transfer)) return <span className="tabular-nums">{format.number(processed)}</span>;
  return (
    <Progress
      label={t('progress', { name: file_name })}
      hideLabel
      value={total === null ? null : total === 0 ? 1 : processed / total}
      valueText={
        total === null
          ? undefined
          : t('ofTotal', { processed: format.number(processed), total: format.number(total) })
      }
    />
  );
}
