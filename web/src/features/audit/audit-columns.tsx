import { Badge } from '@atalaya/ui/badge';
import type { Format } from '../../platform/format.ts';
import type { ListColumn } from '../../shared/list-sort.tsx';
import { type AuditWords, partsText, sentenceOf, verbText } from './audit-sentence.ts';
import type { ListedEntry } from './audit.api.ts';

/** The columns of the table; a super_admin also sees whose changes they are. */
export function auditColumns(
  words: AuditWords,
  format: Format,
  isSuperAdmin: boolean,
): ListColumn<ListedEntry>[] {
  const { t } = words;
  return [
    {
      key: 'what',
      title: t('columns.what'),
      render: (entry) => <What words={words} entry={entry} />,
    },
    {
      key: 'kind',
      title: t('columns.kind'),
      plain: true,
      card: 'first',
      width: '8rem',
      render: ({ action }) => <Badge tone="neutral">{verbText(words, action)}</Badge>,
    },
    ...(isSuperAdmin
      ? [
          {
            key: 'organization',
            title: t('columns.organization'),
            plain: true,
            width: '10rem',
            render: ({ organization }: ListedEntry) => organization?.name ?? <Nothing />,
          },
        ]
      : []),
    {
      key: 'when',
      title: t('columns.when'),
      plain: true,
      width: '10rem',
      render: ({ created_at }) => (
        <time dateTime={created_at} className="whitespace-nowrap tabular-nums">
          {format.dateTime(created_at)}
        </time>
      ),
    },
    {
      key: 'from',
      title: t('columns.from'),
      plain: true,
      card: 'none',
      width: '7.5rem',
      render: ({ ip_address }) =>
        ip_address === null ? <Nothing /> : <span className="text-muted tabular-nums">{ip_address}</span>,
    },
  ];
}

/** The change, and below it what else its request did. */
function What({ words, entry }: { words: AuditWords; entry: ListedEntry }) {
  const parts = partsText(words, entry);
  // A card has two lines for both.
  const lines = parts === '' ? 'cards:line-clamp-2' : 'cards:line-clamp-1';
  return (
    <>
      <span className={`line-clamp-3 w-52 min-w-full cards:w-full ${lines}`}>{sentenceOf(words, entry)}</span>
      {parts === '' ? null : <span className="block text-sm text-muted cards:line-clamp-1">{parts}</span>}
    </>
  );
}

/** Marked, so that cards can leave it out: without a title beside it a dash would say nothing. */
function Nothing() {
  return <span data-nothing>–</span>;
}
