import { DataTable } from '@atalaya/ui/data-table';
import { EmptyState } from '@atalaya/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { useLastPage } from '../../shared/use-last-page.ts';
import { auditColumns } from './audit-columns.tsx';
import { auditTexts } from './audit.es.ts';
import { type AuditEntry, type AuditFilters, auditQuery, sentFilters } from './audit.api.ts';
import { useAuditWords } from './use-audit-words.ts';

type AuditPanelProps = {
  state: AuditFilters;
  page: number;
  onPageChange: (page: number, options?: { replace: boolean }) => void;
  onOpen: (id: string) => void;
};

/** The changes that match, newest first, as sentences. */
export function AuditPanel({ state, page, onPageChange, onOpen }: AuditPanelProps) {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const format = useFormat();
  const { profile } = useSession();
  const list = useQuery(auditQuery(state, page));
  useLastPage(list, page, (last) => onPageChange(last, { replace: true }));
  const isSuperAdmin = profile.role === 'super_admin';
  const columns = useMemo(() => auditColumns(words, format, isSuperAdmin), [words, format, isSuperAdmin]);
  if (list.isError && !list.data) return <LoadFailed title={t('loadFailed')} onRetry={list.refetch} />;
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
      <ListPages
        label={t('pages.label')}
        page={page}
        total={list.data?.total ?? 0}
        onPageChange={onPageChange}
      />
    </section>
  );
}
