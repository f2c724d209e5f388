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
    debtors: 'Who owes most',
    collections: 'Invoicing and collections',
  },
  hints: {
    indicators: 'At the end of the period; churn is relative to its start',
    mrr: 'From opening to closing MRR; the number counts paying companies, or changes',
    plans: 'By plan on the invoice date',
    countries: 'By country on the invoice',
    overdue: 'As of now, by days past due',
    debtors: 'As of now: the companies that owe the most, and what all of them owe',
    collections: 'Invoiced, collected, and refunded, including tax',
  },
  columns: financialReportWordsEn.columns,
  rows: financialReportWordsEn.rows,
  noCountry: 'No country',
  figures: { overdue: 'Overdue debt', collected: 'Collected' },
};
