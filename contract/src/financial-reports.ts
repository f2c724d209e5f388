import { z } from 'zod';
import {
  isReportSpan,
  reportEntriesSchema,
  reportFigureQuery,
  reportSchema,
  reportSpanQuery,
  spanRefusal,
} from './reports.ts';
import { defineRoutes } from './route.ts';
import { pageQuery } from './shapes.ts';

export const FINANCIAL_REPORTS = [
  'indicators',
  'mrr',
  'plans',
  'countries',
  'overdue',
  'debtors',
  'collections',
] as const;
export type FinancialReportKey = (typeof FINANCIAL_REPORTS)[number];

const query = { report: z.enum(FINANCIAL_REPORTS), ...reportSpanQuery };
export const financialReportQuery = z.strictObject(query).refine(isReportSpan, spanRefusal);
export type FinancialReportQuery = z.output<typeof financialReportQuery>;
export const financialReportEntriesQuery = z
  .strictObject({ ...query, ...reportFigureQuery, ...pageQuery })
  .refine(isReportSpan, spanRefusal);
export type FinancialReportEntriesQuery = z.output<typeof financialReportEntriesQuery>;

export const financialReportRoutes = defineRoutes({
  readFinancialReport: {
    method: 'GET',
    path: '/api/financial-reports',
    summary: 'The money of a period, by currency, beside that of the period before',
    access: 'financialReports.read',
    costly: true,
    query: financialReportQuery,
    response: reportSchema,
  },
  exportFinancialReport: {
    method: 'GET',
    path: '/api/financial-reports/export',
    summary: 'The same figures as CSV (UTF-8 with BOM, semicolons)',
    access: 'financialReports.export',
    costly: true,
    query: financialReportQuery,
    response: z.unknown().meta({ description: 'text/csv' }),
  },
  listFinancialReportEntries: {
    method: 'GET',
    path: '/api/financial-reports/entries',
    summary: 'The ledger rows behind one figure, and what they come to',
    access: 'financialReports.read',
    costly: true,
    query: financialReportEntriesQuery,
    response: reportEntriesSchema,
  },
});
