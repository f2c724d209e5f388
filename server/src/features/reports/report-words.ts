import { financialReportWordsEn, reportWordsEn } from '@atalaya/contract/report-words.en';
import { financialReportWordsEs, reportWordsEs } from '@atalaya/contract/report-words.es';
import type { FinancialReportKey } from '@atalaya/contract/financial-reports';
import type { ReportKey } from '@atalaya/contract/reports';

export type Language = 'es' | 'en';
/** What the file of a report calls its rows and columns: as the screens do. */
type Words = {
  row: string;
  currency: string;
  before: string;
  seconds: string;
  total: string;
  none: string;
  columns: Record<string, string>;
  rows: Record<string, string>;
  reports: Record<ReportKey | FinancialReportKey, string>;
};

export const WORDS: Record<Language, Words> = {
  es: {
    row: 'Concepto',
    currency: 'Moneda',
    before: 'antes',
    seconds: 'segundos',
    total: 'Total',
    none: 'Sin país',
    columns: { ...financialReportWordsEs.columns, ...reportWordsEs.columns },
    rows: { ...financialReportWordsEs.rows, ...reportWordsEs.rows },
    reports: {
      users: 'usuarios',
      invitations: 'invitaciones',
      tickets: 'tickets',
      times: 'tiempos',
      seats: 'plazas',
      indicators: 'indicadores',
      mrr: 'mrr',
      plans: 'planes',
      countries: 'paises',
      overdue: 'vencido',
      debtors: 'deudores',
      collections: 'cobros',
    },
  },
  en: {
    row: 'Item',
    currency: 'Currency',
    before: 'before',
    seconds: 'seconds',
    total: 'Total',
    none: 'No country',
    columns: { ...financialReportWordsEn.columns, ...reportWordsEn.columns },
    rows: { ...financialReportWordsEn.rows, ...reportWordsEn.rows },
    reports: {
      users: 'users',
      invitations: 'invitations',
      tickets: 'tickets',
      times: 'times',
      seats: 'seats',
      indicators: 'indicators',
      mrr: 'mrr',
      plans: 'plans',
      countries: 'countries',
      overdue: 'overdue',
      debtors: 'debtors',
      collections: 'collections',
    },
  },
};
