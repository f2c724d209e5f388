import { financialReportWordsEn } from '@atalaya/contract/report-words.en';
import type { Translation } from '../../../platform/messages/translation.ts';
import type { financialReportsEs } from './financial-reports.es.ts';

export const financialReportsEn: Translation<typeof financialReportsEs> = {
  title: 'Financial reports',
  reports: {
    indicators: 'Indicators',
    mrr: 'MRR bridge',
    plans: 'Revenue by plan',
    countries: 'Revenue by country',
    overdue: 'Overdue debt',
    collections: 'Invoicing and collections',
  },
  hints: {
    indicators: 'At the end of the period; churn, of what there was at its beginning',
    mrr: 'From opening to closing MRR; the number is of paying companies, or of changes',
    plans: 'By the plan on the day of the invoice',
    countries: 'By the country of the invoice',
    overdue: 'Now, by the days since it was due',
    collections: 'Invoiced, collected and refunded, taxes included',
  },
  columns: financialReportWordsEn.columns,
  rows: financialReportWordsEn.rows,
  noCountry: 'No country',
  figures: { overdue: 'Overdue debt', collected: 'Collected' },
};
