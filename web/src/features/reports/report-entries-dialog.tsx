import { EmptyState } from '@atalaya/ui/empty-state';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { ReportEntriesTable } from './report-entries-table.tsx';
import { useReportFormat } from './report-format.ts';
import { ReportListLink } from './report-list-link.tsx';
import { reportsTexts } from './reports.es.ts';
import { entriesQuery, reportQuery } from './reports.api.ts';
import type { ReportFigure, ReportSource, ReportSpan } from './reports.api.ts';
import { useRowLabel } from './use-row-label.ts';

type ReportEntriesDialogProps = {
  source: ReportSource;
  figure: ReportFigure;
  span: ReportSpan;
  page: number;
  onPageChange: (page: number) => void;
  onClose: () => void;
};

/** The rows behind a figure, and what they come to. */
export function ReportEntriesDialog(props: ReportEntriesDialogProps) {
  const { source, figure, span, page, onPageChange, onClose } = props;
  const t = useTexts(reportsTexts);
  const format = useReportFormat();
  const labelOf = useRowLabel(source);
  const { data: report, isPending: awaitsReport } = useQuery(reportQuery(source, figure.report, span));
  const { data, isError, error, refetch } = useQuery({
    ...entriesQuery(source, figure, span, page),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const line = report?.rows.find(({ key }) => key === figure.row);
  const row = labelOf(figure.report, { key: figure.row, name: line?.name ?? null });
  const column = source.words.column(figure.report, figure.column);
  // What is above the rows comes with them, and moves none.
  const awaits = awaitsReport || (!data && !isError);
  const sums = data && data.unit !== 'seconds';
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      className="h-144"
      title={row === column ? row : t('entries.title', { row, column })}
      description={
        data && sums
          ? t('entries.sum', { total: data.total, sum: format.value(data.sum, data.unit, data.currency) })
          : t('entries.total', { total: data?.total ?? 0 })
      }
      closeLabel={t('entries.close')}
    >
      {awaits ? (
        <div role="status" aria-label={t('entries.loading')} className="grid gap-2 py-2">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      ) : (
        <>
          {report ? <ReportListLink figure={figure} organization={source.scope} report={report} /> : null}
          {isError && !data ? (
            <LoadFailed title={t('entries.failed')} error={error} onRetry={refetch} />
          ) : null}
          {data?.total === 0 ? <EmptyState title={t('entries.empty')} /> : null}
          {data && data.total > 0 ? <ReportEntriesTable entries={data} /> : null}
          <ListPages
            label={t('entries.pages')}
            page={page}
            total={data?.total ?? 0}
            onPageChange={onPageChange}
          />
        </>
      )}
    </Modal>
  );
}
