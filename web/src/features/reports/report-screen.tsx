import { Button } from '@atalaya/ui/button';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { PartFailed } from '../../shared/read-failed.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import { ReportCard } from './report-card.tsx';
import type { ReportCardSpec } from './report-card.tsx';
import { ReportFigure } from './report-figures.tsx';
import type { FigureSpec } from './report-figures.tsx';
import { ReportFilters } from './report-filters.tsx';
import { useReportFormat } from './report-format.ts';
import '../../shared/printed-alone.css';
import { reportsTexts } from './reports.es.ts';
import { reportQuery } from './reports.api.ts';
import type { ReportSource, ReportSpan } from './reports.api.ts';
import { figureOf, spanOf, useReportAddress } from './use-report-address.ts';
import { ReportEntriesDialog } from './report-entries-dialog.tsx';

type ReportScreenProps = {
  title: string;
  source: ReportSource;
  figures: readonly FigureSpec[];
  cards: readonly ReportCardSpec[];
  mayExport: boolean;
  filters?: ReactNode;
};

/** A screen of reports: its filters, its figures, and each report drawn above its table. */
export function ReportScreen({ title, source, figures, cards, mayExport, filters }: ReportScreenProps) {
  const t = useTexts(reportsTexts);
  const [address, setAddress] = useReportAddress();
  const span = spanOf(address);
  const figure = figureOf(address);
  return (
    <div className="printed-alone">
      <PageHeader
        title={title}
        actions={
          <Button
            variant="outline"
            className="print:hidden"
            icon={<Printer size={16} />}
            onClick={() => globalThis.print()}
          >
            {t('print')}
          </Button>
        }
      />
      <ReportFilters address={address} onChange={setAddress}>
        {filters}
      </ReportFilters>
      <Days source={source} report={cards[0]?.report ?? ''} span={span} />
      <Failures {...{ source, span }} reports={[...figures, ...cards].map(({ report }) => report)} />
      <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map((spec) => (
          <ReportFigure
            key={`${spec.report} ${spec.row} ${spec.column}`}
            {...spec}
            source={source}
            span={span}
          />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {cards.map((spec) => (
          <ReportCard key={spec.report} {...spec} source={source} span={span} mayExport={mayExport} />
        ))}
      </div>
      {figure ? (
        <ReportEntriesDialog
          {...{ source, figure, span }}
          page={address.page}
          onPageChange={(page) => setAddress({ page })}
          onClose={() => setAddress({ figure: '', page: 1 })}
        />
      ) : null}
    </div>
  );
}

type FailuresProps = { source: ReportSource; span: ReportSpan; reports: readonly string[] };

/** The reports that could not be read, with one way to ask for all of them again. */
function Failures({ source, span, reports }: FailuresProps) {
  const t = useTexts(reportsTexts);
  const names = [...new Set(reports)];
  const all = useQueries({ queries: names.map((report) => reportQuery(source, report, span)) });
  const failed = all.filter(({ isError, data }) => isError && !data);
  if (failed.length === 0) return null;
  return (
    <div className="mb-4 rounded-lg border border-line bg-surface px-4 py-3 print:hidden">
      <PartFailed
        text={t('failures', { count: failed.length })}
        error={failed[0]?.error}
        onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    </div>
  );
}

/** Which days those are, once they are known; their lines are kept free until then. */
function Days({ source, report, span }: { source: ReportSource; report: string; span: ReportSpan }) {
  const t = useTexts(reportsTexts);
  const format = useReportFormat();
  const { data } = useQuery(reportQuery(source, report, span));
  const days = ({ from, to }: { from: string; to: string }) => ({
    from: format.day(from),
    to: format.day(to),
  });
  return (
    <p
      className={`mb-3 text-muted ${span.compare === 'true' ? 'min-h-15 min-[480px]:min-h-10 lg:min-h-5' : 'min-h-5'}`}
    >
      {data ? t('shown', { ...days(data.period), zone: data.time_zone }) : null}
      {data?.before ? `, ${t('compared', days(data.before))}` : null}
    </p>
  );
}
