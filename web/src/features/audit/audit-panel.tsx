import { Button } from '@atalaya/ui/button';
import { DataTable } from '@atalaya/ui/data-table';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Pagination } from '@atalaya/ui/pagination';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { auditColumns } from './audit-columns.tsx';
import { auditTexts } from './audit-texts.ts';
import { type AuditEntry, type AuditFilters, auditQuery, sentFilters } from './audit.api.ts';
import { useAuditWords } from './use-audit-words.ts';

const PAGE_SIZE = 20;

type AuditPanelProps = {
  state: AuditFilters;
  page: number;
  onPageChange: (page: number) => void;
  onOpen: (id: string) => void;
};

/** The changes that match, newest first, as sentences. */
export function AuditPanel({ state, page, onPageChange, onOpen }: AuditPanelProps) {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const format = useFormat();
  const { profile } = useSession();
  const list = useQuery(auditQuery(state, page));
  const isSuperAdmin = profile.role === 'super_admin';
  const columns = useMemo(() => auditColumns(words, format, isSuperAdmin), [words, format, isSuperAdmin]);
  if (list.isError && !list.data)
    return (
      <EmptyState
        icon={<CircleAlert size={20} />}
        title={t('loadFailed')}
        action={<Button onClick={() => void list.refetch()}>{t('retry')}</Button>}
      />
    );
  const isFiltered = Object.keys(sentFilters(state)).length > 0;
  return (
    <section aria-label={t('table')} className="rounded-lg border border-line bg-surface">
      <DataTable<AuditEntry>
        columns={columns}
        rows={list.data?.items ?? []}
        loading={list.isPending}
        busy={list.isPlaceholderData}
        onOpenRow={(entry) => onOpen(entry.id)}
        texts={{
          label: t('table'),
          loading: t('loading'),
          empty: (
            <EmptyState icon={<ScrollText size={20} />} title={t(isFiltered ? 'empty' : 'emptyAtAll')} />
          ),
        }}
      />
      <AuditPages page={page} total={list.data?.total ?? 0} onPageChange={onPageChange} />
    </section>
  );
}

type AuditPagesProps = { page: number; total: number; onPageChange: (page: number) => void };

function AuditPages({ page, total, onPageChange }: AuditPagesProps) {
  const t = useTexts(auditTexts);
  const { number } = useFormat();
  return (
    <Pagination
      page={page}
      pageSize={PAGE_SIZE}
      total={total}
      onPageChange={onPageChange}
      texts={{
        label: t('pages.label'),
        previous: t('pages.previous'),
        next: t('pages.next'),
        page: (each) => t('pages.page', { page: number(each) }),
        range: (from, to, all) =>
          t('pages.range', { from: number(from), to: number(to), total: number(all) }),
      }}
    />
  );
}
