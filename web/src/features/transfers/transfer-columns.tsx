import type { ErrorCode } from '@atalaya/contract/errors';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Progress } from '@atalaya/ui/progress';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import type { Format } from '../../platform/format.ts';
import { useErrorText } from '../../platform/messages/error-text.ts';
import type { Translate } from '../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../shared/list-sort.tsx';
import { TransferActions } from './transfer-actions.tsx';
import { type Transfer, isUnderWay } from './transfers.api.ts';
import { transfersEs } from './transfers.es.ts';

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

export function transferColumns(t: Translate<typeof transfersEs>, format: Format): ListColumn<Transfer>[] {
  return [
    {
      key: 'what',
      title: t('columns.what'),
      render: (transfer) => {
        const { id, kind, resource } = transfer;
        const what = `${t(`kinds.${kind}`)} · ${t(`resources.${resource}`)}`;
        const name = nameOf(transfer, t);
        // A card has one line for it: of a long name its end is cut. Above the first card the frame of the list ends, so
        // that what a finger presses reaches further down.
        return (
          <span className="wrap-anywhere cards:flex cards:gap-1">
            {kind === 'import' ? (
              <Link
                to={LISTS[resource]}
                search={{ import: id }}
                className="press-around relative hover:underline cards:shrink-0 cards:after:translate-y-1"
              >
                {what}
              </Link>
            ) : (
              <span className="cards:shrink-0">{what}</span>
            )}{' '}
            <span title={name} className="text-muted cards:truncate">
              {name}
            </span>
          </span>
        );
      },
    },
    {
      key: 'state',
      title: t('columns.state'),
      plain: true,
      card: 'first',
      width: '8rem',
      render: (transfer) => <Badge tone={TONES[transfer.state]}>{stateOf(transfer, t)}</Badge>,
    },
    {
      key: 'rows',
      title: t('columns.rows'),
      plain: true,
      width: '13rem',
      render: (transfer) => <Rows transfer={transfer} t={t} format={format} />,
    },
    {
      key: 'asked',
      title: t('columns.asked'),
      plain: true,
      // Beside what an import has done and the way to take it back there is no room for it.
      card: 'none',
      width: '13rem',
      render: ({ created_at }) => <time dateTime={created_at}>{format.dateTime(created_at)}</time>,
    },
    {
      key: 'actions',
      title: t('columns.actions'),
      hideTitle: true,
      // A button with a word, of which there is one.
      card: 'second',
      width: '13rem',
      render: (transfer) => <TransferActions transfer={transfer} />,
    },
  ];
}

type RowsProps = { transfer: Transfer; t: Translate<typeof transfersEs>; format: Format };

function stateOf({ kind, state }: Transfer, t: Translate<typeof transfersEs>): string {
  if (kind === 'change' && (state === 'done' || state === 'canceled')) return t(`changeStates.${state}`);
  return t(`states.${state}`);
}

/** The name of its file or, of a change, what is done. */
function nameOf({ file_name, action }: Transfer, t: Translate<typeof transfersEs>): string {
  const known = Object.keys(transfersEs.actions) as (keyof typeof transfersEs.actions)[];
  const named = known.find((each) => each === action);
  return named ? t(`actions.${named}`) : file_name;
}

function resultOf(
  { kind, processed, applied, invalid }: Transfer,
  t: Translate<typeof transfersEs>,
  format: Format,
) {
  if (kind === 'export') return t('exported', { count: processed, rows: format.number(processed) });
  const values = { count: applied, applied: format.number(applied), invalid: format.number(invalid) };
  if (kind === 'import') return t('imported', values);
  return invalid > 0 ? t('changedSome', values) : t('changed', values);
}

function Rows({ transfer, t, format }: RowsProps) {
  const { processed, total } = transfer;
  if (transfer.kind === 'change' && transfer.problem !== null)
    return (
      <Suspense>
        <Reason code={transfer.problem} />
      </Suspense>
    );
  if (!isUnderWay(transfer)) return <span className="tabular-nums">{resultOf(transfer, t, format)}</span>;
  return (
    <Progress
      label={t('progress', { name: nameOf(transfer, t) })}
      hideLabel
      // In a card a column has the width of its content, and a bar has none of its own.
      className="cards:w-32"
      value={total === null ? null : total === 0 ? 1 : processed / total}
      valueText={
        total === null
          ? undefined
          : t('ofTotal', { processed: format.number(processed), total: format.number(total) })
      }
    />
  );
}

/** Why a change was not made. */
function Reason({ code }: { code: string }) {
  return <span>{useErrorText(new ApiError(409, { code: code as ErrorCode }))}</span>;
}
