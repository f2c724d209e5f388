import { buttonClass } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { FileLink } from '../../shared/file-link.tsx';
import type { ChartKind } from './report-chart.tsx';
import { ReportTable } from './report-table.tsx';
import { reportsTexts } from './reports.es.ts';
import {
  type ReadSource,
  type Report,
  type ReportSource,
  type ReportSpan,
  reportQuery,
} from './reports.api.ts';

/** The code that draws is large: titles, tables and cards are there before it. */
const loadChart = () => import('./report-chart.tsx');
// It comes with the code of its screens, which is fetched while one still signs in. What fails is tried again when drawn.
loadChart().catch(() => undefined);
const ReportChart = lazyPart(loadChart, 'ReportChart');

/** `drawn` are columns of one unit; none: only the table is shown. */
export type ReportCardSpec = { report: string; kind: ChartKind; drawn: readonly string[]; wide?: true };

/** Begins to read the reports of a screen. */
export const readCardsAhead = (
  client: QueryClient,
  cards: readonly ReportCardSpec[],
  source: ReadSource,
  span: ReportSpan,
): Promise<unknown> =>
  Promise.all(cards.map(({ report }) => client.query(reportQuery(source, report, span))));

type ReportCardProps = ReportCardSpec & { source: ReportSource; span: ReportSpan; mayExport: boolean };

/** One report: drawn, and as the table behind the drawing. */
export function ReportCard({ report: name, source, span, mayExport, ...chart }: ReportCardProps) {
  const t = useTexts(reportsTexts);
  const { data, isError, isPending } = useQuery(reportQuery(source, name, span));
  const title = source.words.title(name);
  const file = t('file', { title });
  return (
    <Card
      title={title}
      description={source.words.hint(name)}
      padded={false}
      aria-busy={isPending}
      className={`break-inside-avoid ${chart.wide ? 'lg:col-span-2' : ''}`}
      actions={
        mayExport ? (
          <FileLink
            href={source.fileAddress(name, span)}
            aria-label={file}
            title={file}
            className={buttonClass({
              variant: 'ghost',
              size: 'sm',
              iconOnly: true,
              className: 'print:hidden',
            })}
          />
        ) : null
      }
    >
      <div className={roomOf(chart)}>
        {isPending ? <Waiting chart={chart} /> : null}
        {isError && !data ? <p className="py-6 text-center text-muted">{t('failed')}</p> : null}
        {data ? <Figures {...{ name, source, chart }} report={data} /> : null}
      </div>
    </Card>
  );
}

type Drawing = Omit<ReportCardSpec, 'report'>;

/** A ranking has a line of text for each of its ten; on a phone all bars lie, with a line each. */
const heightOf = ({ kind }: Drawing) =>
  kind === 'ranking' ? 'h-72' : kind === 'lines' ? 'h-52' : 'h-72 sm:h-52';

/**
 * As high as a drawing with a table below that scrolls: nothing below moves when they come. What is not drawn are
 * single figures: a table of one line.
 */
function roomOf({ kind, drawn }: Drawing): string {
  if (drawn.length === 0) return 'min-h-28';
  return kind === 'ranking' ? 'min-h-136' : kind === 'lines' ? 'min-h-116' : 'min-h-136 sm:min-h-116';
}

const Waiting = ({ chart }: { chart: Drawing }) => (
  <div className="grid gap-4 px-4">
    {chart.drawn.length > 0 ? <Skeleton className={`${heightOf(chart)} w-full`} /> : null}
    <Skeleton className={`${chart.drawn.length > 0 ? 'h-56' : 'h-24'} w-full`} />
  </div>
);

type FiguresProps = {
  name: string;
  source: ReportSource;
  report: Report;
  chart: Drawing;
};

/** Money of two currencies is never in one drawing. */
function Figures({ name, source, report, chart }: FiguresProps) {
  const t = useTexts(reportsTexts);
  if (report.rows.length === 0) return <p className="px-4 pb-4 text-muted">{t('empty')}</p>;
  const currencies = [...new Set(report.rows.map(({ currency }) => currency))];
  return (
    <>
      {(chart.drawn.length > 0 ? currencies : []).map((currency) => (
        <div key={currency ?? ''} className={`mb-4 ${heightOf(chart)} px-4`}>
          {isNothing(report, currency, chart) ? (
            <p className="grid h-full place-items-center text-muted">{t('empty')}</p>
          ) : (
            <ReportChart
              fallback={<Skeleton className="h-full w-full" />}
              {...chart}
              {...{ name, source, report, currency }}
            />
          )}
        </div>
      ))}
      <ReportTable {...{ name, source, report }} />
    </>
  );
}

/** Whether a drawing would be an empty grid. */
function isNothing(report: Report, currency: string | null, { drawn }: Drawing): boolean {
  const places = drawn.map((key) => report.columns.findIndex((column) => column.key === key));
  const rows = report.rows.filter((row) => row.currency === currency);
  return rows.every(({ values }) => places.every((place) => !values[place]));
}
