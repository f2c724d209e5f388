import { StatCard } from '@atalaya/ui/stat-card';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { changeOf } from '../../shared/change-of.ts';
import { useReportFormat } from './report-format.ts';
import { reportsTexts } from './reports.es.ts';
import { reportQuery } from './reports.api.ts';
import type { Report, ReportLine, ReportSource, ReportSpan } from './reports.api.ts';
import { withFigure } from './use-report-address.ts';

export type FigureSpec = { report: string; row: string; column: string; title: string; upIsGood?: boolean };
type FigureProps = FigureSpec & { source: ReportSource; span: ReportSpan };

/** One figure of a report with its change, once for each currency; it opens the rows behind it. */
export function ReportFigure({ source, span, ...spec }: FigureProps) {
  const t = useTexts(reportsTexts);
  const { data, isError } = useQuery(reportQuery(source, spec.report, span));
  // The line of what it is compared with is kept free from the start.
  const comparing = span.compare === 'true' ? { caption: '', change: null } : {};
  if (isError && !data) return <StatCard label={spec.title} caption={t('failed')} value="–" />;
  if (!data) return <StatCard label={spec.title} loading {...comparing} />;
  const lines = [...data.rows, ...data.totals].filter(({ key }) => key === spec.row);
  if (lines.length === 0) return <StatCard label={spec.title} value="–" {...comparing} />;
  return lines.map((line) => (
    <Shown key={line.currency ?? ''} {...{ line, spec, report: data }} several={lines.length > 1} />
  ));
}

type ShownProps = {
  line: ReportLine;
  spec: FigureSpec;
  report: Report;
  /** There is one for each of several currencies. */
  several: boolean;
};

function Shown({ line, spec, report, several }: ShownProps) {
  const t = useTexts(reportsTexts);
  const format = useReportFormat();
  const place = report.columns.findIndex(({ key }) => key === spec.column);
  const unit = report.columns[place]?.unit ?? 'count';
  const value = line.values[place] ?? null;
  const before = line.before?.[place] ?? null;
  const change = value === null || before === null ? null : changeOf(value, before);
  const { row, column } = spec;
  const label = (
    <Link
      to="."
      search={withFigure({ report: spec.report, row, column, currency: line.currency })}
      resetScroll={false}
      className="card-link"
    >
      {spec.title}
    </Link>
  );
  return (
    <StatCard
      label={label}
      value={format.value(value, unit, line.currency)}
      upIsGood={spec.upIsGood ?? true}
      caption={
        before === null
          ? captionAlone(line, several)
          : t('sinceBefore', { value: format.value(before, unit, line.currency) })
      }
      {...(change
        ? { trend: change.trend, change: change.ratio === null ? '' : format.change(change.ratio) }
        : line.before
          ? { change: null }
          : {})}
    />
  );
}

/** Beside nothing to compare with: the currency, where there are several; the line is kept where one compares. */
function captionAlone({ currency, before }: ReportLine, several: boolean): string | undefined {
  if (several) return currency ?? '';
  return before ? '' : undefined;
}
