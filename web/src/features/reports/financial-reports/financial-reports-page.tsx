import { useMemo } from 'react';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import type { ReportSource } from '../reports.api.ts';
import type { ReadAhead } from '../../../shared/read-ahead.ts';
import { type ReportCardSpec, readCardsAhead } from '../report-card.tsx';
import { readReportAddress, spanOf } from '../use-report-address.ts';
import { ReportScreen } from '../report-screen.tsx';
import { financialReportsTexts } from './financial-reports.es.ts';
import { reads } from './financial-reports.api.ts';

const CARDS: readonly ReportCardSpec[] = [
  { report: 'mrr', kind: 'bridge', drawn: ['amount'], wide: true },
  { report: 'collections', kind: 'lines', drawn: ['invoiced', 'collected'], wide: true },
  { report: 'plans', kind: 'bars', drawn: ['revenue', 'collected'] },
  { report: 'countries', kind: 'bars', drawn: ['revenue', 'collected'] },
  { report: 'overdue', kind: 'bars', drawn: ['outstanding'], wide: true },
  { report: 'debtors', kind: 'ranking', drawn: ['outstanding'], wide: true },
  { report: 'indicators', kind: 'bars', drawn: [], wide: true },
];

const INDICATORS = ['mrr', 'arr', 'arpu', 'payers', 'logo_churn', 'revenue_churn'] as const;

export const readAhead: ReadAhead = ({ client, search }) =>
  readCardsAhead(client, CARDS, reads, spanOf(readReportAddress(search)));

/** 'Reportes financieros': the money of the whole system, by currency. */
export function FinancialReportsPage() {
  const t = useTexts(financialReportsTexts);
  const { may } = usePermissions();
  const { language } = useLanguage();
  const source = useMemo<ReportSource>(() => {
    const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
    const rowOf = (report: string, row: string) => {
      if (report === 'countries') return row === 'none' ? t('noCountry') : (countries.of(row) ?? row);
      const key = `rows.${row}` as 'rows.new';
      return t.has(key) ? t(key) : row;
    };
    return {
      ...reads,
      words: {
        title: (report) => t(`reports.${report}` as 'reports.mrr'),
        hint: (report) => t(`hints.${report}` as 'hints.mrr'),
        column: (_, column) => t(`columns.${column}` as 'columns.mrr'),
        row: rowOf,
      },
    };
  }, [language, t]);
  const figures = [
    ...INDICATORS.map((column) => ({
      report: 'indicators',
      row: 'figures',
      column,
      title: t(`columns.${column}`),
      upIsGood: !column.endsWith('churn'),
    })),
    { report: 'overdue', row: 'total', column: 'outstanding', title: t('figures.overdue'), upIsGood: false },
    { report: 'collections', row: 'total', column: 'collected', title: t('figures.collected') },
  ];
  return (
    <ReportScreen
      title={t('title')}
      source={source}
      figures={figures}
      cards={CARDS}
      mayExport={may('financialReports.export')}
    />
  );
}
