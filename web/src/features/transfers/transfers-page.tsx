import { Button } from '@atalaya/ui/button';
import { DataTable } from '@atalaya/ui/data-table';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Pagination } from '@atalaya/ui/pagination';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, FileDown } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { pageField, useUrlState } from '../../shared/url-state.ts';
import { useLastPage } from '../../shared/use-last-page.ts';
import { transferColumns } from './transfer-columns.tsx';
import { transfersTexts } from './transfers.es.ts';
import { transfersQuery } from './transfers.api.ts';

const PAGE_SIZE = 20;
const fields = { page: pageField() };

/** 'Importar y exportar': one's own, with their progress and their files. */
export function TransfersPage() {
  const t = useTexts(transfersTexts);
  const format = useFormat();
  const [{ page }, setState] = useUrlState(fields);
  const list = useQuery(transfersQuery(page));
  useLastPage(list, page, (last) => setState({ page: last }, { replace: true }));
  const columns = useMemo(() => transferColumns(t, format), [t, format]);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {list.isError && !list.data ? (
        <EmptyState
          icon={<CircleAlert size={20} />}
          title={t('loadFailed')}
          action={<Button onClick={() => void list.refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <section aria-label={t('table')} className="rounded-lg border border-line bg-surface">
          <DataTable
            columns={columns}
            rows={list.data?.items ?? []}
            loading={list.isPending}
            busy={list.isPlaceholderData}
            texts={{
              label: t('table'),
              loading: t('loading'),
              empty: (
                <EmptyState icon={<FileDown size={20} />} title={t('empty')} description={t('emptyBody')} />
              ),
            }}
          />
          <Pagination
            page={page}
            pageSize={PAGE_SIZE}
            total={list.data?.total ?? 0}
            onPageChange={(next) => setState({ page: next })}
            texts={{
              label: t('pages.label'),
              previous: t('pages.previous'),
              next: t('pages.next'),
              page: (each) => t('pages.page', { page: format.number(each) }),
              range: (from, to, all) =>
                t('pages.range', {
                  from: format.number(from),
                  to: format.number(to),
                  total: format.number(all),
                }),
            }}
          />
        </section>
      )}
    </>
  );
}
