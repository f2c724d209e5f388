import { Badge } from '@atalaya/ui/badge';
import type { Format } from '../../platform/format.ts';
import type { ListColumn } from '../../shared/list-sort.tsx';
import { type AuditWords, sentenceOf, verbText } from './audit-sentence.ts';
import type { AuditEntry } from './audit.api.ts';

/** The columns of the table; a super_admin also sees whose changes they are. */
export function auditColumns(
  words: AuditWords,
  format: Format,
  isSuperAdmin: boolean,
): ListColumn<AuditEntry>[] {
  const { t } = words;
  return [
    {
      key: 'what',
      title: t('columns.what'),
      render: (entry) => <span className="line-clamp-3 w-52 min-w-full">{sentenceOf(words, entry)}</span>,
    },
    {
      key: 'kind',
      title: t('columns.kind'),
      plain: true,
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
            render: ({ organization }: AuditEntry) => organization?.name ?? <Nothing />,
          },
        ]
      : []),
    {
      key: 'when',
      title: t('columns.when'),
      plain: true,
      width: '10rem',
      render: ({ created_at }) => (
        <time
          dateTime={created_at}
          title={format.dateTime(created_at)}
          className="whitespace-nowrap tabular-nums"
        >
          {format.dateAndTime(created_at)}
        </time>
      ),
    },
    {
      key: 'from',
      title: t('columns.from'),
      plain: true,
      width: '7.5rem',
      render: ({ ip_address }) =>
        ip_address === null ? <Nothing /> : <span className="text-muted tabular-nums">{ip_address}</span>,
    },
  ];
}

/** Marked, so that the list of a phone can hide it: without a title beside it a dash would say nothing. */
function Nothing() {
  return <span data-nothing>–</span>;
}
