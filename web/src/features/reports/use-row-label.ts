import { isDay } from '@atalaya/contract/days';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useReportFormat } from './report-format.ts';
import { reportsTexts } from './reports.es.ts';
import type { ReportLine, ReportSource } from './reports.api.ts';

/** What a row of a report is called: its total, its day, its own name, or the screen's word for it. */
export function useRowLabel(source: ReportSource) {
  const t = useTexts(reportsTexts);
  const format = useReportFormat();
  return (report: string, { key, name }: Pick<ReportLine, 'key' | 'name'>): string => {
    if (key === 'total') return t('total');
    if (name !== null) return name;
    return isDay(key) ? format.day(key) : source.words.row(report, key);
  };
}
