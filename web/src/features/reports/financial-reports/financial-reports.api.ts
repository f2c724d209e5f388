import { addressOf, call } from '../../../platform/api/call.ts';
import type { CallParts } from '../../../platform/api/route-shapes.ts';
import type { ReportSource } from '../reports.api.ts';

type Key = CallParts<'readFinancialReport'>['query']['report'];

/** Where the reports of money are read from. */
export const reads: Omit<ReportSource, 'words'> = {
  key: 'financial-reports',
  scope: '',
  read: (report, span, signal) =>
    call('readFinancialReport', { query: { report: report as Key, ...span }, signal }),
  entries: ({ report, row, column, currency }, span, page, signal) =>
    call('listFinancialReportEntries', {
      query: { report: report as Key, row, column, page, ...(currency ? { currency } : {}), ...span },
      signal,
    }),
  fileAddress: (report, span) => addressOf('/api/financial-reports/export', { query: { report, ...span } }),
};
