import { addressOf, call } from '../../platform/api/call.ts';
import type { CallParts } from '../../platform/api/route-shapes.ts';
import type { ReportSource } from '../../shared/report.api.ts';

type Key = CallParts<'readReport'>['query']['report'];

/** Where the reports of an organization are read from; '' for all that one may see. */
export function readsOf(organization: string): Omit<ReportSource, 'words'> {
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
