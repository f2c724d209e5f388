import { addressOf, call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';

export type Report = Answer<'readReport'>;
export type ReportLine = Report['rows'][number];
export type ReportColumn = Report['columns'][number];
export type ReportEntries = Answer<'listReportEntries'>;
export type ReportEntry = ReportEntries['items'][number];

type Query = CallParts<'readReport'>['query'];
export type ReportSpan = Pick<Query, 'period' | 'from' | 'to' | 'compare' | 'step'>;
type Period = NonNullable<Query['period']>;
type Step = NonNullable<Query['step']>;

export const REPORT_PERIODS = [
  'today',
  '7d',
  '30d',
  'month',
  'last_month',
  'quarter',
  'year',
] as const satisfies readonly Period[];
export const REPORT_STEPS = ['day', 'week', 'month'] as const satisfies readonly Step[];

export type ReportFigure = { report: string; row: string; column: string; currency: string | null };

/** Where a screen's reports come from, and what it calls their parts. */
export type ReportSource = {
  /** Of its answers in the store. */
  key: string;
  read: (report: string, query: ReportSpan, signal: AbortSignal) => Promise<Report>;
  entries: (
    figure: ReportFigure,
    query: ReportSpan,
    page: number,
    signal: AbortSignal,
  ) => Promise<ReportEntries>;
  fileAddress: (report: string, query: ReportSpan) => string;
  /** What the query differs by beside the span: the organization. */
  scope: string;
  words: {
    title: (report: string) => string;
    hint: (report: string) => string;
    column: (report: string, column: string) => string;
    row: (report: string, row: string) => string;
  };
};

/** Without what it calls its parts: enough to read them. */
export type ReadSource = Omit<ReportSource, 'words'>;

/** One report of a span. */
export const reportQuery = (source: ReadSource, report: string, span: ReportSpan) => ({
  queryKey: [source.key, source.scope, report, span],
  queryFn: ({ signal }: { signal: AbortSignal }) => source.read(report, span, signal),
});

/** A page of the rows behind a figure. */
export const entriesQuery = (source: ReportSource, figure: ReportFigure, span: ReportSpan, page: number) => ({
  queryKey: [source.key, source.scope, 'entries', figure, span, page],
  queryFn: ({ signal }: { signal: AbortSignal }) => source.entries(figure, span, page, signal),
});

type Key = CallParts<'readReport'>['query']['report'];

/** Where the reports of an organization are read from; '' for all that one may see. */
export function readsOf(organization: string): ReadSource {
  const scope = organization === '' ? {} : { organization_id: organization };
  return {
    key: 'reports',
    scope: organization,
    read: (report, span, signal) =>
      call('readReport', { query: { report: report as Key, ...span, ...scope }, signal }),
    entries: ({ report, row, column }, span, page, signal) =>
      call('listReportEntries', {
        query: { report: report as Key, row, column, page, ...span, ...scope },
        signal,
      }),
    fileAddress: (report, span) => addressOf('/api/reports/export', { query: { report, ...span, ...scope } }),
  };
}
