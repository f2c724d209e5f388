import type { FinancialReportKey, FinancialReportQuery } from '@atalaya/contract/financial-reports';
import type { Report, ReportKey, ReportQuery, ReportStep } from '@atalaya/contract/reports';
import type { Days } from '../../platform/database/zoned-days.ts';
import { spansOf, stepOf, todayIn } from './report-days.rules.ts';
import type { ReportTable } from './report-table.rules.ts';

/** Which days, which days before, and how days are put together. */
export type AskedDays = { period: Days; before: Days | null; step: ReportStep };

/** The days that are asked for, in a zone; compared with those before only where a report has such. */
export function daysAsked(
  query: ReportQuery | FinancialReportQuery,
  zone: string,
  isComparable = true,
): AskedDays {
  const { period, before } = spansOf(query, todayIn(zone));
  return {
    period: { ...period, zone },
    before: query.compare && isComparable ? { ...before, zone } : null,
    step: query.step ?? stepOf(period),
  };
}

/** A report as it is answered; `isStepped`: its rows are days. */
export function answerOf(
  report: ReportKey | FinancialReportKey,
  { period, before, step }: AskedDays,
  organization: Report['organization'],
  isStepped: boolean,
  table: ReportTable,
): Report {
  return {
    report,
    read_at: new Date().toISOString(),
    time_zone: period.zone,
    organization,
    period,
    before,
    step: isStepped ? step : null,
    ...table,
  };
}
